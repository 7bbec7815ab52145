// The deck at every node, as the server has it: asked for a stretch at a time, so that stepping waits for nothing.

import { ask } from "../shared/server.js";

const BEHIND = 8; // plies that come along with the one that is asked for
const AHEAD = 40;
const KEPT = 1500; // looks

export class Looks {
  /** start: {position, options}; first: the looks that came with the page, of the nodes on the way to `node`. */
  constructor(tree, start, { node, looks }) {
    Object.assign(this, { tree, start, known: new Map(), under: null });
    this.#learn(node, looks);
  }

  at(node) {
    return this.known.get(node.id);
  }

  /** The deck at a node; undefined where the server does not answer. */
  async fetched(node) {
    if (!this.known.has(node.id)) await this.#stretch(node);
    return this.known.get(node.id);
  }

  /** Fetch what comes after a node before anybody asks for it. */
  prepare(node) {
    const next = this.tree.onward(node, 3).find((one) => !this.known.has(one.id));
    if (next) this.#stretch(next).catch(() => {});
  }

  /** The deck after a move that was tried at a node: {look} or {refused}, a sentence. */
  async tried(node, act) {
    const { ok, data } = await ask("/api/v1/look", { ...this.start, acts: [...this.tree.acts(node), act] }, { retry: false });
    return ok ? { look: data.looks.at(-1) } : { refused: data.detail ?? "" };
  }

  /** Why something is no move at a node: {sentence, rule}. */
  async why(node, move) {
    const { data } = await ask("/api/v1/look", { ...this.start, acts: this.tree.acts(node), why: move }, { retry: false });
    return data.why ?? { detail: data.detail };
  }

  keep(node, look) {
    this.known.set(node.id, look);
  }

  async #stretch(node) {
    const end = this.tree.onward(node, AHEAD).at(-1) ?? node;
    const key = `${node.id}-${end.id}`;
    if (this.under?.key === key) return this.under.asked;
    const range = { from: Math.max(0, node.ply - BEHIND), to: end.ply };
    const asked = ask("/api/v1/look", { ...this.start, acts: this.tree.acts(end), ...range }, { retry: false }).then(({ ok, data }) => {
      if (ok) this.#learn(end, data.looks);
    });
    this.under = { key, asked };
    return asked.finally(() => { if (this.under?.key === key) this.under = null; });
  }

  #learn(end, looks) {
    if (this.known.size > KEPT) this.known.clear();
    const way = [this.tree.root, ...this.tree.way(end)];
    for (const look of looks) if (way[look.ply]) this.known.set(way[look.ply].id, look);
  }
}
