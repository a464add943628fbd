// The outcome of a search in words, with the reason where a plan is not proven optimal.

import { titleOf } from "./choice.js";
import { element } from "./dom.js";
import { count, counted } from "./format.js";
import { store } from "./store.js";

/** Shows the outcome; `choice` is the search, `audit(heuristic)` opens the audit of a heuristic on this board. */
export function judge(task, report, { choice, audit, more = "" }) {
  const { words, mood, suspect } = verdictOf(report, choice);
  const link = suspect && audit
    ? element("button", { type: "button", class: "link", onclick: () => audit(suspect) }, `Audit ${suspect}`) : null;
  task.say([element("span", {}, words + more), link ? " " : null, link], mood);
}

/** The outcome in sentences; `mood` is good, warn or empty; `suspect` is a heuristic that may be to blame. */
function verdictOf(report, choice = store.choice) {
  const { outcome, violation, if_admissible } = report;
  if (violation) {
    return { words: `The heuristic claims to be consistent, but is not: ${violation}. Nothing is proven.`, mood: "warn", suspect: store.heuristic(choice) };
  }
  const claimed = if_admissible ? ", if the heuristic is admissible as claimed" : "";
  if (outcome === "unsolvable") return { words: `${noSolution(report)}${claimed ? ` This holds${claimed.slice(1)}.` : ""}`, mood: "good" };
  if (outcome === "stopped") return { words: stopped(report, claimed), mood: "warn" };
  const what = `Plan with ${counted(report.actions.length, "action")}, cost ${report.cost}`;
  if (report.optimal) return { words: `${what}: proven optimal${settledWords(report)}${claimed}.`, mood: "good" };
  const { why, suspect } = reason(report, choice);
  return { words: `${what}: not proven optimal. ${why}${optimum(report)}`, mood: "warn", suspect };
}

function noSolution({ statistics: { expanded, generated } }) {
  if (expanded === 0) return "No solution: proven. The heuristic shows that the start is a dead end: no plan leads from it to a goal.";
  return `No solution: proven. All ${counted(expanded, "state")} that can be reached and may lead to a goal were expanded (${count(generated)} successors); none is a goal.`;
}

function stopped({ reason: why, bound, cost, gap }, claimed) {
  const words = { cancelled: "Stopped", time: "Time limit reached", memory: "Memory limit reached", expansions: "Expansion limit reached" }[why] ?? "Stopped";
  const best = cost === null ? " No plan was found so far." : ` Best plan so far: cost ${cost} (gap ${(100 * gap).toFixed(1)} %).`;
  return `${words}. No plan costs less than ${bound}${claimed}.${best}`;
}

/** How a second search confirmed the plan. */
function settledWords({ settled }) {
  return settled?.verdict === "optimal" ? ` by a second search with ${settled.heuristic}` : "";
}

/** Why the plan of a search is not proven optimal. */
function reason({ cost, settled, suboptimality }, choice) {
  const algorithm = store.algorithmOf(choice);
  const heuristic = store.heuristic(choice);
  const claims = store.puzzle().heuristics.find(({ name }) => name === heuristic);
  const title = titleOf(algorithm);
  const worse = settled && settled.best < cost;
  switch (algorithm.name) {
    case "greedy":
      return { why: `${title} follows h alone and ignores the cost so far.` };
    case "weighted-astar":
      return { why: `${title} trades quality for speed${suboptimality ? `: its plan costs at most ${suboptimality.toFixed(2)} times the optimum` : ""}.` };
    case "bfs":
      return { why: `${title} finds a plan with the fewest actions, not the cheapest one.` };
    case "dfs":
      return { why: `${title} takes the first plan that it finds.` };
    default:
      if (algorithm.uses_heuristic && claims && !claims.admissible) {
        const over = worse ? `; ${heuristic} overestimates here` : `; ${heuristic} does not claim to be admissible`;
        return { why: `${title} promises the optimum only with an admissible heuristic${over}.`, suspect: heuristic };
      }
      return choice.setting.includes("no-reopen")
        ? { why: `Without reopening, ${title} promises the optimum only with a consistent heuristic.`, suspect: heuristic }
        : { why: suboptimality ? `It costs at most ${suboptimality.toFixed(2)} times the optimum.` : "" };
  }
}

function optimum({ settled, cost, bound }) {
  if (settled?.verdict === "not-optimal") return settled.best === bound ? ` The optimum is ${settled.best}.` : ` A plan of cost ${settled.best} exists.`;
  if (settled?.verdict === "optimal") return ` The plan is optimal all the same: a second search with ${settled.heuristic} confirms ${cost}.`;
  return bound === null || bound === undefined || bound === 0 ? "" : ` No plan costs less than ${bound}.`;
}
