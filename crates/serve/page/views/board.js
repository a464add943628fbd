// The board: edit it, save it, share it.

import { picture, readBoard } from "../api.js";
import { BoardPicture, drawLegend } from "../board/draw.js";
import { Editor } from "../board/editor.js";
import { cellsOf, setupOf } from "../board/setup.js";
import { canEdit, notDrawn, titleOf } from "../capabilities.js";
import { tick } from "../choice.js";
import { element, field, replace, select } from "../dom.js";
import { sentence } from "../format.js";
import { icon } from "../icons.js";
import { fragment } from "../link.js";
import { save } from "../save.js";
import { store } from "../store.js";
import { TextForm } from "../textform.js";
import { Toolbar } from "../toolbar.js";

const KEYS = "Keyboard: Tab moves to the board, arrow keys move between cells, Enter uses the tool, Delete removes, M picks up "
  + "and puts down, digits set a number, the first letter of a thing places it.";

/** Above this, a number is typed instead of chosen from a list. */
const MAX_VALUES = 50;

export class BoardView {
  constructor(panel, { source, show, view }) {
    this.toolbar = new Toolbar();
    this.form = new TextForm(source);
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
    this.clearButton = button("Clear the board", () => this.clear(), { class: "clear" });
    this.pictureButton = button("Save the picture", () => this.savePicture(), { class: "save-picture" });
    this.keys = element("span", {}, KEYS);
    const solve = () => {
      show("solve");
      view("solve").task.run();
    };
    panel.append(
      element("div", { class: "stage" }, this.holder, this.legend, this.toolbar.node, this.form.node, this.said),
      element("div", { class: "side" },
        this.about,
        (this.solve = button("Solve", solve, { class: "primary big solve-now" })),
        element("div", { class: "buttons" }, this.undo, this.redo, this.clearButton),
        this.options,
        element("h3", {}, "Save and share"),
        element("div", { class: "buttons" },
          button("Copy the link", () => this.copyLink(), { class: "copy-link" }),
          (this.saveButton = button("Save the board", () => this.saveBoard(), { class: "save-board" })),
          this.pictureButton),
        element("p", { class: "hint" }, "What does the board look like? Choose a tool and click a cell, or choose another board above. To open a board file, drop it anywhere on the page or paste its text. ", this.keys)));
    store.on("board", () => this.draw());
  }

  draw() {
    const { board } = store;
    const puzzle = store.puzzle();
    const editable = canEdit(puzzle) && !board.missing;
    this.drawBoard(puzzle, editable);
    this.toolbar.node.hidden = !editable;
    this.clearButton.hidden = !editable;
    this.keys.hidden = !editable;
    this.pictureButton.hidden = !puzzle.groups;
    for (const button of [this.solve, this.saveButton, this.pictureButton]) button.disabled = Boolean(board.missing);
    this.form.show(board, puzzle, !editable);
    const offered = `${puzzle.name} ${editable}`;
    if (this.offered !== offered) {
      this.offered = offered;
      const options = puzzle.options.filter(({ in_file }) => editable || !in_file);
      replace(this.options, options.map((option) => this.option(option)));
    }
    this.drawOptions();
    this.undo.disabled = !store.canUndo;
    this.redo.disabled = !store.canRedo;
    const example = store.catalogue.examples.find(({ name, puzzle: of }) => name === board.name && of === board.puzzle);
    const title = board.missing ? "no board yet" : board.name ?? "custom board";
    replace(this.about,
      element("h2", {}, `${titleOf(puzzle)}: ${title}`),
      example?.about ? element("p", {}, sentence(example.about)) : null,
      element("p", { class: "hint" }, sentence(puzzle.summary)),
      board.solved ? element("p", {}, "The board is solved already.") : null,
      board.notes.map((note) => element("p", { class: "note" }, note)));
  }

  drawBoard(puzzle, editable) {
    const { board } = store;
    if (editable) {
      this.toolbar.offer(puzzle, board.scene);
      this.editor.show(board, puzzle);
      // The toolbar explains the things that can be placed.
      replace(this.legend, drawLegend(board.scene.legend.filter(({ token, ground }) => !token && ground !== "block")));
      return;
    }
    this.editor.hide();
    replace(this.holder, board.scene ? new BoardPicture(board.scene, "The board").svg : notDrawn());
    replace(this.legend, board.scene ? drawLegend(board.scene.legend) : null);
  }

  say(words) {
    this.said.className = "said";
    this.said.textContent = words;
  }

  /** Shows a changed board, or the result of a function of the current board. Returns whether it is valid. */
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

  option({ name, summary, kind, choices, min, max }) {
    const set = (value) => this.setOption(name, value);
    if (kind === "switch") {
      const box = tick(sentence(summary.replace(/^whether /i, "")).slice(0, -1), false, set);
      box.querySelector("input").dataset.option = name;
      return box;
    }
    if (kind === "number" && max - min >= MAX_VALUES) {
      const box = element("input", { type: "number", min, max, step: 1, "data-option": name, onchange: () => set(Number(box.value)) });
      return field(summary, box);
    }
    const values = choices ?? Array.from({ length: max - min + 1 }, (_, i) => min + i);
    const list = select(values.map((value) => [String(value), String(value)]), "",
      (text) => set(kind === "number" ? Number(text) : text), { "data-option": name });
    return field(summary, list);
  }

  drawOptions() {
    const { options, setup } = store.board;
    for (const { name, default: initial } of store.puzzle().options) {
      const control = this.options.querySelector(`[data-option="${CSS.escape(name)}"]`);
      if (!control) continue;
      const value = options[name] ?? setup?.options[name] ?? initial;
      if (control.type === "checkbox") control.checked = value;
      else control.value = String(value);
    }
  }

  /** Changes an option. Things that do not fit on a smaller board are left out. */
  setOption(name, value) {
    if (store.board.missing) {
      // The form sends the options with the text.
      store.board.options = { ...store.board.options, [name]: value };
      return undefined;
    }
    return this.change(async ({ setup, ...board }) => {
      if (!setup) return { ...store.boardRequest(board), options: { ...board.options, [name]: value } };
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
    this.say("The board is empty. Choose a tool and click a cell.");
  }

  async copyLink() {
    const link = new URL(fragment({ view: "board" }), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      this.say("Link copied. It opens this board on any machine that runs pathmax serve.");
    } catch {
      this.say("The browser does not allow copying; the link is in the address bar.");
    }
  }

  saveBoard() {
    const { text, file_name, name } = store.board;
    const ending = file_name.slice(file_name.lastIndexOf("."));
    save(name ? `${name}${ending}` : file_name, text, "text/plain");
    this.say("Board saved.");
  }

  async savePicture() {
    try {
      save(`${store.board.name ?? "board"}.svg`, await picture(store.boardRequest()), "image/svg+xml");
      this.say("Picture saved.");
    } catch (error) {
      this.say(error.message);
    }
  }
}
