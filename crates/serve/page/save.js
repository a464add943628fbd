// Files for the visitor.

import { element } from "./dom.js";

/** Has the browser save a text as a file. */
export function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = element("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A picture that came from the server, as an element of the page. */
export function inline(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (parsed.nodeName !== "svg") return element("p", {}, "The picture cannot be shown.");
  parsed.setAttribute("role", "img");
  return element("div", { class: "paper" }, document.importNode(parsed, true));
}
