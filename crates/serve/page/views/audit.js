// Checks the claims of heuristics, and shows counterexamples.

import { BoardPicture } from "../board/draw.js";
import { boardText, titleOf } from "../capabilities.js";
import { element, field, replace, select } from "../dom.js";
import { count, counted, cost } from "../format.js";
import { store } from "../store.js";
import { Task } from "../task.js";

const CLAIMS = {
  admissible: "Admissible: the heuristic never exceeds the true cost, so A* finds an optimal plan",
  consistent: "Consistent: no action lowers the heuristic value by more than its cost, so A* never reopens a state",
};

export class AuditView {
  constructor(panel, { show }) {
    this.showView = show;
    this.task = new Task("Audit", () => this.search());
    this.task.needsBoard = () => this.where.value === "board";
    this.where = select([["board", "this board"], ["anywhere", "any board of the puzzle"]], "board", () => this.clear());
    this.lacking = element("p", { class: "lacking", hidden: true });
    this.which = select([], "", () => this.clear());
    this.table = element("div", { class: "table-box", tabindex: 0, role: "region", "aria-label": "Verdicts" });
    this.found = element("div", { class: "counterexamples", tabindex: 0, role: "region", "aria-label": "Counterexamples" });
    panel.append(
      element("div", { class: "view-head" },
        element("div", { class: "choice" }, element("div", { class: "open-choice" }, field("Heuristic", this.which), field("Boards", this.where))), this.task.node),
      this.lacking,
      element("div", { class: "audit-results" }, this.table, this.found));
    store.on("board", () => {
      this.offer();
      this.clear();
    });
  }

  offer() {
    const { name, heuristics, generates } = store.puzzle();
    if (this.offered === name) return;
    this.offered = name;
    const known = heuristics.filter((heuristic) => heuristic.for_solving).map((heuristic) => [heuristic.name, heuristic.name]);
    replace(this.which, [["", "all"], ...known].map(([value, words]) => element("option", { value }, words)));
    this.which.value = "";
    this.where.options[1].disabled = !generates;
    if (!generates) this.where.value = "board";
    this.lacking.hidden = generates;
    this.lacking.textContent = `${titleOf(store.puzzle())} does not support generating boards: only this board can be audited.`;
  }

  /** An audit of this board takes moments, so showing the view runs it. */
  shown() {
    const idle = this.table.childElementCount === 0 && this.task.jobs.length === 0;
    if (idle && store.board && !store.board.missing && this.where.value === "board") this.task.run();
  }

  /** Audits one heuristic on this board, or on any board of the puzzle. */
  choose(heuristic, where = "board") {
    this.which.value = heuristic ?? "";
    this.where.value = this.where.options[1].disabled ? "board" : where;
    this.clear();
    return this.task.run();
  }

  restore({ heuristic, where }) {
    return this.choose(heuristic, where);
  }

  clear() {
    this.task.abandon();
    this.task.say("Is the heuristic admissible and consistent, and which board breaks it?");
    replace(this.table);
    replace(this.found);
  }

  search() {
    this.clear();
    const heuristics = this.which.value ? [this.which.value] : [];
    const body = this.where.value === "board"
      ? { board: store.boardRequest(), heuristics }
      : { puzzle: store.board.puzzle, options: store.board.options, heuristics };
    return { jobs: [{ route: "audit", body }], done: (event) => this.show(event) };
  }

  show({ report, counterexamples }) {
    const audits = report.heuristics;
    const claims = (audit, claim) => store.puzzle().heuristics.find(({ name }) => name === audit.heuristic)?.[claim] ?? false;
    const wrong = counterexamples.some(({ claimed }) => claimed);
    this.task.say(summary(report), wrong ? "bad" : counterexamples.length > 0 ? "warn" : "good");
    const cell = (audit, claim) => element("td", { class: `verdict-cell ${audit[claim].verdict ?? ""}` },
      verdict(audit[claim], claims(audit, claim), audit));
    replace(this.table, element("table", { class: "verdicts" },
      element("thead", {}, element("tr", {}, element("th", {}, "heuristic"),
        Object.entries(CLAIMS).map(([claim, title]) => element("th", { title }, claim)))),
      element("tbody", {}, audits.map((audit) => element("tr", {},
        element("th", { scope: "row" }, audit.heuristic), Object.keys(CLAIMS).map((claim) => cell(audit, claim)))))));
    replace(this.found, counterexamples.length > 0 ? counterexamples.map((example) => this.card(example)) : this.noneFound());
  }

  /** Without a counterexample on this board, another board may have one. */
  noneFound() {
    const anywhere = this.where.value === "anywhere";
    const words = anywhere ? "No counterexample among the boards that were tried." : "No counterexample on this board. Another board may have one:";
    const button = element("button", { type: "button", class: "hunt", onclick: () => this.choose(this.which.value, "anywhere") }, "Search the boards of the puzzle");
    return element("div", { class: "card none-found" }, element("p", {}, words), anywhere || this.where.options[1].disabled ? null : button);
  }

  card({ heuristic, claim, claimed, words, board, scene }) {
    const open = async () => {
      await store.open(store.boardRequest(board));
      // The heuristic that this board breaks, with an algorithm that uses one.
      if (!store.algorithmOf().uses_heuristic) store.choose(store.choice, { algorithm: "astar", setting: "" });
      store.chooseHeuristic(store.choice, heuristic);
      this.showView("board");
    };
    return element("article", { class: "card counterexample" },
      element("h3", {}, `${heuristic}: not ${claim}`),
      element("p", { class: claimed ? "bad" : "hint" }, claimed ? `The heuristic claims to be ${claim}.` : `The heuristic does not claim to be ${claim}.`),
      scene ? new BoardPicture(scene, `Counterexample: ${words}`).svg : boardText(board),
      element("p", {}, `${words}.`),
      element("button", { type: "button", class: "open-board", onclick: open }, "Open this board"));
  }
}

/** The verdict on a claim, with the number of states, actions or boards that were checked. */
function verdict({ verdict: word, checked, broken }, claimed, { boards }) {
  const what = { proved: "proved", "not-refuted": "not refuted", refuted: "refuted" }[word] ?? "not checked";
  const of = checked === undefined ? counted(boards, "board") : word === "refuted" ? `${count(broken)} of ${count(checked)}` : count(checked);
  return [element("strong", {}, what), element("span", {}, `${claimed ? "claimed" : "not claimed"} · ${of}`)];
}

function summary(report) {
  const outOfTime = report.out_of_time || report.heuristics.some(({ out_of_time }) => out_of_time);
  return scopeOf(report) + (outOfTime ? " The time limit ended the audit early." : "");
}

function scopeOf({ whole_space, states, cost: truth, heuristics }) {
  if (whole_space === undefined) {
    return `${counted(heuristics.reduce((sum, { boards }) => sum + boards, 0), "board")} tried: small ones first, then random ones.`;
  }
  const scope = whole_space ? `All ${counted(states, "reachable state")}` : `A sample of ${counted(states, "state")}`;
  return `${scope} and their actions checked.${truth === null || truth === undefined ? "" : ` True cost of the board: ${cost(truth)}.`}`;
}
