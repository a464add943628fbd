// A board as text: for puzzles whose boards are not edited on the page.

import { titleOf } from "./capabilities.js";
import { element, field } from "./dom.js";
import { sentence } from "./format.js";
import { store } from "./store.js";

export class TextForm {
  constructor(source) {
    this.source = source;
    this.text = element("textarea", { class: "board-text", rows: 6, spellcheck: "false", autocomplete: "off" });
    this.format = element("p", { class: "hint" });
    const read = element("button", { type: "button", class: "read-text", onclick: () => this.read() }, "Read the text");
    const open = element("button", { type: "button", onclick: () => source.file.click() }, "Open a file …");
    this.node = element("div", { class: "text-form", hidden: true },
      field("Board file", this.text), this.format, element("div", { class: "buttons" }, read, open));
  }

  /** Shows the text of a board. */
  show({ text, missing }, puzzle, shown) {
    this.node.hidden = !shown;
    this.text.value = text;
    this.format.textContent = sentence(`${missing ? "Paste a board file and read it. " : ""}Format of ${titleOf(puzzle)}: ${puzzle.format}`);
  }

  read() {
    const { puzzle, options } = store.board;
    return this.source.open({ text: this.text.value, puzzle, options }, undefined, "the text");
  }
}
