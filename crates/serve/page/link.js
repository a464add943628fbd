// Links that bring a board back, with what is chosen. Everything stands in the fragment, which never leaves the browser.

import { store } from "./store.js";

/** The fragment for what is on the page. */
export function fragment(view) {
  const { board, choice } = store;
  const parts = { view, puzzle: board.puzzle };
  if (board.setup.options?.spawn) parts.spawn = "true";
  parts.algorithm = store.request(choice).algorithm;
  parts.heuristic = store.heuristic();
  if (board.name) parts.name = board.name;
  parts.board = board.text.trimEnd();
  return `#${new URLSearchParams(parts)}`;
}

/** What a fragment says: `{ view, board, name, choice }`, each missing where it does not say. */
export function readFragment(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (name) => parts.get(name) ?? undefined;
  const read = { view: get("view"), name: get("name"), algorithm: get("algorithm"), heuristic: get("heuristic") };
  if (parts.has("board")) {
    read.board = { text: `${parts.get("board")}\n` };
    if (parts.has("puzzle")) read.board.puzzle = get("puzzle");
    if (parts.get("spawn") === "true") read.board.spawn = true;
  }
  return read;
}

/** Takes over the algorithm and heuristic of a link, where there are such. */
export function chooseFrom({ algorithm, heuristic }) {
  const [name, setting = ""] = (algorithm ?? "").split(":");
  if (store.algorithm(name)) store.choose(store.choice, { algorithm: name, setting });
  if (store.puzzle().heuristics.some((known) => known.name === heuristic)) store.chooseHeuristic(store.choice, heuristic);
}
