// The page: its views, and the navigation between them.

import { catalogue } from "./api.js";
import { isDark } from "./board/colours.js";
import { element, replace } from "./dom.js";
import { icon } from "./icons.js";
import { keyDialog, listenToKeys } from "./keys.js";
import { chooseFrom, fragment, readFragment } from "./link.js";
import { listenToPresent, present } from "./present.js";
import { recording } from "./recording.js";
import { listenForFiles, SourceBar } from "./source.js";
import { store } from "./store.js";
import { Stories } from "./story.js";
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

const [tabs, main, tools] = ["tabs", "main", "tools"].map((id) => document.getElementById(id));
const views = new Map();
let shown = null;
let told = null;
/** While a link or a story is applied, the address does not change. */
let applying = 0;

/** Shows a view; a visitor's choice of another one becomes an entry of the history. */
function show(name, { visit = true } = {}) {
  const before = shown;
  shown = views.has(name) ? name : [...views.keys()][0];
  for (const [id, { tab, panel }] of views) {
    const is = id === shown;
    tab.setAttribute("aria-selected", String(is));
    tab.tabIndex = is ? 0 : -1;
    panel.hidden = !is;
    if (!is) views.get(id).view.player?.pause();
  }
  document.documentElement.dataset.view = shown;
  if (applying === 0) views.get(shown).view.shown?.();
  remember(visit && before !== null && before !== shown);
}

/** Updates the address to the state of the page. */
function remember(visited = false) {
  if (!store.board || !shown || applying > 0) return;
  const { view } = views.get(shown);
  const address = fragment({ view: shown, ...view.place?.(), ...told?.place });
  if (address === location.hash) return;
  history[visited ? "pushState" : "replaceState"](null, "", address);
}

function addTab([id, word, View], source) {
  const tab = element("button", {
    type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, onclick: () => show(id),
  }, word);
  const panel = element("section", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, class: `view ${id}`, hidden: true });
  tabs.append(tab);
  main.append(panel);
  const view = new View(panel, {
    source, show: (name) => show(name), view: (name) => views.get(name)?.view, moved: () => remember(),
    audit: views.has("audit") || !recording.present ? (heuristic) => {
      show("audit");
      views.get("audit").view.choose(heuristic);
    } : null,
  });
  views.set(id, { tab, panel, view });
}

function listenToTabs() {
  tabs.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const ids = [...views.keys()];
    const next = ids[(ids.indexOf(shown) + step + ids.length) % ids.length];
    show(next);
    views.get(next).tab.focus();
    event.preventDefault();
  });
}

function addTools() {
  const keys = keyDialog();
  const button = (words, label, sign, onclick) => element("button", { type: "button", class: "tool", title: label, "aria-label": label, onclick }, sign ? icon(sign) : words);
  const theme = () => {
    const root = document.documentElement;
    root.dataset.theme = isDark() ? "light" : "dark";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      // Without storage, the choice lasts until the page is closed.
    }
    store.emit("theme");
  };
  const storyButton = element("button", { type: "button", id: "stories", title: "Guided stories (S)", hidden: !told.any, onclick: () => told.offer() }, "Stories");
  const presentButton = button("", "Present: full screen, larger type (F)", "present", () => present());
  const themeButton = button("", "Switch between light and dark", "theme", theme);
  themeButton.id = "theme";
  presentButton.id = "present";
  replace(tools, storyButton, presentButton, themeButton, button("?", "Keys", null, () => keys.showModal()));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => store.emit("theme"));
  return keys;
}

/** Applies something without changing the address on the way. */
async function quietly(work) {
  const { dataset } = document.documentElement;
  applying += 1;
  dataset.applying = String(applying);
  try {
    return await work();
  } finally {
    applying -= 1;
    dataset.applying = String(applying);
  }
}

/** Opens what a fragment describes. Returns false if there is nothing, or if it cannot be read. */
async function openFragment(source, hash) {
  const asked = readFragment(hash);
  if (asked.story && told.open(asked.story, asked.part)) return true;
  told.leave();
  return quietly(async () => {
    if (asked.board) {
      const same = store.board?.text === asked.board.text && store.board?.puzzle === asked.board.puzzle;
      if (!same && !(await source.open(asked.board, asked.name, "the link"))) return false;
    } else if (asked.puzzle) await source.openPuzzle(asked.puzzle);
    else return false;
    const before = [store.choice, store.rival].map((choice) => JSON.stringify(store.request(choice))).join();
    chooseFrom(asked.choice);
    chooseFrom(asked.rival, store.rival);
    const changed = before !== [store.choice, store.rival].map((choice) => JSON.stringify(store.request(choice))).join();
    show(asked.view, { visit: false });
    await resume(views.get(shown).view, asked, changed);
    return true;
  });
}

/** Shows the position of a link: of the search that is there already, or after running it. */
async function resume(view, { step, speed }, changed) {
  const ready = view.player?.length > 0 && !changed;
  if (step === undefined) view.shown?.();
  else if (ready) view.player.go(step);
  else await view.restore?.({ step, speed });
}

/** Shows a step of a story. */
let turn = Promise.resolve();
function applyStep(source, step) {
  turn = turn.then(() => quietly(async () => {
    if (!(await source.open(step.board, undefined, "the board of the story"))) return;
    const { algorithm, heuristic, rival, view: name } = step;
    store.choose(store.choice, { algorithm: null, setting: "" });
    chooseFrom({ algorithm, heuristic });
    if (rival) chooseFrom(rival, store.rival);
    show(name, { visit: false });
    const { view } = views.get(shown);
    await view.restore?.({
      step: step.position ?? 0, speed: step.speed, play: step.play ?? false, heuristic: step.heuristic, where: step.audit === "puzzle" ? "anywhere" : "board",
      algorithms: step.algorithms, heuristics: step.heuristics,
    });
  })).then(() => remember()).catch(() => {});
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
  const root = document.documentElement;
  root.classList.toggle("recorded", recording.present);
  root.classList.toggle("embedded", new URLSearchParams(location.search).has("embed") || recording.present);
  const source = new SourceBar(document.getElementById("source"), { show });
  const recorded = recording.present ? await recording.content() : null;
  for (const view of VIEWS) if (!recorded || recorded.views.includes(view[0])) addTab(view, source);
  told = new Stories({ bar: document.getElementById("story"), apply: (step) => applyStep(source, step), changed: () => remember() });
  await told.load();
  const keys = addTools();
  listenToTabs();
  listenToPresent();
  listenToKeys({
    player: () => views.get(shown)?.view.player, turn: (by) => told.turn(by), show, present, stories: () => told.offer(), help: () => keys.showModal(),
    views: new Map([...views.keys()].map((id) => [String(VIEWS.findIndex(([name]) => name === id) + 1), id])),
  });
  listenForFiles(source);
  store.on("board", () => remember());
  store.on("choices", () => remember());
  if (recorded) document.title = recorded.title;
  if (!(await openFragment(source, recorded?.start ?? location.hash))) {
    await source.openFirst();
    show(readFragment(location.hash).view);
  }
  remember();
  // Back, forward, and links that are pasted into the address bar.
  addEventListener("popstate", () => openFragment(source, location.hash));
  root.dataset.ready = "true";
}

begin();
