// A board as things on cells, for the editor. The catalogue lists the kinds of things.

/** The things of a board by cell: `Map("(0, 0)" → { kind, number })`. */
export function cellsOf(setup) {
  return new Map(setup.things.map(({ cell, kind, number }) => [cell, { kind, number }]));
}

/** The `setup` of a request. */
export function setupOf(puzzle, options, cells) {
  const things = [...cells].map(([cell, { kind, number }]) =>
    (number === undefined || number === null ? { kind, cell } : { kind, cell, number }));
  return { puzzle, options, things };
}

/** The tools of a puzzle: its kinds, each with a key that no other has. */
export function toolsOf(puzzle) {
  const taken = new Set(["m"]);
  return puzzle.kinds.map((kind) => {
    const key = [...kind.name].find((letter) => /[a-z]/.test(letter) && !taken.has(letter));
    taken.add(key);
    return { ...kind, key };
  });
}

/** The token of a kind with this number. */
export function tokenOf(kind, number) {
  return kind.token && { ...kind.token, text: kind.token.text + (kind.number ? number ?? kind.number.default : "") };
}

/** The number of a new thing: the chosen one, or for a number called `label` the first that no thing of its kind has. */
export function numberFor(kind, cells, chosen) {
  if (!kind.number) return undefined;
  const { name, min, max, default: first } = kind.number;
  if (name !== "label") return Math.min(Math.max(chosen, min), max);
  const taken = new Set([...cells.values()].filter((thing) => thing.kind === kind.name).map((thing) => thing.number));
  for (let number = first; number <= max; number += 1) if (!taken.has(number)) return number;
  return first;
}

/** The content of a tile in words, for screen readers. */
export function describe(tile, thing, kinds) {
  if (!thing) return tile.ground === "goal" ? "empty, goal" : "empty";
  const kind = kinds.find((candidate) => candidate.name === thing.kind);
  return kind?.number ? `${thing.kind}, ${kind.number.name} ${thing.number}` : thing.kind;
}
