// Dragging on the board: moves a thing, paints ground, or erases. A mouse drags at once; a finger scrolls the page, unless it
// rests on a cell first.

import { drawToken, place } from "./draw.js";

/** Distance in pixels after which a pointer drags. */
const THRESHOLD = 6;

/** Milliseconds after which a resting finger drags. */
const LONG_PRESS = 300;

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
    svg.addEventListener("pointercancel", () => this.#cancel());
    // Once the finger drags, it does not scroll, and the browser opens no menu.
    svg.addEventListener("touchmove", (event) => this.#held?.gesture && event.cancelable && event.preventDefault(), { passive: false });
    svg.addEventListener("contextmenu", (event) => this.#held?.touch && event.preventDefault());
  }

  #cellAt(x, y) {
    const cell = document.elementFromPoint(x, y)?.dataset?.cell;
    return cell === undefined ? null : Number(cell);
  }

  #down(event) {
    this.justEnded = false;
    // A second finger zooms.
    if (this.#held) return this.#cancel();
    const cell = event.target.dataset?.cell;
    if (cell === undefined || event.button !== 0) return undefined;
    const start = this.#gesture(Number(cell));
    if (!start) return undefined;
    const touch = event.pointerType === "touch";
    const { clientX: x, clientY: y, pointerId: id } = event;
    this.#held = { id, x, y, start, touch, gesture: null };
    if (touch) this.#held.timer = setTimeout(() => this.#begin(), LONG_PRESS);
    return undefined;
  }

  /** What a drag from this cell does: a function that begins it, or null. */
  #gesture(cell) {
    const { editor } = this;
    const [tool, there] = [editor.tools.chosen(), editor.thing(cell)];
    const ground = editor.kind(tool)?.ground ? tool : null;
    if (tool === "erase") return () => new Stroke(editor, (thing) => thing, null);
    if (ground && there?.kind === ground) return () => new Stroke(editor, (thing) => thing?.kind === ground, null);
    if (ground && !there) return () => new Stroke(editor, (thing) => !thing, ground);
    return there ? () => new Carry(editor, cell) : null;
  }

  #begin() {
    const held = this.#held;
    held.gesture = held.start();
    const { svg } = this.editor.picture;
    // Not earlier: a captured pointer would click the board instead of the cell.
    svg.setPointerCapture(held.id);
    svg.classList.add("dragging");
    this.#reach(held.x, held.y);
  }

  #move(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    const { clientX: x, clientY: y } = event;
    if (!held.gesture) {
      if (Math.hypot(x - held.x, y - held.y) < THRESHOLD) return;
      if (held.touch) return this.#cancel();
      this.#begin();
    }
    // A fast pointer skips cells.
    const steps = Math.ceil(Math.hypot(x - held.x, y - held.y) / THRESHOLD);
    for (let i = 1; i <= steps; i += 1) this.#reach(held.x + ((x - held.x) * i) / steps, held.y + ((y - held.y) * i) / steps);
    Object.assign(held, { x, y });
  }

  #reach(x, y) {
    this.#held.gesture.reach(this.#cellAt(x, y), x, y);
  }

  #up(event) {
    const held = this.#held;
    if (!held || event.pointerId !== held.id) return;
    this.#release();
    if (!held.gesture) return;
    this.justEnded = true;
    held.gesture.end(this.#cellAt(event.clientX, event.clientY), held.touch);
  }

  #cancel() {
    this.#held?.gesture?.cancel();
    this.#release();
  }

  #release() {
    clearTimeout(this.#held?.timer);
    this.#held = null;
    this.editor.picture.svg.classList.remove("dragging");
  }
}

/** A thing that follows the pointer. Off the board, a mouse removes it; a finger leaves it where it was. */
class Carry {
  constructor(editor, from) {
    Object.assign(this, { editor, from });
    const { scene, svg } = editor.picture;
    const tile = scene.tiles[from];
    this.ghost = drawToken(place(scene, tile), tile.token ?? { text: "", ink: "stone" });
    this.ghost.classList.add("ghost");
    svg.append(this.ghost);
  }

  reach(over, clientX, clientY) {
    const { scene, svg, tiles } = this.editor.picture;
    const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    const [x, y] = place(scene, scene.tiles[this.from]);
    this.ghost.setAttribute("transform", `translate(${at.x - x} ${at.y - y})`);
    tiles.forEach((tile, i) => tile.classList.toggle("target", i === over));
  }

  end(to, touch) {
    this.cancel();
    if (to !== null) this.editor.move(this.from, to);
    else if (!touch) this.editor.remove(this.from);
  }

  cancel() {
    this.ghost.remove();
    this.editor.picture.tiles.forEach((tile) => tile.classList.remove("target"));
  }
}

/** A stroke over cells: places a kind of ground, or removes things. It is shown at once and becomes a single edit at its end. */
class Stroke {
  /** `kind` is the name of the kind to place, null to remove; cells whose thing does not match stay as they are. */
  constructor(editor, matches, kind) {
    Object.assign(this, { editor, matches, kind, cells: new Set() });
  }

  reach(cell) {
    if (cell === null || this.cells.has(cell) || !this.matches(this.editor.thing(cell))) return;
    this.cells.add(cell);
    this.editor.preview(this.cells, this.kind);
  }

  end() {
    this.editor.paint([...this.cells], this.kind);
  }

  cancel() {
    this.editor.redraw();
  }
}
