// Two searches on the same board, synchronized by the number of expansions.

import { ChoiceFields, inWords } from "../choice.js";
import { element, onceAFrame, replace } from "../dom.js";
import { count, short } from "../format.js";
import { Player } from "../player.js";
import { saveMenu } from "../savemenu.js";
import { store } from "../store.js";
import { Task } from "../task.js";
import { eventsOf, Trace } from "../trace.js";
import { TraceBoard } from "../traceboard.js";
import { Viewed } from "./viewed.js";
import { SPEEDS, TRACED } from "./watch.js";

/** One of the two searches. */
class Lane {
  constructor(name, choice) {
    this.name = name;
    this.choice = choice;
    this.fields = new ChoiceFields(choice);
    this.board = new TraceBoard();
    this.bar = element("div", { class: "race-bar" }, element("span"));
    this.state = element("p", { class: "lane-state" });
    this.node = element("section", { class: "lane", "aria-label": name },
      this.fields.node, element("div", { class: "lane-line" }, this.state, this.board.numbers.node), this.bar, this.board.node);
  }

  clear() {
    this.report = null;
    this.searched = 0;
    this.fields.unfold();
    this.begin(new Trace({ scene: store.board.scene, groups: store.puzzle().groups ?? [] }));
    this.show(0, 1);
  }

  begin(trace) {
    this.trace = trace;
    this.board.begin(trace);
  }

  /** The handlers of the events from the server. */
  events(redraw) {
    return {
      started: (event) => this.begin(new Trace(event)),
      ...eventsOf(() => this.trace, redraw),
      progress: ({ expanded }) => {
        this.searched = expanded;
        redraw();
      },
      report: ({ report }) => {
        this.report = report;
        redraw();
      },
    };
  }

  /** The maximum count of a cell at a position. */
  peak(position) {
    return this.board.peak(Math.min(position, this.trace.length));
  }

  show(position, length, most) {
    const at = Math.min(position, this.trace.length);
    this.board.show(at, at - 1, most);
    this.bar.firstChild.style.width = `${(100 * at) / Math.max(length, 1)}%`;
    this.bar.classList.toggle("finished", this.hasFinished(position) && this.report.outcome !== "stopped");
    this.state.textContent = this.words(position, at);
  }

  hasFinished(position) {
    return this.report !== null && position >= this.trace.length;
  }

  words(position, at) {
    const so = `${count(at)} expanded`;
    if (position < this.trace.length || at === 0) return so;
    if (!this.report) return this.searched > at ? `${short(this.searched)} expanded, searching …` : so;
    const { outcome, cost, statistics } = this.report;
    // The trace of a long search is incomplete.
    const total = statistics.expanded > this.trace.length
      ? `${count(statistics.expanded)} expanded (${count(this.trace.length)} shown)` : `${count(statistics.expanded)} expanded`;
    if (outcome === "solved") return `${total}: plan with cost ${cost}`;
    if (outcome === "unsolvable") return `${total}: no solution`;
    return `${total}: stopped`;
  }
}

export class RaceView extends Viewed {
  constructor(panel, { moved }) {
    super();
    this.lanes = [new Lane("First search", store.choice), new Lane("Second search", store.rival)];
    this.task = new Task("Start the race", () => this.search());
    this.player = new Player({ what: "Race", speeds: SPEEDS, speed: 100, show: (position) => this.show(position), moved });
    this.save = saveMenu("race", () => ({ searches: this.lanes.map(({ choice }) => store.request(choice)) }));
    panel.append(
      element("div", { class: "view-head" }, this.task.node, this.save.node),
      element("div", { class: "lanes" }, this.lanes.map((lane) => lane.node)), this.player.node);
    this.redraw = onceAFrame(() => this.grow());
    store.on("board", () => this.clear());
    store.on("choices", () => this.clear());
    store.on("theme", () => this.show(this.player.position));
  }

