// Which search: an algorithm, its setting, a heuristic.

import { element, field, replace, select, setOptions } from "./dom.js";
import { sentence } from "./format.js";
import { store } from "./store.js";

/** What is set after the algorithm's name, by the word that the catalogue has for it. */
const SETTINGS = {
  weight: (set, value) => field("Weight of the estimate", element("input", {
    type: "number", min: 1, max: 1000, step: "any", value: value || "1.5", onchange: (event) => set(event.target.value),
  })),
  pathmax: (set, value) => tick("Even out the estimate along the path (pathmax)", value === "pathmax", (on) => set(on ? "pathmax" : "")),
  depth: (set, value) => field("Most actions", element("input", {
    type: "number", min: 1, max: 100000, step: 1, value, placeholder: "no limit", onchange: (event) => set(event.target.value),
  })),
  table: (set, value) => tick("Remember visited states", value !== "off", (on) => set(on ? "" : "off")),
};
SETTINGS["depth-or-table"] = SETTINGS.depth;

/** A check box with its label. */
export function tick(text, checked, change) {
  const box = element("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return element("label", { class: "tick" }, box, text);
}

/** Lists for a choice, which they change. */
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
      field("Estimate (heuristic)", this.heuristics), heuristicOnly ? null : this.setting, this.about);
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
    // Another part of the page may have changed the same choice; whoever is typing here keeps typing.
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

/** A choice in a few words: `astar with relaxed-map`. */
export function inWords(choice) {
  const { algorithm, heuristic } = store.request(choice);
  return heuristic ? `${algorithm} with ${heuristic}` : algorithm;
}
