// What became of a successor, by the status in a trace.

/** `stored`: whether it joined the open list. */
export const STATUS = [
  { name: "new", words: "new", stored: true },
  { name: "cheaper", words: "cheaper than before", stored: true },
  { name: "reopened", words: "cheaper than before: reopened", stored: true },
  { name: "known", words: "already known", stored: false },
  { name: "dead", words: "dead end", stored: false },
  { name: "dropped", words: "not kept", stored: false },
];

/** The number of successors by the name of their status. */
export function countByStatus(successors) {
  const counts = Object.fromEntries(STATUS.map(({ name }) => [name, 0]));
  for (const { status } of successors) counts[STATUS[status].name] += 1;
  return counts;
}
