// The analysis of a game: begun and stopped without a new page, and drawn again while it grows.

import { Idiomorph } from "../../vendor/idiomorph.js";
import { ask } from "../shared/server.js";
import { text } from "../shared/texts.js";

const PAUSE = 500, PATIENCE = 3000; // milliseconds: while it is made or comes next, and while others come first or nothing comes back
const LONGEST = 8000; // milliseconds for one answer
const root = () => document.getElementById("analysis");
const refusal = () => document.getElementById("analysis-refusal");
let timer = 0;

function show({ ok, data, rest = 0 }) {
  if (ok && data.html) {
    const open = document.getElementById("analysis-all")?.open;
    const focused = document.activeElement?.id;
    Idiomorph.morph(root(), data.html, { morphStyle: "outerHTML" });
    const all = document.getElementById("analysis-all");
    if (all && open) all.open = true;
    if (focused && document.activeElement === document.body) (document.getElementById(focused) ?? root().querySelector("button"))?.focus();
  } else if (data?.error) {
    refuse(data.error);
  }
  clearTimeout(timer);
  if (root().dataset.state === "done") new BroadcastChannel("kidd-analysed").postMessage(root().dataset.url.split("/")[2]); // to tables that are open
  if (root().dataset.state === "running") timer = setTimeout(poll, Math.max(pause(), rest));
}

/** Why there is nothing new: said once, however often it is heard. */
function refuse(why) {
  if (refusal()?.textContent === why) return;
  refusal()?.remove();
  const words = Object.assign(document.createElement("p"), { id: "analysis-refusal", className: "notice notice-bad", textContent: why });
  words.setAttribute("role", "alert");
  document.getElementById("analysis-ask").prepend(words);
}

const pause = () => (Number(root().dataset.place) > 1 ? PATIENCE : PAUSE);

async function poll() {
  const late = AbortSignal.timeout(LONGEST);
  show(await ask(root().dataset.url, undefined, { retry: false, signal: late }).catch(() => ({ ok: true, data: {}, rest: PATIENCE })));
}

document.addEventListener("submit", async (event) => {
  if (event.target.id !== "analysis-ask") return;
  event.preventDefault();
  const { name, value } = event.submitter;
  refusal()?.remove(); // what is refused again is said again
  show(await ask(root().dataset.url, { [name]: value }).catch(() => ({ ok: false, data: { error: text("failed") } })));
});

if (root().dataset.state === "running") timer = setTimeout(poll, pause());
document.documentElement.dataset.ready = "true";
