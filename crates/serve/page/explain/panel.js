// The panel beside a search: what the current step does, the open list, the search tree, the charts.

import { LayerChart, Strip } from "../charts.js";
import { element, onceAFrame, replace } from "../dom.js";
import { cost, count } from "../format.js";
import { MiniBoards, undrawn } from "./minis.js";
import { openList, orderOf } from "./openlist.js";
import { PseudoCode } from "./pseudocode.js";
import { explain } from "./sentence.js";
import { STATUS } from "./status.js";
import { SearchTree } from "./tree.js";
import { Tabs } from "../tabs.js";

/** Maximum number of entries of the open list, and of successors as boards. */
const [MAX_OPEN, MAX_MINIS] = [10, 24];

export class ExplainPanel {
  /** `look(index)` shows a state without moving, `go(position)` moves the player. */
  constructor({ look, go, numbers }) {
    this.go = go;
    this.seen = 0;
    this.sentence = element("p", { class: "sentence" });
    this.code = new PseudoCode();
    this.minis = element("ul", { class: "minis", "aria-label": "Successors" });
    this.defs = element("div");
    this.open = element("div", { class: "open-list", tabindex: 0, role: "region", "aria-label": "Open list" });
    this.path = element("ol", { class: "path-list", start: 0 });
    this.tree = new SearchTree({ go });
    this.layers = new LayerChart();
    this.order = new Strip("f per expansion", { look, go });
    this.frontier = new Strip("Size of the open list per expansion", { look, go });
    this.tabs = new Tabs("Details of the search", [
      ["step", "Step", [this.code.node, element("section", { class: "minis-box", tabindex: 0, "aria-label": "Successors" }, this.minis)]],
      ["open", "Open list", [this.open, element("section", { class: "path-box", tabindex: 0, "aria-label": "Path" }, element("h3", {}, "Path to this state"), this.path)]],
      ["tree", "Tree", [this.tree.node]],
      ["charts", "Charts", [this.layers.node, this.order.node, this.frontier.node]],
    ], () => this.draw());
    this.node = element("section", { class: "explain", "aria-label": "Explanation" },
      element("div", { class: "explain-head" }, numbers.node, this.sentence), this.tabs.node, this.defs);
    // At high speeds, once per frame is enough.
    this.draw = onceAFrame(() => this.#draw());
  }

  begin(trace, algorithm, title) {
    this.trace = trace;
    this.algorithm = algorithm;
    this.orderOf = orderOf(algorithm);
    this.seen = 0;
    this.boards = trace.scene ? new MiniBoards(trace.scene) : null;
    replace(this.defs, this.boards?.tiles);
    this.code.begin(algorithm.split(":")[0], title);
    this.show(0, -1, null);
  }

  /** Shows an expansion; `ended` is the outcome once the playback has reached the end of the search. */
  show(position, index, ended) {
    this.shown = { position, index, ended };
    this.seen = Math.max(this.seen, position);
    this.draw();
  }

  #draw() {
    const { trace } = this;
    if (!trace || !this.node.isConnected) return;
    const { position, index, ended } = this.shown;
    this.sentence.textContent = trace.length === 0 ? "Press the button to run the search; then step through it." : explain(trace, index, this.algorithm);
    const part = this.tabs.chosen;
    if (part === "step") this.#drawStep(position, index, ended);
    else if (part === "open") this.#drawOpen(position, index);
    else if (part === "tree") this.tree.show(trace, position, ended === "solved" ? trace.goal() : null);
    else this.#drawCharts(position, index);
  }

  #drawStep(position, index, ended) {
    this.code.show(this.trace, position, ended);
    const successors = index >= 0 ? this.trace.successorsOf(index) : null;
    const note = (text) => element("li", { class: "hint" }, text);
    if (!successors) {
      const why = index < 0 ? "The successors of each expanded state appear here." : `Details end after ${count(this.trace.detailed)} expansions.`;
      replace(this.minis, this.trace.length === 0 ? null : note(why));
      return;
    }
    const more = successors.length > MAX_MINIS ? note(`… and ${count(successors.length - MAX_MINIS)} more`) : null;
    replace(this.minis, successors.slice(0, MAX_MINIS).map((successor) => this.#mini(successor)), more);
  }

  #mini({ action, node, g, h, f, status }) {
    const goal = Boolean(this.trace.nodes.goal[node]);
    const words = goal && STATUS[status].stored ? "goal" : STATUS[status].words;
    const label = `${action} ${words}`;
    const values = status === 4 ? "h = ∞" : `${g} + ${cost(Number.isFinite(h) ? h : "inf")} = ${cost(Number.isFinite(f) ? f : "inf")}`;
    return element("li", { class: `successor ${goal ? "goal" : STATUS[status].name}`, title: label },
      this.boards ? this.boards.draw(this.trace.tokensOf(node), label) : undrawn(action),
      element("span", { class: "values" }, values), element("span", { class: "status" }, words));
  }

  #drawOpen(position, index) {
    const { trace } = this;
    const list = openList(trace, position, this.orderOf);
    replace(this.path, trace.path(Math.max(index, 0)).map((at) => element("li", {},
      element("button", { type: "button", onclick: () => this.go(at + 1) }, trace.actions[trace.action[at]] ?? "Start"))));
    if (!this.orderOf) {
      replace(this.open, element("p", { class: "hint" }, "This algorithm keeps no open list: it stores the current path only, and starts over with a higher limit."));
    } else if (!list) {
      replace(this.open, element("p", { class: "hint" }, trace.length === 0 ? "The open list appears with the search." : `Details end after ${count(trace.detailed)} expansions.`));
    } else {
      const row = (entry, i) => element("tr", { class: i === 0 ? "now" : "" },
        element("td", { class: "number" }, String(i + 1)), element("td", { class: "number" }, String(entry.g)),
        element("td", { class: "number" }, cost(Number.isFinite(entry.h) ? entry.h : "inf")), element("td", { class: "number" }, cost(Number.isFinite(entry.f) ? entry.f : "inf")),
        element("td", { class: "mini-cell" }, this.boards ? this.boards.draw(trace.tokensOf(entry.node), `state ${entry.node}`) : `state ${entry.node}`));
      replace(this.open, element("table", {},
        element("caption", {}, `Open list: ${count(list.length)} states${list.length > MAX_OPEN ? `, the first ${MAX_OPEN}` : ""}`),
        element("thead", {}, element("tr", {}, ["", "g", "h", "f", "state"].map((head) => element("th", { class: head === "state" ? "" : "number", scope: "col" }, head || element("span", { class: "unseen" }, "rank"))))),
        element("tbody", {}, list.slice(0, MAX_OPEN).map(row))));
    }
  }

  #drawCharts(position, index) {
    const { trace } = this;
    const state = Math.max(index, 0);
    this.layers.draw(trace.layers(position), trace.f[state]);
    const known = trace.length > 0;
    this.order.show(trace.f, position, this.seen, known ? `f = ${cost(Number.isFinite(trace.f[state]) ? trace.f[state] : "inf")}` : "");
    this.frontier.show(trace.frontier, position, this.seen, known ? count(trace.waitingCount(position)) : "");
  }
}
