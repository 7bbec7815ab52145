// Making a move by pointing at spaces: token, destination, then whatever the moves still leave open.
// Works on any element that holds spaces ([data-space]) and the list of legal moves ([data-move]).

import { MoveTree } from "./move_tree.js";
import { text } from "../shared/texts.js";

const MARKS = ["is-selected", "is-target", "is-capture", "is-choice", "can-move"];
const SPOKEN = { "is-premove": "markPremove", "is-selected": "markSelected", "is-target": "markTarget", "is-capture": "markCapture", "is-choice": "markChoice", "can-move": "markCan", "is-threatened": "markThreatened", "is-taken": "markTaken" };
const ILLEGAL_MS = 420;

/** The moves that a page lists. */
export const listed = (root) => [...root.querySelectorAll("[data-move]")].map((button) => button.dataset.move);

export class Board {
  /**
   * play(move): a whole move was pointed out. refused({space, origin, kind, spaces}): that leads nowhere; `kind` and
   * `spaces` tell what can be chosen instead where most of a move is chosen already.
   * shown(done): the marks have changed; `done` when a whole move is being played.
   * guide(kind, picked, done): what is to be chosen next, "" when nothing is; `done` when a whole move is being played.
   * moves(): what can be pointed out, the moves that the page lists unless something else is said; crew(): whose they are.
   * skipped(): the kinds of steps that are not asked for now.
   * quiet(): whether the spaces where one can begin are not marked. taken(space): whether pointing there means something else.
   */
  constructor(root, { play, refused = () => {}, guide = () => {}, active = () => true, shown = () => {}, moves = () => listed(root), crew = () => root.dataset.turn, quiet = () => false, taken = () => false, skipped = () => [] }) {
    Object.assign(this, { root, play, refused, guide, active, shown, moves, crew, quiet, taken, skipped });
    this.picked = [];
    this.labels = new WeakMap();
    this.quietUntil = 0;
    root.addEventListener("click", (event) => this.#clicked(event));
    this.refresh();
  }

  /** Read the moves again, as after a move; what was picked stays if it still leads somewhere. */
  refresh() {
    this.tree = new MoveTree(this.active() ? this.moves() : [], this.skipped());
    const hand = this.picked[0] === "hand";
    const keep = hand ? this.#hatches().length > 0 : this.picked.length && this.tree.fitting(this.picked).length > 0;
    if (!keep) this.picked = [];
    this.#show();
  }

  /** Mark the spaces of a move that was chosen. */
  mark(move) {
    for (const name of move.match(/[a-z]\d+/g) ?? []) this.space(name)?.classList.add("is-choice");
  }

  cancel() {
    const had = this.picked.length > 0;
    this.picked = [];
    this.#show();
    return had;
  }

  /** Whether something can be picked up or entered there. */
  starts(space) {
    return this.tree.next([]).spaces.includes(space);
  }

  /** Whether a walk may begin there, as a drag does. */
  lifts(space) {
    return this.tree.next([]).options.some((step) => step.kind === "piece" && step.space === space);
  }

  /** Whether the tokens in hand may be entered now. */
  enters() {
    return this.#hatches().length > 0;
  }

  /** Take up a token in hand: the next space is its hatch. */
  pickHand() {
    if (!this.enters()) return;
    this.picked = ["hand"];
    this.#show();
  }

  /** The spaces that can be picked next. */
  spaces() {
    return this.#next().spaces;
  }

  /** How somebody would stand if a space were picked next: {at, back, height}, or null where nobody would. */
  stands(space) {
    const found = this.spaces().includes(space) && this.tree.stands(this.picked[0] === "hand" ? [] : this.picked, space);
    if (!found) return null;
    const { at, back, frees, walks } = found;
    const tall = (name) => this.root.querySelectorAll(`.token[data-on="${CSS.escape(name)}"]`).length;
    const below = at === this.picked[0] ? 0 : tall(at); // a long walk may end where it began
    return { at, back, height: (walks ? tall(this.picked[0]) : 1) + (frees ? Math.min(below, 1) : below) };
  }

  leads(space) {
    return this.#next().spaces.includes(space);
  }

  /** Go on from spaces that were picked before; whether they lead anywhere. A whole move is played. */
  takeUp(picked) {
    if (!this.tree.fitting(picked).length) return false;
    this.#settle(picked, picked.at(-1));
    return true;
  }

  /** Point at a space. */
  pick(space) {
    if (this.taken(space)) return undefined;
    if (!this.active()) return this.refused({ space, origin: "" });
    if (this.picked[0] === "hand") return this.#settle(this.#hatches().includes(space) ? [space] : null, space);
    if (this.picked.length && this.#next().spaces.includes(space)) return this.#settle([...this.picked, space], space);
    if (this.picked.length === 1 && this.picked[0] === space) return this.cancel();
    if (this.picked.length <= 1 && this.lifts(space)) return this.#settle([space], space);
    if (!this.picked.length && this.starts(space)) return this.#settle([space], space);
    if (this.picked.length > 1) return this.#objected(space);
    return this.#settle(null, space);
  }

  /** Point at two spaces at once. */
  drop(origin, target) {
    this.picked = origin === "hand" ? ["hand"] : [origin];
    this.pick(target);
  }

  /** Shake a space, as a no. */
  shake(space) {
    const place = this.space(space);
    if (!place) return;
    place.classList.remove("is-illegal");
    place.getBoundingClientRect(); // so that the animation starts over
    place.classList.add("is-illegal");
    setTimeout(() => place.classList.remove("is-illegal"), ILLEGAL_MS);
  }

  space(name) {
    return this.root.querySelector(`[data-space="${CSS.escape(name)}"]`);
  }

  /** Let the click that follows a drag or a long press pass unheard. */
  hush(time = 60) {
    this.quietUntil = performance.now() + time;
  }

  /** Whether a click is only the end of a drag or a long press. */
  get hushed() {
    return performance.now() < this.quietUntil;
  }

  #hatches() {
    return this.tree.next([]).options.filter((step) => step.kind === "enter").map((step) => step.space);
  }

  #next() {
    return this.picked[0] === "hand" ? { kind: "enter", spaces: this.#hatches() } : this.tree.next(this.picked);
  }

  #settle(picked, space) {
    const { move, picked: chosen } = picked ? this.tree.settle(picked) : { move: "", picked: null };
    if (chosen === null) {
      this.shake(space);
      this.refused({ space, origin: this.picked[0] ?? "" }); // what was picked up stays so: the next space may be a better one
    } else {
      this.picked = move ? [] : chosen;
      this.#show(Boolean(move));
      if (move) this.play(move, chosen);
    }
  }

