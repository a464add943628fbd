// Charts of a trace: expansions by f as bars, and a value per expansion as a line.

import { element, onceAFrame, replace, shape } from "./dom.js";
import { count, short } from "./format.js";

/** Maximum number of bars; above it, adjacent values of f share a bar. */
const MAX_BARS = 30;

/** Bars: the number of expansions with each f so far. */
export class LayerChart {
  constructor() {
    this.svg = shape("svg", { class: "chart layers", role: "img" });
    this.node = element("figure", { class: "chart-box" },
      element("figcaption", {}, "Expanded so far, by f"), this.svg);
    new ResizeObserver(() => this.last && this.draw(...this.last)).observe(this.svg);
  }

  /** `now` is a map from f to counts, `current` is the f of the state that is shown. */
  draw(now, current) {
    this.last = [now, current];
    const bars = bins(now);
    // In pixels of the page, so that all text has the same size.
    const [width, height] = [this.svg.clientWidth || 500, Math.max(this.svg.clientHeight, 90) || 180];
    const base = height - 24;
    const most = Math.max(...bars.map((bar) => bar.now), 1);
    const pitch = Math.min((width - 60) / Math.max(bars.length, 1), 70);
    const every = Math.ceil(34 / pitch);
    const tall = (number) => (number / most) * (base - 22);
    const rect = (bar, i, number, name) => shape("rect", {
      class: name, x: 50 + i * pitch + pitch * 0.12, width: pitch * 0.76, y: base - tall(number), height: tall(number), rx: 2,
    });
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.setAttribute("aria-label", `Expanded by f: ${bars.map((bar) => `${bar.label}: ${bar.now}`).join(", ")}`);
    replace(this.svg,
      shape("line", { class: "axis", x1: 46, x2: width - 6, y1: base, y2: base }),
      shape("text", { class: "tick-text end", x: 42, y: 26 }, short(most)),
      shape("text", { class: "tick-text end", x: 42, y: base + 4 }, "0"),
      bars.map((bar, i) => shape("g", {},
        shape("title", {}, `f = ${bar.label}: ${count(bar.now)}`),
        rect(bar, i, bar.now, bar.has(current) ? "bar now" : "bar"),
        shape("text", { class: "tick-text", x: 50 + (i + 0.5) * pitch, y: base + 18 }, i % every === 0 ? bar.label : ""))));
  }
}

function bins(now) {
  const values = [...now.keys()].filter(Number.isFinite);
  if (values.length === 0) return [];
  const [least, most] = [values[0], values.at(-1)];
  // Costs such as 6, 8 and 10 leave gaps between the values of f: only values that occur get a bar.
  if (values.length <= MAX_BARS) {
    return values.map((f) => ({ label: String(f), now: now.get(f), has: (other) => other === f }));
  }
  const size = Math.ceil((most - least + 1) / MAX_BARS);
  return Array.from({ length: Math.ceil((most - least + 1) / size) }, (_, i) => {
    const from = least + i * size;
    const has = (f) => f >= from && f < from + size;
    const sum = [...now].reduce((total, [f, number]) => total + (has(f) ? number : 0), 0);
    return { label: size === 1 ? String(from) : `${from}–${from + size - 1}`, now: sum, has };
  });
}

/**
 * A value per expansion, with a line at the current position. Hovering shows a state, a click goes there. What was never played is
 * not drawn, so that it gives nothing away.
 */
export class Strip {
  constructor(caption, { look, go }) {
    this.canvas = element("canvas", { class: "strip", "aria-hidden": "true" });
    this.value = element("span", { class: "strip-value" });
    this.node = element("figure", { class: "chart-box" },
      element("figcaption", {}, caption, this.value), this.canvas);
    this.values = [];
    this.position = 0;
    this.seen = 0;
    this.draw = onceAFrame(() => this.#draw());
    const index = (event) => {
      const box = this.canvas.getBoundingClientRect();
      const along = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      return Math.min(Math.floor(along * this.values.length), this.values.length - 1);
    };
    const at = (work) => (event) => this.values.length > 0 && index(event) < this.seen && work(index(event));
    this.canvas.addEventListener("pointermove", at((i) => look(i)));
    this.canvas.addEventListener("pointerleave", () => look(null));
    this.canvas.addEventListener("pointerdown", at((i) => go(i + 1)));
    new ResizeObserver(this.draw).observe(this.canvas);
  }

  /** `seen` is the furthest position so far. */
  show(values, position, seen, text) {
    this.values = values;
    this.position = position;
    this.seen = seen;
    this.value.textContent = text;
    this.draw();
  }

  #draw() {
    const { canvas, values } = this;
    const scale = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (width === 0) return;
    canvas.width = width * scale;
    canvas.height = height * scale;
    const style = getComputedStyle(canvas);
    const pen = canvas.getContext("2d");
    pen.scale(scale, scale);
    const finite = values.slice(0, Math.max(this.seen, 1)).filter(Number.isFinite);
    let [low, high] = [Infinity, -Infinity];
    for (const value of finite) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    if (finite.length === 0) return;
    const x = (i) => (i / values.length) * width;
    const y = (value) => height - 4 - ((Math.min(value, high) - low) / Math.max(high - low, 1)) * (height - 8);
    const line = (from, to, colour) => {
      pen.beginPath();
      for (let i = from; i < to; i += 1) {
        pen.lineTo(x(i), y(values[i]));
        pen.lineTo(x(i + 1), y(values[i]));
      }
      pen.strokeStyle = colour;
      pen.lineWidth = 2;
      pen.stroke();
    };
    line(0, this.position, style.color);
    line(this.position, this.seen, style.borderTopColor);
    pen.fillStyle = style.caretColor;
    pen.fillRect(Math.min(x(this.position), width - 2) - 1, 0, 3, height);
  }
}
