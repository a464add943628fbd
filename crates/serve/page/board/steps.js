// From one cell to the next with the arrow keys.

/** The number of the tile that lies next in a direction `[dx, dy]`; the same tile where there is none. */
export function neighbour(scene, from, [dx, dy]) {
  const here = scene.tiles[from];
  let best = from;
  let least = Infinity;
  scene.tiles.forEach((at, i) => {
    const along = dx === 0 ? (at.y - here.y) * dy : (at.x - here.x) * dx;
    const aside = dx === 0 ? at.x - here.x : at.y - here.y;
    if (along <= 0) return;
    // Sideways stays in its row. Up and down go to the next row, between two hexes to the one on the right going up
    // and on the left going down, so that one comes back the way one went.
    if (dx !== 0 && aside !== 0) return;
    const far = dx === 0 ? along * 1000 + Math.abs(aside + dy * 0.1) : along;
    if (far < least) {
      least = far;
      best = i;
    }
  });
  return best;
}
