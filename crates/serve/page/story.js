// Guided stories: captions that lead through views of boards.

import { stories } from "./api.js";
import { element, replace } from "./dom.js";
import { saveMenu } from "./savemenu.js";

/** `code`, and *emphasis* that begins a word: the asterisk of "A*" is text. */
const MARKUP = /`([^`]+)`|(^|[ (])\*([^ *][^*]*)\*/g;

/** A caption as nodes: `code` and *emphasis*, all else as text. */
function formatted(text) {
  const nodes = [];
  let end = 0;
  for (const found of text.matchAll(MARKUP)) {
    const [whole, code, before = "", emphasis] = found;
    nodes.push(text.slice(end, found.index) + before, code ? element("code", {}, code) : element("em", {}, emphasis));
    end = found.index + whole.length;
  }
  return [...nodes, text.slice(end)].filter((node) => node !== "");
}

export class Stories {
  #all = [];
  #story = null;
  #part = 0;

  /** `apply(step)` shows a step; `changed()` is called when a story begins, ends or goes on. */
  constructor({ bar, apply, changed }) {
    Object.assign(this, { bar, apply, changed });
    this.list = element("div", { class: "story-list" });
    this.dialog = element("dialog", { class: "story-dialog", "aria-labelledby": "stories-title" },
      element("h2", { id: "stories-title" }, "Stories"),
      element("p", { class: "hint" }, "Each story shows one idea in a few steps, on a real board. Page Down goes on."),
      this.list, element("form", { method: "dialog" }, element("button", {}, "Close")));
    document.body.append(this.dialog);
    this.title = element("strong", { class: "story-title" });
    this.caption = element("p", { class: "story-caption", "aria-live": "polite" });
    this.counter = element("span", { class: "story-place" });
    this.back = element("button", { type: "button", class: "story-back", onclick: () => this.turn(-1) }, "Back");
    this.next = element("button", { type: "button", class: "primary story-next", onclick: () => this.turn(1) }, "Next");
    this.save = saveMenu("story", () => ({ story: this.#story.id }));
    replace(bar, element("div", { class: "story-text" }, element("div", { class: "story-head" }, this.title, this.counter), this.caption),
      element("div", { class: "buttons" }, this.back, this.next, this.save.node,
        element("button", { type: "button", class: "story-close", "aria-label": "Leave the story", title: "Leave the story", onclick: () => this.leave() }, "×")));
  }

  /** Reads the stories of the server. */
  async load() {
    try {
      this.#all = await stories();
    } catch {
      // An older server has none: the page works without them.
      this.#all = [];
    }
    const card = ({ id, title, summary, steps }) => element("button", { type: "button", class: "story-card", "data-story": id, onclick: () => this.open(id) },
      element("strong", {}, title), element("span", {}, summary), element("span", { class: "hint" }, `${steps.length} steps`));
    replace(this.list, this.#all.map(card));
  }

  get any() {
    return this.#all.length > 0;
  }

  /** The open story and its part for a link; empty if there is none. */
  get place() {
    return this.#story ? { story: this.#story.id, part: this.#part + 1 } : {};
  }

  offer() {
    if (this.any && !this.dialog.open) this.dialog.showModal();
  }

  /** Opens a story at a part, counted from 1. Returns whether it exists. */
  open(id, part = 1) {
    const story = this.#all.find((known) => known.id === id);
    if (!story) return false;
    this.dialog.close();
    this.#story = story;
    this.bar.hidden = false;
    this.save.offer(true);
    document.documentElement.classList.add("telling");
    this.#go(Math.min(Math.max(part, 1), story.steps.length) - 1);
    return true;
  }

  leave() {
    if (!this.#story) return;
    this.#story = null;
    this.bar.hidden = true;
    document.documentElement.classList.remove("telling");
    this.changed();
  }

  /** Goes on or back; returns whether a story is open. */
  turn(by) {
    if (!this.#story) return false;
    const next = this.#part + by;
    if (next >= 0 && next < this.#story.steps.length) this.#go(next);
    return true;
  }

  #go(part) {
    this.#part = part;
    const { title, steps } = this.#story;
    this.title.textContent = title;
    this.counter.textContent = `${part + 1} of ${steps.length}`;
    replace(this.caption, formatted(steps[part].caption));
    this.back.setAttribute("aria-disabled", String(part === 0));
    this.next.setAttribute("aria-disabled", String(part === steps.length - 1));
    this.apply(steps[part]);
    this.changed();
  }
}
