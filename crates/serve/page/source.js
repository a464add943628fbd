// Opening boards: examples, files, pasted text.

import { canEdit } from "./capabilities.js";
import { element, field, replace, select, setOptions } from "./dom.js";
import { store } from "./store.js";

/** The example that the page shows first, if it exists: quick to solve, and with something to see in every view. */
const FIRST = "maze";

/** A file larger than this is not a board. */
const MAX_BYTES = 200_000;

export class SourceBar {
  constructor(container, { show }) {
    this.showView = show;
    const names = store.catalogue.puzzles.map(({ name }) => [name, name]);
    this.puzzles = select(names, names[0][0], (name) => this.openPuzzle(name), { class: "puzzle" });
    this.list = select([], "", (name) => this.openExample(this.examples(this.puzzles.value).find((known) => known.name === name)),
      { class: "example" });
    const endings = new Set(store.catalogue.puzzles.map(({ extension }) => `.${extension}`));
    this.file = element("input", {
      type: "file", class: "unseen", tabindex: -1, "aria-hidden": "true", accept: [...endings, "text/plain"].join(),
      onchange: () => this.file.files[0] && this.openFile(this.file.files[0]),
    });
    container.append(field("Puzzle", this.puzzles), field("Board", this.list),
      element("button", { type: "button", class: "open", title: "Open a board file", onclick: () => this.file.click() }, "Open …"), this.file);
    this.problem = element("div", { class: "problem", role: "alert", hidden: true });
    document.getElementById("main").before(this.problem);
    store.on("board", () => this.draw());
  }

  examples(puzzle) {
    return store.catalogue.examples.filter((example) => example.puzzle === puzzle);
  }

  draw() {
    const { puzzle, name, missing } = store.board;
    this.puzzles.value = puzzle;
    const known = this.examples(puzzle).map((example) => [example.name, example.name]);
    const own = known.some(([value]) => value === name) ? [] : [["", missing ? "no board" : name ?? "custom board"]];
    setOptions(this.list, [...own, ...known], own.length ? "" : name);
    this.problem.hidden = true;
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
      this.fail(new Error(`${file.name} is too large to be a board`), {}, file.name, file.name);
      return;
    }
    const opened = await this.openText(await file.text(), file.name);
    if (opened) this.showView("board");
  }

  openText(text, name) {
    return this.open({ text }, name.replace(/\.[a-z]+$/i, ""), name);
  }

  /** Shows why a board cannot be read, and marks the position in its text. */
  fail(error, { text = "" }, name, what) {
    const { line, column, path, puzzles = [] } = error;
    const where = [line ? `line ${line}, column ${column}` : null, path].filter(Boolean).join(", ");
    const close = element("button", { type: "button", class: "quiet", "aria-label": "Close", onclick: () => (this.problem.hidden = true) }, "×");
    const openAs = (puzzle) => element("button", { type: "button", "data-puzzle": puzzle, onclick: () => this.open({ text, puzzle }, name, what) },
      `Open as ${puzzle}`);
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

/** Opens files that are dropped on the page, and text that is pasted. */
export function listenForFiles(source) {
  const hint = document.getElementById("drop");
  let depth = 0;
  const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type === "Files" || type === "text/plain");
  const over = (by) => {
    depth = Math.max(depth + by, 0);
    hint.hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => hasFile(event) && over(1));
  addEventListener("dragleave", (event) => hasFile(event) && over(-1));
  addEventListener("dragover", (event) => hasFile(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    depth = 0;
    hint.hidden = true;
    if (!hasFile(event)) return;
    event.preventDefault();
    const file = event.dataTransfer.files[0];
    const text = event.dataTransfer.getData("text/plain");
    if (file) source.openFile(file);
    else if (text) source.openText(text, "the dropped text");
  });
  addEventListener("paste", (event) => {
    if (event.target.matches?.("input, textarea")) return;
    const file = event.clipboardData.files[0];
    const text = event.clipboardData.getData("text/plain");
    if (file) source.openFile(file);
    else if (text.trim()) source.openText(text, "the pasted text");
  });
}
