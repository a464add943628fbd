// A running search: its button, its progress and its result in a sentence.

import { Job } from "./api.js";
import { titleOf } from "./capabilities.js";
import { element, replace } from "./dom.js";
import { bytes, count, short, time } from "./format.js";
import { store } from "./store.js";

export class Task {
  /** The button calls `start()`, which returns `{ jobs: [{ route, body, on }], done(report, …) }` or null. */
  constructor(words, start) {
    this.start = start;
    this.words = words;
    /** Whether the search runs on the board of the page. */
    this.needsBoard = () => true;
    /** Starts the search, and stops it while it runs: one button, so that the focus stays where it is. */
    this.button = element("button", { class: "primary run", type: "button", onclick: () => (this.jobs.length > 0 ? this.stop() : this.run()) }, words);
    this.line = element("p", { class: "task-line", role: "status" });
    this.figures = element("dl", { class: "figures", hidden: true });
    this.node = element("div", { class: "task" }, this.button, this.line, this.figures);
    this.jobs = [];
  }

  /** Shows a message; `mood` is `good`, `warn`, `bad` or empty. */
  say(words, mood = "") {
    this.line.className = `task-line ${mood}`;
    replace(this.line, words);
  }

  /** Runs the search; resolves to whether it ended with a report. */
  async run() {
    this.abandon();
    if (store.board.missing && this.needsBoard()) {
      this.say(`Open or paste a board of ${titleOf(store.puzzle())} first.`, "bad");
      return false;
    }
    const search = this.start();
    if (!search) return false;
    const jobs = search.jobs.map(({ route, body, on }) => new Job(route, body, { progress: (event) => this.progress(event), ...on }));
    this.jobs = jobs;
    this.running(true);
    this.say("Running …");
    try {
      const reports = await Promise.all(jobs.map((job) => job.report));
      if (this.jobs !== jobs) return false;
      this.running(false);
      this.say("");
      search.done(...reports);
      return true;
    } catch (error) {
      // A job that fails ends the others. Errors of abandoned jobs are ignored.
      if (this.jobs !== jobs) return false;
      this.abandon();
      this.say(error.message, "bad");
      return false;
    }
  }

  running(is) {
    this.node.classList.toggle("running", is);
    this.button.classList.toggle("stop", is);
    this.button.classList.toggle("primary", !is);
    this.button.textContent = is ? "Stop" : this.words;
    this.figures.hidden = true;
    if (!is) this.jobs = [];
  }

  stop() {
    this.say("Stopping …");
    this.jobs.forEach((job) => job.stop());
  }

  /** Cancels the running jobs and drops their reports. */
  abandon() {
    if (this.jobs.length === 0) return;
    const { jobs } = this;
    this.running(false);
    jobs.forEach((job) => job.abandon());
    this.say("");
  }

  progress(event) {
    if (event.total !== undefined) {
      const what = [event.board, event.combination].filter(Boolean).join(" · ");
      this.say(`${count(event.done)} of ${count(event.total)} done${what ? ` · ${what}` : ""}`);
    } else if (event.stage) {
      this.say(stageWords(event));
    } else {
      this.figures.hidden = false;
      replace(this.figures, searchFigures(event).map(([term, value, title]) =>
        element("div", { title }, element("dt", {}, term), element("dd", {}, value))));
    }
  }
}

function searchFigures({ expanded, rate, bound, best, memory, seconds }) {
  return [
    ["expanded", short(expanded), "States whose successors were generated"],
    ["per second", short(rate), "States expanded per second"],
    ["bound", best === null ? `≥ ${bound}` : `${bound} to ${best}`, "Proven lower bound of the cost, and the cost of the best plan so far"],
    ["memory", bytes(memory), "Memory in use"],
    ["time", time(seconds), "Since the start of the search"],
  ];
}

function stageWords({ stage, states, boards, heuristic, done, of }) {
  const which = heuristic ? `${heuristic}${of > 1 ? ` (${done + 1} of ${of})` : ""}: ` : "";
  const words = {
    exploring: "exploring the space", solving: "solving a sample", checking: "checking",
    exhaustive: "trying all small boards", random: "trying random boards", climbing: "changing boards toward a larger excess",
    shrinking: "shrinking the counterexample",
  }[stage] ?? stage;
  const so = [boards !== undefined ? `${count(boards)} boards` : null, states !== undefined ? `${count(states)} states` : null];
  return `${which}${words} … ${so.filter(Boolean).join(", ")}`;
}
