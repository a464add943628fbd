// The values of a heuristic on every cell of the board, and the true costs.

import { diverging, sequential } from "../board/colours.js";
import { titleOf } from "../capabilities.js";
import { BoardPicture, drawScale } from "../board/draw.js";
import { ChoiceFields, tick } from "../choice.js";
import { element, replace } from "../dom.js";
import { cost } from "../format.js";
import { save } from "../save.js";
import { store } from "../store.js";
import { Task } from "../task.js";

const finite = (value) => typeof value === "number";

/** True cost minus heuristic value; infinite if only one of them is. */
function error({ h, cost: truth }) {
  if (truth === null || truth === undefined) return null;
  if (finite(h) && finite(truth)) return truth - h;
  if (!finite(h) && !finite(truth)) return 0;
  return finite(h) ? Infinity : -Infinity;
}

const signed = (number) => (Number.isFinite(number) ? String(number).replace("-", "−") : number > 0 ? "∞" : "−∞");

export class MapView {
  constructor(panel) {
    this.choice = new ChoiceFields(store.choice, { heuristicOnly: true });
    this.truth = true;
    this.task = new Task("Map the heuristic", () => this.search());
    this.boards = element("div", { class: "map-boards" });
    this.hint = element("p", { class: "hint", role: "status" });
    this.rest = element("div", { class: "map-rest" });
    this.head = element("div", { class: "view-head" }, this.choice.node,
      tick("With the true cost", true, (on) => (this.truth = on)), this.task.node);
    this.lacking = element("p", { class: "lacking", hidden: true });
    panel.append(this.head, this.lacking, this.boards, element("div", { class: "map-foot" }, this.hint, this.rest));
    store.on("board", () => this.clear());
    store.on("choices", () => this.clear());
  }

  clear() {
    this.task.abandon();
    const { lone_thing } = store.puzzle();
    this.head.hidden = !lone_thing;
    this.lacking.hidden = Boolean(lone_thing);
    this.lacking.textContent = `${titleOf(store.puzzle())} does not support maps of heuristics.`;
    this.task.say("Where on the board is the heuristic too low, exact, or too high?");
    replace(this.boards);
    replace(this.rest);
    this.hint.textContent = "";
  }

  /** A map takes little time, so showing the view computes it. */
  shown() {
    if (store.board && !store.board.missing && store.puzzle().lone_thing && this.boards.childElementCount === 0 && this.task.jobs.length === 0) this.task.run();
  }

  restore() {
    return this.task.run();
  }

  search() {
    this.clear();
    const body = { board: store.boardRequest(), heuristic: store.heuristic(), against_perfect: this.truth, picture: true };
    return { jobs: [{ route: "map", body }], done: (event) => this.show(event) };
  }

  show({ report, scene, svg }) {
    const { cells, lone_thing } = report;
    const known = cells.flatMap((cell) => [cell.h, cell.cost]).filter(finite);
    const scale = sequential(Math.max(0, ...known));
    const level = (value) => (finite(value) ? value : Infinity);
    const value = (key) => (cell) => cell[key] === undefined || cell[key] === null ? null
      : { ...scale.colour(level(cell[key])), text: cost(cell[key]) };
    const ends = ["0", String(scale.high)];
    const panels = [this.panel(report.heuristic, "value of the heuristic", scene, cells, value("h"), drawScale(scale, ends))];
    if (cells.some((cell) => cell.cost !== null && cell.cost !== undefined)) {
      const errors = cells.map(error).filter(Number.isFinite).map(Math.abs);
      const away = diverging(Math.max(0, ...errors));
      const mark = (cell) => error(cell) === null ? null : { ...away.colour(error(cell)), text: signed(error(cell)) };
      panels.push(
        this.panel("true cost", "cost of an optimal plan", scene, cells, value("cost"), drawScale(scale, ends)),
        this.panel("error", "true cost minus heuristic", scene, cells, mark,
          drawScale(away, [`${away.high} too high`, `${away.high} too low`])));
    }
    replace(this.boards, panels);
    this.task.say(words(report));
    this.hint.textContent = `A single ${lone_thing} on each cell. Point at a cell for its values.`;
    replace(this.rest, contributions(report),
      element("button", { type: "button", onclick: () => save(`${report.heuristic}-map.svg`, svg, "image/svg+xml") }, "Save the map as a picture"));
  }

  panel(title, about, scene, cells, mark, key) {
    const picture = new BoardPicture(scene, `${title}: ${about}`);
    const tokens = scene.tiles.map((tile, i) => (cells[i].free ? null : tile.token));
    picture.svg.classList.add("heat");
    picture.update({ tokens, look: (i) => (cells[i].free ? mark(cells[i]) : null) });
    picture.svg.addEventListener("pointermove", (event) => this.point(cells[picture.tiles.indexOf(event.target)]));
    return element("figure", { class: "map-board" },
      element("figcaption", {}, element("strong", {}, title), " ", element("span", {}, about)), element("div", { class: "board-holder" }, picture.svg), key);
  }

  point(cell) {
    if (!cell?.free) return;
    const wrong = error(cell);
    const judged = wrong === null ? "" : wrong === 0 ? ": exact" : wrong > 0 ? `: ${signed(wrong)} too low` : `: ${signed(-wrong)} too high`;
    const truth = wrong === null ? "" : `, true cost ${cost(cell.cost)}`;
    this.hint.textContent = `${cell.cell}: heuristic ${cost(cell.h)}${truth}${judged}.`;
  }
}

function words({ board, complete }) {
  const limit = complete ? "" : " Some values were not found within the limits.";
  if (!board) return `The board itself exceeds the limits.${limit}`;
  const truth = board.cost === null || board.cost === undefined ? "" : `, true cost ${cost(board.cost)}`;
  return `The whole board: heuristic ${cost(board.h)}${truth}.${limit}`;
}

/** The contribution of each thing on the board to the heuristic value. */
function contributions({ contributions: all, board }) {
  if (all.length === 0 || !board) return null;
  const row = ({ thing, cell, adds, h_without }) => element("tr", {},
    element("td", {}, `${thing} on ${cell}`), element("td", { class: "number" }, adds === null ? "–" : signed(adds)),
    element("td", { class: "number" }, cost(h_without)));
  return element("details", { class: "contributions" }, element("summary", {}, "Contribution of each thing"),
    element("div", { class: "menu" }, element("table", {},
      element("thead", {}, element("tr", {}, ["thing", "contribution", "heuristic without it"].map((head) => element("th", {}, head)))),
      element("tbody", {}, all.map(row)))));
}
