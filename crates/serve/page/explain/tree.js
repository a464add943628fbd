// The search tree of the first expansions: laid out by depth, coloured by f, with large subtrees collapsed.

import { sequential } from "../board/colours.js";
import { element, replace, shape } from "../dom.js";
import { cost, count } from "../format.js";

/** Maximum number of expansions in the tree. */
const MAX_NODES = 400;
/** Smallest distance between two leaves, and the distance between two levels, in pixels. */
const [PITCH, LEVEL, MARGIN] = [22, 46, 18];

/** The children of each of the first `length` expansions. */
function childrenOf(trace, length) {
  const children = Array.from({ length }, () => []);
  for (let i = 1; i < length; i += 1) if (trace.parent[i] !== null && trace.parent[i] < i) children[trace.parent[i]].push(i);
  return children;
}

/** The number of nodes in the subtree of each node. Parents come before their children. */
function sizes(children) {
  const size = children.map(() => 1);
  for (let i = children.length - 1; i >= 0; i -= 1) for (const child of children[i]) size[i] += size[child];
  return size;
}

/**
 * Chooses the nodes to open so that at most `leaves` leaves are shown: first those on the path, then level by level. Returns the
 * set of open nodes; the children of all others are collapsed.
 */
function openNodes(children, roots, path, leaves) {
  const open = new Set();
  let shown = roots.length;
  const opens = (node) => {
    if (children[node].length === 0) return;
    open.add(node);
    shown += children[node].length - 1;
  };
  path.forEach(opens);
  let level = roots;
  while (level.length > 0) {
    const next = [];
    for (const node of level) {
      if (!open.has(node) && children[node].length > 0 && shown + children[node].length - 1 <= leaves) opens(node);
      if (open.has(node)) next.push(...children[node]);
    }
    level = next;
  }
  return open;
}

export class SearchTree {
  /** `go(position)` moves the player. */
  constructor({ go }) {
    this.go = go;
    this.svg = shape("svg", { class: "tree", role: "group", "aria-label": "Search tree" });
    this.hint = element("p", { class: "hint" });
    this.box = element("div", { class: "tree-box" }, this.svg);
    this.node = element("div", { class: "tree-panel" }, this.box, this.hint);
    new ResizeObserver(() => this.last && this.box.clientWidth > 0 && this.show(...this.last)).observe(this.box);
  }

  /** Shows the tree after so many expansions; `goal` is `{ index, successor }` at the end of a search with a plan. */
  show(trace, position, goal = null) {
    this.last = [trace, position, goal];
    if (this.box.clientWidth === 0) return;
    const length = Math.min(position, trace.length, MAX_NODES);
    if (length === 0) {
      replace(this.svg);
      this.hint.textContent = "The tree grows with the expansions.";
      return;
    }
    const children = childrenOf(trace, length);
    const size = sizes(children);
    const current = Math.min(position, length) - 1;
    const path = trace.path(goal && goal.index < length ? goal.index : current).filter((index) => index < length);
    const roots = [];
    for (let i = 0; i < length; i += 1) if (trace.parent[i] === null) roots.push(i);
    // Of a search that starts over, the last iteration is shown.
    const root = roots.findLast((index) => index <= current) ?? 0;
    const { clientWidth: width, clientHeight: height } = this.box;
    const open = openNodes(children, [root], path, Math.max(Math.floor((width - 2 * MARGIN) / PITCH), 4));
    const [places, depth] = this.layout(children, open, root);
    const pitch = (width - 2 * MARGIN) / Math.max(places.leaves, 1);
    const level = Math.min(LEVEL, (height - 2 * MARGIN) / Math.max(depth + (goal ? 1 : 0), 1));
    const at = (index) => [MARGIN + (places.x.get(index) + 0.5) * pitch, MARGIN + places.y.get(index) * level];
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const onPath = new Set(path);
    const finite = [...places.x.keys()].map((index) => trace.f[index]).filter(Number.isFinite);
    const low = Math.min(...finite);
    const scale = sequential(Math.max(...finite) - low);
    const links = [...places.x.keys()].filter((index) => index !== root).map((index) => {
      const [[x0, y0], [x1, y1]] = [at(trace.parent[index]), at(index)];
      return shape("line", { class: onPath.has(index) ? "link path" : "link", x1: x0, y1: y0, x2: x1, y2: y1 });
    });
    const nodes = [...places.x.keys()].map((index) =>
      this.drawNode(trace, index, at(index), { scale, low, current, onPath, hidden: open.has(index) ? 0 : size[index] - 1 }));
    replace(this.svg, links, goal && places.x.has(goal.index) ? this.drawGoal(at(goal.index), level, goal) : null, nodes);
    this.hint.textContent = words(trace, position, length, roots.length);
  }

  /** The place of every shown node: x counts leaves, y levels. */
  layout(children, open, root) {
    const places = { x: new Map(), y: new Map(), leaves: 0 };
    let depth = 1;
    // Without recursion: trees of depth-first searches are deep.
    const stack = [[root, 0, 0]];
    while (stack.length > 0) {
      const top = stack.at(-1);
      const [node, y, next] = top;
      const below = open.has(node) ? children[node] : [];
      if (next < below.length) {
        top[2] += 1;
        stack.push([below[next], y + 1, 0]);
        continue;
      }
      stack.pop();
      depth = Math.max(depth, y);
      places.y.set(node, y);
      if (below.length === 0) {
        places.x.set(node, places.leaves);
        places.leaves += 1;
      } else places.x.set(node, (places.x.get(below[0]) + places.x.get(below.at(-1))) / 2);
    }
    return [places, depth];
  }

  drawNode(trace, index, [x, y], { scale, low, current, onPath, hidden }) {
    const f = trace.f[index];
    const label = `Expansion ${index + 1}: g ${trace.g[index]}, h ${cost(trace.h[index] ?? "inf")}, f ${cost(Number.isFinite(f) ? f : "inf")}`
      + (hidden > 0 ? `, ${count(hidden)} more below` : "");
    const go = () => this.go(index + 1);
    const classes = ["tree-node", index === current ? "now" : "", onPath.has(index) ? "path" : ""].filter(Boolean).join(" ");
    const disc = shape("circle", { cx: x, cy: y, r: index === current ? 9 : 6.5 });
    disc.style.fill = scale.colour(Number.isFinite(f) ? f - low : Infinity).fill;
    return shape("g", {
      class: classes, role: "button", tabindex: index === current ? 0 : -1, "aria-label": label, onclick: go,
      onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), event.stopPropagation(), go()),
    }, shape("title", {}, label), disc,
    hidden > 0 ? [shape("path", { class: "collapsed", d: `M${x} ${y + 8}l7 13h-14z` }), shape("text", { class: "tick-text", x, y: y + 34 }, count(hidden))] : null);
  }

  drawGoal([x, y], level, { successor }) {
    const below = y + Math.max(level, 26);
    return shape("g", { class: "tree-goal" }, shape("title", {}, `Goal, cost ${successor.g}: ${successor.action}`),
      shape("line", { class: "link path", x1: x, y1: y, x2: x, y2: below }),
      shape("circle", { cx: x, cy: below, r: 9 }), shape("circle", { cx: x, cy: below, r: 4, class: "inner" }));
  }
}

function words(trace, position, length, iterations) {
  const parts = [`${count(length)} expansions, darker = higher f; the path to the current state is marked. Click a state to go there.`];
  if (position > length) parts.unshift(`The first`);
  if (iterations > 1) parts.push(`Iteration ${count(iterations)} is shown.`);
  return parts.join(" ");
}
