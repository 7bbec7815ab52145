// The analysis of a game: begun and stopped without a new page, and drawn again while it grows.

import { Idiomorph } from "../../vendor/idiomorph.js";
import { ask } from "../shared/server.js";
import { text } from "../shared/texts.js";

const PAUSE = 500, PATIENCE = 3000; // milliseconds: while it is made or comes next, and while others come first
const root = () => document.getElementById("analysis");
let timer = 0;

function show({ ok, data }) {
  if (ok && data.html) {
    const open = document.getElementById("analysis-all")?.open;
    const focused = document.activeElement?.id;
    Idiomorph.morph(root(), data.html, { morphStyle: "outerHTML" });
    const all = document.getElementById("analysis-all");
    if (all && open) all.open = true;
    if (focused && document.activeElement === document.body) (document.getElementById(focused) ?? root().querySelector("button"))?.focus();
  } else if (data?.error) {
    const words = Object.assign(document.createElement("p"), { className: "notice notice-bad", textContent: data.error });
    words.setAttribute("role", "alert");
    document.getElementById("analysis-ask").prepend(words);
  }
  clearTimeout(timer);
  if (root().dataset.state === "done") new BroadcastChannel("kidd-analysed").postMessage(root().dataset.url.split("/")[2]); // to tables that are open
  if (root().dataset.state === "running") timer = setTimeout(poll, pause());
}

const pause = () => (Number(root().dataset.place) > 1 ? PATIENCE : PAUSE);

async function poll() {
  show(await ask(root().dataset.url).catch(() => ({ ok: true, data: {} })));
}

document.addEventListener("submit", async (event) => {
  if (event.target.id !== "analysis-ask") return;
  event.preventDefault();
  const { name, value } = event.submitter;
  show(await ask(root().dataset.url, { [name]: value }).catch(() => ({ ok: false, data: { error: text("failed") } })));
});

if (root().dataset.state === "running") timer = setTimeout(poll, pause());
document.documentElement.dataset.ready = "true";
