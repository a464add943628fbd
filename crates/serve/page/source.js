// Opening boards: examples, files, pasted text.

import { canEdit, titleOf } from "./capabilities.js";
import { element, field, replace, select } from "./dom.js";
import { sentence } from "./format.js";
import { icon } from "./icons.js";
import { Sheet, showRules } from "./rules.js";
import { store } from "./store.js";
import { thumbnail } from "./thumbnails.js";

/** The example that the page shows first, if it exists: quick to solve, and with something to see in every view. */
const FIRST = "maze";

/** A file larger than this is not a board. */
const MAX_BYTES = 200_000;

/** Milliseconds after which a message disappears. */
const MESSAGE = 6_000;

export class SourceBar {
  constructor(container, { show }) {
    this.showView = show;
    const names = store.catalogue.puzzles.map((puzzle) => [puzzle.name, titleOf(puzzle)]);
    this.puzzles = select(names, names[0][0], (name) => this.openPuzzle(name), { class: "puzzle" });
    this.boardName = element("span", { class: "board-name" });
    this.chooser = element("button", { type: "button", class: "examples", "aria-haspopup": "dialog", title: "Choose an example", onclick: () => this.chooseExample() },
      element("span", { class: "caption" }, "Board"), this.boardName);
    const endings = new Set(store.catalogue.puzzles.map(({ extension }) => `.${extension}`));
    this.file = element("input", {
      type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true", accept: [...endings, "text/plain"].join(),
      onchange: () => this.file.files[0] && this.openFile(this.file.files[0]),
    });
    container.append(field("Puzzle", this.puzzles), this.chooser,
      element("button", { type: "button", class: "open", title: "Open a board file", onclick: () => this.file.click() }, "Open …"), this.file,
      element("button", { type: "button", class: "rules", "aria-haspopup": "dialog", title: "The rules of the puzzle", onclick: () => showRules(store.puzzle()) }, "Rules"));
    this.problem = element("div", { class: "problem", role: "alert", hidden: true });
    document.getElementById("main").before(this.problem);
    this.message = element("div", { class: "message", role: "status" });
    document.body.append(this.message);
    store.on("board", () => this.draw());
  }

  examples(puzzle) {
    return store.catalogue.examples.filter((example) => example.puzzle === puzzle);
  }

  draw() {
    const { puzzle, name, missing } = store.board;
    this.puzzles.value = puzzle;
    this.boardName.textContent = missing ? "no board" : name ?? "custom board";
    this.chooser.dataset.puzzle = puzzle;
    this.chooser.disabled = this.examples(puzzle).length === 0;
    this.problem.hidden = true;
  }

  /** Shows the examples of the puzzle with their pictures. Their costs are left out, because they are results. */
  chooseExample() {
    const { puzzle, name } = store.board;
    this.sheet ??= new Sheet("example-sheet");
    const buttons = this.examples(puzzle).map((example) => {
      const current = example.name === name;
      return element("button", {
        type: "button", class: "example", "data-example": example.name, "aria-current": current ? "true" : null, tabindex: -1,
        onclick: () => {
          this.sheet.close();
          this.openExample(example);
        },
      }, thumbnail(example.board), element("strong", {}, example.name), element("span", { class: "hint" }, sentence(example.about)));
    });
    const grid = element("div", { class: "example-grid", role: "group", "aria-label": "Examples", onkeydown: (event) => moveFocus(event, buttons) }, buttons);
    this.sheet.open(`Boards of ${titleOf(store.puzzle())}`, grid);
    focusOn(buttons, Math.max(buttons.findIndex((button) => button.ariaCurrent), 0));
  }

  async openFirst() {
    const { examples, puzzles } = store.catalogue;
    const first = examples.find(({ name }) => name === FIRST) ?? examples[0];
    await (first ? this.openExample(first) : this.openPuzzle(puzzles[0].name));
  }

  openExample(example) {
    return this.open(example.board, example.name);
  }

  /** Opens a puzzle: its first example, an empty board to edit, or the form for the text of a board. */
  async openPuzzle(name) {
    const [example] = this.examples(name);
    if (example) return this.openExample(example);
    if (canEdit(store.puzzle(name)) && await this.open({ setup: { puzzle: name, things: [] } })) return true;
    await store.openPuzzle(name);
    this.showView("board");
    return true;
  }

  /** Opens a board. If it cannot be read, shows the error and its position, and returns false. */
  async open(board, name, what = "the board") {
    try {
      await store.open(board, { name });
      return true;
    } catch (error) {
      this.fail(error, board, name, what);
      return false;
    }
  }

  async openFile(file) {
    this.file.value = "";
    if (file.size > MAX_BYTES) {
      this.mention(`${file.name} is too large to be a board.`);
      return;
    }
    const [text, name] = [await file.text(), file.name.replace(/\.[a-z]+$/i, "")];
    try {
      await store.open({ text }, { name });
      this.showView("board");
    } catch (error) {
      // A file with an error in it is a board; a file of another kind may have been dropped by accident.
      const show = () => this.fail(error, { text }, name, file.name);
      if (error.code !== "bad-board" || error.line || error.path || error.puzzles.length > 0) show();
      else this.mention(`${file.name} is not a board.`, show);
    }
  }

