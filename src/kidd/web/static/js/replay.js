// Looking back: any ply by key, slider or link, without leaving the game.

import { ask } from "./live.js";

const KEPT = 400; // views

export class Replay {
  constructor({ table, show, failed }) {
    Object.assign(this, { table, show, failed });
    this.views = new Map();
    this.wanted = null;
    this.loading = false;
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
    this.wanted = ply;
    if (!this.loading) this.#load();
  }

  /** The newest wish counts: whoever holds a key down never waits for the plies in between. */
  async #load() {
    this.loading = true;
    try {
      while (this.wanted !== null) {
        const ply = this.wanted;
        const view = await this.#view(ply);
        if (view && (this.wanted === ply || this.wanted === null)) this.#present(view, ply);
        if (this.wanted === ply) this.wanted = null;
      }
    } catch {
      this.wanted = null;
      this.failed();
    }
    this.loading = false;
  }

  async #view(ply) {
    const { view, version } = this.table().dataset;
    const key = `${version}:${ply}`;
    if (ply >= this.last) return (await ask(view, undefined, { retry: false })).data;
    if (!this.views.has(key)) {
      const { ok, data } = await ask(`${view}?ply=${ply}`, undefined, { retry: false });
      if (!ok) throw new Error("no such ply");
      if (this.views.size >= KEPT) this.views.clear();
      this.views.set(key, data);
    }
    return this.views.get(key);
  }

  #present(view, ply) {
    this.show(view);
    const { page, live } = this.table().dataset;
    history.replaceState(null, "", live === "true" ? page : `${page}/${ply}`);
  }

  /** Drop what was drawn under other preferences. */
  forget() {
    this.views.clear();
  }
}
