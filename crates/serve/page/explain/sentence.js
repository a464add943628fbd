// One sentence per expansion: why this state, how it was reached, and what came of it.

import { cost, count, counted } from "../format.js";
import { openList, orderOf } from "./openlist.js";
import { countByStatus } from "./status.js";

/** Explains an expansion of a search with this algorithm (as in requests), in two or three sentences. */
export function explain(trace, index, algorithm) {
  if (index < 0) return "The start is the only state of the open list. Nothing is expanded yet.";
  return [why(trace, index, algorithm), reached(trace, index), result(trace, index)].filter(Boolean).join(" ");
}

const value = (number) => cost(Number.isFinite(number) ? Number(number.toFixed(2)) : "inf");

function why(trace, index, algorithm) {
  const name = algorithm.split(":")[0];
  const f = value(trace.f[index]);
  if (name === "bfs") return `Expanded because it has waited longest: depth ${trace.depth[index]}.`;
  if (name === "dfs") return `Expanded because it was generated last: depth ${trace.depth[index]}.`;
  if (name === "iddfs") return `Next in depth-first order, at depth ${trace.depth[index]}${iteration(trace, index)}.`;
  if (name === "idastar") return `Next in depth-first order: f = ${f} is within the limit${iteration(trace, index)}.`;
  const order = orderOf(algorithm);
  const list = order && openList(trace, index, order);
  const again = trace.first[index] ? "" : name === "partial-astar" ? " again, for successors with a higher f" : " again, on a cheaper path";
  const words = order?.words ?? "f";
  const entry = { g: trace.g[index], h: trace.h[index] ?? Infinity, order: 0 };
  const least = `${words} = ${value(order ? order.priority(entry) : trace.f[index])} is the least`;
  if (!list) return `Expanded${again} because ${least}.`;
  const ties = list.filter(({ priority }) => priority === list[0]?.priority).length;
  const others = list.length === 1 ? " (it is the only state of the open list)" : ties > 1 ? ` (${count(ties)} tie; ${order.ties})` : "";
  return `Expanded${again} because ${least}${others}.`;
}

/** The number of the iteration of a search that starts over, from the second on. */
function iteration(trace, index) {
  let number = 0;
  for (let i = 0; i <= index; i += 1) number += trace.parent[i] === null && trace.depth[i] === 0 ? 1 : 0;
  return number > 1 ? ` (iteration ${number})` : "";
}

function reached(trace, index) {
  const action = trace.actions[trace.action[index]];
  return action ? `Reached by ${action.replace(/\.$/, "")}.` : "It is the start.";
}

function result(trace, index) {
  const successors = trace.successorsOf(index);
  if (!successors) return null;
  if (successors.length === 0) return "No successors.";
  const { new: fresh, cheaper, reopened, dead, dropped } = countByStatus(successors);
  const parts = [
    `${count(fresh)} new`, cheaper + reopened > 0 ? `${count(cheaper + reopened)} cheaper than before` : null,
    dead > 0 ? counted(dead, "dead end") : null, dropped > 0 ? `${count(dropped)} not kept` : null,
  ];
  return `${counted(successors.length, "successor")}, ${parts.filter(Boolean).join(", ")}.`;
}
