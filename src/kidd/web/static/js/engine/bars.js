// Who stands how: one bar for two crews, one each for three, and the figures as text.

import { attribute, write } from "../render/parts.js";
import { counted, crewName } from "../render/words.js";
import { text } from "../shared/texts.js";

/** Whole numbers of percent that add up to a hundred. */
export function percents(chances) {
  const entries = Object.entries(chances);
  const found = entries.map(([colour, value]) => ({ colour, whole: Math.floor(value), rest: value - Math.floor(value) }));
  const missing = Math.round(entries.reduce((sum, [, value]) => sum + value, 0)) - found.reduce((sum, { whole }) => sum + whole, 0);
  [...found].sort((one, other) => other.rest - one.rest).slice(0, Math.max(0, missing)).forEach((one) => { one.whole += 1; });
  return Object.fromEntries(found.map(({ colour, whole }) => [colour, whole]));
}

/** "Red wins in 5", or what whoever stands best can expect. */
export function verdict({ win, chances }) {
  if (win?.words) return win.words;
  if (win) return counted("wins", win.in, { crew: crewName(win.by) });
  const [colour, number] = Object.entries(percents(chances)).reduce((best, one) => (one[1] > best[1] ? one : best));
  return text("chance", { crew: crewName(colour), number });
}

/** What each can expect, for those who do not see the bars. */
function spelt({ win, chances }) {
  const each = Object.entries(percents(chances)).map(([colour, number]) => text("chance", { crew: crewName(colour), number }));
  return [...(win ? [verdict({ win, chances })] : []), ...each].join(", ");
}

/** Show what the engine says; without an answer the bars stay as they were, but pale. */
export function bars(answer) {
  const box = document.getElementById("bars");
  box.classList.toggle("is-old", !answer);
  if (!answer?.chances) return;
  const whole = percents(answer.chances);
  for (const part of box.querySelectorAll("[data-bar]")) {
    const value = whole[part.dataset.bar] ?? 0;
    part.style.setProperty("--part", value);
    write(part.querySelector(".bar-figure"), text("percent", { number: value }));
  }
  attribute(box, "aria-label", spelt(answer));
}

/** Nothing is known of this position yet, and what was known is of no use. */
export function blank() {
  const box = document.getElementById("bars");
  box.classList.add("is-old");
  attribute(box, "aria-label", text("unknown"));
}
