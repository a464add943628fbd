// Watch a search, expansion by expansion.

import { ChoiceFields } from "../choice.js";
import { element, field, onceAFrame, select, setOptions } from "../dom.js";
import { count } from "../format.js";
import { Player } from "../player.js";
import { store } from "../store.js";
import { Task } from "../task.js";
import { Trace } from "../trace.js";
import { TraceBoard } from "../traceboard.js";
import { headline } from "./solve.js";

export const SPEEDS = [
  [1, "1 per second"], [5, "5 per second"], [25, "25 per second"], [100, "100 per second"], [500, "500 per second"], [2500, "2,500 per second"],
];

export class WatchView {
  constructor(panel) {
    this.choice = new ChoiceFields(store.choice);
    this.task = new Task("Watch the search", () => this.search());
    this.player = new Player({ what: "Search", speeds: SPEEDS, speed: 25, show: (position) => this.board.show(position) });
    this.board = new TraceBoard({ go: (position) => this.player.go(position) });
    this.groups = select([], "", (group) => this.board.setGroup(Number(group)));
    this.groupField = field("Colour the cells by", this.groups, { hidden: true });
    panel.append(
      element("div", { class: "stage" }, this.board.boards, this.player.node, this.board.strips),
      element("div", { class: "side" }, this.choice.node, this.task.node, this.board.numbers.node, this.board.layers.node, this.groupField));
    this.redraw = onceAFrame(() => this.grow());
    store.on("board", () => this.clear());
    store.on("choices", () => this.clear());
    store.on("theme", () => this.board.show(this.player.position));
  }

  clear() {
    this.task.abandon();
    this.task.say("");
    this.player.go(0);
    this.player.setLength(0);
    this.player.waiting = false;
    this.begin(new Trace({ scene: store.board.scene, groups: store.puzzle().groups ?? [] }));
  }

  begin(trace) {
    this.trace = trace;
    this.groupField.hidden = trace.groups.length < 2;
    setOptions(this.groups, trace.groups.map((name, i) => [String(i), name]), "0");
    this.board.begin(trace, 0);
  }

  search() {
    this.clear();
    return {
      jobs: [{
        route: "trace",
        body: { board: store.boardRequest(), ...store.request() },
        on: {
          started: (event) => this.begin(new Trace(event)),
          looks: (event) => this.trace.addLooks(event),
          expansions: (event) => {
            this.trace.add(event);
            this.redraw();
          },
        },
      }],
      done: (event) => this.done(event),
    };
  }

  /** Called when the trace has grown. The playback starts while the search is running. */
  grow() {
    const began = this.player.length === 0 && this.trace.length > 0;
    this.board.grown();
    this.player.setLength(this.trace.length);
    this.player.pace(15);
    this.board.show(this.player.position);
    if (!began) return;
    this.player.waiting = true;
    this.player.begin();
  }

  done(event) {
    this.grow();
    this.player.waiting = false;
    const { report, traced, why_no_more } = event;
    const cut = why_no_more && report.statistics.expanded > traced
      ? ` Showing the first ${count(traced)} of ${count(report.statistics.expanded)} expansions.` : "";
    this.task.say(headline(report) + cut, report.outcome === "solved" ? "good" : "");
  }
}
