// The tools of the editor: what to put on the board, with which number.

import { drawSample } from "./board/draw.js";
import { tokenOf, toolsOf } from "./board/setup.js";
import { element, replace } from "./dom.js";
import { icon } from "./icons.js";

export class Toolbar {
  #chosen = null;
  #number = 1;

  constructor() {
    this.kinds = element("div", { class: "tools", role: "group", "aria-label": "Tool" });
    this.numbers = element("div", { class: "tools numbers-row", role: "group", hidden: true });
    this.node = element("div", { class: "toolbar" }, this.kinds, this.numbers);
  }

  /** Offers the tools of a puzzle; keeps the one that is chosen if the puzzle has it. */
  offer(puzzle, { legend }) {
    // A thing may look different from board to board: the colour of the pieces is an option.
    const onBoard = (kind) => legend.find(({ token, text }) => token && text.endsWith(kind.name))?.token;
    const tools = toolsOf(puzzle).map((kind) => ({ ...kind, token: kind.number ? kind.token : onBoard(kind) ?? kind.token }));
    // The same buttons as long as they are the same, so that one keeps the focus.
    if (JSON.stringify(tools) === JSON.stringify(this.tools)) return;
    this.tools = tools;
    const names = ["move", "erase", ...tools.map(({ name }) => name)];
    if (!names.includes(this.#chosen)) this.#chosen = tools[0].name;
    replace(this.kinds,
      tools.map((tool) => this.#button(tool.name, `${tool.name} (key ${tool.key.toUpperCase()})`, drawSample(this.#look(tool)))),
      this.#button("move", "move a thing (key M); or drag it", icon("move")),
      this.#button("erase", "take a thing away (key Delete); or drag it off the board", icon("erase")));
    this.draw();
  }

  #look(tool) {
    return { ...tool, token: tokenOf(tool, tool.number?.usual) };
  }

  #button(name, title, sign) {
    return element("button", { type: "button", title, "data-tool": name, onclick: () => this.choose(name) },
      sign, element("span", {}, name));
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
    this.#drawNumbers(this.tools.find((tool) => tool.name === this.#chosen)?.number);
    for (const button of this.kinds.children) button.ariaPressed = String(button.dataset.tool === this.#chosen);
    for (const button of this.numbers.querySelectorAll("button")) button.ariaPressed = String(Number(button.dataset.number) === this.#number);
  }

  #drawNumbers(range) {
    // Labels are given out one after the other.
    const needed = Boolean(range) && range.name !== "label";
    this.numbers.hidden = !needed;
    if (!needed) return;
    this.#number = Math.min(Math.max(this.#number, range.least), range.most);
    if (this.offered === range.name) return;
    this.offered = range.name;
    this.numbers.ariaLabel = range.name;
    const values = Array.from({ length: range.most - range.least + 1 }, (_, i) => range.least + i);
    replace(this.numbers, element("span", { class: "caption" }, range.name), values.map((value) =>
      element("button", { type: "button", "data-number": value, onclick: () => this.setNumber(value) }, String(value))));
  }
}
