// Boards as SVG, in the same sizes as the pictures of `pathmax show`.

import { element, shape } from "../dom.js";

/** Width of a tile. */
export const TILE = 44;
const TOKEN = 0.36 * TILE;
const LABEL = 13;

const rowsApart = (scene) => (scene.shape === "hexagon" ? (TILE * Math.sqrt(3)) / 2 : TILE);

/** The position of a point of a scene in the picture. */
export function place(scene, at) {
  return [(at.x * TILE) / 2, at.y * rowsApart(scene)];
}

const round = (length) => Math.round(length * 10) / 10;

/** The outline of a tile of this width. */
export function outline(scene, [x, y], width, attributes) {
  const corner = 2 / Math.sqrt(3);
  const corners =
    scene.shape === "hexagon"
      ? [[0, -corner], [1, -corner / 2], [1, corner / 2], [0, corner], [-1, corner / 2], [-1, -corner / 2]]
      : [[-1, -1], [1, -1], [1, 1], [-1, 1]];
  const points = corners.map(([dx, dy]) => `${round(x + (dx * width) / 2)},${round(y + (dy * width) / 2)}`);
  return shape("polygon", { points: points.join(" "), ...attributes });
}

/** A disc with a letter or two. */
export function drawToken([x, y], token) {
  return shape("g", { class: `token ${token.ink}` },
    shape("circle", { cx: round(x), cy: round(y), r: round(TOKEN) }),
    text([x, y], 16, token.text));
}

function text([x, y], size, content, attributes = {}) {
  return shape("text", { x: round(x), y: round(y + size * 0.36), "font-size": size, ...attributes }, content);
}

/** An arrow from one point to another; it ends before the token there. */
function drawArrow(scene, { from, to }, tokens) {
  const head = 11;
  const [[x0, y0], [x1, y1]] = [place(scene, from), place(scene, to)];
  const end = scene.tiles.findIndex((tile) => tile.x === to.x && tile.y === to.y);
  const short = end < 0 ? TILE * 0.15 : tokens[end] ? TOKEN + 2 : 0;
  const length = Math.max(Math.hypot(x1 - x0, y1 - y0), 1);
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const at = (along, aside) => [round(x0 + dx * along - dy * aside), round(y0 + dy * along + dx * aside)];
  const tip = length - short;
  const [ex, ey] = at(tip - head, 0);
  const points = [at(tip, 0), at(tip - head, head * 0.6), at(tip - head, -head * 0.6)];
  return shape("g", { class: "arrow" },
    shape("line", { x1: x0, y1: y0, x2: ex, y2: ey }),
    shape("polygon", { points: points.map((point) => point.join(",")).join(" ") }),
    shape("circle", { cx: x0, cy: y0, r: 5 }));
}

/** The extent of the picture of a scene; the same for every state of a board. */
function bounds(scene) {
  const reach = TILE * 0.9;
  const tiles = scene.tiles.map((at) => place(scene, at));
  const labels = scene.labels.map((at) => place(scene, at));
  const places = [...tiles, ...labels];
  const left = Math.min(0, ...places.map(([x]) => x - reach));
  const right = Math.max(0, ...places.map(([x]) => x + reach));
  const top = Math.min(0, ...tiles.map(([, y]) => y - reach), ...labels.map(([, y]) => y - LABEL));
  const bottom = Math.max(0, ...places.map(([, y]) => y + reach));
  const margin = Math.max(0, ...scene.row_labels.map((label) => label.text.length * LABEL * 0.56));
  return { left: left - margin, top, width: right - left + margin, height: bottom - top };
}

/**
 * A picture of a board. Updates keep the elements of its tiles.
 *
 * `update({ tokens, motion, look })`: `tokens` are the tokens per tile (default: those of the scene), `motion` an arrow and
 * outlines, `look(i)` a `{fill, ink, text, ring}` for a tile or null.
 */