  /** No to a space while the rest of a move is chosen: what was picked stays. */
  #objected(space) {
    this.shake(space);
    this.refused({ space, origin: this.picked[0], ...this.#next() });
  }

  #clicked(event) {
    if (this.hushed) return;
    const place = event.target.closest("[data-space]");
    if (place && this.root.contains(place)) this.pick(place.dataset.space);
    else if (!event.target.closest("button, a, input, label, [data-hand]")) this.cancel();
  }

  #show(done = false) {
    const { kind, spaces } = this.#next();
    for (const place of this.root.querySelectorAll("[data-space]")) {
      const name = place.dataset.space;
      const open = spaces.includes(name);
      const held = Boolean(this.root.querySelector(`[data-on="${CSS.escape(name)}"]`));
      const classes = {
        "is-selected": this.picked.includes(name),
        "is-target": open && this.picked.length > 0 && (kind === "target" || kind === "enter") && !held,
        "is-capture": open && kind === "target" && held,
        "is-choice": open && ["via", "escape", "entry"].includes(kind),
        "can-move": open && this.picked.length === 0 && !this.quiet(),
      };
      for (const mark of MARKS) place.classList.toggle(mark, classes[mark]);
      this.#label(place);
    }
    this.guide(this.picked.length ? kind : "", this.picked, done);
    this.shown(done);
  }

  /** Say the marks of a space after what stands on it. */
  #label(place) {
    const now = place.getAttribute("aria-label") ?? "";
    const known = this.labels.get(place);
    const base = known && known.whole === now ? known.base : now; // else the server has written it anew
    const said = Object.entries(SPOKEN).filter(([mark]) => place.classList.contains(mark)).map(([, name]) => text(name));
    const { back } = (this.picked.length && this.stands(place.dataset.space)) || {};
    if (back) said.push(text(back === "~" ? "facingSea" : "facing", { back }));
    const whole = [base, ...said.filter(Boolean)].join(", ");
    if (whole !== now) place.setAttribute("aria-label", whole);
    this.labels.set(place, { base, whole });
  }
}
