// What the page says: a sentence under the deck, the guide through a move, and what screen readers hear of the others.

const SAID_MS = 5200;
const PER_LETTER = 45;
let timer = 0;

/** A short sentence; screen readers say it too. */
export function say(words, refusal = false) {
  const box = document.getElementById("say");
  clearTimeout(timer);
  box.textContent = "";
  box.textContent = words;
  box.classList.toggle("is-refusal", refusal);
  box.classList.add("is-shown");
  timer = setTimeout(() => box.classList.remove("is-shown"), SAID_MS + words.length * PER_LETTER);
  box.onclick = () => box.classList.remove("is-shown");
}

/** Something for screen readers only. */
export function murmur(words) {
  document.getElementById("announce").replaceChildren(Object.assign(document.createElement("p"), { textContent: words }));
}

let answer = null;

/** What to do next, with a way out: resolves true for yes, false for no, undefined when something else came up. */
export function guide(step) {
  const box = document.getElementById("guide");
  answer?.(undefined);
  answer = null;
  if (!step) {
    box.hidden = true;
    return Promise.resolve(undefined);
  }
  const [words, yes, no] = ["guide-words", "guide-yes", "guide-no"].map((id) => document.getElementById(id));
  words.textContent = step.words;
  yes.hidden = !step.yes;
  yes.textContent = step.yes ?? "";
  no.textContent = step.no;
  box.hidden = false;
  document.getElementById("say").classList.remove("is-shown");
  return new Promise((done) => {
    answer = done;
    const end = (result) => { answer = null; box.hidden = true; done(result); };
    yes.onclick = () => end(true);
    no.onclick = () => end(false);
    if (step.yes) yes.focus({ preventScroll: true });
  });
}

/** Tell screen readers what has happened since, and where the game stands now. */
export function announce(table, before) {
  const ply = Number(table.dataset.ply);
  if (before.live !== "true" || ply <= before.ply) return;
  const box = document.getElementById("announce");
  const acts = [...table.querySelectorAll("#log-rows [data-at]")].filter((cell) => Number(cell.dataset.at) > before.ply);
  const sentences = [...acts.map((cell) => cell.title), table.querySelector("#state-words").textContent];
  box.replaceChildren(...sentences.map((sentence) => Object.assign(document.createElement("p"), { textContent: sentence.trim() })));
}

/** The strip that says the connection is gone, and shortly that it is back. */
export function connection(words, after = "") {
  const box = document.getElementById("connection");
  box.textContent = words || after;
  box.classList.toggle("is-good", !words);
  box.hidden = false;
  if (!words) setTimeout(() => { if (box.classList.contains("is-good")) box.hidden = true; }, 2500);
}
