// The table page: brings together deck, keyboard, server and settings.

import { Board } from "./board.js";
import { crewCard } from "./crewcard.js";
import { dragging } from "./drag.js";
import { Follow } from "./follow.js";
import { Cursor, keyboard } from "./keys.js";
import { ask, listen } from "./live.js";
import { copyLink, fillMore, savePng } from "./more.js";
import { morph } from "./morph.js";
import { centre as middle } from "./motion.js";
import { read } from "./prefs.js";
import { Replay } from "./replay.js";
import { settings } from "./settings.js";
import * as sheets from "./sheets.js";
import { play as sound, wake } from "./sound.js";
import { announce, connection, guide, hush, murmur, overhear, say } from "./speech.js";
import { text } from "./texts.js";

const SHIFTS = ["Shift", "Control", "Alt", "Meta", "AltGraph"];
const LAST = ["is-last-from", "is-last-to"];
const table = () => document.getElementById("table");
const root = table();
let shown = "";
let held = []; // views that came before the answer to what was sent
let trail = []; // the marks of what others did since this visitor's last act
let pointed = ""; // what is picked up: with any other, what was said before no longer holds
let sending = false;

document.documentElement.dataset.motion = "off"; // the stylesheet's own transitions: motion.js does it along the paths

const board = new Board(root, { play: chosen, refused, guide: guided, active: () => mayMove() });
const cursor = new Cursor(root);
const card = crewCard(root, document.getElementById("crew-card"), { pressed: () => board.hush(500) });
const replay = new Replay({ table, show: redraw, failed: () => say(text("failed"), true) });
const follow = new Follow({ table, show });
dragging(board, root);

function mayMove() {
  const { mayMove: may, live } = table().dataset;
  return may === "true" && live === "true" && !sending;
}

// Showing what the server says.

function show(view, last = true) {
  if (!view?.html) return;
  const { ply, live, over } = table().dataset;
  const before = { ply: Number(ply), live, over };
  if (view.html !== shown) {
    hush();
    const happened = morph(view.html);
    noises(happened, before);
  }
  shown = view.html;
  board.refresh();
  cursor.refresh();
  card.refresh();
  sheets.refresh();
  if (table().dataset.live === "true") {
    mark(before);
    announce(table(), before, last);
    overhear(table(), before);
  }
  document.title = document.title.replace(/^(● )?/, table().dataset.mayMove === "true" ? "● " : "");
}

/** Something that is not news: an earlier ply, or the same one drawn otherwise. */
function redraw(view) {
  if (!view?.html) return;
  follow.drawn(view);
  show(view);
}

/** Keep the marks of every move since this visitor's own, as where three crews play. */
function mark(before) {
  const { ply, you } = table().dataset;
  const by = table().querySelector("#log-rows [aria-current]")?.dataset.by;
  if (Number(ply) < before.ply || you.split(" ").includes(by)) trail = [];
  else if (by && Number(ply) > before.ply) trail.push(...LAST.flatMap((name) => [...root.querySelectorAll(`.${name}`)].map((place) => [place.dataset.space, name])));
  for (const [space, name] of trail) if (space) board.space(space)?.classList.add(name);
}

function noises(happened, before) {
  const { over, live } = table().dataset;
  if (happened.captured) sound("capture");
  else if (happened.moved) sound("step");
  else if (happened.entered) sound("enter");
  if (happened.rolled) sound("die");
  if (over === "true" && before.over !== "true" && live === "true") sound("end");
}

/** A view over the socket: shown in its turn; while somebody looks back they are only told. */
function newer(view) {
  if (sending) held.push(view);
  else if (table().dataset.live === "false") document.getElementById("replay-live")?.classList.add("is-new");
  else follow.take(view);
}

function sent() {
  sending = false;
  const views = held;
  held = [];
  return views;
}

// Acting.

