// The tools of the editor: the kinds of things, and their numbers.

import { drawSample } from "./board/draw.js";
import { tokenOf, toolsOf } from "./board/setup.js";
import { element, replace } from "./dom.js";
import { icon } from "./icons.js";

/** Above this, a number is typed instead of chosen. */
const MAX_NUMBERS = 20;

export class Toolbar {
  #chosen = null;
  #number = 1;

  constructor() {
    this.kinds = element("div", { class: "tools", role: "group", "aria-label": "Tool" });
    this.numbers = element("div", { class: "tools numbers-row", role: "group", hidden: true });
    this.node = element("div", { class: "toolbar" }, this.kinds, this.numbers);
  }

  /** Shows the tools of a puzzle; keeps the chosen tool if the puzzle has it. */
  offer(puzzle, { legend }) {
    // The look of a thing may depend on an option of the board, such as its colour.
    const onBoard = (kind) => legend.find(({ token, text }) => token && text.endsWith(kind.name))?.token;
    const tools = toolsOf(puzzle).map((kind) => ({ ...kind, token: kind.number ? kind.token : onBoard(kind) ?? kind.token }));
    // Unchanged buttons are kept, so that they keep the focus.
    if (JSON.stringify(tools) === JSON.stringify(this.tools)) return;
    this.tools = tools;
    const names = ["move", "erase", ...tools.map(({ name }) => name)];
    if (!names.includes(this.#chosen)) this.#chosen = tools[0]?.name ?? "move";
    replace(this.kinds,
      tools.map((tool) => this.#button(tool.name, `${tool.name} (key ${tool.key.toUpperCase()})`, drawSample(this.#look(tool)))),
      this.#button("move", "move a thing (key M); or drag it", icon("move")),
      this.#button("erase", "remove a thing (key Delete); or drag it off the board", icon("erase")));
    this.draw();
  }

  #look(tool) {
    return { ...tool, token: tokenOf(tool, tool.number?.default) };
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
    // Labels are assigned one after the other: see `numberFor`.
    const needed = Boolean(range) && range.name !== "label";
    this.numbers.hidden = !needed;
    if (!needed) return;
    this.#number = Math.min(Math.max(this.#number, range.min), range.max);
    if (this.offered === range.name) return;
    this.offered = range.name;
    this.numbers.ariaLabel = range.name;
    const values = range.max - range.min < MAX_NUMBERS ? Array.from({ length: range.max - range.min + 1 }, (_, i) => range.min + i) : [];
    const box = element("input", {
      type: "number", min: range.min, max: range.max, value: this.#number, "aria-label": range.name,
      onchange: () => this.setNumber(Math.min(Math.max(Math.round(Number(box.value)), range.min), range.max)),
    });
    const button = (value) => element("button", { type: "button", "data-number": value, onclick: () => this.setNumber(value) }, String(value));
    replace(this.numbers, element("span", { class: "caption" }, range.name), values.length > 0 ? values.map(button) : box);
  }
}
