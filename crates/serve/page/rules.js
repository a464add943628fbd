// The rules of a puzzle, in a dialog.

import { titleOf } from "./capabilities.js";
import { element, replace } from "./dom.js";
import { sentence } from "./format.js";
import { renderMarkdown } from "./markdown.js";

/**
 * A dialog with a heading, which closes with Escape, with its button and with a click beside it. Keys that are pressed in it
 * have no meaning for the page.
 */
export class Sheet {
  constructor(name) {
    this.title = element("h2", { id: `${name}-title` });
    this.content = element("div", { class: "sheet-content" });
    const close = element("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => this.node.close() }, "×");
    this.node = element("dialog", {
      class: `sheet ${name}`, "aria-labelledby": `${name}-title`,
      onclick: (event) => event.target === this.node && this.node.close(),
      onkeydown: (event) => event.stopPropagation(),
    }, element("div", { class: "sheet-head" }, this.title, close), this.content);
    document.body.append(this.node);
  }

  open(title, ...content) {
    this.title.textContent = title;
    replace(this.content, content);
    this.node.showModal();
    this.content.scrollTop = 0;
  }

  close() {
    this.node.close();
  }
}

let sheet = null;

/** Shows the rules of a puzzle; without any, what it says about itself. */
export function showRules(puzzle) {
  sheet ??= new Sheet("rules");
  const rules = puzzle.rules ? renderMarkdown(puzzle.rules) : [];
  // The dialog has a heading already.
  if (rules[0]?.nodeName === "H2") rules.shift();
  sheet.open(`${titleOf(puzzle)}: the rules`,
    rules.length > 0 ? rules : element("p", {}, sentence(puzzle.summary)),
    element("h3", {}, "Board files"), renderMarkdown(sentence(puzzle.format)));
}
