// Markdown as elements: headings, paragraphs, lists, tables, code, details, emphasis, links and pictures. Text never becomes
// markup.

import { element } from "./dom.js";

/** Pictures come from the page itself. */
const PICTURE = /^rules\/[\w-]+\.(svg|png)$/;
const LINK = /^(https?:\/\/|#)/;

const INLINE = /`([^`]+)`|!\[([^\]]*)\]\(([^)\s]*)\)|\[([^\]]+)\]\(([^)\s]*)\)|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|_([^_\s](?:[^_]*[^_\s])?)_(?!\w)/;

/** The elements of a text. The highest headings are `h2`. */
export function renderMarkdown(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const nodes = [];
  for (let i = 0; i < lines.length;) {
    const [node, next] = block(lines, i);
    if (node) nodes.push(node);
    i = next;
  }
  return nodes;
}

/** The block that begins at a line, and the line after it. */
function block(lines, i) {
  const line = lines[i];
  if (line.trim() === "") return [null, i + 1];
  const heading = /^(#{1,4})\s+(.*?)\s*#*$/.exec(line);
  if (heading) return [element(`h${heading[1].length + 1}`, {}, inline(heading[2])), i + 1];
  const details = /^<details><summary>([^<]*)<\/summary>\s*$/.exec(line);
  if (details) {
    const end = after(lines, i + 1, (next) => next.trim() !== "</details>");
    return [element("details", {}, element("summary", {}, details[1]), renderMarkdown(lines.slice(i + 1, end).join("\n"))), end + 1];
  }
  if (line.startsWith("```")) {
    const end = after(lines, i + 1, (next) => !next.startsWith("```"));
    return [element("pre", { tabindex: 0 }, element("code", {}, lines.slice(i + 1, end).join("\n"))), end + 1];
  }
  if (isRow(line) && isRule(lines[i + 1] ?? "")) return table(lines, i);
  const marker = item(line);
  if (marker) return list(lines, i, marker);
  const end = after(lines, i + 1, (next) => next.trim() !== "" && !/^(#{1,4}\s|```)/.test(next) && !item(next) && !isRow(next));
  return [element("p", {}, inline(lines.slice(i, end).join(" "))), end];
}

/** The first line from `i` on that does not match, or the end. */
function after(lines, i, matches) {
  while (i < lines.length && matches(lines[i])) i += 1;
  return i;
}

const isRow = (line) => /^\s*\|.*\|\s*$/.test(line);
const isRule = (line) => isRow(line) && /^[\s|:-]+$/.test(line);
const cells = (line) => line.trim().slice(1, -1).split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));

function table(lines, i) {
  const end = after(lines, i + 2, isRow);
  const align = cells(lines[i + 1]).map((rule) => (rule.endsWith(":") ? (rule.startsWith(":") ? "middle" : "number") : null));
  const row = (line, name) => element("tr", {}, cells(line).map((cell, column) => element(name, { class: align[column] }, inline(cell))));
  const node = element("div", { class: "table-box", tabindex: 0 }, element("table", {},
    element("thead", {}, row(lines[i], "th")), element("tbody", {}, lines.slice(i + 2, end).map((line) => row(line, "td")))));
  return [node, end];
}

/** The marker of a line of a list: its indent, whether it has a number, and the text; null for other lines. */
function item(line) {
  const found = /^(\s*)([-*+]|(\d+)[.)])\s+(.*)$/.exec(line);
  return found && { indent: found[1].length, start: found[3], text: found[4] };
}

/** A list; deeper markers are lists in its items, and indented lines continue them. */
function list(lines, i, { indent, start }) {
  const node = element(start ? "ol" : "ul", { start: start && start !== "1" ? start : null });
  while (i < lines.length) {
    const marker = item(lines[i]);
    if (!marker || marker.indent < indent || Boolean(marker.start) !== Boolean(start)) break;
    if (marker.indent > indent && node.lastChild) {
      const [inner, next] = list(lines, i, marker);
      node.lastChild.append(inner);
      i = next;
      continue;
    }
    const end = after(lines, i + 1, (line) => /^\s+\S/.test(line) && !item(line));
    node.append(element("li", {}, inline([marker.text, ...lines.slice(i + 1, end).map((line) => line.trim())].join(" "))));
    i = end;
  }
  return [node, i];
}

/** The nodes of a text within a block. */
function inline(text) {
  const nodes = [];
  for (let rest = text; rest !== "";) {
    const found = INLINE.exec(rest);
    nodes.push(rest.slice(0, found?.index ?? rest.length));
    if (!found) break;
    nodes.push(span(found));
    rest = rest.slice(found.index + found[0].length);
  }
  return nodes.filter((node) => node !== "");
}

function span([whole, code, alt, picture, words, address, strong, ...emphasized]) {
  if (code !== undefined) return element("code", {}, code);
  if (picture !== undefined) return PICTURE.test(picture) ? element("img", { loading: "lazy", src: picture, alt }) : alt;
  if (address !== undefined) return LINK.test(address) ? element("a", { href: address, rel: "noopener noreferrer", target: "_blank" }, inline(words)) : words;
  if (strong !== undefined) return element("strong", {}, inline(strong));
  const emphasis = emphasized.slice(0, 2).find((part) => part !== undefined);
  return emphasis === undefined ? whole : element("em", {}, inline(emphasis));
}
