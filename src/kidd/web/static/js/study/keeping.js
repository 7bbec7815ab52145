// What is kept at the server: each change of the tree is sent in its turn, and a study that nobody has kept yet is kept first.

import { ask } from "../shared/server.js";
import { text } from "../shared/texts.js";

const WORDS = ["name", "comment", "title"]; // of which only the last ones count

export class Keeping {
  /**
   * study: as it came with the page. source: what a study is made of that is not kept yet. known: whether the visitor has a
   * session. changed(): it is kept now, or no longer in step. said(words): something went wrong.
   */
  constructor({ tree, study, source, known, changed, said }) {
    Object.assign(this, { tree, source, known, changed, said });
    this.id = study.id ?? null;
    this.version = study.version ?? 0;
    this.owner = this.id ? Boolean(study.owner) : true;
    this.waiting = Promise.resolve();
    this.unsent = []; // changes of a study that is not kept
  }

  /** Whether changes stay on this page only. */
  get loose() {
    return !this.id || !this.owner;
  }

  /** A change: {kind, node, text} with a node of the tree. Kept at once where there is somebody to keep it for. */
  change(edit) {
    if (!this.loose) return this.#queue(() => this.#send(edit));
    if (WORDS.includes(edit.kind)) this.unsent = this.unsent.filter(({ kind, node }) => kind !== edit.kind || node !== edit.node);
    this.unsent.push(edit);
    if (!this.id && this.known) return this.keep();
    this.changed();
    return this.waiting;
  }

  /** Keep the study as one's own, with everything that was changed on this page. */
  keep() {
    return this.#queue(async () => {
      if (!this.loose) return;
      const { ok, data } = await ask("/api/v1/studies", await this.#source(), { retry: false });
      if (!ok) throw new Error(data.detail ?? "");
      Object.assign(this, { id: data.id, version: data.version, owner: true, known: true });
      this.#match(data.nodes);
      const edits = this.unsent;
      this.unsent = [];
      for (const edit of edits) await this.#send(edit);
      this.changed();
    });
  }

  /** What to make a study of; somebody else's is copied by its log book. */
  async #source() {
    if (!this.id) return this.source;
    const answer = await fetch(`/study/${this.id}.kidd`);
    return { book: await answer.text(), match: 0 };
  }

  #queue(deed) {
    this.waiting = this.waiting.then(deed).catch((error) => this.said(error.message || text("notKept")));
    return this.waiting;
  }

  async #send({ kind, node, ...more }, again = true) {
    if (kind !== "title" && !this.tree.node(node.id) && kind !== "delete") return; // gone meanwhile
    const about = kind === "add" ? { parent: this.tree.parent(node).kept, act: node.act } : kind === "title" ? {} : { node: node.kept };
    if (about.node === null) return;
    const { ok, status, data } = await ask(`/api/v1/studies/${this.id}/edits`, { version: this.version, kind, ...about, ...more }, { keepalive: true }); // what is written last is sent while the page goes
    if (ok) {
      this.version = data.version;
      if (kind === "add") node.kept = data.node;
    } else if (status === 409 && again && data.study) { // changed in another window: what is there stays, this comes on top
      this.version = data.study.version;
      await this.#send({ kind, node, ...more }, false);
    } else throw new Error(data.detail ?? "");
  }

  /** The numbers that the server has given to what stands on this page. */
  #match(nodes) {
    for (const node of this.tree.nodes.values()) node.kept = null;
    const found = new Map();
    for (const { id, parent, act } of nodes) {
      const here = parent === undefined || parent === null ? this.tree.root : found.get(parent) && this.tree.child(found.get(parent), act);
      if (!here) continue;
      here.kept = id;
      found.set(id, here);
    }
  }
}
