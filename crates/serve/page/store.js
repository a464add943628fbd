// What is on the page: the board with its history, and what is chosen. Views listen and draw.

import { readBoard } from "./api.js";

/** How many boards back one can go. */
const MOST_STEPS = 200;

class Store extends EventTarget {
  /** What the server offers: puzzles with heuristics and examples, algorithms. */
  catalogue = null;
  /** The board as the server tells it, with the `name` of the example or file that it is. */
  board = null;
  /** What is chosen: an algorithm (the puzzle's own where it is null) with its setting and, puzzle by puzzle, a heuristic. */
  choice = { algorithm: null, setting: "", heuristics: {} };
  /** What it races against. */
  rival = { algorithm: "ucs", setting: "", heuristics: {} };
  #past = [];
  #future = [];
  #last = Promise.resolve();

  tell(what) {
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

  /** The algorithm that a choice has for the puzzle on the page. */
  algorithmOf(choice = this.choice) {
    return this.algorithm(choice.algorithm ?? this.puzzle().algorithm);
  }

  /** The heuristic that a choice has for the puzzle on the page. */
  heuristic(choice = this.choice) {
    return choice.heuristics[this.board.puzzle] ?? this.puzzle().heuristics[0].name;
  }

  /** A choice as the server takes it. */
  request(choice = this.choice) {
    const { name, uses_heuristic } = this.algorithmOf(choice);
    const algorithm = choice.setting === "" ? name : `${name}:${choice.setting}`;
    return uses_heuristic ? { algorithm, heuristic: this.heuristic(choice) } : { algorithm };
  }

  /** The board as searches take it. */
  boardRequest() {
    return { setup: this.board.setup };
  }

  /** Changes a choice. */
  choose(choice, changes) {
    Object.assign(choice, changes);
    this.tell("choices");
  }

  chooseHeuristic(choice, name) {
    choice.heuristics[this.board.puzzle] = name;
    this.tell("choices");
  }

  /**
   * Has the server read a board, and shows it. `board` is `{text, …}` or `{setup}`, or a function that makes one of the
   * board that is there when its turn has come. Throws what the server says of a bad board. Boards are shown in the order
   * in which they were asked for.
   */
  open(board, about = {}) {
    return this.#inTurn(async () => {
      const read = await readBoard(typeof board === "function" ? await board(this.board) : board);
      if (this.board) {
        this.#past.push(this.board);
        if (this.#past.length > MOST_STEPS) this.#past.shift();
        this.#future = [];
      }
      this.#show({ ...read, ...about });
    });
  }

  /** Does one thing after the other: an edit that is on its way comes before the next. */
  #inTurn(work) {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => {});
    return turn;
  }

  #show(board) {
    this.board = board;
    this.tell("board");
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
