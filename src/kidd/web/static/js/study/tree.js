// The study as a tree of acts: which line leads where, what comes next, and the blocks in which it is written down.

export class Tree {
  /** nodes: as the server has them, each parent before its children; the first child of a node is its main line. */
  constructor(nodes) {
    this.nodes = new Map();
    this.made = 0; // nodes of this page get numbers below zero until the server has given them one
    for (const node of nodes) this.#take(node);
    this.root = this.nodes.get(nodes[0].id);
  }

  node(id) {
    return this.nodes.get(id);
  }

  /** The nodes from the root, which is left out, to one of them. */
  way(node) {
    const found = [];
    for (let one = node; one.parent !== null; one = this.node(one.parent)) found.push(one);
    return found.reverse();
  }

  acts(node) {
    return this.way(node).map(({ act }) => act);
  }

  parent(node) {
    return node.parent === null ? null : this.node(node.parent);
  }

  child(node, act) {
    return node.children.map((id) => this.node(id)).find((one) => one.act === act);
  }

  /** Where a line goes on from a node as its main line does, at most so many steps. */
  onward(node, most = Infinity) {
    const found = [];
    for (let one = node; one.children.length && found.length < most;) {
      one = this.node(one.children[0]);
      found.push(one);
    }
    return found;
  }

  /** The node of the main line after so many acts. */
  main(ply) {
    return this.onward(this.root, ply).at(-1) ?? this.root;
  }

  isMain(node) {
    return this.way(node).every((one) => this.parent(one).children[0] === one.id);
  }

  /** Another move instead of this one: the next or the one before among its siblings, where there is one. */
  other(node, by) {
    const siblings = this.parent(node)?.children ?? [];
    const at = siblings.indexOf(node.id) + by;
    return siblings.length > 1 && at >= 0 && at < siblings.length ? this.node(siblings[at]) : undefined;
  }

  /** A new node for an act that was tried here. */
  add(parent, entry) {
    this.made -= 1;
    return this.#take({ comment: "", name: "", ...entry, id: this.made, parent: parent.id });
  }

  /** The line that a node begins becomes the main one of its parent; tells whether it was not. */
  promote(node) {
    const { children } = this.parent(node);
    if (children[0] === node.id) return false;
    children.splice(children.indexOf(node.id), 1);
    children.unshift(node.id);
    return true;
  }

  /** Take away a node and what follows it; how many that were. */
  remove(node) {
    const { children } = this.parent(node);
    children.splice(children.indexOf(node.id), 1);
    return this.below(node).map(({ id }) => this.nodes.delete(id)).length;
  }

  /** A node and everything that follows it. */
  below(node) {
    const found = [node];
    for (const one of found) found.push(...one.children.map((id) => this.node(id)));
    return found;
  }

  /**
   * The tree as it is written down: runs of nodes, each with its depth. A run ends where other moves are told; these come
   * after it, one level deeper, and then it goes on. Nothing here calls itself, as trees may be deep.
   */
  blocks() {
    const blocks = [];
    const todo = this.root.children.length ? [{ node: this.node(this.root.children[0]), depth: 0 }] : [];
    while (todo.length) {
      const { node: first, depth, goesOn = false } = todo.pop();
      const block = { depth, goesOn, nodes: [] };
      blocks.push(block);
      for (let node = first; node;) {
        block.nodes.push(node);
        const [main, ...others] = this.parent(node).children;
        const next = node.children.length ? this.node(node.children[0]) : undefined;
        if (main === node.id && others.length) {
          if (next) todo.push({ node: next, depth, goesOn: true });
          todo.push(...others.reverse().map((id) => ({ node: this.node(id), depth: depth + 1 })));
          break;
        }
        node = next;
      }
    }
    return blocks;
  }

  #take({ id, parent = null, ...said }) {
    const above = parent === null ? null : this.nodes.get(parent);
    const node = { comment: "", name: "", ...said, id, parent, kept: id >= 0 ? id : null, children: [], ply: above ? above.ply + 1 : 0 };
    this.nodes.set(id, node);
    above?.children.push(id);
    return node;
  }
}

/** What stands before a node: the number of its round, with dots where somebody else has begun it. */
export function numbered(tree, node, first) {
  const before = tree.parent(node);
  const same = before.parent !== null && before.round === node.round;
  if (same && !first) return "";
  return same ? `${node.round}…` : `${node.round}.`;
}
