// Controls for a search: the algorithm, its settings, the heuristic. They fold into one line once the search runs.

import { element, field, replace, select, setOptions } from "./dom.js";
import { sentence } from "./format.js";
import { store } from "./store.js";

/** The labels of settings by their names; others are labelled with their name. */
const LABELS = {
  weight: "Weight", ties: "Ties", "depth-limit": "Maximum depth", table: "Transposition table",
  pathmax: "Pathmax adjustment: raise h along the path", "no-reopen": "No reopening: drop cheaper paths to expanded states",
};

/** Whether a part of `choice.setting`, which is what follows the algorithm's name after a colon, is a value of a setting. */
function takes({ name, values, flag }, part) {
  if (flag) return part === name;
  if (values === "WEIGHT" || values === "ACTIONS") return part !== "" && !Number.isNaN(Number(part));
  return values.split("|").includes(part) || (values.startsWith("SIZE") && part.endsWith("B"));
}

/** The control for one setting, whose part of `choice.setting` is `value`. */
function control({ name, values, default: usual, summary, flag }, value, set) {
  const label = LABELS[name] ?? sentence(name);
  if (flag) return tick(label, value === name, (on) => set(on ? name : ""));
  if (values.startsWith("SIZE")) return tick(label, value !== "off", (on) => set(on ? "" : "off"));
  if (values === "WEIGHT" || values === "ACTIONS") {
    const number = values === "WEIGHT" ? { min: 1, max: 1000, step: "any", value: value || usual } :
      { min: 1, max: 100000, step: 1, value, placeholder: "no limit" };
    return field(label, element("input", { type: "number", ...number, onchange: (event) => set(event.target.value) }));
  }
  const words = [["", `default (${usual})`], ...values.split("|").map((word) => [word, word])];
  return field(label, select(words, value, set, { title: summary }));
}

/** The controls for all settings of an algorithm. */
function controls({ settings }, choice) {
  const parts = choice.setting.split(":");
  const chosen = settings.map((setting) => parts.find((part) => takes(setting, part)) ?? "");
  return settings.map((setting, i) => control(setting, chosen[i], (value) => {
    chosen[i] = value;
    store.choose(choice, { setting: chosen.filter((part) => part !== "").join(":") });
  }));
}

/** A check box with its label. */
export function tick(text, checked, change) {
  const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return element("label", { class: "tick" }, box, text);
}

/** The name of an algorithm as textbooks write it. */
export function titleOf({ title, name }) {
  return title ?? name;
}

/** The controls for a choice, which they change. */
export class ChoiceFields {
  constructor(choice, { heuristicOnly = false } = {}) {
    this.choice = choice;
    this.heuristicOnly = heuristicOnly;
    this.algorithms = select([], "", (name) => store.choose(choice, { algorithm: name, setting: "" }), { class: "algorithm" });
    this.heuristics = select([], "", (name) => store.chooseHeuristic(choice, name), { class: "heuristic" });
    this.about = element("p", { class: "about" });
    this.setting = element("div", { class: "setting" });
    this.settings = element("details", { class: "settings" }, element("summary", {}, "Settings"), this.setting);
    this.summary = element("strong", { class: "chosen" });
    this.change = element("button", { type: "button", class: "change", onclick: () => this.unfold() }, "Change");
    this.folded = element("div", { class: "folded-choice", hidden: true }, this.summary, this.change);
    this.open = element("div", { class: "open-choice" },
      heuristicOnly ? null : field("Algorithm", this.algorithms),
      field("Heuristic", this.heuristics), heuristicOnly ? null : this.settings, this.about);
    this.node = element("div", { class: "choice" }, this.folded, this.open);
    store.on("board", () => this.draw());
    store.on("choices", () => this.draw());
    if (store.board) this.draw();
  }

  /** Shows the choice in one line. */
  fold() {
    const focused = this.open.contains(document.activeElement);
    this.open.hidden = true;
    this.folded.hidden = false;
    if (focused) this.change.focus();
  }

  /** Shows all controls. */
  unfold() {
    const focused = this.folded.contains(document.activeElement);
    this.open.hidden = false;
    this.folded.hidden = true;
    if (focused) (this.heuristicOnly ? this.heuristics : this.algorithms).focus();
  }

  draw() {
    const { choice } = this;
    const algorithm = store.algorithmOf(choice);
    setOptions(this.algorithms, store.catalogue.algorithms.map((known) => [known.name, titleOf(known)]), algorithm.name);
    const puzzle = store.puzzle();
    setOptions(this.heuristics, puzzle.heuristics.map(({ name }) => [name, name]), store.heuristic(choice));
    const uses = this.heuristicOnly || algorithm.uses_heuristic;
    this.heuristics.disabled = !uses;
    this.settings.hidden = algorithm.settings.length === 0;
    // Another view may have changed the same choice. A control that has the focus is not replaced.
    const drawn = `${algorithm.name}:${choice.setting}`;
    if (this.drawn !== drawn && !this.setting.contains(document.activeElement)) {
      this.drawn = drawn;
      replace(this.setting, controls(algorithm, choice));
    }
    this.summary.textContent = this.heuristicOnly ? store.heuristic(choice) : inWords(choice);
    const heuristic = puzzle.heuristics.find(({ name }) => name === store.heuristic(choice));
    const words = [this.heuristicOnly ? null : algorithm.summary, uses ? heuristic.summary : null];
    replace(this.about, words.filter(Boolean).map((line) => element("span", {}, sentence(line))));
  }
}

/** A choice as text: `A* with relaxed-map`. */
export function inWords(choice) {
  const { heuristic } = store.request(choice);
  const title = titleOf(store.algorithmOf(choice)) + (choice.setting ? ` (${choice.setting.replaceAll(":", ", ")})` : "");
  return heuristic ? `${title} with ${heuristic}` : title;
}
