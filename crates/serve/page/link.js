// Links to a view of a board: the searches, the position and speed of the playback, a story and its step. Everything is in the
// fragment, which browsers do not send.

import { store } from "./store.js";

/** The fragment for the current state of the page; `place` is `{ view, step, speed, story, part }`. */
export function fragment({ view, step, speed, story, part }) {
  const { board, choice, rival } = store;
  const parts = { view, puzzle: board.puzzle };
  for (const [name, value] of Object.entries(board.options)) parts[`option.${name}`] = String(value);
  const first = store.request(choice);
  parts.algorithm = first.algorithm;
  parts.heuristic = store.heuristic();
  if (view === "race") {
    parts["rival.algorithm"] = store.request(rival).algorithm;
    parts["rival.heuristic"] = store.heuristic(rival);
  }
  if (step !== undefined) parts.step = String(step);
  if (speed !== undefined) parts.speed = String(speed);
  if (story) Object.assign(parts, { story, part: String(part) });
  if (board.name) parts.name = board.name;
  if (!board.missing) parts.board = board.text.trimEnd();
  return `#${new URLSearchParams(parts)}`;
}

const whole = (text) => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** The content of a fragment; missing parts are undefined. */
export function readFragment(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (name) => parts.get(name) ?? undefined;
  const read = {
    view: get("view"), name: get("name"), story: get("story"), part: whole(get("part")), step: whole(get("step")),
    speed: Number(get("speed")) > 0 ? Number(get("speed")) : undefined,
    choice: { algorithm: get("algorithm"), heuristic: get("heuristic") },
    rival: { algorithm: get("rival.algorithm"), heuristic: get("rival.heuristic") },
  };
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

/** Selects an algorithm with its settings and a heuristic, if they exist, for the search of the page or its rival. */
export function chooseFrom({ algorithm, heuristic }, choice = store.choice) {
  const [name, ...settings] = (algorithm ?? "").split(":");
  if (store.algorithm(name)) store.choose(choice, { algorithm: name, setting: settings.join(":") });
  if (store.puzzle().heuristics.some((known) => known.name === heuristic)) store.chooseHeuristic(choice, heuristic);
}
