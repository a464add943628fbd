// Creating elements. Strings always become text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: `element("button", { class: "quiet", onclick }, "Undo")`. */
export function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function shape(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** Replaces all children. */
export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

let ids = 0;

/** A control with its label. */
export function field(label, control, attributes = {}) {
  control.id ||= `field-${++ids}`;
  return element("div", { ...attributes, class: `field ${attributes.class ?? ""}` },
    element("label", { for: control.id }, label), control);
}

/** A drop-down list of `[value, text]` pairs. */
export function select(options, chosen, onchange, attributes = {}) {
  const list = element("select", { ...attributes, onchange: () => onchange(list.value) });
  setOptions(list, options, chosen);
  return list;
}

/** Replaces the options of a list. */
export function setOptions(list, options, chosen) {
  replace(list, options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
  list.value = chosen;
}

/** Returns a function that schedules `work` for the next frame; further calls before that frame have no effect. */
export function onceAFrame(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}
