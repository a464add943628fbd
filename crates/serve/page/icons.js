// Icons as paths, so that they do not depend on a font.

import { shape } from "./dom.js";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6 5h4v14H6zM14 5h4v14h-4z",
  back: "M8 12 17 5v14zM5 5h2.4v14H5z",
  next: "M16 12 7 5v14zM16.6 5H19v14h-2.4z",
  first: "M13 12 20 6v12zM6 12l7-6v12zM4 6h2v12H4z",
  last: "M11 12 4 6v12zM18 12l-7-6v12zM18 6h2v12h-2z",
  undo: "M9 5 4 10l5 5v-3.4h4.5a3 3 0 0 1 0 6H8V20h5.5a5.4 5.4 0 0 0 0-10.8H9z",
  redo: "m15 5 5 5-5 5v-3.4h-4.5a3 3 0 0 0 0 6H16V20h-5.5a5.4 5.4 0 0 1 0-10.8H15z",
  move: "M12 3 8.5 6.5H11V11H6.500V8.500L3 12l3.500 3.500V13H11v4.500H8.500L12 21l3.500-3.500H13V13h4.500v2.500L21 12l-3.500-3.500V11H13V6.500h2.500z",
  erase: "M6.4 5 5 6.400 10.600 12 5 17.600 6.400 19 12 13.400 17.600 19 19 17.600 13.400 12 19 6.400 17.600 5 12 10.600z",
  present: "M4 5h16v11H4zM6 7v7h12V7zM9 18h6v2H9z",
  theme: "M12 3a9 9 0 1 0 0 18zm0 0a9 9 0 0 1 0 18v-2a7 7 0 0 0 0-14z",
};

export function icon(name) {
  return shape("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, shape("path", { d: PATHS[name] }));
}
