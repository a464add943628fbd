// Solve the board and play the plan.

import { BoardPicture, drawLegend } from "../board/draw.js";
import { boardText, notDrawn } from "../capabilities.js";
import { ChoiceFields } from "../choice.js";
import { element, replace } from "../dom.js";
import { bytes, count, counted, time } from "../format.js";
import { Player } from "../player.js";
import { save } from "../save.js";
import { store } from "../store.js";
import { Task } from "../task.js";

const SPEEDS = [[0.5, "slow"], [1, "1 per second"], [2, "2 per second"], [5, "5 per second"], [20, "fast"]];

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
    this.stage = element("div", { class: "stage" }, this.holder, this.legend, this.player.node);
    this.side = element("div", { class: "side" }, this.choice.node, this.task.node, this.result, this.lines);
    panel.append(this.stage, this.side);
    store.on("board", () => this.clear());
    store.on("choices", () => this.clear());
  }

  frames = [];

  /** Removes the result, which another board or another choice makes obsolete. */
  clear() {
    this.task.abandon();
    this.task.say("");
    this.frames = [];
    this.player.go(0);
    this.player.setLength(0);
    replace(this.result);
    replace(this.lines);
    const { scene } = store.board;
    this.player.node.hidden = !scene;
    this.picture = scene && new BoardPicture(scene, "The board along the plan");
    replace(this.holder, scene ? this.picture.svg : element("div", { class: "undrawn" }, notDrawn(), boardText(store.board)));
    // Without a picture there is room for the plan.
    (scene ? this.side : this.stage).append(this.lines);
    replace(this.legend, scene ? drawLegend(scene.legend) : null);
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
    const more = left_out > 0 ? element("li", { class: "hint" }, `… and ${counted(left_out, "more action")}`) : null;
    if (frames.length === 0) {
      // The board is not drawn: the plan is text.
      replace(this.lines, ["Start", ...report.actions].map((words) => element("li", { class: "plain" }, words)), more);
      return;
    }
    const line = (words, i) => element("li", {}, element("button", { type: "button", onclick: () => this.player.go(i) },
      element("span", {}, words), element("span", { class: "cost" }, i === 0 ? "" : String(frames[i].cost))));
    replace(this.lines, ["Start", ...report.actions].map(line), more);
    this.player.setLength(frames.length - 1);
    this.player.go(0);
    this.player.begin();
  }

  saveButton({ actions, puzzle }) {
    if (actions.length === 0) return null;
    const text = `${actions.join("\n")}\n`;
    return element("button", { type: "button", onclick: () => save(`${store.board.name ?? puzzle}-plan.txt`, text, "text/plain") },
      "Save the plan");
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

  /** Scrolls the list, but not the page, to the current line. */
  follow(line) {
    const { lines } = this;
    if (!line) return;
    const top = line.offsetTop - lines.offsetTop;
    if (top < lines.scrollTop || top + line.offsetHeight > lines.scrollTop + lines.clientHeight) {
      lines.scrollTop = top - lines.clientHeight / 2;
    }
  }
}

/** The outcome in a sentence. */
export function headline(report) {
  const { outcome, violation, if_admissible } = report;
  if (violation) return `The heuristic claims to be consistent, but is not: ${violation}. Nothing is proven.`;
  const words = plainHeadline(report);
  return if_admissible && (report.suboptimality !== null || outcome !== "solved") ? `${words.replace(/\.$/, "")}, if the heuristic is admissible as claimed.` : words;
}

function plainHeadline({ outcome, cost, optimal, suboptimality, bound, reason, actions }) {
  if (outcome === "unsolvable") return "No solution: proven.";
  if (outcome === "stopped") {
    const why = { cancelled: "Stopped", time: "Time limit reached", memory: "Memory limit reached", expansions: "Expansion limit reached" }[reason] ?? "Stopped";
    return `${why}. Lower bound of the cost: ${bound}.${cost === null ? "" : ` Best plan so far: cost ${cost}.`}`;
  }
  const what = `Plan with ${counted(actions.length, "action")}, cost ${cost}`;
  if (optimal) return `${what}: proven optimal.`;
  if (suboptimality) return `${what}: at most ${suboptimality.toFixed(2)} times the optimal cost.`;
  return `${what}. It may be suboptimal.`;
}

export function figures({ statistics }) {
  const { expanded, generated, peak_memory, seconds } = statistics;
  const rows = [
    ["expanded", count(expanded), "States whose successors were generated"],
    ["generated", count(generated), "Successors generated, including duplicates"],
    ["memory", bytes(peak_memory), "Peak memory"],
    ["time", time(seconds), "Duration of the search"],
  ];
  return element("dl", { class: "figures" }, rows.map(([term, value, title]) =>
    element("div", { title }, element("dt", {}, term), element("dd", {}, value))));
}
