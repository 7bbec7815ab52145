// The table page: brings together deck, keyboard, server and settings.

import { Acting } from "./acting.js";
import { Board } from "./board.js";
import { buttons, tour } from "./buttons.js";
import { crewCard } from "./crewcard.js";
import { dragging } from "./drag.js";
import { Follow } from "./follow.js";
import { hints } from "./hints.js";
import { Cursor } from "./keys.js";
import { listen } from "./live.js";
import { pointing, settle } from "./pointing.js";
import { lies, read } from "./prefs.js";
import { Replay } from "./replay.js";
import { settings } from "./settings.js";
import * as sheets from "./sheets.js";
import { showing } from "./showing.js";
import { wake } from "./sound.js";
import { connection, say } from "./speech.js";
import { text } from "./texts.js";

const SHIFTS = ["Shift", "Control", "Alt", "Meta", "AltGraph"];
const table = () => document.getElementById("table");
const root = table();

document.documentElement.dataset.motion = "off"; // the stylesheet's own transitions: motion.js does it along the paths

const show = showing({ table, root, parts: () => [board, cursor, card] });
const follow = new Follow({ table, show });
const acting = new Acting({ table, follow, settled });
const act = (move) => acting.act(move);
const board = new Board(root, { ...pointing({ table, board: () => board, act }), active: () => acting.mayMove });
const cursor = new Cursor(root);
const card = crewCard(root, document.getElementById("crew-card"), { pressed: () => board.hush(500) });
const replay = new Replay({ table, show: redraw, failed: () => say(text("failed"), true) });
const prefer = settings({ table, show: redraw, changed: () => { replay.forget(); socket.renew(); } });
const hint = hints({ table, board, act });
dragging(board, root);
buttons({ table, board, cursor, acting, replay, hint, prefer });

/** Spaces may be pointed at again; after a no the tokens lie where they were. */
function settled(refused) {
  if (refused) settle();
  board.refresh();
}

/** Something that is not news: an earlier ply, or the same one drawn otherwise. */
function redraw(view) {
  if (!view?.html) return;
  follow.drawn(view);
  show(view);
}

/** Tell the server when the window has come to lie or to stand. */
function lie() {
  if (Boolean(read().lying) !== lies()) prefer({ lying: lies() });
}

// Nobody waits for what is still to be shown: whoever does anything does it in the game as it stands.
document.addEventListener("pointerdown", () => { wake(); follow.skip(); }, { passive: true, capture: true });
document.addEventListener("keydown", (event) => { if (!SHIFTS.includes(event.key)) follow.skip(); }, { capture: true });
document.addEventListener("visibilitychange", () => { if (document.hidden) follow.skip(); });
window.addEventListener("popstate", () => { if (sheets.shut()) replay.sign(); else replay.address(location.pathname); });

sheets.lightDismiss();
const socket = listen({
  address: () => table().dataset.socket,
  version: () => follow.version,
  newer: (view) => acting.newer(view),
  changed: (connected) => connection(connected ? "" : text("offline"), connected ? text("online") : ""),
});
const log = document.getElementById("log-rows");
if (log) log.scrollTop = log.scrollHeight;
if (!read().tour) tour(false);
window.addEventListener("resize", lie);
lie();
document.documentElement.dataset.ready = "true";
