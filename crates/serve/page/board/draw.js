// Boards as SVG, in the same sizes as the pictures of `pathmax show`.

import { element, shape } from "../dom.js";
import { glide, moves } from "./glide.js";
import { figure, labelPlace } from "./symbols.js";

/** Width of a tile. */
export const TILE = 44;
const TOKEN = 0.36 * TILE;
/** Half the height of a figure. */
const FIGURE = 18.5;
/** Sizes of the labels of rows and columns: the least, and the largest that does not run into its neighbours. */
const LABEL = 13;
const MAX_LABEL = 18;
/** The least size of a text in pixels: 14, and a little for rounding. */
const READABLE = 14.1;
/** The width of a digit and the height of a capital, per unit of the size of a text. */
const DIGIT = 0.57;
const CAP = 0.73;

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

/**
 * A disc with a letter or two, or a chess figure. `scale` is the number of pixels per unit, which decides on the size of the
 * text, and `radius` the size of the token.
 */
export function drawToken([x, y], token, scale = 1, radius = TOKEN) {
  const path = figure(token.symbol);
  const part = radius / TOKEN;
  const body = path
    ? shape("path", { d: path, transform: `translate(${round(x)} ${round(y)}) scale(${round(100 * part) / 100})` })
    : shape("circle", { cx: round(x), cy: round(y), r: round(radius) });
  const spot = path ? labelPlace(token.symbol) : { y: 0, width: 1.75 * TOKEN, height: 1.75 * TOKEN };
  const size = spot && fitting(token.text, 16 * part, scale, spot.width * part, spot.height * part);
  // A letter that the figure replaces, or that is too small to read, is only for screen readers.
  const letter = text([x, y + (spot?.y ?? 0) * part], size ?? 16, token.text, size ? {} : { class: "spoken" });
  return shape("g", { class: `token ${token.ink}${path ? " figure" : ""}` }, body, letter);
}

/** The size of a text in a place: at least `base` units and 14 pixels; null if it does not fit. */
function fitting(content, base, scale, width, height) {
  const size = Math.max(base, READABLE / scale);
  return content.length * size * DIGIT <= width && size * CAP <= height ? round(size) : null;
}

/** The text of a tile and its size: as given, else without decimals (`1.2k` → `1k`), else null. */
function fittingMark(content, scale, width) {
  for (const words of [content, content.replace(/\.\d+/, "")]) {
    const size = fitting(words, words.length > 3 ? 14 : 16, scale, width, 0.5 * TILE);
    if (size) return { words, size };
  }
  return null;
}

function text([x, y], size, content, attributes = {}) {
  return shape("text", { x: round(x), y: round(y + size * 0.36), "font-size": size, ...attributes }, content);
}

/** A token above the text of its tile. */
function drawTokenWithText(scene, [x, y], token, { words, size }, scale) {
  const hexagon = scene.shape === "hexagon";
  const base = hexagon ? 16 : 18;
  const above = base - size * CAP - 1.5;
  // The largest disc between the upper edges of the tile and the text.
  const reach = hexagon ? 2 / Math.sqrt(3) : 1;
  const top = hexagon ? (-TILE + 3) / Math.sqrt(3) : -TILE / 2 + 2;
  const room = Math.min((above - top) / (1 + reach), 0.8 * TOKEN);
  // Figures are higher than discs.
  const radius = figure(token.symbol) ? (room * TOKEN) / FIGURE : room;
  return [drawToken([x, y + above - room], token, scale, radius), text([x, y + base - size * 0.36], size, words, { class: "mark" })];
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

/** The extent of the picture of a scene with labels of this size (0: without); the same for every state of a board. */
function bounds(scene, size = LABEL) {
  // An arrow may lead off the board beside a goal.
  const reach = TILE * (size > 0 || scene.tiles.some(({ ground }) => ground === "goal") ? 0.9 : 0.55);
  const tiles = scene.tiles.map((at) => place(scene, at));
  const labels = size > 0 ? scene.labels.map((at) => place(scene, at)) : [];
  const places = [...tiles, ...labels];
  const left = Math.min(...places.map(([x]) => x - reach), size > 0 ? 0 : Infinity);
  const right = Math.max(0, ...places.map(([x]) => x + reach));
  const top = Math.min(...tiles.map(([, y]) => y - reach), ...labels.map(([, y]) => y - size), size > 0 ? 0 : Infinity);
  const bottom = Math.max(0, ...places.map(([, y]) => y + reach));
  const margin = size > 0 ? Math.max(0, ...scene.row_labels.map((label) => label.text.length * size * DIGIT)) : 0;
  return { left: left - margin, top, width: right - left + margin, height: bottom - top };
}

/** The pixels per unit of a picture with these bounds in a box. */
const scaleIn = ({ width, height }, box) => Math.min(box.width / width, box.height / height);

/** Pictures by their elements: one observer for all, which does not keep them alive. */
const pictures = new WeakMap();
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) pictures.get(target)?.fit(contentRect);
});

/**
 * A picture of a board. Updates keep the elements of its tiles. It fills the box that the styles give its `svg`; text that
 * would be smaller than 14 pixels there is left out: first the labels of rows and columns, then the text of tiles.
 *
 * `update({ tokens, motion, look, glide })`: `tokens` are the tokens per tile (default: those of the scene), `motion` an arrow
 * and outlines, `look(i)` a `{fill, ink, text, ring}` for a tile or null. With `glide`, tokens glide from their previous tiles.
 */
