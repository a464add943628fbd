// Solve the board and play the plan.

import { BoardPicture, drawLegend } from "../board/draw.js";
import { boardText, notDrawn } from "../capabilities.js";
import { ChoiceFields } from "../choice.js";
import { element, replace } from "../dom.js";
import { bytes, count, counted, time } from "../format.js";
import { Player } from "../player.js";
import { save } from "../save.js";
import { saveMenu } from "../savemenu.js";
import { store } from "../store.js";
import { Task } from "../task.js";
import { judge } from "../verdict.js";
import { Viewed } from "./viewed.js";
import { TRACED } from "./watch.js";

const SPEEDS = [[0.5, "slow"], [1, "1 per second"], [2, "2 per second"], [5, "5 per second"], [20, "fast"]];

export class SolveView extends Viewed {
  constructor(panel, { audit, moved }) {
    super();
    this.audit = audit;
    this.choice = new ChoiceFields(store.choice);
    this.task = new Task("Solve", () => this.search());
    this.holder = element("div", { class: "board-holder" });
    this.legend = element("div");
    this.player = new Player({ what: "Plan", speeds: SPEEDS, speed: 1, show: (position) => this.showStep(position), moved });
    this.result = element("div", { class: "result" });
    this.lines = element("ol", { class: "lines", start: 0, tabindex: 0, "aria-label": "Plan" });
    this.save = saveMenu("plan", () => ({ searches: [store.request()] }));
    this.stage = element("div", { class: "stage" }, this.holder, this.legend);
    this.side = element("div", { class: "side" }, this.result, this.lines);
    panel.append(element("div", { class: "view-head" }, this.choice.node, this.task.node, this.save.node), this.stage, this.side, this.player.node);
    store.on("board", () => this.clear());
    store.on("choices", () => this.clear());
  }

  frames = [];

  /** Removes the result, which another board or another choice makes obsolete. */
  clear() {
    this.task.abandon();
    this.task.say("What is the cheapest plan, and is that proven?");
    this.choice.unfold();
    this.save.offer(false);
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
    this.choice.fold();
    return {
      jobs: [{ route: "solve", body: { board: store.boardRequest(), ...store.request(), settle: TRACED.settle } }],
      done: (event) => this.show(event),
    };
  }

  show({ report, frames, left_out }) {
    this.frames = frames;
    judge(this.task, report, { choice: store.choice, audit: this.audit });
    replace(this.result, figures(report), this.saveButton(report));
    this.save.offer(report.actions.length > 0 && frames.length > 0);
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
    if (this.restoring) this.arrive(this.player);
    else this.player.begin();
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
    this.picture.update({ tokens, motion: position > 0 ? frame.motion : null, glide: true });
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
