// A search at a position: a heat map of the board, and the values of a state.

import { heat } from "./board/colours.js";
import { BoardPicture, drawScale } from "./board/draw.js";
import { notDrawn } from "./capabilities.js";
import { element, field, replace, select, setOptions } from "./dom.js";
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
      element("div", { title }, element("dt", {}, name, element("span", {}, words)), (this.values[key] = element("dd", { class: key }, "–")))));
  }

  show(g, h) {
    this.values.g.textContent = g ?? "–";
    this.values.h.textContent = g === undefined ? "–" : cost(h ?? "inf");
    this.values.f.textContent = g === undefined ? "–" : cost(h === null ? "inf" : g + h);
  }
}

const peak = (counts) => counts.reduce((a, b) => Math.max(a, b), 0);

/** The board in the state of an expansion, coloured by the number of states with a token on each cell. */
export class TraceBoard {
  constructor() {
    this.numbers = new Numbers();
    this.holder = element("div", { class: "board-holder" });
    this.key = element("div", { class: "heat-key" });
    this.hint = element("p", { class: "hint" });
    this.what = select([], "", () => this.#colour());
    this.whatField = field("Colour cells by", this.what, { class: "inline" });
    this.foot = element("div", { class: "heat-foot" }, this.whatField, this.key, this.hint);
    this.node = element("div", { class: "heat-board" }, this.holder, this.foot);
    this.shown = { position: 0, index: -1 };
  }

  begin(trace) {
    this.trace = trace;
    this.foot.hidden = !trace.scene;
    const ways = trace.groups.flatMap((things, i) => [
      [`expanded-${i}`, `expanded states with ${things}`], [`waiting-${i}`, `open list: states with ${things}`]]);
    const kept = ways.some(([way]) => way === this.what.value) ? this.what.value : "expanded-0";
    setOptions(this.what, [...ways, ["none", "nothing"]], kept);
    if (trace.scene) {
      this.picture = new BoardPicture(trace.scene, "The state that is expanded");
      this.picture.svg.addEventListener("pointermove", (event) => this.point(this.picture.tiles.indexOf(event.target)));
      this.picture.svg.addEventListener("pointerleave", () => this.point(-1));
      this.picture.svg.classList.add("heat");
    }
    replace(this.holder, trace.scene ? this.picture.svg : notDrawn());
    this.point(-1);
    this.show(0);
  }

  #colour() {
    this.show(this.shown.position, this.shown.index, this.most);
  }

  /** The way of colouring: `[counts(position), sentence(number)]`, or null. */
  #way() {
    const [what, group] = this.what.value.split("-");
    if (what === "none" || !this.trace.scene) return null;
    const { trace } = this;
    const part = (counts) => counts.subarray(Number(group) * trace.tiles, (Number(group) + 1) * trace.tiles);
    const things = trace.groups[group];
    return what === "expanded"
      ? [(position) => part(trace.expanded(position)), (number) => `${count(number)} expanded states with ${things} here`]
      : [(position) => part(trace.waiting(position)), (number) => `${count(number)} states of the open list with ${things} here`];
  }

  /** The maximum count of a cell at a position. */
  peak(position) {
    const way = this.#way();
    return way ? peak(way[0](position)) : 0;
  }

  /**
   * Shows the state of an expansion (default: the last one) after so many expansions. `most` is the upper end of the colour scale,
   * if another board shares it.
   */
  show(position, index = position - 1, most = undefined, glide = false) {
    const { trace } = this;
    this.shown = { position, index };
    this.most = most;
    const state = Math.max(index, 0);
    this.numbers.show(trace.g[state], trace.h[state]);
    if (!trace.scene) return;
    const way = this.#way();
    this.counts = way?.[0](position) ?? null;
    const top = most ?? (this.counts ? peak(this.counts) : 0);
    // Counts differ by powers of ten: the scale uses their square roots.
    const scale = heat(Math.sqrt(top));
    const look = (i) => {
      if (!this.counts?.[i]) return null;
      const { fill, ink } = scale.colour(Math.sqrt(this.counts[i]));
      return { fill, ink, text: tiny(this.counts[i]) };
    };
    this.picture.update({ tokens: trace.length > 0 ? trace.tokensAt(state) : undefined, look, glide });
    replace(this.key, this.counts ? drawScale(scale, ["0", count(top)]) : null);
    if (this.pointed >= 0) this.point(this.pointed);
  }

  point(tile) {
    this.pointed = tile;
    const way = tile >= 0 && this.counts ? this.#way() : null;
    this.hint.textContent = way ? `${this.picture.scene.tiles[tile].cell}: ${way[1](this.counts[tile])}` : "";
  }
}
