// Small boards: the tiles are drawn once and shared, so that many of them cost little.

import { outline, place, TILE } from "../board/draw.js";
import { element, shape } from "../dom.js";

let ids = 0;

/** Draws small pictures of the states of one board. */
export class MiniBoards {
  constructor(scene) {
    this.scene = scene;
    const at = scene.tiles.map((tile) => place(scene, tile));
    const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
    const reach = 0.62 * TILE;
    const [left, top] = [Math.min(0, ...xs) - reach, Math.min(0, ...ys) - reach];
    this.box = [left, top, Math.max(0, ...xs) + reach - left, Math.max(0, ...ys) + reach - top].map(Math.round).join(" ");
    this.id = `tiles-${(ids += 1)}`;
    /** Must be in the document once, before the pictures. */
    this.tiles = shape("svg", { class: "unseen", "aria-hidden": "true" }, shape("defs", {},
      shape("g", { id: this.id }, scene.tiles.map((tile, i) => outline(scene, at[i], TILE, { class: `tile ${tile.ground}` })))));
  }

  /** A picture of a state. */
  draw(tokens, label) {
    const discs = tokens.flatMap((token, i) => {
      if (!token) return [];
      const [x, y] = place(this.scene, this.scene.tiles[i]);
      const size = token.text.length > 1 ? 24 : 28;
      return [shape("g", { class: `token ${token.ink}` }, shape("circle", { cx: x, cy: y, r: 0.44 * TILE }),
        shape("text", { x, y: y + size * 0.36, "font-size": size }, token.text))];
    });
    return shape("svg", { class: "mini", viewBox: this.box, role: "img", "aria-label": label }, shape("use", { href: `#${this.id}` }), discs);
  }
}

/** A text in place of the picture of a state that cannot be drawn. */
export function undrawn(label) {
  return element("span", { class: "mini-text" }, label);
}