export class BoardPicture {
  #scale = 1;
  #state = {};

  constructor(scene, label) {
    this.scene = scene;
    const { width, height } = bounds(scene);
    this.tiles = scene.tiles.map((tile) => outline(scene, place(scene, tile), TILE - 2, { class: `tile ${tile.ground}` }));
    this.marks = shape("g");
    this.tokens = shape("g", { class: "tokens" });
    this.labels = shape("g", { "aria-hidden": "true" });
    this.svg = shape("svg", { class: "board", role: "img", "aria-label": label, width: round(width), height: round(height) },
      shape("g", {}, this.tiles), this.marks, this.tokens, this.labels);
    // The size of the box must not depend on whether there are labels.
    this.svg.style.aspectRatio = `${round(width)} / ${round(height)}`;
    this.fit({ width, height });
    pictures.set(this.svg, this);
    sizes.observe(this.svg);
  }

  /** Shows another state of the same board. */
  setScene(scene) {
    this.scene = scene;
    this.tiles.forEach((tile, i) => ["plain", "goal", "block"].forEach((ground) =>
      tile.classList.toggle(ground, scene.tiles[i].ground === ground)));
    this.update({});
  }

  /** Fits the picture into a box of this size in pixels. */
  fit(box) {
    if (!(box.width > 0 && box.height > 0)) return;
    const needed = Math.max(LABEL, READABLE / scaleIn(bounds(this.scene), box));
    // Larger labels take more room: a second look at their size.
    const size = Math.max(LABEL, READABLE / scaleIn(bounds(this.scene, needed), box));
    const labelled = size <= MAX_LABEL;
    const extent = bounds(this.scene, labelled ? size : 0);
    this.#scale = scaleIn(extent, box);
    this.svg.setAttribute("viewBox", [extent.left, extent.top, extent.width, extent.height].map(round).join(" "));
    this.svg.classList.toggle("unlabelled", !labelled);
    this.labels.replaceChildren(...(labelled ? this.#labels(Math.ceil(10 * size) / 10, extent.left) : []));
    this.#draw(this.#state);
  }

  #labels(size, left) {
    const columns = this.scene.labels.map((label) => {
      const [x, y] = place(this.scene, label);
      // A label such as `q = 0` is centred on its number.
      const overhang = ((label.text.length - 1) * size * 0.56) / 2;
      return text([x - overhang, y], size, label.text.replaceAll("-", "−"), { class: "label" });
    });
    const rows = this.scene.row_labels.map((label) =>
      text([left, label.y * rowsApart(this.scene)], size, label.text.replaceAll("-", "−"), { class: "label row" }));
    return [...columns, ...rows];
  }

  update({ tokens = this.scene.tiles.map((tile) => tile.token), motion = null, look = null, glide: gliding = false }) {
    const before = this.#state.tokens ?? this.scene.tiles.map((tile) => tile.token);
    const looks = this.scene.tiles.map((tile, i) => (look ? look(i, tile) : null));
    this.#state = { tokens, motion, looks };
    const drawn = this.#draw(this.#state);
    if (!gliding) return;
    for (const [from, to] of moves(before, tokens)) {
      const [[x0, y0], [x1, y1]] = [from, to].map((i) => place(this.scene, this.scene.tiles[i]));
      glide(drawn.get(to), [x0 - x1, y0 - y1]);
    }
  }

  /** Draws a state; returns the tokens by tile. */
  #draw({ tokens = this.scene.tiles.map((tile) => tile.token), motion = null, looks = [] }) {
    const { scene } = this;
    this.tiles.forEach((tile, i) => (tile.style.fill = looks[i]?.fill ?? ""));
    const frames = (motion?.touched ?? []).map((at) => outline(scene, place(scene, at), TILE - 3, { class: "touched" }));
    const rings = scene.tiles.flatMap((tile, i) =>
      looks[i]?.ring ? [outline(scene, place(scene, tile), TILE - 7, { class: "ring" })] : []);
    const arrow = motion?.arrow ? [drawArrow(scene, motion.arrow, tokens)] : [];
    this.marks.replaceChildren(...frames, ...rings, ...arrow);
    const drawn = new Map();
    this.tokens.replaceChildren(...scene.tiles.flatMap((tile, i) => {
      const nodes = this.#drawTile(place(scene, tile), tokens[i], looks[i]);
      if (tokens[i]) drawn.set(i, nodes[0]);
      return nodes;
    }));
    return drawn;
  }

  /** The token and the text of a tile. */
  #drawTile(at, token, look) {
    const mark = look?.text ? fittingMark(look.text, this.#scale, TILE - 3) : null;
    const nodes = token && mark ? drawTokenWithText(this.scene, at, token, mark, this.#scale)
      : token ? [drawToken(at, token, this.#scale)]
      : mark ? [text(at, mark.size, mark.words, { class: "mark" })] : [];
    if (mark) nodes.at(-1).style.fill = look.ink;
    return nodes;
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
  const side = figure(token?.symbol) ? TILE - 4 : 2 * TOKEN + 2;
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
