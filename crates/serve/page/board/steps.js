// The next cell in the direction of an arrow key.

/** The index of the next tile in a direction `[dx, dy]`; the same tile if there is none. */
export function neighbour(scene, from, [dx, dy]) {
  const here = scene.tiles[from];
  let best = from;
  let least = Infinity;
  scene.tiles.forEach((at, i) => {
    const along = dx === 0 ? (at.y - here.y) * dy : (at.x - here.x) * dx;
    const aside = dx === 0 ? at.x - here.x : at.y - here.y;
    if (along <= 0) return;
    // Left and right stay in the row. Up and down go to the next row; of two hexagons, up takes the right one and down
    // the left one, so that down undoes up.
    if (dx !== 0 && aside !== 0) return;
    const far = dx === 0 ? along * 1000 + Math.abs(aside + dy * 0.1) : along;
    if (far < least) {
      least = far;
      best = i;
    }
  });
  return best;
}
