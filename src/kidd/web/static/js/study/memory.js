// How this browser likes the study: whether the engine runs, how many lines it tells, how fast a line plays by itself.

const KEY = "kidd_study";
const USUAL = { engine: true, lines: matchMedia("(max-width: 48rem)").matches ? 2 : 3, speed: 1000 };

export function recall() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

export function remember(changes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...recall(), ...changes }));
  } catch { /* a browser that keeps nothing */ }
}
