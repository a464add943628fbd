// The board: build it, keep it, hand it on.

import { picture, readBoard } from "../api.js";
import { drawLegend } from "../board/draw.js";
import { Editor } from "../board/editor.js";
import { cellsOf, setupOf } from "../board/setup.js";
import { tick } from "../choice.js";
import { element, field, replace, select } from "../dom.js";
import { sentence } from "../format.js";
import { icon } from "../icons.js";
import { fragment } from "../link.js";
import { save } from "../save.js";
import { store } from "../store.js";
import { Toolbar } from "../toolbar.js";

const KEYS = "With the keyboard: Tab to the board, arrow keys from cell to cell, Enter uses the tool, Delete takes away, M picks up "
  + "and puts down, digits set a number, the first letter of a thing puts it.";

export class BoardView {
  constructor(panel, { show, view }) {
    this.toolbar = new Toolbar();
    this.holder = element("div", { class: "board-holder" });
    this.legend = element("div");
    this.said = element("p", { class: "said", role: "status" });
    this.options = element("div", { class: "options" });
    this.about = element("div", { class: "about-board" });
    this.editor = new Editor(this.holder, {
      tools: this.toolbar, change: (setup) => this.change(setup), say: (words) => this.say(words),
    });
    const button = (words, onclick, attributes = {}) => element("button", { type: "button", onclick, ...attributes }, words);
    this.undo = button([icon("undo"), "Undo"], () => store.undo(), { class: "undo", title: "Ctrl+Z" });
    this.redo = button([icon("redo"), "Redo"], () => store.redo(), { class: "redo", title: "Shift+Ctrl+Z" });
    const solve = () => {
      show("solve");
      view("solve").task.run();
    };
    panel.append(
      element("div", { class: "stage" }, this.holder, this.legend, this.toolbar.node, this.said),
      element("div", { class: "side" },
        this.about,
        button("Solve", solve, { class: "primary big solve-now" }),
        element("div", { class: "buttons" }, this.undo, this.redo, button("Empty the board", () => this.clear(), { class: "clear" })),
        this.options,
        element("h3", {}, "Keep and share"),
        element("div", { class: "buttons" },
          button("Copy the link", () => this.copyLink(), { class: "copy-link" }),
          button("Save the board", () => this.saveBoard(), { class: "save-board" }),
          button("Save the picture", () => this.savePicture(), { class: "save-picture" })),
        element("p", { class: "hint" }, "Drop a board file anywhere on the page, or paste one. ", KEYS)));
    store.on("board", () => this.draw());
  }

  draw() {
    const { board } = store;
    const puzzle = store.puzzle();
    this.toolbar.offer(puzzle, board.scene);
    this.editor.show(board, puzzle);
    // What can be put on the board, the tools explain.
    replace(this.legend, drawLegend(board.scene.legend.filter(({ token, ground }) => !token && ground !== "block")));
    if (this.offered !== puzzle.name) {
      this.offered = puzzle.name;
      replace(this.options, puzzle.options.map((option) => this.option(option)));
    }
    this.drawOptions();
    this.undo.disabled = !store.canUndo;
    this.redo.disabled = !store.canRedo;
    const example = store.catalogue.examples.find(({ name, puzzle: of }) => name === board.name && of === board.puzzle);
    replace(this.about,
      element("h2", {}, board.name ? `${puzzle.name}: ${board.name}` : `${puzzle.name}: your own board`),
      example ? element("p", {}, sentence(example.about)) : null,
      element("p", { class: "hint" }, sentence(puzzle.summary)),
      board.solved ? element("p", {}, "Nothing is left to do on this board.") : null,
      board.notes.map((note) => element("p", { class: "note" }, note)));
  }

  say(words) {
    this.said.className = "said";
    this.said.textContent = words;
  }

  /** Shows a changed board (or what a function makes of the one that is there), unless it is none. */
  async change(setup) {
    try {
      await store.open(typeof setup === "function" ? setup : { setup });
      return true;
    } catch (error) {
      this.said.className = "said bad";
      this.said.textContent = error.message;
      return false;
    }
  }

  option({ name, summary, kind, choices, least, most }) {
    const set = (value) => this.setOption(name, value);
    if (kind === "switch") {
      const box = tick(sentence(summary.replace(/^whether /i, "")).slice(0, -1), false, set);
      box.querySelector("input").dataset.option = name;
      return box;
    }
    const values = choices ?? Array.from({ length: most - least + 1 }, (_, i) => least + i);
    const list = select(values.map((value) => [String(value), String(value)]), "",
      (text) => set(kind === "number" ? Number(text) : text), { "data-option": name });
    return field(summary, list);
  }

  drawOptions() {
    for (const { name, usual } of store.puzzle().options) {
      const control = this.options.querySelector(`[data-option="${name}"]`);
      const value = store.board.setup.options[name] ?? usual;
      if (control.type === "checkbox") control.checked = value;
      else control.value = String(value);
    }
  }

  /** Changes an option. What does not fit on a smaller board is left out. */
  setOption(name, value) {
    return this.change(async ({ setup }) => {
      const options = { ...setup.options, [name]: value };
      const { scene } = await readBoard({ setup: setupOf(setup.puzzle, options, new Map()) });
      const cells = new Set(scene.tiles.map((tile) => tile.cell));
      const kept = [...cellsOf(setup)].filter(([cell]) => cells.has(cell));
      return { setup: setupOf(setup.puzzle, options, new Map(kept)) };
    });
  }

  clear() {
    const { puzzle, options } = store.board.setup;
    this.change(setupOf(puzzle, options, new Map()));
    this.say("The board is empty. Choose a tool and press on a cell.");
  }

  async copyLink() {
    const link = new URL(fragment("board"), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.say("The link is copied. Whoever opens it with pathmax serve has this board.");
    } catch {
      this.say("The browser does not let the page copy; the link stands in the address bar.");
    }
  }

  saveBoard() {
    const { text, file_name, name } = store.board;
    const ending = file_name.slice(file_name.lastIndexOf("."));
    save(name ? `${name}${ending}` : file_name, text, "text/plain");
    this.say("The board is saved in its course's format.");
  }

  async savePicture() {
    try {
      save(`${store.board.name ?? "board"}.svg`, await picture(store.boardRequest()), "image/svg+xml");
      this.say("The picture is saved.");
    } catch (error) {
      this.say(error.message);
    }
  }
}
