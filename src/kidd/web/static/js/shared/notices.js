// On every page: what waits for the visitor, in the head and the title, with a sound; and what makes an app of the site.

import { read, write } from "./prefs.js";
import { nextTurn } from "./next_turn.js";
import { listen } from "./socket.js";
import { play, wake } from "./sound.js";

const LATER = 1200; // milliseconds until a page that was drawn asks: nothing else has to wait for that
const KEEP = 3000; // after the last change of a game, until it is kept for times without network
const SHOWN = 8000; // for which a notice lies over the page

const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions(); // for mails and deadlines of whoever plays here
if (zone && read().zone !== zone) write({ zone });

const link = document.getElementById("notices-link");
const bare = () => document.title.replace(/^\(\d+\) /, "");
let told = null; // the keys that were here before; none of them is news
let waiting = []; // what was not seen yet, while nobody looks
let known = []; // all that stands open and all that is new

/** What has come from the server. */
function take({ notices = [] }) {
  known = notices;
  waiting = notices.filter((one) => !one.seen);
  const news = waiting.filter((one) => told && !told.has(one.key) && !isHere(one));
  told = new Set(notices.map((one) => one.key));
  if (news.length) {
    play("call");
    if (!document.hidden) lay(news[0]);
  }
  show();
  see();
}

/** How much waits elsewhere: what waits in a game that one looks at is in sight. */
function show() {
  const count = known.filter((one) => document.hidden || !isHere(one)).length;
  document.title = count ? `(${count}) ${bare()}` : bare();
  link.hidden = !count;
  const number = link.querySelector(".bar-count");
  number.textContent = count > 99 ? "99+" : String(count);
  const words = link.dataset.label.replace("{count}", count);
  link.setAttribute("aria-label", words);
  link.title = words;
  if (count) navigator.setAppBadge?.(count).catch(() => {});
  else navigator.clearAppBadge?.().catch(() => {});
}

/** In the game that one looks at, or in the next one, of which its table tells. */
const isHere = (one) => location.pathname.startsWith(`/games/${one.game}`) || one.game === document.getElementById("table")?.dataset.next;

/** Somebody looks at this page: then nothing of it need be sent to them. */
function see() {
  if (document.hidden || !document.hasFocus() || !waiting.length) return;
  const keys = waiting.map((one) => one.key);
  waiting = [];
  const body = JSON.stringify({ keys });
  fetch("/api/v1/notices/seen", { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => {});
}

/** A notice over the page, for a while. */
function lay(notice) {
  const box = document.getElementById("notice-box");
  const way = Object.assign(document.createElement("a"), { href: `/games/${notice.game}` });
  const title = Object.assign(document.createElement("strong"), { textContent: notice.title });
  way.append(title, ` ${notice.text}`);
  box.replaceChildren(way);
  clearTimeout(box.timer);
  box.timer = setTimeout(() => box.replaceChildren(), SHOWN);
}

function begin() {
  if (link.dataset.known) {
    listen({ address: () => "/api/v1/notices/socket", version: () => "", newer: take, changed: () => {} });
    document.addEventListener("visibilitychange", () => { show(); see(); });
    window.addEventListener("focus", see);
    document.addEventListener("pointerdown", wake, { once: true });
  }
  if ("serviceWorker" in navigator && isSecureContext) install();
}

async function install() {
  await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  await navigator.serviceWorker.ready;
  keep();
  const table = document.getElementById("table");
  if (!table) return;
  let timer = 0;
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(keep, KEEP);
  }).observe(table, { attributes: true, attributeFilter: ["data-version", "data-ply", "data-over"] });
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
}

/** Have this page kept as it stands, unless it is one that was kept. */
async function keep() {
  if (document.body.dataset.offline || location.search || !navigator.onLine) return;
  (await navigator.serviceWorker.ready).active?.postMessage({ keep: location.pathname });
}

/** A page that was kept is fetched as soon as that is possible; any other says that nothing new can come. */
function offline() {
  if (document.body.dataset.offline) return;
  document.body.dataset.offline = "now";
  const time = document.getElementById("offline-time");
  time.textContent = new Date().toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}

function online() {
  if (document.body.dataset.offline === "now") delete document.body.dataset.offline;
  else if (document.body.dataset.offline) location.reload();
}

window.addEventListener("offline", offline);
window.addEventListener("online", online);
if (link.dataset.known) nextTurn();
setTimeout(() => begin(), LATER);
