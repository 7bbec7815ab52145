// Stepping through a log book that somebody brought along; nothing of it is kept on the server.

import { Cursor } from "../deck/keys.js";
import { lay, steer } from "./fragment_morph.js";
import { ask } from "../shared/server.js";

const root = document.querySelector("[data-study]");
const cursor = new Cursor(root);
const book = () => document.getElementById("study-text").value;
let wanted = null;
let busy = false;

/** Go to a ply; while one is on its way only the last wish counts. */
async function go(ply, match = root.dataset.match) {
  wanted = { ply, match };
  if (busy) return;
  busy = true;
  while (wanted) {
    const wish = wanted;
    wanted = null;
    const { ok, data } = await ask("/load", { text: book(), brief: true, ...wish }).catch(() => ({ ok: false, data: {} }));
    if (ok) lay(root, data.html, ["study-text"]);
  }
  busy = false;
  cursor.refresh();
  root.querySelector('.study-rows [aria-current="step"]')?.scrollIntoView({ block: "nearest" });
}

const at = () => Number(root.dataset.ply);
const end = () => Number(root.dataset.lastPly);
const step = (ply) => { const to = Math.min(Math.max(ply, 0), end()); if (to !== at()) go(to); };

root.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-ply]");
  if (!button) return;
  event.preventDefault();
  step(Number(button.dataset.ply));
});
root.addEventListener("input", (event) => { if (event.target.id === "study-slider") step(Number(event.target.value)); });
root.addEventListener("change", (event) => { if (event.target.id === "study-match") go("", event.target.value); });
steer(root, cursor, { pick: () => {} });
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest?.("input, select, textarea")) return;
  const ways = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 0, End: end() };
  if (!(event.key in ways)) return;
  event.preventDefault();
  step(ways[event.key]);
});
document.documentElement.dataset.ready = "true";
