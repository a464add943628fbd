// Controls for a search: the algorithm, its setting, the heuristic.

import { element, field, replace, select, setOptions } from "./dom.js";
import { sentence } from "./format.js";
import { store } from "./store.js";

/** The control for the setting of an algorithm, by the `setting` in the catalogue. */
const SETTINGS = {
  weight: (set, value) => field("Weight", element("input", {
    type: "number", min: 1, max: 1000, step: "any", value: value || "1.5", onchange: (event) => set(event.target.value),
  })),
  pathmax: (set, value) => tick("Pathmax adjustment: raise h along the path", value === "pathmax", (on) => set(on ? "pathmax" : "")),
  depth: (set, value) => field("Maximum depth", element("input", {
    type: "number", min: 1, max: 100000, step: 1, value, placeholder: "no limit", onchange: (event) => set(event.target.value),
  })),
  table: (set, value) => tick("Transposition table", value !== "off", (on) => set(on ? "" : "off")),
};
SETTINGS["depth-or-table"] = SETTINGS.depth;

/** A check box with its label. */
export function tick(text, checked, change) {
  const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return element("label", { class: "tick" }, box, text);
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
    this.node = element("div", { class: "choice" },
      heuristicOnly ? null : field("Algorithm", this.algorithms),
      field("Heuristic", this.heuristics), heuristicOnly ? null : this.setting, this.about);
    store.on("board", () => this.draw());
    store.on("choices", () => this.draw());
    if (store.board) this.draw();
  }

  draw() {
    const { choice } = this;
    const algorithm = store.algorithmOf(choice);
    setOptions(this.algorithms, store.catalogue.algorithms.map(({ name }) => [name, name]), algorithm.name);
    const puzzle = store.puzzle();
    setOptions(this.heuristics, puzzle.heuristics.map(({ name }) => [name, name]), store.heuristic(choice));
    const uses = this.heuristicOnly || algorithm.uses_heuristic;
    this.heuristics.disabled = !uses;
    const make = SETTINGS[algorithm.setting];
    // Another view may have changed the same choice. A control that has the focus is not replaced.
    const drawn = `${algorithm.name}:${choice.setting}`;
    if (this.drawn !== drawn && !this.setting.contains(document.activeElement)) {
      this.drawn = drawn;
      replace(this.setting, make?.((setting) => store.choose(choice, { setting }), choice.setting));
    }
    const heuristic = puzzle.heuristics.find(({ name }) => name === store.heuristic(choice));
    const words = [this.heuristicOnly ? null : algorithm.summary, uses ? heuristic.summary : null];
    replace(this.about, words.filter(Boolean).map((line) => element("span", {}, sentence(line))));
  }
}

/** A choice as text: `astar with relaxed-map`. */
export function inWords(choice) {
  const { algorithm, heuristic } = store.request(choice);
  return heuristic ? `${algorithm} with ${heuristic}` : algorithm;
}
