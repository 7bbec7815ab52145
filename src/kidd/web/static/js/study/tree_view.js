// The tree beside the deck: the main line, and other moves one step in, with their names and comments.

import { attribute, part, write } from "../render/parts.js";
import { text } from "../shared/texts.js";
import { numbered } from "./tree.js";

const DEEPEST = 6; // steps in; what is deeper stands there, too

export class TreeView {
  /** address(node): where a node can be found again. */
  constructor(tree, address) {
    Object.assign(this, { tree, address, box: document.getElementById("tree-blocks") });
  }

  /** Write the whole tree anew. */
  draw() {
    const blocks = this.tree.blocks().map((block) => this.#block(block));
    this.box.replaceChildren(...blocks);
    document.getElementById("tree-empty").hidden = blocks.length > 0;
  }

  /** Mark the node that is shown, and bring it into sight within the tree. */
  mark(node) {
    for (const old of this.box.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    attribute(document.getElementById("tree-start"), "aria-current", node === this.tree.root ? "step" : null);
    const cell = this.cell(node);
    if (!cell) return;
    cell.setAttribute("aria-current", "step");
    const frame = document.getElementById("tree");
    const [inner, outer] = [cell.getBoundingClientRect(), frame.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) frame.scrollTop += inner.top - outer.top - outer.height / 2;
  }

  cell(node) {
    return this.box.querySelector(`[data-node="${node.id}"]`);
  }

  #block({ depth, goesOn, nodes }) {
    const made = part("block");
    made.style.setProperty("--depth", Math.min(depth, DEEPEST));
    made.classList.toggle("is-main", depth === 0);
    if (depth && !goesOn) made.setAttribute("aria-label", text("variation", { move: nodes[0].act }));
    made.replaceChildren(...nodes.flatMap((node, at) => this.#steps(node, at === 0)));
    return made;
  }

  #steps(node, first) {
    const found = [];
    if (node.name) found.push(said("node-name", node.name));
    found.push(this.#step(node, first));
    if (node.comment) found.push(said("node-comment", node.comment));
    return found;
  }

  #step(node, first) {
    const href = this.address(node);
    const made = part(href ? "step" : "step-button");
    const cell = made.querySelector(".tree-move");
    write(made.querySelector(".tree-number"), numbered(this.tree, node, first));
    cell.className = `tree-move ${node.roll ? "is-roll" : node.by ? "crew-" + (node.colour ?? node.by) : ""}`.trim();
    cell.dataset.node = node.id;
    if (href) cell.setAttribute("href", href);
    else if (node.id >= 0) cell.value = node.id;
    else cell.type = "button"; // the server knows nothing of it
    cell.title = node.words ?? "";
    cell.querySelector(".tree-act").textContent = node.act;
    const took = cell.querySelector(".tree-took");
    if (node.took) took.textContent = node.took;
    else took.remove();
    const mark = cell.querySelector(".tree-mark");
    if (node.mark?.glyph) {
      mark.className = `tree-mark mark-${node.mark.kind}`;
      mark.querySelector("[aria-hidden]").textContent = node.mark.glyph;
      mark.querySelector(".sr").textContent = node.mark.label;
    } else mark.remove();
    return made;
  }
}

function said(name, words) {
  const made = part(name);
  made.textContent = words;
  return made;
}
