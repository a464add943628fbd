// The open list of a search at any position, from the details of its trace.

import { STATUS } from "./status.js";

/** How an algorithm orders its open list: `priority(entry)` is lowest first; `words` name it; `ties` say what comes next. */
const ORDERS = {
  astar: { priority: ({ g, h }) => g + h, words: "f", ties: "higher g first" },
  "partial-astar": { priority: ({ g, h }) => g + h, words: "f", ties: "higher g first" },
  "weighted-astar": { priority: ({ g, h }, weight) => g + weight * h, words: "g + w·h", ties: "higher g first" },
  greedy: { priority: ({ h }) => h, words: "h", ties: "newest first" },
  ucs: { priority: ({ g }) => g, words: "g", ties: "newest first" },
  bfs: { priority: ({ order }) => order, words: null, ties: null },
  // The successors of the newest expansion, in their order.
  dfs: { priority: ({ by, order }) => order - 1e6 * (by ?? 0), words: null, ties: null },
};

/** Algorithms that recognize a goal when they expand it; the others do so when they generate it. */
const LATE_GOALS = new Set(["bfs", "dfs"]);

const TIES = { "higher-g": "higher g first", "lower-g": "lower g first", "first-in": "oldest first", "last-in": "newest first" };

/** The order of the open list of a search (`algorithm` as in requests); null if the algorithm has none. */
export function orderOf(algorithm) {
  const [name, ...settings] = algorithm.split(":");
  const order = ORDERS[name];
  if (!order) return null;
  const weight = Number(settings.find((setting) => setting !== "" && !Number.isNaN(Number(setting))) ?? 1.5);
  const ties = settings.map((setting) => TIES[setting]).find(Boolean) ?? order.ties;
  return { name, words: order.words, ties, priority: (entry) => order.priority(entry, weight) };
}

/**
 * The open list before an expansion: entries `{ node, g, h, f, order, by }`, lowest priority first, among equals the one that is
 * expanded next first. Null without details.
 */
export function openList(trace, position, order) {
  if (position > trace.detailed || trace.length === 0 || !order) return null;
  const entries = new Map([[trace.node[0], { node: trace.node[0], g: trace.g[0], h: trace.h[0] ?? Infinity, order: 0, by: null }]]);
  const expanded = new Set();
  let count = 1;
  for (let i = 0; i < position; i += 1) {
    entries.delete(trace.node[i]);
    expanded.add(trace.node[i]);
    const successors = trace.successorsOf(i);
    for (const { node, g, h, status } of successors) {
      // The stack of a depth-first search takes a state again that waits on it.
      const waits = order.name === "dfs" ? !expanded.has(node) : STATUS[status].stored;
      // A goal does not wait in the open list: its plan becomes the best so far.
      if (!waits || (trace.nodes.goal[node] && !LATE_GOALS.has(order.name))) continue;
      entries.set(node, { node, g, h, order: count, by: i });
      count += 1;
    }
    const due = order.name === "partial-astar" ? laterDue(trace, i, successors) : Infinity;
    if (Number.isFinite(due)) entries.set(trace.node[i], { node: trace.node[i], g: trace.g[i], h: trace.h[i] ?? Infinity, order: count, by: i, due });
  }
  const next = position < trace.length ? trace.node[position] : null;
  const list = [...entries.values()].map((entry) => ({ ...entry, f: entry.g + entry.h, priority: entry.due ?? order.priority(entry) }));
  return list.sort((a, b) => a.priority - b.priority || (b.node === next) - (a.node === next) || b.g - a.g || b.order - a.order);
}

/** Partial expansion: the least f of the successors that are not due yet; infinite if there are none. */
function laterDue(trace, index, successors) {
  return Math.min(...successors.filter(({ status, f }) => status === 5 && f > trace.f[index]).map(({ f }) => f));
}