  clear() {
    this.task.abandon();
    this.task.say("Which of two searches expands fewer states, and which finds the cheaper plan?");
    this.save.offer(false);
    this.lanes.forEach((lane) => lane.clear());
    this.player.go(0);
    this.player.setLength(0);
    this.player.waiting = false;
  }

  search() {
    this.clear();
    this.lanes.forEach((lane) => lane.fields.fold());
    const job = (lane) => ({
      route: "trace", body: { board: store.boardRequest(), ...store.request(lane.choice), ...TRACED, details: 0 },
      on: lane.events(() => this.redraw()),
    });
    return {
      jobs: this.lanes.map(job),
      done: () => {
        this.player.waiting = false;
        this.save.offer(true);
        this.task.say("The result appears at the end.");
        this.grow();
        this.arrive(this.player);
      },
    };
  }

  grow() {
    const length = Math.max(...this.lanes.map((lane) => lane.trace.length));
    const began = this.player.length === 0 && length > 0;
    this.player.setLength(length);
    this.player.pace(15);
    this.show(this.player.position);
    if (!began || this.restoring) return;
    this.player.waiting = true;
    this.player.begin();
  }

  show(position) {
    const { length } = this.player;
    // Both boards share one scale, so that colours are comparable.
    const most = Math.max(...this.lanes.map((lane) => lane.peak(position)));
    this.lanes.forEach((lane) => lane.show(position, length, most));
    if (this.task.jobs.length > 0 || !this.lanes.every(({ report }) => report)) return;
    const over = this.lanes.every((lane) => lane.hasFinished(position));
    this.task.say(over ? verdict(this.lanes.map(({ choice, report }) => ({ words: inWords(choice), report }))) : "The result appears at the end.",
      over ? "verdict" : "");
  }
}

/** The result of a race between two searches with different or equal names. */
export function verdict([a, b]) {
  const expanded = ({ report }) => report.statistics.expanded;
  const [first, second] = a.words === b.words ? [{ ...a, words: "The first search" }, { ...b, words: "the second search" }] : [a, b];
  const stopped = [first, second].filter(({ report }) => report.outcome === "stopped");
  if (stopped.length === 2) return "Both searches were stopped.";
  if (stopped.length === 1) {
    const winner = stopped[0] === first ? second : first;
    return capital(`${winner.words} ended after ${count(expanded(winner))} expansions; ${stopped[0].words} was stopped after ${count(expanded(stopped[0]))}.`);
  }
  return capital(`${effort(first, second, expanded)}${quality(first, second)}.`);
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function effort(first, second, expanded) {
  const [x, y] = [expanded(first), expanded(second)];
  if (x === y) return `Both searches expand ${count(x)} states`;
  const [fewer, more] = x < y ? [first, second] : [second, first];
  const ratio = expanded(fewer) > 0 ? expanded(more) / expanded(fewer) : 1;
  return `${fewer.words} expands fewer states: ${count(expanded(fewer))} instead of ${count(expanded(more))}${ratio >= 1.05 ? ` (a factor of ${ratio.toFixed(1)})` : ""}`;
}

/** What the plans say: equal costs, or which search has the cheaper one. */
function quality(first, second) {
  const solved = [first, second].map(({ report }) => report.outcome === "solved");
  if (!solved[0] && !solved[1]) return "; both prove that there is no solution";
  // A limit of the algorithm, such as a depth, may hide a plan.
  if (!solved[0] || !solved[1]) return `; only ${solved[0] ? first.words : second.words} finds a plan`;
  const [p, q] = [first.report.cost, second.report.cost];
  if (p === q) return `; both plans cost ${p}${first.report.optimal || second.report.optimal ? ", which is optimal" : ""}`;
  const [cheap, dear] = p < q ? [first, second] : [second, first];
  return `; the plan of ${cheap.words} costs ${Math.min(p, q)}, that of ${dear.words} ${Math.max(p, q)}`;
}
