// The table page: brings together deck, keyboard, server and settings.

import { Acting } from "./acting.js";
import { Board, listed } from "../deck/board.js";
import { buttons } from "./buttons.js";
import { talk } from "../club/talk.js";
import { TowerCard } from "../deck/tower_card.js";
import { facing } from "../deck/facing.js";
import { dragging } from "../deck/drag.js";
import { Playback } from "./playback.js";
import { hints } from "./hints.js";
import { marks } from "./marks.js";
import { Cursor } from "../deck/keys.js";
import { listen } from "../shared/socket.js";
import { pointing } from "./pointing.js";
import { settle } from "./preview.js";
import { labelRematch } from "../render/cards.js";
import { lies, read, write } from "../shared/prefs.js";
import { Replay } from "./replay.js";
import { settings } from "./settings.js";
import * as sheets from "../shared/sheets.js";
import { showing } from "./showing.js";
import { Store } from "./store.js";
import { wake } from "../shared/sound.js";
import { connection, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";

const SHIFTS = ["Shift", "Control", "Alt", "Meta", "AltGraph"];
const table = () => document.getElementById("table");
const root = table();

document.documentElement.dataset.motion = "off"; // the stylesheet's own transitions: motion.js does it along the paths

const first = JSON.parse(document.getElementById("game-state").textContent);
const store = new Store(first, { api: root.dataset.api, live: root.dataset.live === "true" });
const readers = () => [...(premoves.here ? [premoves.here] : []), board, cursor, card]; // of the page, whenever it has changed
// A plan first: whether it goes on decides what the board aims at.
const { show, again } = showing({ table, store, first, parts: () => [...(plans.here ? [plans.here] : []), ...readers()] });
const playback = new Playback({ table, store, show });
const acting = new Acting({ table, store, playback, settled, waits, came: () => { premoves.here?.heard(); plans.here?.heard(); } });
const act = (move) => acting.act(move);
// What pointing at spaces aims at: a move; where the others are to act, one in advance, or one that is planned for then.
const playing = { active: () => acting.mayMove, moves: () => listed(root), crew: () => root.dataset.turn, act };
const [premoves, plans, watch] = [{}, {}, {}]; // fetched where there are any, and `here` then
const aim = () => [plans.here, premoves.here].find((one) => one?.active()) ?? playing;
const faces = facing(root, () => board);
const board = new Board(root, {
  ...pointing({ table, busy: () => acting.sending, board: () => board, act: (move) => aim().act(move), why: (move) => aim().why?.(move), asks: (kind) => aim().asks?.(kind) }),
  active: () => aim().active(),
  moves: () => aim().moves(),
  crew: () => aim().crew(),
  quiet: () => Boolean(aim().quiet),
  skipped: () => aim().skipped ?? [],
  taken: (space) => Boolean(premoves.here?.taken(space)),
  shown: (done) => faces.refresh(done),
});
const cursor = new Cursor(root);
const card = new TowerCard(root, document.getElementById("crew-card"), { pressed: () => board.hush(500) });
const replay = new Replay({ table, store, show: look, failed: () => say(text("failed"), true) });
const prefer = settings({ table, again });
const hint = hints({ table, board, act });
// Computers among themselves are let go on by those who watch them; others need not fetch how.
if (root.dataset.watched === "true") watch.fetched = import("../club/watching.js").then(({ watching }) => (watch.here = watching({ table, acting, read, write })));
if (first.time) import("../club/clock.js").then(({ Clocks }) => new Clocks(store));
if (first.time?.includes("+") && first.you) import("../club/premoves.js").then(({ Premoves }) => { premoves.here = new Premoves({ table, store, acting, board: () => board }); board.refresh(); });
dragging(board, root, faces);
marks(table);
if (document.getElementById("plan")) plans.fetched = import("../club/plans.js").then(({ Plans }) => (plans.here = new Plans({ table, store, parts: readers, again })));
buttons({ table, board, cursor, acting, replay, hint, prefer, watch, premoves, plans, play: (move) => aim().act(move) });

/** Spaces may be pointed at again; after a no the tokens lie where they were. */
function settled(refused) {
  if (refused) settle();
  board.refresh();
}

/** What was sent is under way: its spaces are marked, and nothing else can be pointed out. */
function waits(move) {
  board.refresh();
  board.mark(move);
}

/** Something that is not news: an earlier ply, or the game again after one. */
function look(state, manner) {
  playback.drawn(state);
  show(state, manner);
}

/** Somebody wants to play again, or thinks better of it; once all do, those who have waited here go there. */
function rematch({ id = "", asked = false, waiting = false, words }) {
  const waited = table().dataset.rematch === "waits";
  if (waited && id && !waiting) return location.assign(`/games/${id}`);
  Object.assign(table().dataset, { rematch: asked ? "asked" : waiting ? "waits" : "", next: id });
  document.querySelector(`#notice-box [href="/games/${id}"]`)?.remove(); // it said the same
  labelRematch();
  if (asked) say(words);
}

/** Nobody thinks for the computer that is to act, or somebody does again. */
function computers({ away, words }) {
  const strip = document.getElementById("stranded");
  strip.textContent = words;
  strip.hidden = !away;
}

/** Somebody's session has ended elsewhere: say why this page only looks on, until they play again. */
function parted({ words }) {
  const strip = document.getElementById("parted");
  strip.firstElementChild.textContent = words;
  strip.hidden = false;
}

/** What came over the socket: a state, or something beside the game. */
function heard(news) {
  if (news.rematch) return rematch(news.rematch);
  if (news.computers) return computers(news.computers);
  if (news.session) return parted(news.session);
  if (news.you?.length) document.getElementById("parted").hidden = true;
  return acting.newer(news);
}

/** Tell the server when the window has come to lie or to stand. */
function lie() {
  if (Boolean(read().lying) !== lies()) prefer({ lying: lies() });
}

// Nobody waits for what is still to be shown: whoever does anything does it in the game as it stands.
document.addEventListener("pointerdown", () => { wake(); playback.skip(); }, { passive: true, capture: true });
document.addEventListener("keydown", (event) => { if (!SHIFTS.includes(event.key)) playback.skip(); }, { capture: true });
document.addEventListener("visibilitychange", () => { if (document.hidden) playback.skip(); });
window.addEventListener("popstate", () => { if (sheets.shut()) replay.sign(); else replay.address(location.pathname); });

sheets.lightDismiss();
acting.socket = listen({
  address: () => `${table().dataset.api}/socket`,
  version: () => playback.version,
  newer: heard,
  refused: (words) => say(words, true),
  talk: talk({ table, store }),
  changed: (connected, why) => connection(connected ? "" : why || text(acting.sending ? "waiting" : store.newest?.clock?.running ? "offlineClock" : "offline"), connected ? text("online") : ""),
});
const log = document.getElementById("log-rows");
if (log) log.scrollTop = log.scrollHeight;
window.addEventListener("resize", lie);
lie();
document.documentElement.dataset.ready = "true";
