// Links to a board with the chosen algorithm and heuristic. Everything is in the fragment, which browsers do not send.

import { store } from "./store.js";

/** The fragment for the current state of the page. */
export function fragment(view) {
  const { board, choice } = store;
  const parts = { view, puzzle: board.puzzle };
  for (const [name, value] of Object.entries(board.options)) parts[`option.${name}`] = String(value);
  parts.algorithm = store.request(choice).algorithm;
  parts.heuristic = store.heuristic();
  if (board.name) parts.name = board.name;
  if (!board.missing) parts.board = board.text.trimEnd();
  return `#${new URLSearchParams(parts)}`;
}

/** The content of a fragment: `{ view, puzzle, board, name, algorithm, heuristic }`; missing parts are undefined. */
export function readFragment(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (name) => parts.get(name) ?? undefined;
  const read = { view: get("view"), name: get("name"), algorithm: get("algorithm"), heuristic: get("heuristic") };
  read.puzzle = store.catalogue.puzzles.find(({ name }) => name === get("puzzle"))?.name;
  if (parts.has("board")) {
    read.board = { text: `${parts.get("board")}\n`, puzzle: get("puzzle"), options: optionsIn(parts, read.puzzle) };
  }
  return read;
}

/** The options in a link. Older links have them without `option.`. */
function optionsIn(parts, puzzle) {
  const known = puzzle ? store.puzzle(puzzle).options.filter(({ in_file }) => !in_file) : [];
  const values = known.map(({ name }) => [name, parts.get(`option.${name}`) ?? parts.get(name)]);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** Selects the algorithm and the heuristic of a link, if they exist. */
export function chooseFrom({ algorithm, heuristic }) {
  const [name, ...settings] = (algorithm ?? "").split(":");
  if (store.algorithm(name)) store.choose(store.choice, { algorithm: name, setting: settings.join(":") });
  if (store.puzzle().heuristics.some((known) => known.name === heuristic)) store.chooseHeuristic(store.choice, heuristic);
}
