// The server's interface (docs/api.md).

const BASE = "/api/v1/";

/** What the server says is wrong: a message for people and, for a board, the place. */
export class ServerError extends Error {
  constructor({ code, message, line = null, column = null, path = null }) {
    super(message);
    Object.assign(this, { code, line, column, path });
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
    throw new ServerError({ code: "gone", message: "pathmax does not answer: is “pathmax serve” still running?" });
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new ServerError(answer?.error ?? { code: "odd", message: `pathmax answered ${response.status}` });
}

/** What there is. */
export async function catalogue() {
  return (await ask("catalogue")).json();
}

/** A board in all its forms; `board` is `{text, …}` or `{setup}`. */
export async function readBoard(board) {
  return (await ask("board", { body: { board } })).json();
}

/** The board as an SVG. */
export async function picture(board) {
  return (await ask("picture", { body: { board } })).text();
}

/**
 * A search. `on` has a function for each event that is of interest; the promise gives the last event, the report.
 * `stop()` ends the search and lets its report come; `abandon()` ends it and wants to hear nothing more.
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
    const response = await ask(route, { body, signal: this.#controller.signal });
    let last = null;
    for await (const event of lines(response.body)) {
      if (event.event === "started") {
        this.#id = event.job;
        if (this.#stopped) this.stop();
      }
      on[event.event]?.(event);
      last = event;
      this.#over = event.event === "report" || event.event === "error";
    }
    if (last?.event === "report") return last;
    throw new ServerError(last?.error ?? { code: "gone", message: "pathmax went away in the middle of the search" });
  }

  stop() {
    this.#stopped = true;
    // If it ends by itself meanwhile, so much the better.
    if (this.#id && !this.#over) ask(`jobs/${this.#id}`, { method: "DELETE" }).catch(() => {});
  }

  abandon() {
    this.#controller.abort();
  }
}

/** The JSON objects of a stream, a line each. */
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
