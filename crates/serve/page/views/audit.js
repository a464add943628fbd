// Do heuristics keep what they claim? If not, on which board?

import { BoardPicture } from "../board/draw.js";
import { element, field, replace, select } from "../dom.js";
import { count, counted, cost } from "../format.js";
import { store } from "../store.js";
import { Task } from "../task.js";

const CLAIMS = {
  admissible: ["never too high", "The estimate is never above the true cost (admissible): then A* finds a cheapest plan"],
  consistent: ["never drops too fast", "No action lowers the estimate by more than it costs (consistent): then A* expands no state twice"],
};

export class AuditView {
  constructor(panel, { show }) {
    this.showView = show;
    this.task = new Task("Audit", () => this.search());
    this.where = select([["board", "this board"], ["anywhere", "any board of the puzzle"]], "board", () => this.clear());
    this.which = select([], "", () => this.clear());
    this.table = element("div", { class: "table-box" });
    this.found = element("div", { class: "counterexamples" });
    panel.append(
      element("div", { class: "map-head" },
        element("div", { class: "choice" }, field("Estimate (heuristic)", this.which), field("Where", this.where)), this.task.node),
      element("div", { class: "audit-results" }, this.table, this.found));
    store.on("board", () => {
      this.offer();
      this.clear();
    });
  }

  offer() {
    const { name, heuristics } = store.puzzle();
    if (this.offered === name) return;
    this.offered = name;
    const known = heuristics.filter((heuristic) => heuristic.for_solving).map((heuristic) => [heuristic.name, heuristic.name]);
    replace(this.which, [["", "all of them"], ...known].map(([value, words]) => element("option", { value }, words)));
    this.which.value = "";
  }

  clear() {
    this.task.abandon();
    this.task.say("An estimate makes promises. An audit checks them state by state and shows where they are broken.");
    replace(this.table);
    replace(this.found);
  }

  search() {
    this.clear();
    const heuristics = this.which.value ? [this.which.value] : [];
    const body = this.where.value === "board"
      ? { board: store.boardRequest(), heuristics }
      : { puzzle: store.board.puzzle, spawn: store.board.setup.options.spawn ?? false, heuristics };
    return { jobs: [{ route: "audit", body }], done: (event) => this.show(event) };
  }

  show({ report, counterexamples }) {
    const audits = report.heuristics;
    const claims = (audit, claim) => store.puzzle().heuristics.find(({ name }) => name === audit.heuristic)?.[claim] ?? false;
    const wrong = counterexamples.some(({ claimed }) => claimed);
    this.task.say(summary(report), wrong ? "bad" : "good");
    const cell = (audit, claim) => element("td", { class: `verdict-cell ${audit[claim].verdict ?? ""}` },
      verdict(audit[claim], claims(audit, claim), audit));
    replace(this.table, element("table", { class: "verdicts" },
      element("thead", {}, element("tr", {}, element("th", {}, "estimate"),
        Object.values(CLAIMS).map(([words, title]) => element("th", { title }, words)))),
      element("tbody", {}, audits.map((audit) => element("tr", {},
        element("th", { scope: "row" }, audit.heuristic), Object.keys(CLAIMS).map((claim) => cell(audit, claim)))))));
    replace(this.found, counterexamples.map((example) => this.card(example)));
  }

  card({ heuristic, claim, claimed, words, board, scene }) {
    const open = async () => {
      await store.open({ setup: board.setup });
      this.showView("board");
    };
    return element("article", { class: "card counterexample" },
      element("h3", {}, `${heuristic}: not ${claim}`),
      element("p", { class: claimed ? "bad" : "hint" }, claimed ? "It claims to be." : "It does not claim to be."),
      new BoardPicture(scene, `The board that shows it: ${words}`).svg,
      element("p", {}, `${words}.`),
      element("button", { type: "button", class: "open-board", onclick: open }, "Open this board"));
  }
}

/** On a board states and actions are counted, anywhere boards. */
function verdict({ verdict: word, checked, broken }, claimed, { boards }) {
  const what = { proved: "holds", "not-refuted": "not refuted", refuted: "broken" }[word] ?? "not checked";
  const of = checked === undefined ? counted(boards, "board") : word === "refuted" ? `${count(broken)} of ${count(checked)}` : count(checked);
  return [element("strong", {}, what), element("span", {}, `${claimed ? "claimed" : "not claimed"} · ${of}`)];
}

function summary(report) {
  const outOfTime = report.out_of_time || report.heuristics.some(({ out_of_time }) => out_of_time);
  return scopeOf(report) + (outOfTime ? " Stopped at the server's time limit: not everything was checked." : "");
}

function scopeOf({ whole_space, states, cost: truth, heuristics }) {
  if (whole_space === undefined) {
    return `${counted(heuristics.reduce((sum, { boards }) => sum + boards, 0), "board")} tried, small ones first, then random ones.`;
  }
  const scope = whole_space ? `All ${counted(states, "state")} that can be reached` : `A sample of ${counted(states, "state")}`;
  return `${scope} checked, and what can be done there.${truth === null || truth === undefined ? "" : ` The board's true cost is ${cost(truth)}.`}`;
}
