// The table page: brings together deck, keyboard, server and settings.

import { Board } from "./board.js";
import { crewCard } from "./crewcard.js";
import { dragging } from "./drag.js";
import { Cursor, keyboard } from "./keys.js";
import { ask, listen } from "./live.js";
import { copyLink, fillMore, savePng } from "./more.js";
import { morph } from "./morph.js";
import { busy, centre as middle } from "./motion.js";
import { read } from "./prefs.js";
import { Replay } from "./replay.js";
import { settings } from "./settings.js";
import * as sheets from "./sheets.js";
import { play as sound, wake } from "./sound.js";
import { announce, connection, guide, murmur, say } from "./speech.js";
import { text } from "./texts.js";

const table = () => document.getElementById("table");
const root = table();
let shown = { version: Number(root.dataset.version), html: "" };
let waiting = null; // the newest view that came while tokens were still under way
let sending = false;

document.documentElement.dataset.motion = "off"; // the stylesheet's own transitions: motion.js does it along the paths

const board = new Board(root, { play: chosen, refused, guide: guided, active: () => mayMove() });
const cursor = new Cursor(root);
const card = crewCard(root, document.getElementById("crew-card"));
const replay = new Replay({ table, show, failed: () => say(text("failed"), true) });
dragging(board, root);

function mayMove() {
  const { mayMove: may, live } = table().dataset;
  return may === "true" && live === "true" && !sending;
}

// Showing what the server says.

function show(view) {
  if (!view?.html) return;
  const { ply, live, over } = table().dataset;
  const before = { ply: Number(ply), live, over };
  if (view.html !== shown.html) {
    const happened = morph(view.html);
    noises(happened, before);
  }
  shown = { version: view.version, html: view.html };
  board.refresh();
  cursor.refresh();
  card.refresh();
  sheets.refresh();
  if (table().dataset.live === "true") announce(table(), before);
  document.title = document.title.replace(/^(● )?/, table().dataset.mayMove === "true" ? "● " : "");
}

function noises(happened, before) {
  const { over, live } = table().dataset;
  if (happened.captured) sound("capture");
  else if (happened.moved) sound("step");
  else if (happened.entered) sound("enter");
  if (happened.rolled) sound("die");
  if (over === "true" && before.over !== "true" && live === "true") sound("end");
}

/** A view over the socket waits until the tokens have arrived; while somebody looks back they are only told. */
function newer(view) {
  if (view.version < shown.version) return;
  if (table().dataset.live === "false") {
    document.getElementById("replay-live")?.classList.add("is-new");
    return;
  }
  const wait = busy();
  if (!wait) return show(view);
  if (!waiting) setTimeout(release, wait);
  waiting = view;
}

function release() {
  const held = waiting;
  waiting = null;
  if (held) newer(held);
}

// Acting.

async function act(what, url = table().dataset.acts, body = {}) {
  if (sending) return;
  sending = true;
  wake();
  try {
    const { ok, data } = await ask(url, { ply: Number(table().dataset.ply), ...(what ? { act: what } : {}), ...body });
    sending = false;
    const fresh = data.view ?? data;
    if (fresh.version >= shown.version) show(fresh); // a quick computer's move may have overtaken this over the socket
    if (!ok) {
      settle();
      say(data.error ?? text("failed"), true);
      sound("refuse");
    }
    return ok;
  } catch {
    sending = false;
    settle();
    say(text("failed"), true);
  } finally {
    sending = false;
    board.refresh();
  }
  return false;
}

/** Put back what a drag has left lying about. */
function settle() {
  for (const token of document.querySelectorAll("#deck-live .token")) token.style.translate = "";
}

/** A whole move was pointed out: send it, or ask first where people want that. */
async function chosen(move) {
  if (!read().confirm) return act(move);
  const spaces = move.match(/[a-z]\d+/g) ?? [];
  for (const name of spaces) board.space(name)?.classList.add("is-choice");
  const yes = await guide({ words: text("confirmMove", { move }), yes: text("play"), no: text("cancel") });
  if (yes) return act(move);
  settle();
  return board.refresh();
}

async function refused({ space, origin }) {
  const { live, over, why, ply } = table().dataset;
  sound("refuse");
  settle();
  if (over === "true") return say(text("gameOver"));
  if (live === "false") return say(text("lookingBack"));
  const move = origin === "hand" ? `@${space}` : origin ? `${origin}-${space}` : space;
  try {
    const { data } = await ask(`${why}?ply=${ply}&move=${encodeURIComponent(move)}`, undefined, { retry: false });
    if (data.sentence ?? data.error) say(data.sentence ?? data.error, true);
  } catch {
    say(text("failed"), true);
  }
}

const GUIDES = { target: "chooseTarget", via: "chooseVia", escape: "chooseEscape", entry: "chooseEntry", enter: "chooseHatch" };

/** Where to a token goes the marks on the deck say; every further choice is explained, with a way out. */
function guided(kind, picked, done) {
  if (!done) preview(picked);
  if (kind === "target") murmur(text(GUIDES.target));
  if (kind && kind !== "target") guide({ words: text(GUIDES[kind]), no: text("cancel") }).then((yes) => { if (yes === false) board.cancel(); });
  else guide(null);
}

