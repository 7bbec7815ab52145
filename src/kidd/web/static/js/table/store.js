// What this page knows of the game: the newest state, and the log that every state adds to.

import { ask } from "../shared/server.js";

export class Store {
  /** state: the one that came with the page; live: whether it is the game as it stands. */
  constructor(state, { api, live }) {
    Object.assign(this, { api, version: state.version, log: state.log ?? [], newest: live ? state : null });
    this.follow = () => {}; // called when something newer is known
    const begun = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
    this.skew = state.now ? Date.parse(state.now) - performance.timeOrigin - begun : 0; // of the server's clock
  }

  /** Whether something is missing between what is known and what a state tells of the log. */
  misses({ log_from: from = 0, version }) {
    return version >= this.version && from > this.log.length;
  }

  /** Learn what a state tells; whether the log goes on from what was known: after a takeback it does not. */
  learn(state) {
    if (state.version < this.version) return true; // something newer came first
    const { log_from: from = 0, log: added = [] } = state;
    const before = this.log;
    this.version = state.version;
    this.log = [...before.slice(0, from), ...added];
    if (state.now) this.skew = Date.parse(state.now) - Date.now();
    if (state.ply === state.last_ply) this.newest = state;
    this.follow();
    return before.every(({ act }, number) => this.log[number]?.act === act);
  }

  /** The game after so many acts, or as it stands; undefined where the server says no. */
  async fetched(ply = null) {
    const wish = ply === null ? "" : `ply=${ply}&`;
    const { ok, data } = await ask(`${this.api}?${wish}since=${this.version}`, undefined, { retry: false });
    if (!ok) return undefined;
    if (this.misses(data)) return (await this.#whole()) && this.fetched(ply);
    this.learn(data);
    return data;
  }

  /** The game as it stands, asked for only where it is not known. */
  async live() {
    return this.newest?.version === this.version ? this.newest : this.fetched();
  }

  /** The whole log, where a part of it was missed. */
  async #whole() {
    const { ok, data } = await ask(this.api, undefined, { retry: false });
    if (ok) this.learn(data);
    return ok;
  }
}
