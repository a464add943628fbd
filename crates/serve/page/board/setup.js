// What stands where: a board as an editor holds it. Which things there are, the catalogue says.

/** The things of a board by the name of their cell: `Map("(0, 0)" → { kind, number })`. */
export function cellsOf(setup) {
  return new Map(setup.things.map(({ cell, kind, number }) => [cell, { kind, number }]));
}

/** The setup that the server takes. */
export function setupOf(puzzle, options, cells) {
  const things = [...cells].map(([cell, { kind, number }]) =>
    (number === undefined || number === null ? { kind, cell } : { kind, cell, number }));
  return { puzzle, options, things };
}

/** The tools of a puzzle: its kinds, each with a letter of its own that no other has. */
export function toolsOf(puzzle) {
  const taken = new Set(["m"]);
  return puzzle.kinds.map((kind) => {
    const key = [...kind.name].find((letter) => /[a-z]/.test(letter) && !taken.has(letter));
    taken.add(key);
    return { ...kind, key };
  });
}

/** How a kind with a number looks. */
export function tokenOf(kind, number) {
  return kind.token && { ...kind.token, text: kind.token.text + (kind.number ? number ?? kind.number.usual : "") };
}

/**
 * The number that a new thing gets: the one that is chosen; for labels the first that no thing of its kind has, as two
 * things of one name would be hard to talk about.
 */
export function numberFor(kind, cells, chosen) {
  if (!kind.number) return undefined;
  const { name, least, most, usual } = kind.number;
  if (name !== "label") return Math.min(Math.max(chosen, least), most);
  const taken = new Set([...cells.values()].filter((thing) => thing.kind === kind.name).map((thing) => thing.number));
  for (let number = usual; number <= most; number += 1) if (!taken.has(number)) return number;
  return usual;
}

/** What stands on a tile, in words, for people who hear the page. */
export function describe(tile, thing, kinds) {
  if (!thing) return tile.ground === "goal" ? "empty, exit" : "empty";
  const kind = kinds.find((candidate) => candidate.name === thing.kind);
  return kind?.number ? `${thing.kind}, ${kind.number.name} ${thing.number}` : thing.kind;
}
