// Tabs within a view.

import { element } from "./dom.js";

let ids = 0;

export class Tabs {
  /** `parts` are `[name, title, children]`; `changed()` is called when another one is shown. */
  constructor(label, parts, changed) {
    const id = (ids += 1);
    this.changed = changed;
    this.parts = new Map(parts.map(([name, title, children]) => {
      const button = element("button", { type: "button", role: "tab", id: `part-${id}-${name}`, "aria-controls": `parts-${id}-${name}`, "data-part": name, onclick: () => this.choose(name) }, title);
      const panel = element("div", { role: "tabpanel", id: `parts-${id}-${name}`, class: `part ${name}-part`, "aria-labelledby": button.id, hidden: true }, children);
      return [name, { button, panel }];
    }));
    const list = element("div", { role: "tablist", class: "small-tabs", "aria-label": label }, [...this.parts.values()].map(({ button }) => button));
    list.addEventListener("keydown", (event) => this.#key(event));
    this.node = element("div", { class: "parts" }, list, [...this.parts.values()].map(({ panel }) => panel));
    this.choose(parts[0][0], false);
  }

  choose(name, changed = true) {
    this.chosen = name;
    for (const [key, { button, panel }] of this.parts) {
      button.setAttribute("aria-selected", String(key === name));
      button.tabIndex = key === name ? 0 : -1;
      panel.hidden = key !== name;
    }
    if (changed) this.changed();
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const names = [...this.parts.keys()];
    const next = names[(names.indexOf(this.chosen) + step + names.length) % names.length];
    this.choose(next);
    this.parts.get(next).button.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
