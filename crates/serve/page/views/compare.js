// Compares algorithms and heuristics.

import { element, field, replace, select } from "../dom.js";
import { tick, titleOf } from "../choice.js";
import { bytes, cost, count, time } from "../format.js";
import { inline, save } from "../save.js";
import { store } from "../store.js";
import { Tabs } from "../tabs.js";
import { Task } from "../task.js";

export class CompareView {
  constructor(panel) {
    this.algorithms = new Set(["astar"]);
    this.heuristics = new Set();
    this.task = new Task("Compare", () => this.search());
    this.boards = select([["this", "this board"], ["all", "all examples of the puzzle"]], "this", () => this.clear());
    const expansions = [["1000000", "1 million expansions"], ["5000000", "5 million expansions"], ["20000000", "20 million expansions"]];
    this.expansions = select(expansions, "5000000", () => {});
    this.algorithmTicks = element("fieldset", { class: "ticks" });
    this.heuristicTicks = element("fieldset", { class: "ticks" });
    this.results = element("div", { class: "compare-results" });
    this.ticksBox = element("details", { class: "tick-box" }, element("summary", {}, "Searches"),
      element("div", { class: "menu" }, this.algorithmTicks, this.heuristicTicks));
    this.ticksBox.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      this.ticksBox.open = false;
      this.ticksBox.firstChild.focus();
      event.stopPropagation();
    });
    panel.append(
      element("div", { class: "view-head" },
        element("div", { class: "choice" }, element("div", { class: "open-choice" }, this.ticksBox, field("Boards", this.boards), field("Limit per run", this.expansions))), this.task.node),
      this.results);
    store.on("board", () => this.draw());
  }

  draw() {
    const { name, heuristics } = store.puzzle();
    const examples = this.examples().length > 0;
    this.boards.options[1].disabled = !examples;
    if (!examples) this.boards.value = "this";
    this.task.needsBoard = () => this.boards.value === "this";
    if (this.drawn !== name) {
      this.drawn = name;
      const solving = heuristics.filter((heuristic) => heuristic.for_solving);
      this.heuristics = new Set(solving.map((heuristic) => heuristic.name));
      replace(this.heuristicTicks, element("legend", {}, "Heuristics"), this.ticks(solving, this.heuristics));
      replace(this.algorithmTicks, element("legend", {}, "Algorithms"), this.ticks(store.catalogue.algorithms, this.algorithms));
    }
    this.clear();
  }

  examples() {
    return store.catalogue.examples.filter(({ puzzle }) => puzzle === store.board.puzzle);
  }

  ticks(rows, chosen) {
    return rows.map((row) => {
      const { name, summary } = row;
      const box = tick(titleOf(row), chosen.has(name), (on) => (on ? chosen.add(name) : chosen.delete(name)));
      box.title = summary;
      box.firstChild.dataset.name = name;
      return box;
    });
  }

  clear() {
    this.task.abandon();
    this.task.say("How much work do algorithms and heuristics save on the same boards?");
    replace(this.results);
  }

  /** The default comparison takes moments on most boards, so showing the view runs it. */
  shown() {
    const idle = this.results.childElementCount === 0 && this.task.jobs.length === 0;
    if (idle && store.board && !store.board.missing && this.boards.value === "this") this.task.run();
  }

  /** Compares these algorithms and heuristics; without them, those that are chosen. */
  restore({ algorithms, heuristics }) {
    const set = (box, chosen, names) => {
      if (!names) return;
      chosen.clear();
      names.forEach((name) => chosen.add(name));
      for (const input of box.querySelectorAll("input")) input.checked = chosen.has(input.dataset.name);
    };
    set(this.algorithmTicks, this.algorithms, algorithms);
    set(this.heuristicTicks, this.heuristics, heuristics);
    this.clear();
    return this.task.run();
  }

  search() {
    this.clear();
    // The menu would cover the results.
    this.ticksBox.open = false;
    const algorithms = [...this.algorithms];
    if (algorithms.length === 0) {
      this.task.say("Choose at least one algorithm.", "bad");
      return null;
    }
    const informed = algorithms.some((name) => store.algorithm(name).uses_heuristic);
    if (informed && this.heuristics.size === 0) {
      this.task.say("Choose at least one heuristic.", "bad");
      return null;
    }
    const boards = this.boards.value === "this"
      ? [{ name: store.board.name ?? "this board", board: store.boardRequest() }]
      : this.examples().map(({ name, board }) => ({ name, board }));
    const body = { boards, algorithms, heuristics: [...this.heuristics], limits: { expansions: Number(this.expansions.value) }, picture: true };
    return { jobs: [{ route: "compare", body }], done: (event) => this.show(event) };
  }

  show({ report, svg }) {
    const [puzzle] = report.puzzles;
    this.task.say(report.interrupted ? "Stopped before all runs were made." : summary(puzzle), report.interrupted ? "warn" : "");
    const several = puzzle.boards.length > 1;
    const parts = [
      ["table", several ? "Means" : "Runs", [contradiction(puzzle.contradictions), several ? means(puzzle) : runs(puzzle)]],
      several ? ["runs", "All runs", [runs(puzzle)]] : null,
      svg ? ["plots", "Plots", [inline(svg), element("button", { type: "button", onclick: () => save("compare.svg", svg, "image/svg+xml") }, "Save the plots")]] : null,
    ];
    replace(this.results, new Tabs("Results", parts.filter(Boolean), () => {}).node);
  }
}

