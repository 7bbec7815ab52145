// The move that is shown: what is to be said of it, its name and comment, and what can be done with its line.

import { percents, verdict } from "../engine/bars.js";
import { attribute, write } from "../render/parts.js";
import { counted, crewName } from "../render/words.js";
import { text } from "../shared/texts.js";
import { writing } from "./writing.js";

const at = (id) => document.getElementById(id);
const points = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 0 });

export class NodeCard {
  /** changed(kind, words): its name or comment was written anew. */
  constructor({ tree, changed }) {
    this.tree = tree;
    this.node = null;
    this.flushes = [["node-name", "name"], ["node-comment", "comment"]].map(([id, kind]) => writing(at(id), (words) => {
      if (this.node && words !== (this.node[kind] ?? "")) changed(this.node, kind, words);
    }));
  }

  /** Show a node; `editable` where the visitor may write. */
  show(node, { editable }) {
    if (node !== this.node) for (const flush of this.flushes) flush();
    this.node = node;
    const first = node === this.tree.root;
    write(at("node-act"), first ? text("start") : node.act);
    write(at("node-words"), first ? "" : node.words ?? "");
    this.#mark(node.mark, node.lost);
    for (const [id, kind] of [["node-name", "name"], ["node-comment", "comment"]]) {
      const field = at(id);
      if (document.activeElement !== field || field.dataset.of !== String(node.id)) field.value = node[kind] ?? "";
      field.dataset.of = node.id;
      field.readOnly = !editable;
    }
    at("node-name").disabled = first;
    at("node-promote").disabled = first || this.tree.isMain(node);
    at("node-delete").disabled = first;
  }

  /** Whose figures the words of a mark are, where the engine has come to others: it looks longer than a report does. */
  compare(answer) {
    const { mark, by } = this.node;
    const [said, found] = [mark?.chances, answer?.chances].map((chances) => chances && percents(chances)[by]);
    const differ = mark?.words && found !== undefined && found !== said;
    const words = differ && (answer.win ? verdict(answer) : text("chance", { crew: crewName(by), number: found }));
    write(at("node-source"), differ ? text("markSource", { verdict: words }) : "");
  }

  #mark(mark, lost) {
    const box = at("node-mark");
    if (box.hidden) return; // nobody has looked at this game
    box.className = `study-card node-mark ${mark ? "mark-box-" + mark.kind : ""}`.trim();
    write(at("node-glyph"), mark ? mark.glyph || "✓" : "");
    write(at("node-label"), mark?.label ?? "");
    write(at("node-reason"), mark ? mark.words : text("unmarked"));
    const points_ = mark ? mark.loss ?? lost : 0;
    write(at("node-loss"), points_ >= 0.5 ? counted("lost", Math.round(points_), { points: points.format(points_) }) : "");
    box.querySelector(".mark-words").scrollTop = 0;
    const better = at("node-better");
    better.hidden = at("node-arrows").hidden = !mark?.better?.acts?.length;
    write(better.querySelector("b"), mark?.better?.acts?.[0] ?? "");
    attribute(better, "title", mark?.better?.words ?? null);
  }
}

