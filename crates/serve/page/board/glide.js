// Pieces that glide to their new tiles.

const MILLISECONDS = 150;

/** If more tiles change, the states are not consecutive. */
const MAX_CHANGES = 4;

const look = (token) => (token ? `${token.ink} ${token.text} ${token.symbol ?? ""}` : "");

/** The moves between two states: pairs `[from, to]` of tiles, such that a token left one and an equal token appeared on the other. */
export function moves(before, after) {
  const changed = [...after.keys()].filter((i) => look(before[i]) !== look(after[i]));
  if (changed.length > MAX_CHANGES) return [];
  const left = changed.filter((i) => before[i]);
  return changed.filter((i) => after[i]).flatMap((to) => {
    const at = left.findIndex((from) => look(before[from]) === look(after[to]));
    return at < 0 ? [] : [[left.splice(at, 1)[0], to]];
  });
}

/** Animates a token from another place, given relative to its own. Nothing waits for the end of the animation. */
export function glide(token, [dx, dy]) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  token.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: MILLISECONDS, easing: "ease-out" });
}
