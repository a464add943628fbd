// A search, expansion by expansion, at any position.

/** Sums are stored for every so many expansions; those between are computed on demand. */
const STRIDE = 500;

export class Trace {
  looks = [];
  /** The distinct texts of actions. */
  actions = [];
  /** Per state, while details last: its tokens, and whether it is a goal. */
  nodes = { tokens: [], goal: [] };
  g = [];
  h = [];
  f = [];
  parent = [];
  depth = [];
  first = [];
  tokens = [];
  frontier = [];
  reached = [];
  /** The number of the state of each expansion. */
  node = [];
  /** The action that reached the state: an index into `actions`; null for the start. */
  action = [];
  /** Per expansion, while details last: action, state, g, h, status, action, … */
  successors = [];
  /** The result of the search, when it has ended. */
  result = null;
  #expandedSums = [];
  #frontierSums = [];

  /** From the `started` event of `POST /api/v1/trace`. */
  constructor({ scene, groups }) {
    this.scene = scene;
    this.groups = groups;
    /** 0 if the board is not drawn. */
    this.tiles = scene?.tiles.length ?? 0;
    this.places = groups.length * this.tiles;
  }

  get length() {
    return this.g.length;
  }

  addLooks({ looks }) {
    this.looks.push(...looks);
  }

  addActions({ actions }) {
    this.actions.push(...actions);
  }

  addNodes({ tokens, goal }) {
    this.nodes.tokens.push(...tokens);
    this.nodes.goal.push(...goal);
  }

  add(event) {
    for (const column of ["g", "h", "parent", "depth", "first", "tokens", "frontier", "reached", "node", "action", "successors"]) {
      for (const value of event[column] ?? []) this[column].push(value);
    }
    for (let i = this.f.length; i < this.g.length; i += 1) {
      this.f.push(this.h[i] === null ? Infinity : this.g[i] + this.h[i]);
    }
  }

  /** The token on each tile in the state of an expansion. */
  tokensAt(index) {
    return this.#placed(this.tokens[index]);
  }

  /** The token on each tile in a state, given by its number, while details last. */
  tokensOf(node) {
    return this.#placed(this.nodes.tokens[node] ?? []);
  }

  #placed(pairs) {
    const tokens = new Array(this.tiles).fill(null);
    this.#each(pairs, (tile, look) => (tokens[tile] = this.looks[look]));
    return tokens;
  }

  /** The number of expansions with details. */
  get detailed() {
    // They end once, and only the last ones are null.
    let end = this.successors.length;
    while (end > 0 && this.successors[end - 1] === null) end -= 1;
    return end;
  }

  /** The successors of an expansion: `[{ action, node, g, h, f, status }]`; null without details. */
  successorsOf(index) {
    const flat = this.successors[index];
    if (!flat) return null;
    return Array.from({ length: flat.length / 5 }, (_, i) => {
      const [action, node, g, h, status] = flat.slice(5 * i, 5 * i + 5);
      return { action: this.actions[action], node, g, h: h < 0 ? Infinity : h, f: h < 0 ? Infinity : g + h, status };
    });
  }

  /** The expansions on the path to one, from the start. */
  path(index) {
    const path = [];
    for (let at = index; at !== null && at !== undefined && path.length <= this.length; at = this.parent[at]) path.push(at);
    return path.reverse();
  }

  /**
   * The path to the goal: the expansion that generated the goal of the plan, and that successor. Null without details of it, or
   * without a plan.
   */
  goal() {
    const cost = this.result?.report.cost;
    if (cost === null || cost === undefined) return null;
    for (let i = Math.min(this.length, this.detailed) - 1; i >= 0; i -= 1) {
      const found = this.successorsOf(i).find(({ node, g }) => this.nodes.goal[node] && g === cost);
      if (found) return { index: i, successor: found };
    }
    return null;
  }

  #each(pairs, work) {
    for (let i = 0; i < pairs.length; i += 2) work(pairs[i], pairs[i + 1]);
  }

  #addState(sums, index, times) {
    this.#each(this.tokens[index], (tile, look) => {
      sums[this.looks[look].group * this.tiles + tile] += times;
    });
  }

  /** After so many expansions: for every place (group × tiles + tile), the number of expanded states with a token there. */
  expanded(position) {
    return this.#sums(this.#expandedSums, position, new Int32Array(this.places), (sums, i) => this.#addState(sums, i, 1));
  }

  /** After so many expansions: the same for the states of the frontier. */
  waiting(position) {
    const start = new Int32Array(this.places);
    if (this.length > 0) this.#addState(start, 0, 1);
    return this.#sums(this.#frontierSums, position, start, (sums, i) => {
      if (this.first[i]) this.#addState(sums, i, -1);
      this.#each(this.reached[i], (place, count) => (sums[place] += count));
    });
  }

  #sums(kept, position, start, add) {
    if (kept.length === 0) {
      if (this.length === 0) return start;
      kept.push(start);
    }
    const wanted = Math.floor(position / STRIDE);
    while (kept.length <= wanted) {
      const sums = kept.at(-1).slice();
      const from = (kept.length - 1) * STRIDE;
      for (let i = from; i < from + STRIDE; i += 1) add(sums, i);
      kept.push(sums);
    }
    const sums = kept[wanted].slice();
    for (let i = wanted * STRIDE; i < position; i += 1) add(sums, i);
    return sums;
  }

  /** The size of the frontier after so many expansions. */
  waitingCount(position) {
    return position === 0 ? 1 : this.frontier[position - 1];
  }

  /** The first expansions by f: `Map(f → count)`, in the order of f. */
  layers(position) {
    const counts = new Map();
    for (let i = 0; i < position; i += 1) counts.set(this.f[i], (counts.get(this.f[i]) ?? 0) + 1);
    return new Map([...counts].sort(([a], [b]) => a - b));
  }
}

/** The handlers of the events of a traced search, for a `Job`. `trace()` is the trace, which begins with the event `started`. */
export function eventsOf(trace, grown) {
  return {
    looks: (event) => trace().addLooks(event),
    actions: (event) => trace().addActions(event),
    nodes: (event) => trace().addNodes(event),
    expansions: (event) => {
      trace().add(event);
      grown();
    },
  };
}
