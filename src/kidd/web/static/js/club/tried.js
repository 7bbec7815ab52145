// What is tried while one plans: the tree of it, the deck at each of its nodes as the server says, and where one is.

import { Tree } from "../study/tree.js";

const rolls = ({ moves = [] }) => moves.some(({ act }) => act.startsWith("*"));

export class Tried {
  #looks = new Map();

  /** ply: where it begins. lines: the steps of each that is kept. */
  constructor(ply, lines) {
    this.ply = ply;
    this.tree = new Tree([{ id: 0 }]);
    this.node = null; // what is shown
    this.wanted = null; // what is to be
    for (const steps of lines) this.#grow(steps);
  }

  #grow(steps) {
    let one = this.tree.root;
    for (const step of steps) one = this.tree.child(one, step.act) ?? this.tree.add(one, step);
  }

  /** The deck at a node, once it is known. */
  look(node) {
    return this.#looks.get(node.id);
  }

  /** The deck that is shown. */
  get here() {
    return this.node ? this.look(this.node) : undefined;
  }

  /** Be at a node, where the deck looks like that. */
  enter(node, look) {
    this.#looks.set(node.id, look);
    this.node = node;
  }

  get deep() {
    return this.node !== this.tree.root;
  }

  /** The node after these acts, or the last one before that is there. */
  leaf(acts) {
    return acts.reduce((one, act) => this.tree.child(one, act) ?? one, this.tree.root);
  }

  /** The last move that is seen on the deck. */
  lastMove() {
    for (let one = this.node; one; one = this.tree.parent(one)) {
      const { last } = this.look(one) ?? {};
      if (last?.path) return last;
    }
    return undefined;
  }

  /** Steps are told as the server tells them. */
  reword(steps) {
    let one = this.tree.root;
    for (const step of steps) {
      one = this.tree.child(one, step.act);
      if (!one) return;
      one.words = step.words;
    }
  }

  /** Take away the end of a line and all that only led there; returns what it led off from. */
  prune(acts) {
    let one = this.leaf(acts);
    while (one !== this.tree.root && !one.children.length) {
      const above = this.tree.parent(one);
      this.tree.remove(one);
      one = above;
    }
    return one;
  }

  /** So many steps on or back from what is shown, where there is something. */
  beside(by) {
    return by < 0 ? this.tree.parent(this.node) : this.tree.onward(this.node, 1)[0];
  }

  /** What is asked of whoever plans; yours: the colours that they play. */
  asked(yours) {
    const { here } = this;
    if (here.result) return "planEnd";
    return this.mine(yours) ? "planYours" : rolls(here) ? "planRoll" : "planTheirs";
  }

  /** Whether the one who plans is to move. */
  mine(yours) {
    return yours.includes(this.here.turn) && !rolls(this.here);
  }
}
