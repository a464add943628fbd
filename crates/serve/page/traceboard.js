// A search at a position: heat maps of the board, the values of a state, the charts.

import { heat } from "./board/colours.js";
import { BoardPicture, drawScale } from "./board/draw.js";
import { notDrawn } from "./capabilities.js";
import { LayerChart, Strip } from "./charts.js";
import { element, replace } from "./dom.js";
import { cost, count, tiny } from "./format.js";

const MEANINGS = {
  g: ["g", "cost so far", "The cost of the path from the start to this state"],
  h: ["h", "heuristic value", "The heuristic's estimate of the remaining cost"],
  f: ["f = g + h", "estimated total cost", "A* expands the state with the lowest f first"],
};

/** g, h and f of a state. */
class Numbers {
  constructor() {
    this.values = {};
    this.node = element("dl", { class: "numbers" }, Object.entries(MEANINGS).map(([key, [name, words, title]]) =>
      element("div", { title }, element("dt", {}, name), (this.values[key] = element("dd", { class: key }, "–")),
        element("span", {}, words))));
  }

  show(g, h) {
    this.values.g.textContent = g ?? "–";
    this.values.h.textContent = g === undefined ? "–" : cost(h ?? "inf");
    this.values.f.textContent = g === undefined ? "–" : cost(h === null ? "inf" : g + h);
  }
}

const peak = (counts) => counts.reduce((a, b) => Math.max(a, b), 0);

/** A board whose cells are coloured by the number of states with a token there. */
class HeatBoard {
  constructor(title) {
    this.title = element("h3", {}, title);
    this.holder = element("div", { class: "board-holder" });
    this.key = element("div");
    this.hint = element("p", { class: "hint" });
    this.node = element("div", { class: "heat-board" }, this.title, this.holder, this.key, this.hint);
  }

  begin(scene, words) {
    this.words = words;
    this.picture = new BoardPicture(scene, this.title.textContent);
    this.picture.svg.addEventListener("pointermove", (event) => this.point(this.picture.tiles.indexOf(event.target)));
    this.picture.svg.addEventListener("pointerleave", () => this.point(-1));
    this.picture.svg.classList.add("heat");
    replace(this.holder, this.picture.svg);
    this.point(-1);
  }

  show(counts, tokens, most = peak(counts)) {
    this.counts = counts;
    // Counts differ by powers of ten: the scale uses their square roots.
    const scale = heat(Math.sqrt(most));
    const look = (i) => {
      if (!counts[i]) return null;
      const { fill, ink } = scale.colour(Math.sqrt(counts[i]));
      return { fill, ink, text: tiny(counts[i]) };
    };
    this.picture.update({ tokens, look });
    replace(this.key, drawScale(scale, ["0 states", `${count(most)}`]));
    if (this.pointed >= 0) this.point(this.pointed);
  }

  point(tile) {
    this.pointed = tile;
    const words = tile >= 0 && this.counts
      ? `${this.picture.scene.tiles[tile].cell}: ${this.words(this.counts[tile])}`
      : "Point at a cell for its count.";
    this.hint.textContent = words;
  }
}

export class TraceBoard {
  /** `go(position)` moves the player. With `small`, the frontier and the line charts are left out. */
  constructor({ go, small = false }) {
    this.small = small;
    this.position = 0;
    this.numbers = new Numbers();
    this.expanded = new HeatBoard("Expanded so far");
    this.waiting = new HeatBoard("Frontier: generated, not expanded");
    this.layers = new LayerChart();
    const listen = { look: (index) => this.look(index), go };
    this.order = new Strip("f per expansion", listen);
    this.frontier = new Strip("Size of the frontier per expansion", listen);
    this.boards = element("div", { class: "heat-boards" });
    this.strips = element("div", { class: "charts" }, this.order.node, this.frontier.node);
  }

  begin(trace, group) {
    this.trace = trace;
    this.group = group;
    this.all = null;
    if (trace.scene) {
      const things = trace.groups[group];
      this.expanded.begin(trace.scene, (number) => `${count(number)} expanded states with ${things} here`);
      this.waiting.begin(trace.scene, (number) => `${count(number)} states of the frontier with ${things} here`);
    }
    replace(this.boards, trace.scene ? [this.expanded.node, this.small ? null : this.waiting.node] : notDrawn());
    this.show(0);
  }

  setGroup(group) {
    if (this.trace) {
      this.begin(this.trace, group);
      this.show(this.position);
    }
  }

  /** Called when the trace has grown. */
  grown() {
    this.all = null;
  }

  /** Shows a state without moving the player. */
  look(index) {
    this.draw(this.position, index ?? this.position - 1);
  }

  /** Shows a position; `most` is the upper end of the colour scale, if another board shares it. */
  show(position, most) {
    this.position = position;
    this.most = most;
    this.draw(position, position - 1);
  }

  #counts(counts) {
    const { tiles } = this.trace;
    return counts.subarray(this.group * tiles, (this.group + 1) * tiles);
  }

  /** The maximum count of a cell at a position. */
  peak(position) {
    return peak(this.#counts(this.trace.expanded(position)));
  }

  draw(position, index) {
    const { trace } = this;
    if (!trace) return;
    const known = trace.length > 0;
    const state = Math.max(index, 0);
    const tokens = known ? trace.tokensAt(state) : undefined;
    this.numbers.show(trace.g[state], trace.h[state]);
    if (trace.scene) this.expanded.show(this.#counts(trace.expanded(position)), tokens, this.most);
    this.all ??= trace.layers(trace.length);
    this.layers.draw(this.all, trace.layers(position), trace.f[state]);
    if (this.small) return;
    if (trace.scene) this.waiting.show(this.#counts(trace.waiting(position)), tokens);
    this.order.show(trace.f, position, known ? `f = ${cost(trace.f[state] === Infinity ? "inf" : trace.f[state])}` : "");
    this.frontier.show(trace.frontier, position, known ? count(trace.waitingCount(position)) : "");
  }
}
