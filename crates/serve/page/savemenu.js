// Taking results away: files that the server makes of the current board and search.

import { exported } from "./api.js";
import { element } from "./dom.js";
import { recording } from "./recording.js";
import { saveBlob } from "./save.js";
import { store } from "./store.js";

const FORMATS = [
  ["html", "Web page", "One HTML file that plays without pathmax"],
  ["gif", "GIF", "An animated picture for slides"],
  ["svg", "SVG", "An animated vector picture"],
  ["png", "PNG", "A still picture"],
];

/** A menu that saves a `plan`, a `search`, a `race` or a `story`; `request()` returns the rest of the request. */
export function saveMenu(what, request, formats = what === "plan" || what === "search" ? FORMATS : FORMATS.slice(0, 1)) {
  const said = element("span", { class: "save-said", role: "status" });
  const get = async (format, button) => {
    button.setAttribute("aria-disabled", "true");
    said.textContent = "Preparing the file …";
    try {
      const { name, blob } = await exported({ format, what, board: store.boardRequest(), ...request() });
      saveBlob(name, blob);
      said.textContent = `Saved ${name}.`;
    } catch (error) {
      said.textContent = error.message;
    }
    button.removeAttribute("aria-disabled");
  };
  const buttons = formats.map(([format, name, title]) => {
    const button = element("button", { type: "button", title, "data-format": format, onclick: () => button.ariaDisabled !== "true" && get(format, button) }, name);
    return button;
  });
  const node = element("details", { class: "save-menu", hidden: true }, element("summary", {}, "Save as"), element("div", { class: "menu" }, buttons, said));
  node.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && node.open) {
      node.open = false;
      node.firstChild.focus();
      event.stopPropagation();
    }
  });
  return {
    node,
    /** Shows the menu when there is something to save; never in a recording. */
    offer(is) {
      node.hidden = !is || recording.present;
      if (!is) node.open = false;
    },
  };
}