/** While the rest of a move is being chosen, its token already stands where it will go. */
function preview([origin, target]) {
  const [from, to] = target ? [origin, target].map((space) => middle(board.space(space))) : [];
  for (const token of document.querySelectorAll("#deck-live .token")) {
    const goes = target && token.dataset.on === origin;
    token.style.translate = goes ? `${to.x - from.x}px ${to.y - from.y}px` : "";
  }
}

async function hint() {
  const { hint: url, ply, mayMove: may } = table().dataset;
  if (may !== "true" || document.getElementById("do-hint").disabled) return;
  guide({ words: text("thinking"), no: text("cancel") });
  try {
    const { ok, data } = await ask(url, { ply: Number(ply) });
    if (!ok) {
      guide(null);
      return say(data.error ?? text("failed"), true);
    }
    if (table().dataset.ply !== ply) return guide(null);
    board.cancel();
    for (const name of data.move.match(/[a-z]\d+/g) ?? []) board.space(name)?.classList.add("is-choice");
    const yes = await guide({ words: data.words, yes: text("play"), no: text("cancel") });
    board.refresh();
    if (yes) await act(data.move);
  } catch {
    guide(null);
    say(text("failed"), true);
  }
}

function takeback() {
  if (!document.getElementById("do-takeback").disabled) act("", table().dataset.takeback);
}

async function rematch() {
  const { ok, data } = await ask(table().dataset.rematch, {}).catch(() => ({ ok: false, data: {} }));
  if (ok && data.url) location.assign(data.url);
  else say(data.error ?? text("failed"), true);
}

async function word(button) {
  const { act: what, question } = button.dataset;
  if (question && !(await sheets.confirmed(question, button.textContent.trim()))) return;
  document.getElementById("sheet-more").close();
  act(what);
}

// Buttons. Forms work without any of this; here they answer without a new page.

const DOES = {
  takeback, hint, rematch,
  more: () => { fillMore(table()); sheets.dialog("more"); },
  settings: () => sheets.dialog("settings"),
  keys: () => sheets.dialog("keys"),
  tour: () => { document.getElementById("sheet-more").close(); tour(true); },
  flip: () => { document.getElementById("sheet-more").close(); prefer({ rotation: ((read().rotation ?? 0) + 180) % 360 }); },
  replay: () => replay.go(0),
  copy: () => { document.getElementById("sheet-more").close(); copyLink(table()); },
  png: () => { document.getElementById("sheet-more").close(); savePng(table()); },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("button, a");
  if (!button) return;
  if (button.dataset.do && button.dataset.do in DOES) stop(event, () => DOES[button.dataset.do]());
  else if (button.dataset.move) stop(event, () => { if (sheets.open()) sheets.sheet(""); act(button.dataset.move); });
  else if (button.dataset.play) stop(event, () => act(button.dataset.play));
  else if (button.dataset.act) stop(event, () => word(button));
  else if (button.dataset.sheet !== undefined) stop(event, () => sheets.sheet(button.dataset.sheet));
  else if (button.dataset.at && plain(event)) stop(event, () => { if (sheets.open()) sheets.sheet(""); replay.go(Number(button.dataset.at)); });
  else if (button.dataset.replay && plain(event)) stop(event, () => back(button));
});

function stop(event, then) {
  event.preventDefault();
  then();
}

const plain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;

function back(button) {
  if (button.getAttribute("aria-disabled") === "true") return;
  const ways = { first: 0, previous: replay.ply - 1, next: replay.ply + 1, last: Infinity, live: Infinity };
  replay.go(Math.max(0, ways[button.dataset.replay]));
}

document.getElementById("veil").addEventListener("click", () => sheets.sheet(""));

document.addEventListener("submit", (event) => {
  if (event.target.id !== "typed-form") return;
  event.preventDefault();
  const field = document.getElementById("typed");
  const move = field.value.trim();
  if (!move) return;
  act(move).then((ok) => { if (ok) { field.value = ""; if (sheets.open()) sheets.sheet(""); } else field.select(); });
});

document.addEventListener("input", (event) => {
  if (event.target.id === "replay-slider") replay.go(Number(event.target.value));
});

async function tour(force) {
  const { show: around } = await import("./tour.js");
  around(force);
}

const prefer = settings({ table, show, changed: () => { replay.forget(); socket.renew(); } });

// Keys, socket, tour.

keyboard({
  board, cursor,
  live: () => table().dataset.live === "true" && table().dataset.over === "false",
  does: {
    ...DOES,
    step: (by) => replay.step(by),
    type: () => { if (getComputedStyle(document.getElementById("moves")).visibility === "hidden") sheets.sheet("moves"); document.getElementById("typed").focus(); },
    escape: () => (guide(null), board.cancel()) || (sheets.open() && sheets.sheet("")),
  },
});

sheets.lightDismiss();
document.addEventListener("pointerdown", wake, { passive: true });
const socket = listen({
  address: () => table().dataset.socket,
  version: () => shown.version,
  newer,
  changed: (connected) => connection(connected ? "" : text("offline"), connected ? text("online") : ""),
});
const log = document.getElementById("log-rows");
if (log) log.scrollTop = log.scrollHeight;
if (!read().tour) tour(false);
document.documentElement.dataset.ready = "true";
