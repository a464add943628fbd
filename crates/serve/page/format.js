// Formats of numbers, as in the output of the program.

/** 1234567 → "1,234,567". */
export function count(number) {
  return Math.round(number).toLocaleString("en-GB");
}

/** 12,300 → "12.3 k": for values that change often. */
export function short(number) {
  if (number < 10_000) return count(number);
  const [unit, size] = number < 1e6 ? ["k", 1e3] : number < 1e9 ? ["M", 1e6] : ["G", 1e9];
  return `${(number / size).toPrecision(3)} ${unit}`;
}

/** 12,345 → "12k": at most four characters, for cells. */
export function tiny(number) {
  const scaled = (size, unit) => `${number < 10 * size ? (Math.floor((10 * number) / size) / 10) : Math.floor(number / size)}${unit}`;
  return number < 1e3 ? String(number) : number < 1e6 ? scaled(1e3, "k") : scaled(1e6, "M");
}

/** Bytes → "1.5 MiB". */
export function bytes(number) {
  const units = ["B", "KiB", "MiB", "GiB"];
  let unit = 0;
  while (number >= 1024 && unit < units.length - 1) {
    number /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? number : number.toFixed(1)} ${units[unit]}`;
}

/** Seconds → "12.3 ms". */
export function time(seconds) {
  if (seconds < 1e-3) return `${Math.round(seconds * 1e6)} µs`;
  if (seconds < 1) return `${(seconds * 1e3).toPrecision(3)} ms`;
  if (seconds < 120) return `${seconds.toPrecision(3)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A cost in an answer, which may be infinite. */
export function cost(value) {
  if (value === null || value === undefined) return "?";
  return value === "inf" ? "∞" : String(value).replace("-", "−");
}

/** A phrase as a sentence, with a capital letter and a full stop. */
export function sentence(words) {
  const begun = words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** "1 board", "3 boards". */
export function counted(number, word) {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}
