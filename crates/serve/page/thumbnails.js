// Small pictures of boards. They are fetched when they come into view, a few at a time, and kept.

import { readBoard } from "./api.js";
import { BoardPicture } from "./board/draw.js";
import { element, replace } from "./dom.js";

/** Maximum number of concurrent requests. */
const MAX_REQUESTS = 3;

/** Maximum number of lines of a board that is not drawn. */
const MAX_LINES = 5;

/** The scenes by board; null for a board that is not drawn. */
const scenes = new Map();
const waiting = [];
let running = 0;

function sceneOf(board) {
  const key = JSON.stringify(board);
  if (!scenes.has(key)) {
    scenes.set(key, new Promise((resolve) => {
      waiting.push(async () => {
        const answer = await readBoard(board).catch(() => null);
        // A failed request is repeated the next time.
        if (!answer) scenes.delete(key);
        resolve(answer?.scene ?? null);
      });
    }));
    work();
  }
  return scenes.get(key);
}

function work() {
  if (running >= MAX_REQUESTS || waiting.length === 0) return;
  running += 1;
  waiting.shift()().finally(() => {
    running -= 1;
    work();
  });
  work();
}

const boards = new WeakMap();
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    draw(target);
  }
}, { rootMargin: "100px" });

async function draw(node) {
  const board = boards.get(node);
  const scene = await sceneOf(board);
  replace(node, scene ? new BoardPicture(scene, "").svg
    : element("pre", {}, (board.text ?? "").split("\n").slice(0, MAX_LINES).join("\n")));
}

/** A small picture of a board, for a control that has a name already. */
export function thumbnail(board) {
  const node = element("span", { class: "thumbnail", "aria-hidden": "true" });
  boards.set(node, board);
  seen.observe(node);
  return node;
}
