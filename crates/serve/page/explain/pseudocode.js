// The pseudo-code of the algorithms, and the lines that an expansion runs.

import { element, replace } from "../dom.js";
import { countByStatus, STATUS } from "./status.js";

/** Lines of a best-first search that orders by `order`; `key` names what a line does. */
const bestFirst = (order) => [
  ["start", 0, "open ← { start }; best ← none"],
  ["loop", 0, `while least ${order} < cost of best:`],
  ["pop", 1, `n ← take the least ${order} from open`],
  ["expand", 1, "for each successor s of n:"],
  ["goal", 2, "if s is a goal: keep best plan"],
  ["new", 2, "else if s is new: add to open"],
  ["cheaper", 2, "else if this path is cheaper:"],
  ["update", 3, "update s; reopen if closed"],
  ["end", 0, "return best, or “no solution”"],
];

const deepening = (limit, next) => [
  ["start", 0, `limit ← ${limit}`],
  ["loop", 0, "repeat: search depth-first"],
  ["pop", 1, "n ← next in depth-first order"],
  ["expand", 1, "for each successor s of n:"],
  ["goal", 2, "if s is a goal: return the path to s"],
  ["new", 2, "if s is within the limit: visit"],
  ["dropped", 2, "else: leave it out for now"],
  ["update", 0, next],
  ["end", 0, "“no solution” if none left out"],
];

const CODE = {
  astar: bestFirst("f"),
  "partial-astar": [
    ["start", 0, "open ← { start }; best ← none"],
    ["loop", 0, "while least F < cost of best:"],
    ["pop", 1, "n ← take the least F from open"],
    ["expand", 1, "for each successor s, f(s) ≤ F(n):"],
    ["goal", 2, "if s is a goal: keep best plan"],
    ["new", 2, "else if s is new: add to open"],
    ["cheaper", 2, "else if cheaper: update s"],
    ["dropped", 1, "if some remain: F(n) ← least f,"],
    ["again", 2, "put n back into open"],
    ["end", 0, "return best, or “no solution”"],
  ],
  "weighted-astar": bestFirst("g + w·h"),
  ucs: bestFirst("g"),
  greedy: [
    ["start", 0, "open ← { start }"],
    ["loop", 0, "while open is not empty:"],
    ["pop", 1, "n ← take the least h from open"],
    ["expand", 1, "for each successor s of n:"],
    ["goal", 2, "if s is a goal: return the path to s"],
    ["new", 2, "if s is new: add s to open"],
    ["end", 0, "“no solution”"],
  ],
  bfs: [
    ["start", 0, "open ← queue with the start"],
    ["loop", 0, "while open is not empty:"],
    ["pop", 1, "n ← remove the first state"],
    ["goal", 1, "if n is a goal: return the path to n"],
    ["expand", 1, "for each successor s of n:"],
    ["new", 2, "if s is new: append s to open"],
    ["end", 0, "“no solution”"],
  ],
  dfs: [
    ["start", 0, "open ← stack with the start"],
    ["loop", 0, "while open is not empty:"],
    ["pop", 1, "n ← remove the top state"],
    ["goal", 1, "if n is a goal: return the path to n"],
    ["expand", 1, "for each successor s of n:"],
    ["new", 2, "if s is new: push s onto open"],
    ["end", 0, "“no solution”"],
  ],
  iddfs: deepening("0", "limit ← limit + 1"),
  idastar: deepening("h(start)", "limit ← least f left out"),
};

/** What happens at a position: the current line, and the lines that ran with how often. */
function lines(trace, position, ended, code) {
  if (position === 0) return { current: "start", ran: {} };
  if (ended) return { current: "end", ran: {} };
  const successors = trace.successorsOf(position - 1);
  if (!successors) return { current: "pop", ran: {} };
  const { cheaper, reopened, dropped, new: fresh } = countByStatus(successors);
  // Some algorithms recognize goals among the successors; the others test the state that they expand, which is none.
  const tests = code.findIndex(([key]) => key === "goal") > code.findIndex(([key]) => key === "expand");
  const goal = tests ? successors.filter(({ node, status }) => trace.nodes.goal[node] && STATUS[status].stored).length : 0;
  const better = cheaper + reopened;
  return { current: "pop", ran: { expand: successors.length, goal, new: fresh - goal, cheaper: better, update: better, dropped, again: dropped } };
}

/** The pseudo-code with the current line marked. */
export class PseudoCode {
  constructor() {
    this.list = element("ol", { class: "code" });
    this.node = element("figure", { class: "code-box" }, (this.title = element("figcaption")), this.list);
  }

  /** Shows the code of an algorithm. */
  begin(name, title) {
    this.title.textContent = title;
    this.code = CODE[name] ?? CODE.astar;
    this.rows = this.code.map(([, depth, text]) => {
      const row = element("li", {}, element("code", {}, text), element("span", { class: "times" }));
      row.style.setProperty("--depth", depth);
      return row;
    });
    replace(this.list, this.rows);
  }

  /** Marks the lines of a position; `ended` is the outcome of the search at its end. */
  show(trace, position, ended) {
    const { current, ran } = lines(trace, position, ended, this.code);
    this.code.forEach(([key], i) => {
      const row = this.rows[i];
      row.classList.toggle("now", key === current);
      row.classList.toggle("ran", Boolean(ran[key]));
      if (key === current) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      row.lastChild.textContent = ran[key] ? `${ran[key]} ×` : "";
    });
  }
}
