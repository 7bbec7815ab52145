// The three rolls side by side: what each is worth to whoever rolls, which one fell, and whether that was luck.

import { attribute, write } from "../render/parts.js";
import { counted } from "../render/words.js";
import { text } from "../shared/texts.js";
import { percents } from "./bars.js";

const whole = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 0 });
const signed = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "exceptZero", maximumFractionDigits: 0 });

/**
 * Show the rolls of an answer. shown: the roll that fell, if any; due: whether it is to be chosen; luck: as an analysis
 * has it, until the figures of the rolls stand there; lost: what the move after it gave away.
 */
export function rolls({ answer, turn, shown, due, free, luck, lost }) {
  const box = document.getElementById("rolls");
  if (!box) return;
  const known = new Map((answer?.rolls ?? []).map((one) => [one.roll, one]));
  for (const button of box.querySelectorAll("[data-roll]")) {
    const face = Number(button.dataset.roll);
    const found = known.get(face);
    button.disabled = !(due || free) || face === shown;
    attribute(button, "aria-pressed", due ? null : String(face === shown));
    write(button.querySelector(".roll-worth"), found ? text("percent", { number: percents(found.chances)[turn] ?? 0 }) : "–");
    write(button.querySelector(".roll-best"), found?.act ?? "");
    const worth = button.querySelector(".roll-worth").textContent;
    attribute(button, "aria-label", text("rollLabel", { number: face, worth, move: found?.act ?? "" }));
  }
  write(document.getElementById("luck"), said(known, turn, shown, luck, lost));
}

function said(known, turn, shown, luck, lost) {
  const gain = gained(known, turn, shown) ?? luck;
  if (gain === undefined) return text(known.size ? "rollDue" : "rollsUnknown");
  const points = signed.format(gain).replace("-", "−");
  const words = [Math.abs(gain) < 0.5 ? text("luckNone") : counted(gain > 0 ? "luckGood" : "luckBad", Math.round(Math.abs(gain)), { points })];
  if (lost !== undefined) words.push(text(lost < 0.5 ? "thenBest" : "thenLost", { points: whole.format(lost) }));
  return words.join(" ");
}

/** What the roll that fell was worth beyond the mean of the three. */
function gained(known, turn, shown) {
  if (!shown || known.size < 3) return undefined;
  const worth = [...known.values()].map(({ chances }) => chances[turn] ?? 0);
  return (known.get(shown).chances[turn] ?? 0) - worth.reduce((sum, one) => sum + one, 0) / worth.length;
}
