// The best lines: each a sentence and its moves, to be played by a click, and an arrow on the deck.

import { legs } from "../deck/arrows.js";
import { part, write } from "../render/parts.js";
import { text } from "../shared/texts.js";
import { percents, verdict } from "./bars.js";

const SHOWN = 8; // moves of a line
const open = new Set(); // ranks of lines whose sentence is shown whole

let later = null; // what is shown once nothing is pressed

/** Fill the card of the engine from an answer; `turn` is who chooses. What is being pressed is not taken away. */
export function lines(answer, turn) {
  const list = document.getElementById("engine-list");
  if (answer && list.matches(":active")) {
    if (!later) window.addEventListener("pointerup", () => setTimeout(() => later?.()), { once: true });
    later = () => lines(answer, turn);
    return;
  }
  later = null;
  const items = (answer?.lines ?? []).map((line, at) => item(line, at, turn));
  if (items.length) list.replaceChildren(...items);
  write(document.getElementById("engine-verdict"), answer?.chances ? verdict(answer) : "");
  write(document.getElementById("engine-depth"), answer?.depth ? text("depth", { depth: answer.depth }) : "");
}

/** Show the sentence of a line whole, or the first rows of it. */
export function unfold(line) {
  const rank = Number(line.dataset.rank);
  if (!open.delete(rank)) open.add(rank);
  line.classList.toggle("is-open", open.has(rank));
}

export function noLines() {
  document.getElementById("engine-list").replaceChildren();
}

function item(line, at, turn) {
  const made = part("line");
  made.dataset.rank = at + 1;
  made.classList.toggle("is-open", open.has(at + 1));
  write(made.querySelector(".line-rank"), at + 1);
  write(made.querySelector(".line-worth"), worth(line, turn));
  made.querySelector(".line-worth").classList.add("worth", `crew-${turn}`);
  write(made.querySelector(".line-words"), line.words ?? "");
  const moves = line.acts.slice(0, SHOWN).map((act, step) => {
    const button = part("line-move");
    button.textContent = act;
    button.dataset.follow = line.acts.slice(0, step + 1).join(" ");
    return button;
  });
  made.querySelector(".line-moves").replaceChildren(...moves);
  return made;
}

function worth({ win, chances }, turn) {
  if (win && win.by === turn) return text("winShort", { number: win.in });
  if (win) return text("lossShort", { number: win.in });
  const number = percents(chances ?? {})[turn];
  return number === undefined ? "" : text("percent", { number });
}

/** The arrows of the first move of each line: the better, the broader, and each with its number. */
export function lineArrows(answer) {
  return (answer?.lines ?? []).flatMap(({ moves }, at) => (moves?.[0] ? [{ kind: `line${at + 1}`, legs: legs(moves[0]), sign: String(at + 1) }] : []));
}
