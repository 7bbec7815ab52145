// The table page: brings together deck, keyboard, server and settings.

import { Acting } from "./acting.js";
import { Board } from "../deck/board.js";
import { buttons, tour } from "./buttons.js";
import { towerCard } from "../deck/tower_card.js";
import { dragging } from "../deck/drag.js";
import { Playback } from "./playback.js";
import { hints } from "./hints.js";
import { Cursor } from "../deck/keys.js";
import { listen } from "../shared/server.js";
import { pointing, settle } from "./pointing.js";
import { lies, read } from "../shared/prefs.js";
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
const { show, again } = showing({ table, root, store, first, parts: () => [board, cursor, card] });
const playback = new Playback({ table, store, show });
const acting = new Acting({ table, store, playback, settled });
const act = (move) => acting.act(move);
const board = new Board(root, { ...pointing({ table, board: () => board, act }), active: () => acting.mayMove });
const cursor = new Cursor(root);
const card = towerCard(root, document.getElementById("crew-card"), { pressed: () => board.hush(500) });
const replay = new Replay({ table, store, show: look, failed: () => say(text("failed"), true) });
const prefer = settings({ table, again });
const hint = hints({ table, board, act });
dragging(board, root);
buttons({ table, board, cursor, acting, replay, hint, prefer });

/** Spaces may be pointed at again; after a no the tokens lie where they were. */
function settled(refused) {
  if (refused) settle();
  board.refresh();
}

/** Something that is not news: an earlier ply, or the game again after one. */
function look(state, manner) {
  playback.drawn(state);
  show(state, manner);
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
listen({
  address: () => `${table().dataset.api}/socket`,
  version: () => playback.version,
  newer: (state) => acting.newer(state),
  changed: (connected) => connection(connected ? "" : text("offline"), connected ? text("online") : ""),
});
const log = document.getElementById("log-rows");
if (log) log.scrollTop = log.scrollHeight;
if (!read().tour) tour(false);
window.addEventListener("resize", lie);
lie();
document.documentElement.dataset.ready = "true";
