// What a puzzle supports, and the sentences for what it does not support.

import { element } from "./dom.js";
import { store } from "./store.js";

/** Whether boards of a puzzle are built on the page: the editor needs cells to put things on. */
export function canEdit(puzzle) {
  return Boolean(puzzle.kinds && puzzle.groups);
}

/** The name of a puzzle in menus and headings: "Pawn hunt". */
export function titleOf({ name, title }) {
  return title || name.charAt(0).toUpperCase() + name.slice(1).replaceAll("-", " ");
}

/** The sentence in place of a picture; null if the puzzle supports drawing, but no board is open. */
export function notDrawn() {
  if (store.puzzle().groups) return null;
  return element("p", { class: "lacking" }, `${titleOf(store.puzzle())} does not support drawing boards.`);
}

/** A board that is not drawn, as text. */
export function boardText({ text }) {
  return element("pre", { class: "board-file" }, text);
}