/** The search with the fewest expansions among those that proved the optimum on every board. */
function summary({ boards, combinations, runs: all }) {
  const proved = (name) => all.filter((run) => run.combination === name && (run.optimal || run.outcome === "unsolvable"));
  const whole = combinations.map(({ combination }) => [combination, proved(combination)]).filter(([, of]) => of.length === boards.length);
  if (whole.length === 0) return "No search proved its result on every board within the limits.";
  const total = (of) => of.reduce((sum, { statistics }) => sum + statistics.expanded, 0);
  const [name, of] = whole.reduce((a, b) => (total(b[1]) < total(a[1]) ? b : a));
  return `Fewest expansions with a proof: ${name}, ${count(total(of))}.`;
}

/** A table; columns that begin with `#` hold numbers. */
function table(heads, rows) {
  const isNumber = heads.map((head) => head.startsWith("#"));
  const cells = (row, name) => row.map((text, i) => element(name, { class: isNumber[i] ? "number" : "" }, text));
  return element("div", { class: "table-box", tabindex: 0, role: "region", "aria-label": "Table" }, element("table", {},
    element("thead", {}, element("tr", {}, cells(heads.map((head) => head.replace("#", "")), "th"))),
    element("tbody", {}, rows.map((row) => element("tr", {}, cells(row, "td"))))));
}

/** A message if the plan of one run refutes the proof of another. */
function contradiction(all) {
  if (!all.length) return null;
  const text = all.every((one) => one.if_admissible)
    ? `Some runs contradict each other: the heuristic of ${all[0].claimed_by} is not admissible, as it claims to be.`
    : "Some runs contradict each other. This is a defect of pathmax; please report it.";
  return element("p", { class: "bad" }, text);
}

const proven = ({ outcome, optimal, reason, if_admissible: claimed }) => ({
  solved: optimal ? "optimal" : "no", unsolvable: "no solution", stopped: `stopped: ${reason}`, failed: "failed", "not-run": "not run",
})[outcome] + (claimed && (optimal || outcome === "unsolvable") ? ", if admissible" : "");

function runs(puzzle) {
  const several = puzzle.boards.length > 1;
  const most = Math.max(1, ...puzzle.runs.map((run) => run.statistics?.expanded ?? 0));
  const row = (run) => {
    const { statistics } = run;
    const figure = (text) => (statistics ? text(statistics) : "–");
    return [
      ...(several ? [run.board] : []), run.combination, figure(({ expanded }) => bar(expanded, most)),
      run.cost === null ? "–" : cost(run.cost), proven(run), figure(({ seconds }) => time(seconds)),
      figure(({ peak_memory }) => bytes(peak_memory)), figure(({ generated }) => count(generated)),
    ];
  };
  return table([...(several ? ["board"] : []), "search", "#expanded", "#cost", "proven", "#time", "#memory", "#generated"], puzzle.runs.map(row));
}

/** A number with a bar behind it. */
function bar(number, most) {
  const length = element("span", { class: "length" });
  length.style.width = `${(100 * number) / most}%`;
  return element("span", { class: "bar-cell" }, length, element("span", {}, count(number)));
}

function means({ combinations, common_boards, boards }) {
  const mean = (means, key, format) => (means ? format(means[key]) : "–");
  // Boards that were not finished count twice the limit; without any, the column says nothing.
  const penalised = combinations.some(({ all_boards: all }) => all?.unfinished && all.expanded_par2 !== null);
  const of = (number) => `${number} of ${boards.length}`;
  const rows = combinations.map(({ combination, solved, unsolvable, proven: shown, means: values, ratios, all_boards: all }) => [
    combination, of(solved + unsolvable), of(shown), mean(values, "expanded", count),
    mean(values, "peak_memory", (number) => bytes(Math.round(number))), mean(values, "seconds", time),
    ratios ? `× ${ratios.expanded.toPrecision(3)}` : "–", ...(penalised ? [mean(all, "expanded_par2", (number) => count(Math.round(number)))] : []),
  ]);
  const par2 = penalised ? " PAR-2 is the mean over all boards; one that was not finished counts twice the limit." : "";
  return [
    element("p", { class: "hint" }, `Geometric means over the ${of(common_boards.length)} boards that every search finished, and their ratios.${par2}`),
    table(["search", "#finished", "#proven", "#expanded", "#memory", "#time", "#relative to the first", ...(penalised ? ["#expanded, PAR-2"] : [])], rows),
  ];
}
