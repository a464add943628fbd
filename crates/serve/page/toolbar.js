// The tools of the editor: what to put on the board, with which number.

import { drawSample } from "./board/draw.js";
import { tokenOf, toolsOf } from "./board/setup.js";
import { element, replace } from "./dom.js";
import { icon } from "./icons.js";

export class Toolbar {
  #chosen = null;
  #number = 1;

  constructor() {
    this.kinds = element("div", { class: "tools", role: "radiogroup", "aria-label": "Tool" });
    this.numbers = element("div", { class: "tools numbers-row", role: "radiogroup", hidden: true });
    this.node = element("div", { class: "toolbar" }, this.kinds, this.numbers);
  }

  /** Offers the tools of a puzzle; keeps the one that is chosen if the puzzle has it. */
  offer(puzzle, { legend }) {
    // A thing may look different from board to board: the colour of the pieces is an option.
    const onBoard = (kind) => legend.find(({ token, text }) => token && text.endsWith(kind.name))?.token;
    this.tools = toolsOf(puzzle).map((kind) => ({ ...kind, token: kind.number ? kind.token : onBoard(kind) ?? kind.token }));
    const names = ["move", "erase", ...this.tools.map(({ name }) => name)];
    if (!names.includes(this.#chosen)) this.#chosen = this.tools[0].name;
    this.draw();
  }

  chosen() {
    return this.#chosen;
  }

  choose(name) {
    this.#chosen = name;
    this.draw();
  }

  number() {
    return this.#number;
  }

  setNumber(number) {
    this.#number = number;
    this.draw();
  }

  draw() {
    const { tools } = this;
    const button = (name, title, sign, words) => element("button", {
      type: "button", role: "radio", "aria-checked": String(name === this.#chosen), title, "data-tool": name,
      onclick: () => this.choose(name),
    }, sign, element("span", {}, words));
    replace(this.kinds,
      tools.map((tool) => button(tool.name, `${tool.name} (key ${tool.key.toUpperCase()})`,
        drawSample({ ...tool, token: tokenOf(tool, tool.number?.name === "label" ? 1 : this.#number) }), tool.name)),
      button("move", "move a thing (key M); or drag it", icon("move"), "move"),
      button("erase", "take a thing away (key Delete); or drag it off the board", icon("erase"), "erase"));
    this.#drawNumbers(tools.find((tool) => tool.name === this.#chosen)?.number);
  }

  #drawNumbers(range) {
    const needed = Boolean(range) && range.name !== "label";
    this.numbers.hidden = !needed;
    if (!needed) return;
    this.#number = Math.min(Math.max(this.#number, range.least), range.most);
    this.numbers.setAttribute("aria-label", range.name);
    const values = Array.from({ length: range.most - range.least + 1 }, (_, i) => range.least + i);
    replace(this.numbers, element("span", { class: "caption" }, range.name), values.map((value) => element("button", {
      type: "button", role: "radio", "aria-checked": String(value === this.#number), "data-number": value,
      onclick: () => this.setNumber(value),
    }, String(value))));
  }
}