async function act(what, url = table().dataset.acts, body = {}) {
  if (sending) return;
  follow.skip();
  sending = true;
  wake();
  let views = [];
  try {
    const { ply, version } = table().dataset;
    const { ok, data } = await ask(url, { ply: Number(ply), version: Number(version), ...(what ? { act: what } : {}), ...body });
    views = sent();
    const fresh = data.view ?? data;
    if (fresh.html) follow.own(fresh);
    if (!ok) {
      settle();
      say(data.error ?? text("failed"), true);
      sound("refuse");
    }
    return ok;
  } catch {
    views = sent();
    settle();
    say(text("failed"), true);
  } finally {
    board.refresh();
    views.forEach(newer); // a quick computer's answer may have overtaken the one to this
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
  const words = root.querySelector(`[data-move="${CSS.escape(move)}"]`)?.title ?? move;
  const yes = await guide({ words: text("confirmMove", { move: words }), yes: text("play"), no: text("cancel") });
  if (yes) return act(move);
  settle();
  return board.refresh();
}

async function refused({ space, origin, kind, spaces }) {
  const { live, over, why, ply } = table().dataset;
  sound("refuse");
  if (kind in ONLY) return choosing(text(ONLY[kind], { spaces: either.format(spaces) }));
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

const either = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" });
const ONLY = { via: "onlyVia", escape: "onlyEscape", entry: "onlyEntry" };
const GUIDES = { target: "chooseTarget", via: "chooseVia", escape: "chooseEscape", entry: "chooseEntry", enter: "chooseHatch" };

/** Where to a token goes the marks on the deck say; every further choice is explained, with a way out. */
function guided(kind, picked, done) {
  if (String(picked) !== pointed) hush(true);
  pointed = String(picked);
  if (!done) preview(picked);
  if (kind === "target") murmur(text(GUIDES.target));
  if (kind && kind !== "target") choosing(text(GUIDES[kind]));
  else guide(null);
}

function choosing(words) {
  guide({ words, no: text("cancel") }).then((yes) => { if (yes === false) board.cancel(); });
}

/** While the rest of a move is being chosen, its token already stands where it will go, and so do those it frees. */
function preview(picked) {
  settle();
  if (picked.length < 2) return;
  const [origin, target, ...others] = board.tree.along(picked);
  shift(`[data-on="${CSS.escape(origin.space)}"]`, origin.space, target.space);
  let from = target.space;
  for (const { kind, space } of others) {
    if (kind !== "escape") continue;
    shift(`.crew-${table().dataset.turn}[data-on="${CSS.escape(from)}"]`, from, space);
    from = space;
  }
}

function shift(tokens, origin, target) {
  const [from, to] = [origin, target].map((space) => middle(board.space(space)));
  for (const token of document.querySelectorAll(`#deck-live .token${tokens}`)) token.style.translate = `${to.x - from.x}px ${to.y - from.y}px`;
}

async function hint() {
  const { hint: url, ply, mayMove: may } = table().dataset;
  if (may !== "true" || document.getElementById("do-hint").disabled) return;
  let dropped = false;
  guide({ words: text("thinking"), no: text("cancel") }).then(() => { dropped = true; });
  try {
    const { ok, data } = await ask(url, { ply: Number(ply) });
    if (dropped) return;
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
    if (dropped) return;
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
  else if (button.dataset.at && plain(event)) stop(event, () => { replay.go(Number(button.dataset.at)); if (sheets.open()) sheets.sheet(""); });
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
  if (!move || field.readOnly) return;
  act(move).then((ok) => { if (ok) { field.value = ""; if (sheets.open()) sheets.sheet(""); } else field.select(); });
});

document.addEventListener("input", (event) => {
  if (event.target.id === "replay-slider") replay.go(Number(event.target.value));
});

async function tour(force) {
  const { show: around } = await import("./tour.js");
  around(force);
}

const prefer = settings({ table, show: redraw, changed: () => { replay.forget(); socket.renew(); } });

// Keys, socket, tour.

keyboard({
  board, cursor,
  live: () => table().dataset.live === "true" && table().dataset.over === "false",
  does: {
    ...DOES,
    step: (by) => replay.step(by),
    type: () => { if (!document.getElementById("typed")) return; if (getComputedStyle(document.getElementById("moves")).visibility === "hidden") sheets.sheet("moves"); document.getElementById("typed").focus(); },
    escape: () => (guide(null), board.cancel()) || (sheets.open() && sheets.sheet("")),
  },
});

// Nobody waits for what is still to be shown: whoever does anything does it in the game as it stands.
document.addEventListener("pointerdown", () => { wake(); follow.skip(); }, { passive: true, capture: true });
document.addEventListener("keydown", (event) => { if (!SHIFTS.includes(event.key)) follow.skip(); }, { capture: true });
window.addEventListener("popstate", () => { if (sheets.shut()) replay.sign(); else replay.address(location.pathname); });
document.addEventListener("visibilitychange", () => { if (document.hidden) follow.skip(); });

sheets.lightDismiss();
const socket = listen({
  address: () => table().dataset.socket,
  version: () => follow.version,
  newer,
  changed: (connected) => connection(connected ? "" : text("offline"), connected ? text("online") : ""),
});
const log = document.getElementById("log-rows");
if (log) log.scrollTop = log.scrollHeight;
if (!read().tour) tour(false);
document.documentElement.dataset.ready = "true";
