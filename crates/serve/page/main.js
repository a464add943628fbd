// The page: its views, and the navigation between them.

import { catalogue } from "./api.js";
import { isDark } from "./board/colours.js";
import { element, replace } from "./dom.js";
import { icon } from "./icons.js";
import { chooseFrom, fragment, readFragment } from "./link.js";
import { listenForFiles, SourceBar } from "./source.js";
import { store } from "./store.js";
import { AuditView } from "./views/audit.js";
import { BoardView } from "./views/board.js";
import { CompareView } from "./views/compare.js";
import { MapView } from "./views/map.js";
import { RaceView } from "./views/race.js";
import { SolveView } from "./views/solve.js";
import { WatchView } from "./views/watch.js";

const VIEWS = [
  ["board", "Board", BoardView], ["solve", "Solve", SolveView], ["watch", "Watch", WatchView], ["race", "Race", RaceView],
  ["map", "Map", MapView], ["audit", "Audit", AuditView], ["compare", "Compare", CompareView],
];

const [tabs, main] = ["tabs", "main"].map((id) => document.getElementById(id));
const views = new Map();
let shown = null;

/** Shows a view. */
function show(name) {
  shown = views.has(name) ? name : "board";
  for (const [id, { tab, panel }] of views) {
    const is = id === shown;
    tab.setAttribute("aria-selected", String(is));
    tab.tabIndex = is ? 0 : -1;
    panel.hidden = !is;
  }
  views.get(shown).view.shown?.();
  remember();
}

/** Updates the address to the state of the page. */
function remember() {
  if (store.board && shown) history.replaceState(null, "", fragment(shown));
}

function addTab(id, word, View, source) {
  const tab = element("button", {
    type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => show(id),
  }, word);
  const panel = element("section", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: `view ${id}`, hidden: true });
  tabs.append(tab);
  main.append(panel);
  const view = new View(panel, { source, show: (name) => show(name), view: (name) => views.get(name).view });
  views.set(id, { tab, panel, view });
}

function listenToKeys() {
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const ids = [...views.keys()];
    const next = ids[(ids.indexOf(shown) + step + ids.length) % ids.length];
    show(next);
    views.get(next).tab.focus();
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const writing = event.target.matches("textarea, input:not([type=checkbox], [type=range], [type=radio])");
    if (writing || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z") event.shiftKey ? store.redo() : store.undo();
    else if (key === "y") store.redo();
    else return;
    event.preventDefault();
  });
}

function listenToTheme() {
  const button = document.getElementById("theme");
  button.append(icon("theme"));
  button.addEventListener("click", () => {
    const root = document.documentElement;
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
    store.emit("theme");
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => store.emit("theme"));
}

/** Opens the board or the puzzle in the address. Returns false if there is none, or if it cannot be read. */
async function openFragment(source) {
  const asked = readFragment(location.hash);
  if (asked.board) {
    if (!(await source.open(asked.board, asked.name, "the link"))) return false;
  } else if (asked.puzzle) await source.openPuzzle(asked.puzzle);
  else return false;
  chooseFrom(asked);
  show(asked.view);
  return true;
}

async function begin() {
  try {
    store.catalogue = await catalogue();
  } catch (error) {
    replace(main, element("p", { class: "bad" }, error.message));
    return;
  }
  if (store.catalogue.puzzles.length === 0) {
    replace(main, element("p", { class: "bad" }, "No puzzle is registered."));
    return;
  }
  main.replaceChildren();
  const source = new SourceBar(document.getElementById("source"), { show });
  for (const view of VIEWS) addTab(...view, source);
  listenToKeys();
  listenToTheme();
  listenForFiles(source);
  store.on("board", remember);
  store.on("choices", remember);
  if (!(await openFragment(source))) {
    await source.openFirst();
    show(readFragment(location.hash).view);
  }
  // The visitor may paste a link into the address bar of the open page.
  window.addEventListener("hashchange", () => openFragment(source));
  document.documentElement.dataset.ready = "true";
}

begin();
