// A search, expansion by expansion, at any position.

/** Sums are stored for every so many expansions; those between are computed on demand. */
const STRIDE = 500;

export class Trace {
  looks = [];
  g = [];
  h = [];
  f = [];
  parent = [];
  depth = [];
  first = [];
  tokens = [];
  frontier = [];
  reached = [];
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

  add(event) {
    for (const column of ["g", "h", "parent", "depth", "first", "tokens", "frontier", "reached"]) {
      this[column].push(...event[column]);
    }
    for (let i = this.f.length; i < this.g.length; i += 1) {
      this.f.push(this.h[i] === null ? Infinity : this.g[i] + this.h[i]);
    }
  }

  /** The token on each tile in the state of an expansion. */
  tokensAt(index) {
    const tokens = new Array(this.tiles).fill(null);
    this.#each(this.tokens[index], (tile, look) => (tokens[tile] = this.looks[look]));
    return tokens;
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
