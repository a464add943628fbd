// Colours for numbers: the palettes of `pathmax map`, which are safe for colour-blind readers.

/** Cividis: light is low, dark is high. */
const SEQUENTIAL = ["#fee838", "#cbba69", "#9b9177", "#716d73", "#404d6c", "#00224e"];

/** Orange: too high; white: exact; purple: too low. */
const DIVERGING = ["#b35806", "#f1a340", "#ffffff", "#998ec3", "#542788"];

/** A palette from `low` to `high`: `colour(value)` returns `{fill, ink}`. */
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

/** A scale of costs: dark is high, as in the pictures of `pathmax map`. */
export function sequential(most) {
  return scale(SEQUENTIAL, 0, Math.max(most, 1));
}

/** A scale of counts: high values stand out from the page, so the dark theme reverses the palette. */
export function heat(most) {
  return scale(isDark() ? SEQUENTIAL.toReversed() : SEQUENTIAL, 0, Math.max(most, 1));
}

/** Whether the dark theme is on, by choice or by the setting of the system. */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** A scale of errors around 0. */
export function diverging(most) {
  const end = Math.max(most, 1);
  return scale(DIVERGING, -end, end);
}
