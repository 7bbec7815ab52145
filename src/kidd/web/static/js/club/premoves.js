// Moves in advance: pointed out while the others are to act, kept on this page alone, and sent the moment one's turn has
// come. What may become a move the server says with every state; whether it has become one, the list of moves says then.

import { steps } from "../deck/move_tree.js";
import { read } from "../shared/prefs.js";
import { play as sound } from "../shared/sound.js";
import { guide, murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { settle } from "../table/preview.js";
import { mark, recalled, remember, words } from "./foreseen.js";

const UNFORESEEN = ["via", "escape"]; // steps that depend on the roll: nobody is asked for them before it is known
const ASKS = { target: "premoveTarget", entry: "premoveEntry" };

/** An aim of the board (see table.js). */
export class Premoves {
  #around;
  #rolls;
  #move = ""; // what was pointed out
  #since = 0; // the ply where that was

  constructor({ table, store, acting, board }) {
    this.#around = { table, store, acting, board };
    this.#rolls = "rolls" in table().dataset;
    this.quiet = true;
    this.skipped = this.#rolls ? UNFORESEEN : [];
    this.#listen();
    this.#recall();
  }

  active() {
    const { table, acting } = this.#around;
    return this.moves().length > 0 && table().dataset.live === "true" && !acting.sending && !acting.mayMove && read().premove !== false;
  }

  moves() {
    return this.#around.store.newest?.premoves ?? [];
  }

  crew() {
    return this.#around.store.newest.you[0];
  }

  act(wanted) {
    settle(); // a token that was dragged lies where it was until its turn has come
    return read().confirm ? this.#confirmed(this.#meant(wanted)) : this.#keep(this.#meant(wanted));
  }

  /** Where something leads that was picked up: nowhere, whatever the others do. */
  why(wanted) {
    return /[-@]/.test(wanted) ? { sentence: text("premoveNever") } : undefined;
  }

  /** What is to be chosen, where the words of one's own turn would not be true. */
  asks(kind) {
    return kind in ASKS ? text(ASKS[kind]) : undefined;
  }

  /** Pointing at a space takes away what was pointed out before; at one of its own spaces, that and nothing else. */
  taken(space) {
    const own = this.#move && steps(this.#move).some((step) => step.space === space);
    this.drop();
    return Boolean(own);
  }

  /** Take it away; whether there was one. */
  drop(why = "premoveOff") {
    if (!this.#move) return false;
    const said = text(why, { move: words(this.#move) });
    this.#forget();
    this.#draw();
    if (why === "premoveOff") murmur(said);
    else say(said, true);
    return true;
  }

  /** Something has happened: play it if it is one's turn and it is a move, else let it go. */
  heard() {
    const { table, store: { newest: state } } = this.#around;
    if (!this.#move || !state) return undefined;
    if (table().dataset.live === "false" || state.result || state.abandoned) return this.drop();
    if (asked(state)) return this.drop("premoveAsked");
    if (state.ply < this.#since || state.recess?.since) return this.drop("premoveDropped");
    if (!state.moves?.length) return this.#possible(this.#move) ? undefined : this.drop("premoveDropped");
    return this.#play(state);
  }

  /** The page has changed: whoever looks back, or wants none any more, has none. */
  refresh() {
    const { table } = this.#around;
    if (this.#move && (table().dataset.live === "false" || read().premove === false)) this.drop();
    else mark(table(), this.#move);
  }

  /** A move as it can be meant before the die is known: token, space, and the hatch of a new token. */
  #meant(act) {
    return this.#rolls ? act.replace(/[/>][^-/>@]+/g, "") : act;
  }

  #possible(wanted) {
    return this.moves().some((one) => this.#meant(one) === wanted);
  }

  async #confirmed(wanted) {
    const yes = await guide({ words: text("premoveKept", { move: words(wanted) }), yes: text("premoveKeep"), no: text("cancel") });
    if (yes && this.active() && this.#possible(wanted)) this.#keep(wanted);
  }

  #keep(wanted) {
    const { table, store } = this.#around;
    [this.#move, this.#since] = [wanted, store.newest.ply];
    remember({ game: table().dataset.game, move: wanted, since: this.#since });
    sound("step");
    this.#draw();
    murmur(text("premoveKept", { move: words(wanted) }), text("premoveHow"));
  }

  #forget() {
    this.#move = "";
    remember(null);
  }

  #play({ moves: legal }) {
    const { acting, board } = this.#around;
    const fitting = legal.map(({ act: one }) => one).filter((one) => this.#meant(one) === this.#move);
    acting.playback.skip();
    if (fitting.length === 1) {
      this.#forget();
      this.#draw();
      return acting.act(fitting[0]);
    }
    const begun = steps(this.#move).map(({ space }) => space).slice(0, fitting.length ? 2 : undefined);
    if (!board().takeUp(begun)) return this.drop("premoveDropped");
    this.#forget(); // the rest of it is to be chosen now
    return this.#draw();
  }

  #draw() {
    mark(this.#around.table(), this.#move);
    this.#around.board().refresh();
  }

  /** What was meant for an earlier ply is forgotten. */
  #recall() {
    const { table, store } = this.#around;
    const { game, move, since } = recalled();
    if (game !== table().dataset.game || !this.active() || since !== store.newest?.ply || !this.#possible(move)) return remember(null);
    [this.#move, this.#since] = [move, since];
    return mark(table(), move);
  }

  #listen() {
    const deck = document.getElementById("deck");
    deck.addEventListener("contextmenu", (event) => { if (this.drop()) event.preventDefault(); });
    deck.addEventListener("click", ({ target }) => { if (!this.#around.board().hushed && !target.closest("[data-space], button")) this.drop(); });
    document.getElementById("settings").addEventListener("change", () => this.refresh());
  }
}

/** Whether somebody has asked something that a move would answer with no. */
const asked = ({ acts = [], rights = {} }) => acts.some(({ answer }) => answer) || rights.answer_takeback || rights.answer_adjourn;
