// Two searches on the same board, synchronized by the number of expansions.

import { ChoiceFields, inWords } from "../choice.js";
import { element, onceAFrame, replace } from "../dom.js";
import { count, short } from "../format.js";
import { Player } from "../player.js";
import { store } from "../store.js";
import { Task } from "../task.js";
import { Trace } from "../trace.js";
import { TraceBoard } from "../traceboard.js";
import { SPEEDS } from "./watch.js";

/** One of the two searches. */
class Lane {
  constructor(name, choice, go) {
    this.name = name;
    this.choice = choice;
    this.board = new TraceBoard({ go, small: true });
    this.bar = element("div", { class: "race-bar" }, element("span"));
    this.state = element("p", { class: "lane-state" });
    this.node = element("section", { class: "lane", "aria-label": name },
      new ChoiceFields(choice).node, this.bar, this.state, this.board.boards, this.board.numbers.node, this.board.layers.node);
  }

  clear() {
    this.report = null;
    this.searched = 0;
    this.begin(new Trace({ scene: store.board.scene, groups: store.puzzle().groups ?? [] }));
    this.show(0, 1, 0);
  }

  begin(trace) {
    this.trace = trace;
    this.board.begin(trace, 0);
  }

  /** The handlers of the events from the server. */
  events(redraw) {
    return {
      started: (event) => this.begin(new Trace(event)),
      looks: (event) => this.trace.addLooks(event),
      expansions: (event) => {
        this.trace.add(event);
        this.board.grown();
        redraw();
      },
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
    this.board.show(at, most);
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

export class RaceView {
  constructor(panel) {
    const go = (position) => this.player.go(position);
    this.lanes = [new Lane("First", store.choice, go), new Lane("Second", store.rival, go)];
    this.task = new Task("Start the race", () => this.search());
    this.player = new Player({ what: "Race", speeds: SPEEDS, speed: 100, show: (position) => this.show(position) });
    this.verdict = element("p", { class: "verdict", role: "status" });
    panel.append(
      element("div", { class: "race-head" }, this.task.node, this.player.node, this.verdict),
      element("div", { class: "lanes" }, this.lanes.map((lane) => lane.node)));
    this.redraw = onceAFrame(() => this.grow());
    store.on("board", () => this.clear());
    store.on("choices", () => this.clear());
    store.on("theme", () => this.show(this.player.position));
  }

  clear() {
    this.task.abandon();
    this.task.say("");
    this.lanes.forEach((lane) => lane.clear());
    this.player.go(0);
    this.player.setLength(0);
    this.player.waiting = false;
    replace(this.verdict);
  }

  search() {
    this.clear();
    const job = (lane) => ({
      route: "trace", body: { board: store.boardRequest(), ...store.request(lane.choice) },
      on: lane.events(this.redraw),
    });
    return {
      jobs: this.lanes.map(job),
      done: () => {
        this.player.waiting = false;
        this.grow();
      },
    };
  }

  grow() {
    const length = Math.max(...this.lanes.map((lane) => lane.trace.length));
    const began = this.player.length === 0 && length > 0;
    this.player.setLength(length);
    this.player.pace(15);
    this.show(this.player.position);
    if (!began) return;
    this.player.waiting = true;
    this.player.begin();
  }

  show(position) {
    const { length } = this.player;
    // Both boards share one scale, so that colours are comparable.
    const most = Math.max(...this.lanes.map((lane) => lane.peak(position)));
    this.lanes.forEach((lane) => lane.show(position, length, most));
    const over = this.lanes.every((lane) => lane.hasFinished(position)) && length > 0;
    replace(this.verdict, over ? this.judge() : "");
  }

  judge() {
    const [a, b] = this.lanes.map(({ choice, report }) => ({ words: inWords(choice), report }));
    const [fewer, more] = a.report.statistics.expanded <= b.report.statistics.expanded ? [a, b] : [b, a];
    const [x, y] = [fewer, more].map(({ report }) => report.statistics.expanded);
    const stopped = [a, b].filter(({ report }) => report.outcome === "stopped");
    if (stopped.length === 2) return "Both searches were stopped.";
    if (stopped.length === 1) {
      const [winner, loser] = stopped[0] === a ? [b, a] : [a, b];
      return `${winner.words} ended after ${count(winner.report.statistics.expanded)} expansions; `
        + `${loser.words} was stopped after ${count(loser.report.statistics.expanded)}.`;
    }
    const ratio = x > 0 && y / x >= 1.05 ? ` (a factor of ${(y / x).toFixed(1)})` : "";
    const result = x === y ? "Both expand the same number of states" : `${fewer.words} expands fewer states: ${count(x)} instead of ${count(y)}${ratio}`;
    const [p, q] = [fewer.report.cost, more.report.cost];
    const price = p === q ? "" : p > q ? `, but its plan costs ${p} instead of ${q}` : `, and its plan costs ${p} instead of ${q}`;
    return `${result}${price}.`;
  }
}
