// The editor of a board: with the mouse, by touch, with the keyboard.

import { Drag } from "./drag.js";
import { BoardPicture } from "./draw.js";
import { cellsOf, describe, numberFor, setupOf, toolsOf } from "./setup.js";
import { neighbour } from "./steps.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Editor {
  /**
   * `tools` has the chosen tool (`chosen()`: a kind, `move` or `erase`) and its number; `change(setup)` takes a changed board
   * and returns a promise of whether it is valid; `say(words)` shows a message.
   */
  constructor(container, { tools, change, say }) {
    Object.assign(this, { container, tools, change, say, focused: 0, carried: null, pending: 0 });
    this.drag = new Drag(this);
  }

  /** Shows a board of this puzzle. */
  show(board, puzzle) {
    const tiles = (shown) => JSON.stringify([shown.scene.shape, shown.scene.tiles.map(({ cell }) => cell)]);
    const same = this.board?.puzzle === board.puzzle && tiles(this.board) === tiles(board);
    this.board = board;
    this.kinds = toolsOf(puzzle);
    // While later edits are pending, the answer to this one is outdated.
    if (this.pending <= 1) this.cells = cellsOf(board.setup);
    this.carried = null;
    if (!same) this.build();
    this.redraw();
  }

  /** Shows the board as it is, without a preview. */
  redraw() {
    const { scene, setup } = this.board;
    this.picture.setScene(scene);
    const things = cellsOf(setup);
    scene.tiles.forEach((tile, i) => {
      const thing = things.get(tile.cell);
      this.picture.tiles[i].setAttribute("aria-label", `${tile.cell}: ${describe(tile, thing, this.kinds)}`);
      this.picture.tiles[i].classList.toggle("held", Boolean(thing));
    });
  }

  /** Stops showing a board; its picture is rebuilt when the next one is shown. */
  hide() {
    this.board = null;
  }

  build() {
    this.picture = new BoardPicture(this.board.scene, "The board. Arrow keys go from cell to cell.");
    const { svg, tiles } = this.picture;
    svg.setAttribute("role", "group");
    svg.classList.add("editable");
    this.focused = Math.min(this.focused, tiles.length - 1);
    tiles.forEach((tile, i) => {
      tile.setAttribute("role", "button");
      tile.setAttribute("tabindex", i === this.focused ? "0" : "-1");
      tile.dataset.cell = i;
      tile.addEventListener("focus", () => this.focusOn(i));
    });
    svg.addEventListener("click", (event) => this.onClick(event));
    svg.addEventListener("keydown", (event) => this.onKey(event));
    this.drag.listen(svg);
    this.container.replaceChildren(svg);
  }

  cell(i) {
    return this.board.scene.tiles[i].cell;
  }

  thing(i) {
    return this.cells.get(this.cell(i));
  }

  kind(name) {
    return this.kinds.find((kind) => kind.name === name);
  }

  // Edits: each makes one new board.

  edit(work, words) {
    const cells = new Map(this.cells);
    work(cells);
    // The next edit builds on this one, even before the server has answered.
    this.cells = cells;
    this.pending += 1;
    this.say(words);
    this.change(setupOf(this.board.puzzle, this.board.setup.options, cells)).then((done) => {
      this.pending -= 1;
      if (done || !this.board) return;
      this.cells = cellsOf(this.board.setup);
      this.redraw();
    });
  }

  /** Shows cells with a kind of ground, or without their things, before the board is changed. */
  preview(indices, name) {
    const ground = this.kind(name)?.ground ?? "plain";
    for (const i of indices) ["plain", "goal", "block"].forEach((known) => this.picture.tiles[i].classList.toggle(known, known === ground));
    this.picture.update({ tokens: this.board.scene.tiles.map(({ token }, i) => (indices.has(i) ? null : token)) });
  }

  /** Places a kind of ground on cells, or removes the things there: one edit. */
  paint(indices, name) {
    if (indices.length === 0) return;
    const where = indices.length === 1 ? this.cell(indices[0]) : `${indices.length} cells`;
    this.edit((cells) => indices.map((i) => this.cell(i)).forEach((cell) => (name === null ? cells.delete(cell) : cells.set(cell, { kind: name }))),
      name === null ? `Removed from ${where}.` : `${name} placed on ${where}.`);
  }

  put(i, kind, number) {
    this.edit((cells) => cells.set(this.cell(i), { kind: kind.name, number }), `${kind.name} placed on ${this.cell(i)}.`);
  }

  remove(i) {
    const thing = this.thing(i);
    if (thing) this.edit((cells) => cells.delete(this.cell(i)), `${thing.kind} removed from ${this.cell(i)}.`);
  }

  move(from, to) {
    const thing = this.thing(from);
    if (from === to || !thing) return;
    this.edit((cells) => {
      cells.delete(this.cell(from));
      cells.set(this.cell(to), thing);
    }, `${thing.kind} moved from ${this.cell(from)} to ${this.cell(to)}.`);
  }

  /** Uses the chosen tool on a cell. */
  use(i) {
    const tool = this.tools.chosen();
    if (tool === "erase") return this.remove(i);
    if (tool === "move") return this.carry(i);
    const [kind, there] = [this.kind(tool), this.thing(i)];
    const number = numberFor(kind, this.cells, this.tools.number());
    // Placing the same thing again removes it.
    const same = there?.kind === tool && (kind.number?.name === "label" || there.number === number);
    return same || (there?.kind === tool && !kind.number) ? this.remove(i) : this.put(i, kind, number);
  }

  /** Picks up the thing on a cell, or puts it down there. */
  carry(i) {
    if (this.carried === null) {
      if (!this.thing(i)) return this.say("The cell is empty. Choose a thing to move.");
      this.carried = i;
      this.picture.update({ look: (j) => (j === i ? { ring: true } : null) });
      return this.say(`${this.thing(i).kind} picked up. Choose its new cell.`);
    }
    const from = this.carried;
    this.putDown();
    return this.move(from, i);
  }

  putDown() {
    this.carried = null;
    this.picture.update({});
  }

  onClick(event) {
    const cell = event.target.dataset?.cell;
    if (cell === undefined || this.drag.justEnded) return;
    this.focusOn(Number(cell));
    this.use(Number(cell));
  }

  // Keys.

  /** Makes a cell the one that Tab returns to. */
  focusOn(i) {
    this.picture.tiles[this.focused]?.setAttribute("tabindex", "-1");
    this.focused = i;
    this.picture.tiles[i].setAttribute("tabindex", "0");
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.answerKey(event.key)) event.preventDefault();
  }

  /** Handles a key; returns whether it has a meaning here. */
  answerKey(key) {
    if (ARROWS[key]) this.picture.tiles[neighbour(this.board.scene, this.focused, ARROWS[key])].focus();
    else if (key === "Enter" || key === " ") this.use(this.focused);
    else if (key === "Delete" || key === "Backspace") this.remove(this.focused);
    else if (key === "Escape" && this.carried !== null) this.putDown();
    else if (key.toLowerCase() === "m") this.carry(this.focused);
    else if (/^\d$/.test(key)) return this.digit(Number(key));
    else return this.letter(key.toLowerCase());
    return true;
  }

  /** A digit sets the number of the thing on the cell, or places the chosen kind with this number. */
  digit(number) {
    const there = this.thing(this.focused);
    const kind = this.kind(there ? there.kind : this.tools.chosen());
    if (!kind?.number || number < kind.number.min || number > kind.number.max) return false;
    this.tools.setNumber(number);
    this.put(this.focused, kind, number);
    return true;
  }

  letter(letter) {
    const kind = this.kinds.find((candidate) => candidate.key === letter);
    if (!kind) return false;
    this.tools.choose(kind.name);
    this.put(this.focused, kind, numberFor(kind, this.cells, this.tools.number()));
    return true;
  }
}
