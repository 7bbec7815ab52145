// Following the game: what others do is shown one act after the other and long enough to be seen.
// Nobody has to wait for it: whoever clicks or presses a key sees at once how the game stands.

import { busy } from "../deck/motion.js";

const SEEN = 250; // milliseconds for a roll and for what another player did: as long as tokens are under way
const OWN = 120;
const MOST = 8; // acts; whoever has missed more sees only how the game stands

export class Playback {
  /** table(): the live part of the page. show(state, {last, staged}): draw a state; `last` if nothing newer is known. */
  constructor({ table, store, show }) {
    Object.assign(this, { table, store, show });
    this.version = Number(table().dataset.version);
    this.newest = null;
    this.coming = []; // what is still to be shown, in order
    this.until = 0; // before that nothing new is shown
    this.timer = 0;
  }

  /** The game as it stands: shown in its turn, after everything that happened before it. `continues`: nothing was taken back. */
  take(state, continues) {
    if (state.version <= this.version) return undefined;
    const from = this.coming.at(-1)?.ply ?? Number(this.table().dataset.ply);
    const far = document.hidden || state.ply <= from || state.ply - from > MOST || !continues;
    this.version = state.version;
    this.newest = state;
    if (far) {
      this.coming = [{ ply: state.ply, state, ready: true }];
      return this.skip();
    }
    for (let ply = from + 1; ply < state.ply; ply += 1) this.coming.push(this.#fetched(ply));
    this.coming.push({ ply: state.ply, state, ready: true });
    return this.#run();
  }

  /** The answer to what this visitor did: shown at once, unless something newer is; tells whether it was. */
  own(state) {
    if (state.version < this.version) return false;
    this.#forget();
    this.version = state.version;
    this.newest = state;
    this.#present({ state });
    return true;
  }

  /** Show how the game stands, whatever is still to be shown. */
  skip() {
    if (!this.coming.length) return;
    this.#forget();
    this.#present({ state: this.newest });
  }

  /** Something else was drawn, such as an earlier ply. */
  drawn(state) {
    if (state.version < this.version) return;
    this.#forget();
    this.version = state.version;
  }

  #forget() {
    clearTimeout(this.timer);
    this.coming = [];
  }

  #run() {
    clearTimeout(this.timer);
    while (this.coming.length) {
      const wait = Math.max(busy(), this.until - performance.now());
      if (wait > 0) {
        this.timer = setTimeout(() => this.#run(), wait);
        return;
      }
      if (!this.coming[0].ready) return; // it comes here again once it is there
      const item = this.coming.shift();
      if (item.state) this.#present(item);
    }
  }

  #present({ state, staged = false }) {
    this.show(state, { last: state === this.newest, staged });
    const { you } = this.table().dataset;
    const now = this.table().querySelector("#log-rows [aria-current]");
    const mine = now?.dataset.by && you.split(" ").includes(now.dataset.by);
    this.until = performance.now() + (mine || !now ? OWN : SEEN);
  }

  /** An act in between of which nothing came: asked for, and shown as if it were now. */
  #fetched(ply) {
    const item = { ply, state: null, ready: false, staged: true };
    this.store.fetched(ply)
      .then((state) => { item.state = state ?? null; })
      .catch(() => {}) // then it is left out
      .finally(() => {
        item.ready = true;
        this.#run();
      });
    return item;
  }
}