export class BoardPicture {
  constructor(scene, label) {
    this.scene = scene;
    const { left, top, width, height } = bounds(scene);
    this.tiles = scene.tiles.map((tile) => outline(scene, place(scene, tile), TILE - 2, { class: `tile ${tile.ground}` }));
    this.marks = shape("g");
    this.tokens = shape("g", { class: "tokens" });
    this.svg = shape("svg", {
      class: "board", role: "img", "aria-label": label,
      viewBox: [left, top, width, height].map(round).join(" "), width: round(width), height: round(height),
    }, shape("g", {}, this.tiles), this.marks, this.tokens, this.labels());
    // A board grows with the window up to this width.
    this.svg.style.maxWidth = `${Math.round(width * 1.7)}px`;
    this.update({});
  }

  /** Shows another state of the same board. */
  setScene(scene) {
    this.scene = scene;
    this.tiles.forEach((tile, i) => ["plain", "goal", "block"].forEach((ground) =>
      tile.classList.toggle(ground, scene.tiles[i].ground === ground)));
    this.update({});
  }

  labels() {
    const { left } = bounds(this.scene);
    const columns = this.scene.labels.map((label) => {
      const [x, y] = place(this.scene, label);
      // A label such as `q = 0` is centred on its number.
      const overhang = ((label.text.length - 1) * LABEL * 0.56) / 2;
      return text([x - overhang, y], LABEL, label.text.replaceAll("-", "−"), { class: "label" });
    });
    const rows = this.scene.row_labels.map((label) =>
      text([left, label.y * rowsApart(this.scene)], LABEL, label.text.replaceAll("-", "−"), { class: "label row" }));
    return shape("g", { "aria-hidden": "true" }, columns, rows);
  }

  update({ tokens = this.scene.tiles.map((tile) => tile.token), motion = null, look = null }) {
    const { scene } = this;
    const looks = scene.tiles.map((tile, i) => (look ? look(i, tile) : null));
    this.tiles.forEach((tile, i) => (tile.style.fill = looks[i]?.fill ?? ""));
    const frames = (motion?.touched ?? []).map((at) => outline(scene, place(scene, at), TILE - 3, { class: "touched" }));
    const rings = scene.tiles.flatMap((tile, i) =>
      looks[i]?.ring ? [outline(scene, place(scene, tile), TILE - 7, { class: "ring" })] : []);
    const arrow = motion?.arrow ? [drawArrow(scene, motion.arrow, tokens)] : [];
    this.marks.replaceChildren(...frames, ...rings, ...arrow);
    this.tokens.replaceChildren(...scene.tiles.flatMap((tile, i) => {
      const at = place(scene, tile);
      if (tokens[i]) return [drawToken(at, tokens[i])];
      const mark = looks[i];
      if (!mark?.text) return [];
      const written = text(at, mark.text.length > 3 ? 13 : 15, mark.text, { class: "mark" });
      written.style.fill = mark.ink;
      return [written];
    }));
  }
}

/** The legend of a board. */
export function drawLegend(entries) {
  return element("ul", { class: "legend" }, entries.map((entry) =>
    element("li", {}, drawSample(entry), entry.text)));
}

/** A sample of a token or of ground, for legends and tools. */
export function drawSample({ token, ground }) {
  if (!token && !ground) return null;
  const side = 2 * TOKEN + 2;
  return shape("svg", { viewBox: `0 0 ${round(side)} ${round(side)}`, class: "sample", "aria-hidden": "true" },
    token
      ? drawToken([side / 2, side / 2], token)
      : shape("rect", { x: 4, y: 4, width: round(side - 8), height: round(side - 8), class: `tile ${ground}` }));
}

/** The colours of a scale, with the values at its ends. */
export function drawScale({ low, high, colour }, [lowText, highText]) {
  const steps = 9;
  const boxes = Array.from({ length: steps }, (_, i) => {
    const box = element("span", {});
    box.style.background = colour(low + ((high - low) * i) / (steps - 1)).fill;
    return box;
  });
  return element("div", { class: "scale" },
    element("div", { class: "boxes", "aria-hidden": "true" }, boxes),
    element("div", { class: "ends" }, element("span", {}, lowText), element("span", {}, highText)));
}
