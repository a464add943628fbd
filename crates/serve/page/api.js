// The HTTP interface (docs/api.md), or a recording of its answers in a self-contained file.

import { recording } from "./recording.js";

const BASE = "/api/v1/";

/** An error from the server: a message and, for a board, the position or the puzzles to choose from. */
export class ServerError extends Error {
  constructor({ code, message, line = null, column = null, path = null, puzzles = [] }) {
    super(message);
    Object.assign(this, { code, line, column, path, puzzles });
  }
}

async function ask(route, { body, ...options } = {}) {
  let response;
  try {
    response = await fetch(BASE + route, body === undefined ? options : {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), ...options,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError({ code: "gone", message: "no answer from pathmax; check that “pathmax serve” is running" });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new ServerError(answer?.error ?? { code: "odd", message: `pathmax answered ${response.status}` });
}

/** An exchange of the recording; throws if it was not recorded. */
function recorded(route, body) {
  const found = recording.find(route, body);
  if (found) return found;
  throw new ServerError({ code: "not-recorded", message: "this file contains no answer to that; open the board with “pathmax serve”" });
}

/** The puzzles, algorithms, examples and limits. */
export async function catalogue() {
  return recording.present ? (await recording.content()).catalogue : (await ask("catalogue")).json();
}

/** The guided stories. */
export async function stories() {
  if (recording.present) return (await recording.content()).stories?.stories ?? [];
  return (await (await ask("stories")).json()).stories;
}

/** A board in all its forms; `board` is `{text, …}` or `{setup}`. */
export async function readBoard(board) {
  return recording.present ? recorded("board", { board }).answer : (await ask("board", { body: { board } })).json();
}

/** The board as an SVG. */
export async function picture(board) {
  return (await ask("picture", { body: { board } })).text();
}

/** A file to take away: `{ name, blob }`. */
export async function exported(body) {
  const response = await ask("export", { body });
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return { name: name ?? `pathmax.${body.format}`, blob: await response.blob() };
}

/**
 * A search. `on` maps names of events to functions; the promise `report` resolves to the last event, the report.
 * `stop()` stops the search and keeps its report; `abandon()` cancels it and drops the connection.
 */
export class Job {
  #controller = new AbortController();
  #id = null;
  #stopped = false;
  #over = false;

  constructor(route, body, on = {}) {
    this.report = this.#run(route, body, on);
  }

  async #run(route, body, on) {
    let last = null;
    for await (const event of this.#events(route, body)) {
      if (event.event === "started") {
        this.#id = event.job;
        if (this.#stopped) this.stop();
      }
      on[event.event]?.(event);
      last = event;
      this.#over = event.event === "report" || event.event === "error";
    }
    if (last?.event === "report") return last;
    throw new ServerError(last?.error ?? { code: "gone", message: "the connection to pathmax was lost during the search" });
  }

  async* #events(route, body) {
    if (recording.present) {
      // As with a server, events arrive after the constructor has returned.
      await Promise.resolve();
      yield* recorded(route, body).lines;
    } else yield* lines((await ask(route, { body, signal: this.#controller.signal })).body);
  }

  stop() {
    this.#stopped = true;
    // The search may have ended in the meantime.
    if (this.#id && !this.#over && !recording.present) ask(`jobs/${this.#id}`, { method: "DELETE" }).catch(() => {});
  }

  abandon() {
    this.#controller.abort();
  }
}

/** The JSON objects of a stream, one per line. */
async function* lines(stream) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
  }
  if (rest) yield JSON.parse(rest);
}
