// An exercise on the deck: a move is sent, and what the server answers comes deck by deck, as the others reply.

import { Board } from "../deck/board.js";
import { dragging } from "../deck/drag.js";
import { Cursor } from "../deck/keys.js";
import { forget, unspin } from "../deck/tokens.js";
import { diagramFaces } from "./diagram_faces.js";
import { lay, steer } from "./fragment_morph.js";
import { ask } from "../shared/server.js";
import { text } from "../shared/texts.js";

const GUIDES = { target: "chooseTarget", via: "chooseVia", escape: "chooseEscape", entry: "chooseEntry", enter: "chooseHatch" };
const BETWEEN = 750; // milliseconds from one deck to the next: time to see what was answered

const root = document.getElementById("exercise");
let busy = false;
const faces = diagramFaces(root, () => board);
const board = new Board(root, { play: (move) => send({ move }), refused, guide: guided, active: () => !busy && open(), shown: (done) => faces.refresh(done) });
const cursor = new Cursor(root);
dragging(board, root, faces);
steer(root, cursor, { pick: (space) => board.pick(space), cancel: () => board.cancel() });
root.addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, value } = event.submitter;
  send({ [name]: value });
});
document.documentElement.dataset.ready = "true";

function open() {
  return ["open", "right"].includes(root.dataset.status);
}

async function send(what) {
  if (busy) return;
  busy = true;
  const typed = root.contains(document.activeElement) && document.activeElement.matches(":focus-visible");
  try {
    const { ok, data } = await ask(root.dataset.url, { acts: root.dataset.acts, ...what });
    if (ok) await show(data);
    else say(data.error ?? text("failed"));
  } catch {
    say(text("failed"));
  }
  busy = false;
  settle();
  board.refresh();
  cursor.refresh();
  if (!open()) root.querySelector(".exercise-buttons").scrollIntoView({ block: "nearest" });
  if (typed) document.querySelector("#exercise-next, #exercise-retry")?.focus({ preventScroll: true });
}

async function show({ decks, streak }) {
  for (const [number, html] of decks.entries()) {
    if (number) await new Promise((done) => setTimeout(done, BETWEEN));
    lay(root, html);
    forget();
    settle();
  }
  const shown = document.getElementById("exercise-streak");
  if (streak && shown) shown.outerHTML = streak;
}

async function refused({ space, origin, kind }) {
  if (kind || !open() || busy) return; // what can be chosen stands there already
  settle();
  const why = origin && origin !== "hand" ? `${origin}-${space}` : space;
  const { position, options, played } = root.dataset;
  const asked = { position, options, acts: played, why };
  const { data } = await ask("/diagram", asked, { retry: false }).catch(() => ({ data: {} }));
  say(data.sentence || data.error || "");
}

function say(words, guide = false) {
  const box = document.getElementById("exercise-hint");
  box.textContent = words;
  box.classList.toggle("is-guide", guide);
  box.hidden = !words;
}

function guided(kind) {
  const box = document.getElementById("exercise-hint");
  if (kind || box.classList.contains("is-guide")) say(kind ? text(GUIDES[kind]) : "", Boolean(kind));
}

function settle() {
  for (const token of root.querySelectorAll("[data-on]")) token.style.translate = "";
  unspin();
}