  /** Opens a text that may be anything. If it is not a board, the page stays as it is. */
  async openText(text, what) {
    try {
      await store.open({ text });
    } catch (error) {
      const show = () => this.fail(error, { text }, undefined, what);
      if (error.code !== "bad-board" || error.puzzles.length > 0) show();
      else this.mention(`${sentence(what).slice(0, -1)} is not a board.`, show);
    }
  }

  /** Shows a message that disappears; `explain()` says more. */
  mention(words, explain = null) {
    clearTimeout(this.timer);
    const close = () => {
      clearTimeout(this.timer);
      replace(this.message);
    };
    const why = explain && element("button", { type: "button", onclick: () => {
      close();
      explain();
    } }, "Why?");
    replace(this.message, element("p", {}, words), why,
      element("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: close }, icon("erase")));
    this.timer = setTimeout(close, MESSAGE);
  }

  /** Shows why a board cannot be read, and marks the position in its text. */
  fail(error, { text = "" }, name, what) {
    const { line, column, path, puzzles = [] } = error;
    const where = [line ? `line ${line}, column ${column}` : null, path].filter(Boolean).join(", ");
    const close = element("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => (this.problem.hidden = true) }, "×");
    const openAs = (puzzle) => element("button", { type: "button", "data-puzzle": puzzle, onclick: () => this.open({ text, puzzle }, name, what) },
      `Open as ${titleOf(store.puzzle(puzzle))}`);
    const message = where ? `${where}: ${error.message}` : error.message;
    replace(this.problem,
      element("div", { class: "problem-head" },
        element("strong", {}, puzzles.length > 0 ? `${what} matches several puzzles` : `cannot read ${what}`), close),
      element("p", {}, puzzles.length > 0 ? "Choose the puzzle:" : message),
      puzzles.length > 0 ? element("div", { class: "buttons" }, puzzles.map(openAs)) : null,
      line ? excerpt(text, line, column) : null);
    this.problem.hidden = false;
  }
}

/** Focuses one of the buttons of a grid; Tab leads to it and away from the grid. */
function focusOn(buttons, index) {
  buttons.forEach((button, i) => (button.tabIndex = i === index ? 0 : -1));
  buttons[index]?.focus();
}

/** Arrow keys in a grid of buttons. */
function moveFocus(event, buttons) {
  const [from, last] = [buttons.indexOf(document.activeElement), buttons.length - 1];
  const columns = buttons.filter((button) => button.offsetTop === buttons[0].offsetTop).length;
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, Home: -from, End: last - from }[event.key];
  if (step === undefined || from < 0) return;
  event.preventDefault();
  if (from + step >= 0 && from + step <= last) focusOn(buttons, from + step);
}

/** The lines around a position in a text, with the position marked. */
function excerpt(text, line, column) {
  const lines = text.split(/\r?\n/);
  while (lines.length > line && lines.at(-1) === "") lines.pop();
  const from = Math.max(line - 3, 0);
  return element("pre", { class: "excerpt" }, lines.slice(from, line + 2).map((content, i) => {
    const number = from + i + 1;
    const row = element("div", { class: number === line ? "wrong" : "" }, element("span", { class: "line-number" }, String(number)));
    const letters = [...content];
    if (number !== line) row.append(content);
    else {
      const at = Math.min(column - 1, letters.length);
      row.append(letters.slice(0, at).join(""), element("mark", {}, letters[at] ?? " "), letters.slice(at + 1).join(""));
    }
    return row;
  }));
}

/** Opens files that are dropped on the page, and text that is pasted outside of fields. */
export function listenForFiles(source) {
  const hint = document.getElementById("drop");
  let depth = 0;
  let own = false;
  const hasFile = (event) => !own && !document.querySelector("dialog[open]")
    && [...(event.dataTransfer?.types ?? [])].some((type) => type === "Files" || type === "text/plain");
  const isField = (node) => node.closest?.("input, textarea, select, [contenteditable]");
  const isForField = (event) => isField(event.target) && !event.dataTransfer.types.includes("Files");
  const over = (by) => {
    depth = Math.max(depth + by, 0);
    hint.hidden = depth === 0;
  };
  // A text or a link of the page itself is not a board.
  addEventListener("dragstart", () => (own = true));
  addEventListener("dragend", () => (own = false));
  addEventListener("dragenter", (event) => hasFile(event) && over(1));
  addEventListener("dragleave", (event) => hasFile(event) && over(-1));
  addEventListener("dragover", (event) => hasFile(event) && !isForField(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    depth = 0;
    hint.hidden = true;
    if (!hasFile(event) || isForField(event)) return;
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    const text = event.dataTransfer.getData("text/plain");
    if (file) source.openFile(file);
    else if (text) source.openText(text, "the dropped text");
  });
  addEventListener("paste", (event) => {
    if (isField(event.target) || document.querySelector("dialog[open]")) return;
    const file = event.clipboardData.files[0];
    const text = event.clipboardData.getData("text/plain");
    if (file) source.openFile(file);
    else if (text.trim()) source.openText(text, "the pasted text");
  });
}
