// Moves in advance: pointed out while the others are to act, kept on this page alone, and sent the moment one's turn has
// come. What may become a move the server says with every state; whether it has become one, the list of moves says then.

import { drawArrows, legs } from "../deck/arrows.js";
import { steps } from "../deck/move_tree.js";
import { attribute } from "../render/parts.js";
import { moveWords } from "../render/words.js";
import { read } from "../shared/prefs.js";
import { play as sound } from "../shared/sound.js";
import { guide, murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { settle } from "../table/pointing.js";

const SIGN = "»"; // on the arrow, so that it is not told by its colour alone

const KEY = "kidd_premove"; // of this window, so that a reload does not lose it
const UNFORESEEN = ["via", "escape"]; // steps that depend on the roll: nobody is asked for them before it is known
const ASKS = { target: "premoveTarget", entry: "premoveEntry" };

/** Returns an aim of the board (see table.js), with drop(): take it away, and heard(): something is known that was not. */
export function premoves({ table, store, acting, board }) {
  let move = ""; // what was pointed out
  let since = 0; // the ply where that was

  const svg = () => document.querySelector("#deck-live > svg");
  const moves = () => store.newest?.premoves ?? [];
  const rolls = "rolls" in table().dataset;
  /** A move as it can be meant before the die is known: token, space, and the hatch of a new token. */
  const meant = (act) => (rolls ? act.replace(/[/>][^-/>@]+/g, "") : act);
  const possible = (wanted) => moves().some((one) => meant(one) === wanted);
  const active = () => moves().length > 0 && table().dataset.live === "true" && !acting.sending && !acting.mayMove && read().premove !== false;

  function act(wanted) {
    settle(); // a token that was dragged lies where it was until its turn has come
    return read().confirm ? confirmed(meant(wanted)) : keep(meant(wanted));
  }

  async function confirmed(wanted) {
    const yes = await guide({ words: text("premoveKept", { move: words(wanted) }), yes: text("premoveKeep"), no: text("cancel") });
    if (yes && active() && possible(wanted)) keep(wanted);
  }

  function keep(wanted) {
    [move, since] = [wanted, store.newest.ply];
    remember();
    sound("step");
    draw();
    murmur(text("premoveKept", { move: words(move) }), text("premoveHow"));
  }

  /** Take it away; whether there was one. */
  function drop(why = "premoveOff") {
    if (!move) return false;
    const said = text(why, { move: words(move) });
    move = "";
    remember();
    draw();
    if (why === "premoveOff") murmur(said);
    else say(said, true);
    return true;
  }

  /** Something has happened: play it if it is one's turn and it is a move, else let it go. */
  function heard() {
    const state = store.newest;
    if (!move || !state) return undefined;
    if (table().dataset.live === "false" || state.result || state.abandoned) return drop();
    if (asks(state)) return drop("premoveAsked");
    if (state.ply < since || state.recess?.since) return drop("premoveDropped");
    if (!state.moves?.length) return possible(move) ? undefined : drop("premoveDropped");
    return play(state);
  }

  function play({ moves: legal }) {
    const fitting = legal.map(({ act: one }) => one).filter((one) => meant(one) === move);
    acting.playback.skip();
    if (fitting.length === 1) {
      move = "";
      remember();
      draw();
      return acting.act(fitting[0]);
    }
    const begun = steps(move).map(({ space }) => space).slice(0, fitting.length ? 2 : undefined);
    if (!board().takeUp(begun)) return drop("premoveDropped");
    move = ""; // the rest of it is to be chosen now
    remember();
    return draw();
  }

  function remember() {
    try {
      if (move) sessionStorage.setItem(KEY, JSON.stringify({ game: table().dataset.game, move, since }));
      else sessionStorage.removeItem(KEY);
    } catch { /* a browser that keeps nothing */ }
  }

  /** What this window had before it was loaded again; what was meant for an earlier ply is forgotten. */
  function recall() {
    let known = {};
    try {
      known = JSON.parse(sessionStorage.getItem(KEY)) ?? {};
    } catch { /* nothing that makes sense */ }
    if (known.game !== table().dataset.game || !active() || known.since !== store.newest?.ply || !possible(known.move)) return remember();
    ({ move, since } = known);
    return mark();
  }

  /** Whether somebody has asked something that a move would answer with no. */
  const asks = ({ acts = [], rights = {} }) => acts.some(({ answer }) => answer) || rights.answer_takeback || rights.answer_adjourn;

  /** Pointing at a space takes away what was pointed out before; at one of its own spaces, that and nothing else. */
  function taken(space) {
    const own = move && steps(move).some((step) => step.space === space);
    drop();
    return Boolean(own);
  }

  /** The arrow, the marks of its spaces and the words of what is kept. */
  function mark() {
    const chosen = move ? steps(move) : [];
    for (const place of svg().querySelectorAll("[data-space]")) place.classList.toggle("is-premove", chosen.some(({ space }) => space === place.dataset.space));
    if (move || svg().querySelector(".arrows")) drawArrows(svg(), move ? [{ kind: "premove", legs: way(move), sign: SIGN }] : []);
    attribute(table(), "data-premove", move || null);
    const box = document.getElementById("premove");
    box.hidden = !move;
    if (move) document.getElementById("premove-words").textContent = text("premoveKept", { move: words(move) });
  }

  function draw() {
    mark();
    board().refresh();
  }

  /** The page has changed: whoever looks back, or wants none any more, has none. */
  function refresh() {
    if (move && (table().dataset.live === "false" || read().premove === false)) drop();
    else mark();
  }

  const deck = document.getElementById("deck");
  deck.addEventListener("contextmenu", (event) => { if (drop()) event.preventDefault(); });
  document.getElementById("settings").addEventListener("change", () => refresh());
  deck.addEventListener("click", ({ target }) => { if (!board().hushed && !target.closest("[data-space], button")) drop(); });

  recall();
  return { active, moves, crew: () => store.newest.you[0], act, why, asks: inAdvance, taken, drop, heard, refresh, quiet: true, skipped: rolls ? UNFORESEEN : [] };
}

/** Where something leads that was picked up: nowhere, whatever the others do. */
const why = (wanted) => (/[-@]/.test(wanted) ? { sentence: text("premoveNever") } : undefined);

/** What is to be chosen, where the words of one's own turn would not be true. */
const inAdvance = (kind) => (kind in ASKS ? text(ASKS[kind]) : undefined);

/** The parts of a move, by their names. */
function parts(move) {
  const found = { act: move, escapes: [] };
  for (const { kind, space } of steps(move)) {
    if (kind === "escape") found.escapes.push(space);
    else found[{ piece: "from", target: "to", enter: "to", via: "via", entry: "entry" }[kind]] = space;
  }
  return found;
}

const words = (move) => moveWords(parts(move));

function way(move) {
  const found = parts(move);
  return legs({ ...found, path: [found.from, found.via, found.to].filter(Boolean) });
}
