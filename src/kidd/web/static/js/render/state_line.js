// Where the game stands: the die, one sentence, what the others did, and a contested stalemate.

import { text } from "../shared/texts.js";
import { tell } from "./told.js";
import { attribute, coloured, fill, part, present, saying, write } from "./parts.js";

const LATELY = 6; // acts among which the viewer's last one is looked for
const TOLD = 2;

export function stateLine(view) {
  const { state, over } = view;
  dieShows(state.die);
  fill(document.getElementById("state-words"), standing(view));
  tell(document.getElementById("told"), told(view));
  const contested = Boolean(state.contest) && !over;
  const words = present(document.querySelector("#state .state-text"), "#contest-words", contested, () => part("contest-words"));
  const left = present(document.getElementById("state"), "#contest", contested, () => part("contest"));
  if (!contested) return;
  write(words, state.sentences.contest);
  write(left, state.contest.turns_left);
  attribute(left, "data-left", state.contest.turns_left);
}

function dieShows(face) {
  const die = document.getElementById("die");
  if (!die) return;
  const label = face ? text("dieShows", { die: face }) : text("dieBlank");
  for (const [name, value] of [["data-face", face ?? ""], ["aria-label", label], ["title", label]]) attribute(die, name, value);
}

function standing({ state, over, live }) {
  const disc = state.turn ? [coloured("turn-disc", state.turn)] : [];
  const { verdict, why = "" } = state.sentences;
  if (over && live) return [...disc, saying("verdict", `${verdict}.`), " ", saying("sentence", why)].map(node);
  return [...disc, saying("sentence", state.sentences.state)];
}

function told({ state, live, staged, log }) {
  const said = live && !staged ? news(state, log) : [state.sentences.told || text("start")];
  return said.flatMap((words, number) => [...(number ? [node(" ")] : []), saying("sentence", words)]);
}

const node = (one) => (typeof one === "string" ? document.createTextNode(one) : one);

/** What the others did since the viewer's last act; before that, the act itself. A roll that they are to use the state tells. */
function news({ you = [], moves = [] }, log) {
  let found = [];
  let own = false;
  const lately = log.slice(-LATELY);
  lately.forEach((entry, number) => {
    if (!entry.by) {
      if (number === lately.length - 1 && !moves.length) found = [entry];
    } else if (you.includes(entry.by) || own || !you.length) {
      found = [entry];
      own = you.includes(entry.by);
    } else found.push(entry);
  });
  return found.slice(-TOLD).map(({ said }) => said);
}
