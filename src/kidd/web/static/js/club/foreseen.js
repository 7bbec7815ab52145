// A move in advance as it is shown and remembered: its words, its arrow, the marks of its spaces.

import { drawArrows, legs } from "../deck/arrows.js";
import { steps } from "../deck/move_tree.js";
import { attribute } from "../render/parts.js";
import { moveWords } from "../render/words.js";
import { text } from "../shared/texts.js";

const SIGN = "»"; // on the arrow, so that it is not told by its colour alone
const KEY = "kidd_premove"; // of this window, so that a reload does not lose it
const NAMES = { piece: "from", target: "to", enter: "to", via: "via", entry: "entry" };

/** The parts of a move, by their names. */
function parts(move) {
  const found = { act: move, escapes: [] };
  for (const { kind, space } of steps(move)) {
    if (kind === "escape") found.escapes.push(space);
    else found[NAMES[kind]] = space;
  }
  return found;
}

export const words = (move) => moveWords(parts(move));

function way(move) {
  const found = parts(move);
  return legs({ ...found, path: [found.from, found.via, found.to].filter(Boolean) });
}

/** The arrow, the marks of its spaces and the words of what is kept, if anything is. */
export function mark(table, move) {
  const svg = document.querySelector("#deck-live > svg");
  const chosen = move ? steps(move) : [];
  for (const place of svg.querySelectorAll("[data-space]")) place.classList.toggle("is-premove", chosen.some(({ space }) => space === place.dataset.space));
  if (move || svg.querySelector(".arrows")) drawArrows(svg, move ? [{ kind: "premove", legs: way(move), sign: SIGN }] : []);
  attribute(table, "data-premove", move || null);
  const box = document.getElementById("premove");
  box.hidden = !move;
  if (move) document.getElementById("premove-words").textContent = text("premoveKept", { move: words(move) });
}

/** Keep it for this window: {game, move, since}, or nothing. */
export function remember(kept) {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch { /* a browser that keeps nothing */ }
}

/** What this window had before it was loaded again. */
export function recalled() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // nothing that makes sense
  }
}
