// Solve the board, and play the plan.

import { BoardPicture, drawLegend } from "../board/draw.js";
import { ChoiceFields } from "../choice.js";
import { element, replace } from "../dom.js";
import { bytes, count, counted, time } from "../format.js";
import { Player } from "../player.js";
import { save } from "../save.js";
import { store } from "../store.js";
import { Task } from "../task.js";

const SPEEDS = [[0.5, "slow"], [1, "1 a second"], [2, "2 a second"], [5, "5 a second"], [20, "fast"]];

export class SolveView {
  constructor(panel) {
    this.choice = new ChoiceFields(store.choice);
    this.task = new Task("Solve", () => this.search());
    this.task.button.classList.add("big");
    this.holder = element("div", { class: "board-holder" });
    this.legend = element("div");
    this.player = new Player({ what: "Plan", speeds: SPEEDS, speed: 1, show: (position) => this.showStep(position) });
    this.result = element("div", { class: "result" });
    this.lines = element("ol", { class: "lines", start: 0 });
    panel.append(
      element("div", { class: "stage" }, this.holder, this.legend, this.player.node),
      element("div", { class: "side" }, this.choice.node, this.task.node, this.result, this.lines));
    store.on("board", () => this.clear());
    store.on("choices", () => this.clear());
  }

  frames = [];

  /** Another board or another choice: what was found no longer holds. */
  clear() {
    this.task.abandon();
    this.task.say("");
    this.frames = [];
    this.player.go(0);
    this.player.setLength(0);
    replace(this.result);
    replace(this.lines);
    this.picture = new BoardPicture(store.board.scene, "The board along the plan");
    replace(this.holder, this.picture.svg);
    replace(this.legend, drawLegend(store.board.scene.legend));
  }

  search() {
    this.clear();
    return {
      jobs: [{ route: "solve", body: { board: store.boardRequest(), ...store.request() } }],
      done: (event) => this.show(event),
    };
  }

  show({ report, frames, left_out }) {
    this.frames = frames;
    this.task.say(headline(report), report.outcome === "solved" ? "good" : "");
    replace(this.result, figures(report), this.saveButton(report));
    if (report.actions.length === 0) return;
    const line = (words, i) => element("li", {}, element("button", { type: "button", onclick: () => this.player.go(i) },
      element("span", {}, words), element("span", { class: "cost" }, i === 0 ? "" : String(frames[i].cost ?? ""))));
    replace(this.lines, ["The board at the start", ...report.actions].map(line),
      left_out > 0 ? element("li", { class: "hint" }, `… and ${counted(left_out, "action")} more`) : null);
    this.player.setLength(frames.length - 1);
    this.player.go(0);
    this.player.begin();
  }

  saveButton({ actions, puzzle }) {
    if (actions.length === 0) return null;
    const text = `${actions.join("\n")}\n`;
    return element("button", { type: "button", onclick: () => save(`${store.board.name ?? puzzle}-plan.txt`, text, "text/plain") },
      "Save the answer");
  }

  showStep(position) {
    const frame = this.frames[position];
    if (!frame) return;
    const tokens = new Array(store.board.scene.tiles.length).fill(null);
    for (const token of frame.tokens) tokens[token.tile] = token;
    this.picture.update({ tokens, motion: position > 0 ? frame.motion : null });
    [...this.lines.children].forEach((line, i) => {
      const is = i === position;
      line.classList.toggle("current", is);
      if (is) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    this.follow(this.lines.children[position]);
  }

  /** Keeps the current line in view within its list, without moving the page. */
  follow(line) {
    const { lines } = this;
    if (!line) return;
    const top = line.offsetTop - lines.offsetTop;
    if (top < lines.scrollTop || top + line.offsetHeight > lines.scrollTop + lines.clientHeight) {
      lines.scrollTop = top - lines.clientHeight / 2;
    }
  }
}

/** How it ended, in a sentence. */
export function headline({ outcome, cost, optimal, suboptimality, bound, reason, actions }) {
  if (outcome === "unsolvable") return "There is no plan, and that is proven.";
  if (outcome === "stopped") {
    const why = { cancelled: "Stopped", time: "Out of time", memory: "Out of memory", expansions: "At the limit of expansions" }[reason] ?? "Stopped";
    return `${why}. Proven so far: no plan costs less than ${bound}.${cost === null ? "" : ` The best plan at hand costs ${cost}.`}`;
  }
  const what = `A plan of ${counted(actions.length, "action")}, cost ${cost}`;
  if (optimal) return `${what}: proven to be a cheapest.`;
  if (suboptimality) return `${what}: at most ${suboptimality.toFixed(2)} times the cheapest.`;
  return `${what}. Nobody says that it is a cheapest.`;
}

export function figures({ statistics }) {
  const { expanded, generated, peak_memory, seconds } = statistics;
  const rows = [
    ["expanded", count(expanded), "States whose successors were looked at"],
    ["generated", count(generated), "Successors found, known ones too"],
    ["memory", bytes(peak_memory), "Most held at once"],
    ["time", time(seconds), "From the beginning to the end of the search"],
  ];
  return element("dl", { class: "figures" }, rows.map(([term, value, title]) =>
    element("div", { title }, element("dt", {}, term), element("dd", {}, value))));
}
