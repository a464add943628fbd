// Keys that work in every view, and the dialog that lists them.

import { element } from "./dom.js";
import { store } from "./store.js";

const KEYS = [
  ["Space", "play or pause"], ["← →", "one step back or forward"], ["Home, End", "to the start or the end"],
  ["Page Up, Page Down", "previous or next step; in a story, the previous or next part (presenters' clickers send these)"],
  ["1 to 7", "Board, Solve, Watch, Race, Map, Audit, Compare"], ["S", "stories"], ["F", "present: full screen, larger type, no menus; Escape ends it"],
  ["Ctrl+Z, Shift+Ctrl+Z", "undo, redo"], ["?", "this list"],
];

/** Whether an element uses keys itself. */
function writes(target) {
  return target.matches?.("textarea, select, input:not([type=checkbox], [type=range], [type=radio]), [contenteditable]") ?? false;
}

/** The dialog with all keys. */
export function keyDialog() {
  const dialog = element("dialog", { class: "key-dialog", "aria-labelledby": "keys-title" },
    element("h2", { id: "keys-title" }, "Keys"),
    element("dl", {}, KEYS.map(([key, words]) => element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, words)))),
    element("p", { class: "hint" }, "On the board of the Board view, arrow keys move between cells; letters, digits and M edit it."),
    element("form", { method: "dialog" }, element("button", { class: "primary" }, "Close")));
  document.body.append(dialog);
  return dialog;
}

/**
 * Listens to keys. `player()` is the transport bar of the current view, if it has one; `turn(by)` turns the pages of a story and
 * returns whether one is open; the others do what their names say.
 */
export function listenToKeys({ player, turn, show, views, present, stories, help }) {
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || writes(target) || document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      if (undoes(event)) event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // The editor of a board uses arrow keys, digits and letters itself.
    if (target.closest?.(".editable") && key !== "PageUp" && key !== "PageDown" && key !== "?") return;
    const done = pages(key, turn, player()) || plays(key, target, player()) || views.has(key);
    if (views.has(key)) show(views.get(key));
    else if (!done && key.toLowerCase() === "f") present();
    else if (!done && key.toLowerCase() === "s") stories();
    else if (!done && key === "?") help();
    else if (!done) return;
    event.preventDefault();
  });
}

function undoes({ key, shiftKey }) {
  const letter = key.toLowerCase();
  if (letter === "z") shiftKey ? store.redo() : store.undo();
  else if (letter === "y") store.redo();
  else return false;
  return true;
}

function pages(key, turn, player) {
  const by = { PageUp: -1, PageDown: 1 }[key];
  if (!by) return false;
  if (turn(by)) return true;
  player?.go(player.position + by);
  return Boolean(player);
}

function plays(key, target, player) {
  if (!player || player.length === 0) return false;
  const slides = target.matches?.("input[type=range]");
  const chooses = target.closest?.("[role=tablist]");
  if (key === " ") {
    // Space presses a button that has the focus.
    if (target.matches?.("button, summary, [role=button], [role=tab], a, input")) return false;
    player.toggle();
    return true;
  }
  if (slides || chooses) return false;
  const to = { ArrowLeft: player.position - 1, ArrowRight: player.position + 1, Home: 0, End: player.length }[key];
  if (to === undefined) return false;
  player.go(to);
  return true;
}
