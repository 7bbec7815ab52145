// Planning ahead on the deck: "if they play this, I play that". What a tried move leads to the server says, and it keeps
// the lines; the tree of what is tried lives here as long as one plans.

import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { settle } from "../table/preview.js";
import { KeptPlan } from "./kept_plan.js";
import { drawPlan, leavePlan } from "./plan_deck.js";
import { linesOf } from "./plan_lines.js";
import { Tried } from "./tried.js";

/** An aim of the board (see table.js), and what its buttons do. */
export class Plans {
  #around;
  #kept;
  #tried = null; // while one plans
  #busy = false;

  /** parts(): what reads the page again; again(): show the game. */
  constructor({ table, store, parts, again }) {
    this.#around = { table, store, parts, again };
    this.#kept = new KeptPlan(table);
    this.heard();
  }

  get #yours() {
    return this.#around.store.newest.you ?? [];
  }

  active() {
    return this.#tried !== null;
  }

  moves() {
    return this.#busy ? [] : (this.#tried?.here?.moves ?? []).map((one) => one.act);
  }

  crew() {
    return this.#tried?.here?.turn ?? "";
  }

  /** Something is known of the game: with another ply, another plan, or what is left of it. */
  heard() {
    const state = this.#around.store.newest;
    if (!state) return;
    document.getElementById("do-plan").disabled = !state.rights?.plan;
    if (state.ply === this.#kept.ply) return;
    this.#kept.turn(state.ply);
    this.refresh();
  }

  /** Plan on the deck, from how the game stands or from the end of a line. */
  async begin(number = null) {
    const { store } = this.#around;
    if (!store.newest?.rights?.plan) return;
    if (sheets.open()) sheets.sheet("");
    if (!this.#tried) {
      this.#tried = new Tried(this.#kept.ply, this.#kept.told);
      document.getElementById("plan").open = true;
    }
    await this.#go(number === null ? this.#tried.tree.root : this.#tried.leaf(this.#kept.lines[number] ?? []));
  }

  /** Show a node; the newest wish counts. */
  async #go(to) {
    const tried = this.#tried;
    tried.wanted = to;
    const found = tried.look(to) ?? (await this.#kept.look(tried.tree.acts(to)));
    if (this.#tried !== tried || tried.wanted !== to) return;
    if (found.refused) {
      if (!tried.node || found.gone) this.end();
      say(found.refused, true);
      return;
    }
    tried.enter(to, found);
    this.#draw();
  }

  #draw() {
    const { table, parts } = this.#around;
    drawPlan({ table, tried: this.#tried, yours: this.#yours, parts: parts() });
  }

  /** Try a move: one that was tried is gone to; an answer of one's own is kept at once. */
  async act(move) {
    if (this.#busy) return undefined;
    const tried = this.#tried;
    const { tree, node } = tried;
    const before = tree.child(node, move);
    if (before) return this.#go(before).then(() => true);
    this.#busy = true;
    const found = await this.#kept.look([...tree.acts(node), move]);
    this.#busy = false;
    if (!this.#at(tried, node)) return undefined;
    if (found.refused) return this.#refused(found);
    const same = tree.child(node, found.last.act);
    if (same) return this.#go(same).then(() => true);
    return this.#enter(tried, found);
  }

  #at(tried, node) {
    return this.#tried === tried && tried.node === node;
  }

  /** A move that is new here; an answer of one's own takes the place of the one before, if that is wanted. */
  async #enter(tried, found) {
    const { tree, node: from } = tried;
    const { act, words } = found.last;
    const own = tried.mine(this.#yours);
    const [old] = own ? from.children.map((id) => tree.node(id)) : [];
    if (old && !(await sheets.confirmed(text("planInstead", { old: old.words, move: words }), text("planReplace")))) return this.#refused({});
    if (!this.#at(tried, from)) return undefined;
    if (old) tree.remove(old);
    tried.enter(tree.add(from, { act, yours: own, words }), found);
    this.#draw();
    if (own) await this.#keep(linesOf(tree));
    return true;
  }

  #refused({ refused: why = "", gone = false }) {
    if (gone) this.end();
    else this.#draw();
    if (why) {
      sound("refuse");
      say(why, true);
    }
    return false;
  }

  #keep(wish) {
    return this.#kept.keep(wish, () => {
      for (const steps of this.#kept.told) this.#tried?.reword(steps);
    });
  }

  /** Delete a line, and of what is tried all that only led there. */
  async drop(number) {
    const gone = this.#kept.lines[number];
    await this.#keep(this.#kept.lines.filter((_, place) => place !== number));
    const tried = this.#tried;
    if (!tried || !gone) return;
    const left = tried.prune(gone);
    if (tried.tree.node(tried.node.id)) this.#draw();
    else await this.#go(left);
  }

  step(by) {
    const to = this.#tried.beside(by);
    if (to) this.#go(to);
  }

  /** Back to the game. */
  end() {
    if (!this.#tried) return false;
    this.#leave();
    settle();
    this.#around.again();
    return true;
  }

  #leave() {
    this.#tried = null;
    leavePlan(this.#around.table);
  }

  /** The game was shown meanwhile: the plan again, if it is still about that. */
  refresh() {
    if (!this.#tried?.here) return;
    const { live, ply } = this.#around.table().dataset;
    if (live === "true" && Number(ply) === this.#tried.ply) return void this.#draw();
    this.#leave();
    if (live === "true") say(text("planOver"));
  }

  /** Why something is no move here. */
  async why(move) {
    const { tree, node } = this.#tried;
    if (!/[-@]/.test(move)) return { sentence: text(this.#tried.mine(this.#yours) ? "planYours" : "planTheirs") };
    return { sentence: (await this.#kept.look([...tree.acts(node), move])).refused };
  }
}
