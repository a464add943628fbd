// The state of the page: the board with its history, and the chosen algorithms and heuristics. Views listen and draw.

import { readBoard } from "./api.js";

/** Maximum number of undo steps. */
const MAX_STEPS = 200;

class Store extends EventTarget {
  /** The answer of `GET /api/v1/catalogue`. */
  catalogue = null;
  /**
   * The answer of `POST /api/v1/board`, with the `name` of the example or file. With `missing`, a puzzle is chosen, but no
   * board of it is open yet.
   */
  board = null;
  /**
   * The chosen algorithm (null: the default of the puzzle), its settings as they follow its name after a colon, and a
   * heuristic per puzzle.
   */
  choice = { algorithm: null, setting: "", heuristics: {} };
  /** The second search of a race. */
  rival = { algorithm: "ucs", setting: "", heuristics: {} };
  #past = [];
  #future = [];
  #last = Promise.resolve();

  /** Notifies the listeners of `board`, `choices` or `theme`. */
  emit(what) {
    this.dispatchEvent(new Event(what));
  }

  on(what, listener) {
    this.addEventListener(what, listener);
  }

  puzzle(name = this.board?.puzzle) {
    return this.catalogue.puzzles.find((puzzle) => puzzle.name === name);
  }

  algorithm(name) {
    return this.catalogue.algorithms.find((algorithm) => algorithm.name === name);
  }

  /** The algorithm of a choice: by default, that of the board. */
  algorithmOf(choice = this.choice) {
    return this.algorithm(choice.algorithm ?? this.board?.algorithm ?? this.puzzle().algorithm);
  }

  /** The heuristic of a choice for the current puzzle: by default, that of the board. */
  heuristic(choice = this.choice) {
    return choice.heuristics[this.board.puzzle] ?? this.board.heuristic ?? this.puzzle().heuristic;
  }

  /** A choice as members of a request. */
  request(choice = this.choice) {
    const { name, uses_heuristic } = this.algorithmOf(choice);
    const algorithm = choice.setting === "" ? name : `${name}:${choice.setting}`;
    return uses_heuristic ? { algorithm, heuristic: this.heuristic(choice) } : { algorithm };
  }

  /** The `board` of a request. */
  boardRequest({ text, puzzle, options } = this.board) {
    return { text, puzzle, options };
  }

  /** Changes a choice. */
  choose(choice, changes) {
    Object.assign(choice, changes);
    this.emit("choices");
  }

  chooseHeuristic(choice, name) {
    choice.heuristics[this.board.puzzle] = name;
    this.emit("choices");
  }

  /**
   * Sends a board to the server and shows the answer. `board` is `{text, …}` or `{setup}`, or a function that makes one from
   * the current board. Throws the server's error. Boards are shown in the order of the calls.
   */
  open(board, about = {}) {
    return this.#inTurn(async () => {
      const read = await readBoard(typeof board === "function" ? await board(this.board) : board);
      this.#add({ ...read, ...about });
    });
  }

  /** Shows a puzzle without a board. */
  openPuzzle(puzzle) {
    const board = { puzzle, text: "", options: {}, setup: null, scene: null, solved: false, notes: [], missing: true };
    return this.#inTurn(() => this.#add(board));
  }

  #add(board) {
    if (this.board) {
      this.#past.push(this.board);
      if (this.#past.length > MAX_STEPS) this.#past.shift();
      this.#future = [];
    }
    this.#show(board);
  }

  /** Runs tasks one after the other, so that an edit sees the result of the previous one. */
  #inTurn(work) {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #show(board) {
    this.board = board;
    this.emit("board");
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  undo() {
    return this.#inTurn(() => this.#go(this.#past, this.#future));
  }

  redo() {
    return this.#inTurn(() => this.#go(this.#future, this.#past));
  }

  #go(from, to) {
    if (from.length === 0) return;
    to.push(this.board);
    this.#show(from.pop());
  }
}

export const store = new Store();
