// Saving files.

import { element } from "./dom.js";

/** Saves a text as a file. */
export function save(name, text, type) {
  saveBlob(name, new Blob([text], { type }));
}

/** Saves a file. */
export function saveBlob(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** An SVG from the server as an element of the page. */
export function inline(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return element("p", {}, "Cannot show the picture.");
  parsed.setAttribute("role", "img");
  return element("div", { class: "paper" }, document.importNode(parsed, true));
}
