// A self-contained file: the page with recorded answers of the server, which it shows without one.

/** Members of a request that do not tell one recorded search from another. */
const IGNORED = new Set(["most", "details", "settle", "limits", "picture", "finish"]);

/** A request as text, with sorted keys. */
function key(value) {
  if (Array.isArray(value)) return `[${value.map(key).join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([name, member]) => !IGNORED.has(name) && member !== undefined && !isEmpty(member));
  return `{${entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, member]) => `${name}:${key(member)}`).join()}}`;
}

/** `options: {}` is the same as no options. */
function isEmpty(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).length === 0;
}

class Recording {
  #source = document.getElementById("recording");
  #content = null;

  /** Whether this page is a recording. */
  get present() {
    return this.#source !== null;
  }

  /** The recording, unpacked: `{ title, start, views, catalogue, stories, exchanges }`. */
  async content() {
    this.#content ??= await unpack(JSON.parse(this.#source.textContent).data);
    return this.#content;
  }

  /** The recorded answer to a request, or undefined. Only after `content()`. */
  find(route, body) {
    const wanted = key(body);
    return this.#content?.exchanges.find((exchange) => exchange.route === route && key(exchange.body) === wanted);
  }
}

async function unpack(data) {
  const packed = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}

export const recording = new Recording();
