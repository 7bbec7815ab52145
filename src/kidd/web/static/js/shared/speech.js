// What the page says: a sentence under the deck, the guide through a move, and what screen readers hear of the others.

import { text } from "./texts.js";

const SAID_MS = 5200;
const PER_LETTER = 45;
const HEARD = 12; // sentences that are kept for screen readers
const root = document.documentElement;
let timer = 0;

/** The link to a rule by its number. */
export function ruleLink(rule) {
  return Object.assign(document.createElement("a"), { href: `/rules/numbers#${rule}`, textContent: text("rule", { rule }) || rule, className: "rule-link" });
}

/** A short sentence, perhaps with the number of a rule; screen readers say it too. */
export function say(words, refusal = false, rule = "") {
  const box = document.getElementById("say");
  clearTimeout(timer);
  const said = document.createElement("span");
  said.append(words, ...(rule ? [" ", ruleLink(rule)] : []));
  box.replaceChildren(said);
  box.classList.toggle("is-refusal", refusal);
  box.classList.add("is-shown");
  timer = setTimeout(() => box.classList.remove("is-shown"), SAID_MS + words.length * PER_LETTER);
  box.onclick = () => box.classList.remove("is-shown");
}

/** Take back a sentence once it no longer holds: a refusal, or whatever was said. */
export function hush(all = false) {
  const box = document.getElementById("say");
  if (all || box.classList.contains("is-refusal")) box.classList.remove("is-shown");
}

/** Something for screen readers only. */
export function murmur(...sentences) {
  const box = document.getElementById("announce");
  box.append(...sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence.trim() })));
  while (box.children.length > HEARD) box.firstElementChild.remove();
}

let answer = null;

/** What to do next, with a way out: resolves true for yes, false for no, undefined when something else came up. */
export function guide(step) {
  const box = document.getElementById("guide");
  answer?.(undefined);
  answer = null;
  if (!step) {
    close(box);
    return Promise.resolve(undefined);
  }
  const [words, yes, no] = ["guide-words", "guide-yes", "guide-no"].map((id) => document.getElementById(id));
  words.textContent = step.words;
  murmur(step.words);
  yes.hidden = !step.yes;
  yes.textContent = step.yes ?? "";
  no.textContent = step.no;
  box.hidden = false;
  root.dataset.guide = "";
  hush(true);
  return new Promise((done) => {
    answer = done;
    const end = (result) => { answer = null; close(box); done(result); };
    yes.onclick = () => end(true);
    no.onclick = () => end(false);
    if (step.yes) yes.focus({ preventScroll: true });
  });
}

/** Whoever was on one of its buttons is back on the deck. */
function close(box) {
  const within = box.contains(document.activeElement);
  if (box.hidden) return;
  box.hidden = true;
  delete root.dataset.guide;
  if (within) document.querySelector('#deck-live [data-space][tabindex="0"]')?.focus({ preventScroll: true });
}

/** Tell screen readers what has happened since or is looked at, and, if that is all, where the game stands now. */
export function announce(table, before, last) {
  const { live } = table.dataset;
  const ply = Number(table.dataset.ply);
  if (ply === before.ply && live === before.live) return;
  const state = last ? [table.querySelector("#state-words").textContent] : [];
  if (live === "false") murmur(table.querySelector("#told").textContent, ...state);
  else if (before.live === "false") murmur(...state);
  else if (ply < before.ply) murmur(text("takenBack"), ...state);
  else murmur(...since(table, before.ply).map((cell) => cell.title), ...state);
}

/** What others have said, such as that they decline a draw, is said aloud. */
export function overhear(table, before) {
  const yours = table.dataset.you.split(" ");
  if (before.live !== "true") return;
  const words = since(table, before.ply).filter((cell) => cell.dataset.word && !yours.includes(cell.dataset.by));
  if (words.length && !table.querySelector("#asked")) say(words.at(-1).title);
}

const since = (table, ply) => [...table.querySelectorAll("#log-rows [data-at]")].filter(({ dataset }) => Number(dataset.at) > ply && Number(dataset.at) <= Number(table.dataset.ply));

/** The strip that says the connection is gone, and shortly that it is back. */
export function connection(words, after = "") {
  const box = document.getElementById("connection");
  box.textContent = words || after;
  box.classList.toggle("is-good", !words);
  box.hidden = false;
  if (!words) setTimeout(() => { if (box.classList.contains("is-good")) box.hidden = true; }, 2500);
}
