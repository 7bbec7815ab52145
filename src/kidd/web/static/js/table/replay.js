// Looking back: any ply by key, slider or link, without leaving the game.

const KEPT = 400; // states

export class Replay {
  /** show(state, {live}): draw a state. */
  constructor({ table, store, show, failed }) {
    Object.assign(this, { table, store, show, failed });
    this.states = new Map();
    this.wanted = null;
    this.loading = false;
    this.leaving = false; // going back in the browser's history, to the game that is shown already
  }

  get ply() {
    return this.wanted ?? Number(this.table().dataset.ply);
  }

  get last() {
    return Number(this.table().dataset.lastPly);
  }

  step(by) {
    this.go(Math.min(this.last, Math.max(0, this.ply + by)));
  }

  /** Show a ply; `Infinity` or the last one is the game as it stands. */
  go(ply) {
    if (ply === Number(this.table().dataset.ply) && this.wanted === null && ply < this.last) return;
    if (ply >= this.last && this.table().dataset.live === "true") return;
    if (ply < this.last) this.#enter(ply);
    this.#want(ply);
  }

  /** Show what an address leads to, as when somebody goes back or on in the browser. */
  address(path) {
    const { page, live, ply } = this.table().dataset;
    const left = this.leaving;
    this.leaving = false;
    if (left && live === "true") return this.sign();
    const wanted = path === page ? Infinity : Number(path.slice(page.length + 1));
    if (Number.isNaN(wanted) || (live === "true" ? wanted >= this.last : wanted === Number(ply))) return;
    this.#want(wanted);
  }

  /** The first step back is a step in the browser's history, so that its button leads to the game again. */
  #enter(ply) {
    const { live, page } = this.table().dataset;
    if (live !== "true" || history.state?.replay) return;
    const how = history.state?.sheet ? "replaceState" : "pushState";
    history[how]({ replay: true }, "", `${page}/${ply}`);
  }

  #want(ply) {
    this.wanted = ply;
    if (!this.loading) this.#load();
  }

  /** The newest wish counts: whoever holds a key down never waits for the plies in between. */
  async #load() {
    this.loading = true;
    try {
      while (this.wanted !== null) {
        const ply = this.wanted;
        const live = ply >= this.last;
        const state = await (live ? this.store.live() : this.#past(ply));
        if (!state) throw new Error("no such ply");
        if (this.wanted === ply || this.wanted === null) this.#present(state, live);
        if (this.wanted === ply) this.wanted = null;
      }
    } catch {
      this.wanted = null;
      this.failed();
    }
    this.loading = false;
  }

  async #past(ply) {
    const key = `${this.store.version}:${ply}`;
    if (!this.states.has(key)) {
      const state = await this.store.fetched(ply);
      if (this.states.size >= KEPT) this.states.clear();
      if (state) this.states.set(`${state.version}:${ply}`, state);
      return state;
    }
    return this.states.get(key);
  }

  #present(state, live) {
    this.show(state, { live });
    this.sign();
  }

  /** Let the address be that of what is shown; whoever is back in the game is back in the history, too. */
  sign() {
    const { page, live, ply } = this.table().dataset;
    this.leaving = live === "true" && Boolean(history.state?.replay) && !history.state.sheet;
    if (this.leaving) history.back();
    else history.replaceState(history.state, "", live === "true" ? page : `${page}/${ply}`);
  }
}
