// Dragging a thing from one cell to another, or off the board.

import { drawToken, place } from "./draw.js";

/** Distance in pixels after which a pointer drags. */
const THRESHOLD = 6;

export class Drag {
  /** Whether the last pointer dragged; the click that follows then uses no tool. */
  justEnded = false;
  #held = null;

  constructor(editor) {
    this.editor = editor;
  }

  listen(svg) {
    svg.addEventListener("pointerdown", (event) => this.#down(event));
    svg.addEventListener("pointermove", (event) => this.#move(event));
    svg.addEventListener("pointerup", (event) => this.#up(event));
    svg.addEventListener("pointercancel", () => this.#end());
  }

  #cellAt(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.dataset?.cell;
    return cell === undefined ? null : Number(cell);
  }

  #down(event) {
    this.justEnded = false;
    const cell = event.target.dataset?.cell;
    if (cell === undefined || event.button !== 0 || !this.editor.thing(Number(cell))) return;
    this.#held = { from: Number(cell), x: event.clientX, y: event.clientY, ghost: null };
  }

  #move(event) {
    const held = this.#held;
    if (!held) return;
    const { picture } = this.editor;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < THRESHOLD) return;
      // Not earlier: a captured pointer would click the board instead of the cell.
      picture.svg.setPointerCapture(event.pointerId);
      this.#start();
    }
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.svg.getScreenCTM().inverse());
    const [x, y] = place(picture.scene, picture.scene.tiles[held.from]);
    held.ghost.setAttribute("transform", `translate(${at.x - x} ${at.y - y})`);
    const over = this.#cellAt(event);
    picture.tiles.forEach((tile, i) => tile.classList.toggle("target", i === over));
  }

  #start() {
    const { picture } = this.editor;
    const tile = picture.scene.tiles[this.#held.from];
    this.#held.ghost = drawToken(place(picture.scene, tile), tile.token ?? { text: "", ink: "stone" });
    this.#held.ghost.classList.add("ghost");
    picture.svg.append(this.#held.ghost);
    picture.svg.classList.add("dragging");
  }

  #up(event) {
    const held = this.#held;
    const to = this.#cellAt(event);
    this.#end();
    if (!held?.ghost) return;
    this.justEnded = true;
    if (to === null) this.editor.remove(held.from);
    else this.editor.move(held.from, to);
  }

  #end() {
    this.#held?.ghost?.remove();
    this.#held = null;
    this.editor.picture.svg.classList.remove("dragging");
    this.editor.picture.tiles.forEach((tile) => tile.classList.remove("target"));
  }
}
