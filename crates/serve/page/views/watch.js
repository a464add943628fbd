// Watch a search, expansion by expansion.

import { ChoiceFields, inWords, titleOf } from "../choice.js";
import { element, onceAFrame } from "../dom.js";
import { ExplainPanel } from "../explain/panel.js";
import { count } from "../format.js";
import { Player } from "../player.js";
import { saveMenu } from "../savemenu.js";
import { store } from "../store.js";
import { Task } from "../task.js";
import { eventsOf, Trace } from "../trace.js";
import { TraceBoard } from "../traceboard.js";
import { judge } from "../verdict.js";
import { Viewed } from "./viewed.js";

export const SPEEDS = [
  [1, "1 per second"], [5, "5 per second"], [25, "25 per second"], [100, "100 per second"], [500, "500 per second"], [2500, "2,500 per second"],
];

/** Steps glide at speeds up to this many per second. */
const MAX_GLIDING = 5;

/** The options of a traced search: details for the explanation, and a second search for the optimum if a plan is not proven. */
export const TRACED = { details: 2000, settle: 200_000 };

export class WatchView extends Viewed {
  constructor(panel, { audit, moved }) {
    super();
    this.audit = audit;
    this.choice = new ChoiceFields(store.choice);
    this.task = new Task("Watch the search", () => this.search());
    this.player = new Player({ what: "Search", speeds: SPEEDS, speed: 25, show: (position) => this.show(position), moved });
    this.board = new TraceBoard();
    this.explain = new ExplainPanel({
      look: (index) => this.show(this.player.position, index ?? undefined), go: (position) => this.player.go(position), numbers: this.board.numbers,
    });
    this.save = saveMenu("search", () => ({ searches: [store.request()] }));
    panel.append(
      element("div", { class: "view-head" }, this.choice.node, this.task.node, this.save.node),
      element("div", { class: "stage" }, this.board.node), this.explain.node, this.player.node);
    this.redraw = onceAFrame(() => this.grow());
    store.on("board", () => this.clear());
    store.on("choices", () => this.clear());
    store.on("theme", () => this.show(this.player.position));
  }

  clear() {
    this.task.abandon();
    this.task.say("Which states does the search expand, in which order, and why?");
    this.choice.unfold();
    this.save.offer(false);
    this.begin(new Trace({ scene: store.board.scene, groups: store.puzzle().groups ?? [] }));
    this.player.setLength(0);
    this.player.go(0);
    this.player.waiting = false;
  }

  begin(trace) {
    this.trace = trace;
    this.board.begin(trace);
    this.explain.begin(trace, store.request().algorithm, titleOf(store.algorithmOf()));
  }

  search() {
    this.clear();
    this.choice.fold();
    return {
      jobs: [{
        route: "trace",
        body: { board: store.boardRequest(), ...store.request(), ...TRACED },
        on: {
          started: (event) => this.begin(new Trace(event)),
          ...eventsOf(() => this.trace, () => this.redraw()),
        },
      }],
      done: (event) => this.done(event),
    };
  }

  show(position, index = position - 1) {
    const ended = this.trace.result && position >= this.trace.length ? this.trace.result.report.outcome : null;
    this.board.show(position, index, undefined, !this.player.playing || this.player.speed <= MAX_GLIDING);
    this.explain.show(position, index, ended);
    if (this.trace.result) this.tell(ended !== null);
  }

  /** Called when the trace has grown. The playback starts while the search is running. */
  grow() {
    const began = this.player.length === 0 && this.trace.length > 0;
    this.player.setLength(this.trace.length);
    this.player.pace(15);
    this.show(this.player.position);
    if (!began || this.restoring) return;
    this.player.waiting = true;
    this.player.begin();
  }

  done(event) {
    this.trace.result = event;
    this.player.waiting = false;
    this.save.offer(true);
    this.grow();
    this.arrive(this.player);
    this.show(this.player.position);
  }

  /** The result, once the playback has reached it. */
  tell(atEnd) {
    const { report, traced, why_no_more } = this.trace.result;
    const cut = why_no_more && report.statistics.expanded > traced;
    if (!atEnd) {
      const words = cut ? `The first ${count(traced)} of ${count(report.statistics.expanded)} expansions.` : `${inWords(store.choice)}: ${count(this.trace.length)} expansions.`;
      this.task.say(`${words} The result appears at the end.`);
      return;
    }
    judge(this.task, report, { choice: store.choice, audit: this.audit, more: cut ? ` Showing the first ${count(traced)} of ${count(report.statistics.expanded)} expansions.` : "" });
  }
}
