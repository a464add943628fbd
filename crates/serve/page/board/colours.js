// Colours for numbers: the palettes of `pathmax map`, which colour-blind people can read.

/** Cividis: dark is far, light is near. */
const SEQUENTIAL = ["#fee838", "#cbba69", "#9b9177", "#716d73", "#404d6c", "#00224e"];

/** Orange above the truth, white where exact, purple below. */
const DIVERGING = ["#b35806", "#f1a340", "#ffffff", "#998ec3", "#542788"];

/** A palette from `low` to `high`: `colour(value)` gives `{fill, ink}`. */
function scale(stops, low, high) {
  const colours = stops.map((hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)));
  const colour = (value) => {
    const part = Math.min(Math.max((value - low) / (high - low), 0), 1) * (colours.length - 1);
    const below = Math.min(Math.floor(part), colours.length - 2);
    const mixed = colours[below].map((a, i) => Math.round(a + (colours[below + 1][i] - a) * (part - below)));
    const brightness = 0.299 * mixed[0] + 0.587 * mixed[1] + 0.114 * mixed[2];
    return { fill: `rgb(${mixed.join(" ")})`, ink: brightness > 140 ? "#222222" : "#ffffff" };
  };
  return { low, high, colour };
}

/** Costs: dark is far, as in the program's pictures. */
export function sequential(most) {
  return scale(SEQUENTIAL, 0, Math.max(most, 1));
}

/** How much: what stands out from the page is much, so a dark page takes the palette the other way round. */
export function heat(most) {
  return scale(isDark() ? SEQUENTIAL.toReversed() : SEQUENTIAL, 0, Math.max(most, 1));
}

/** Whether the page is dark, by choice or because the system is. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

export function diverging(most) {
  const end = Math.max(most, 1);
  return scale(DIVERGING, -end, end);
}
