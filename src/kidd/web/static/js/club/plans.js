// Planning ahead on the deck: "if they play this, I play that". What a tried move leads to the server says, and it keeps
// the lines; the tree of what is tried lives here as long as one plans.

import { animate, snapshot } from "../deck/motion.js";
import { planActions } from "../render/actions.js";
import { moves as listMoves } from "../render/moves.js";
import { attribute, write } from "../render/parts.js";
import { deck } from "../render/render.js";
import { stateLine } from "../render/state_line.js";
import { ask } from "../shared/server.js";
import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { hands } from "../study/hands.js";
import { Tree } from "../study/tree.js";
import { settle } from "../table/pointing.js";
import { linesOf, listLines } from "./plan_lines.js";

const NOWHERE = { ok: false, data: {} };

/** Returns an aim of the board (see table.js) and what its buttons do. parts(): what reads the page again; again(): show the game. */
export function plans({ table, store, board, parts, again }) {
  let planned = { lines: [], told: [] }; // what the server keeps
  let known = null; // the ply that this is about
  let tree = null; // what was tried, while one plans
  let began = null; // and from which ply on
  let node = null;
  let wanted = null;
  let busy = false;
  const looks = new Map(); // the deck at each node

  const address = (deed) => `${table().dataset.api}/${deed}`;
  const mine = (look) => (store.newest.you ?? []).includes(look.turn) && !rolls(look);
  const rolls = ({ moves = [] }) => moves.some(({ act }) => act.startsWith("*"));
  const here = () => looks.get(node?.id);
  const active = () => tree !== null;

  /** Something is known of the game: with another ply, another plan, or what is left of it. */
  async function heard() {
    const state = store.newest;
    if (!state) return;
    document.getElementById("do-plan").disabled = !state.rights?.plan;
    if (state.ply === known) return;
    const first = known === null;
    known = state.ply;
    refresh();
    if (first && !document.querySelector(".plan-line")) return;
    const { ok, data } = await ask(address("plan"), undefined, { retry: false }).catch(() => NOWHERE);
    if (ok && known === state.ply) list(data);
  }

  function list(data) {
    planned = { lines: data.lines ?? [], told: data.told ?? [] };
    listLines(planned, known);
  }

  /** Plan on the deck, from how the game stands or from the end of a line. */
  async function begin(number = null) {
    if (!store.newest?.rights?.plan) return;
    if (sheets.open()) sheets.sheet("");
    if (!tree) {
      looks.clear();
      began = known;
      tree = new Tree([{ id: 0 }]);
      planned.told.forEach(grow);
      document.getElementById("plan").open = true;
    }
    await go(number === null ? tree.root : leaf(planned.lines[number] ?? []));
  }

  function grow(steps) {
    let one = tree.root;
    for (const step of steps) one = tree.child(one, step.act) ?? tree.add(one, step);
  }

  const leaf = (acts) => acts.reduce((one, act) => tree.child(one, act) ?? one, tree.root);

  async function look(acts) {
    const { ok, status, data } = await ask(address("plan/look"), { ply: known, acts }, { retry: false }).catch(() => NOWHERE);
    return ok ? data : { refused: data.detail ?? text("failed"), gone: status === 409 || status === 403 };
  }

  /** Show a node; the newest wish counts. */
  async function go(to) {
    wanted = to;
    const found = looks.get(to.id) ?? (await look(tree.acts(to)));
    if (!tree || wanted !== to) return;
    if (found.refused) {
      if (!node || found.gone) end();
      say(found.refused, true);
      return;
    }
    looks.set(to.id, found);
    node = to;
    draw();
  }

  function draw() {
    const found = here();
    const before = snapshot(table());
    attribute(table(), "data-planning", "true");
    settle();
    const last = lastMove();
    deck(found, last ? [last] : []);
    const asked = text(found.result ? "planEnd" : mine(found) ? "planYours" : rolls(found) ? "planRoll" : "planTheirs");
    const words = node === tree.root ? text("planStart") : tree.way(node).map((one) => one.words).join(", ");
    stateLine({ state: { ...found, contest: undefined, sentences: { state: asked, told: words } }, over: false, live: false, staged: false, log: [] });
    hands(found);
    const plain = (found.moves ?? []).filter(({ to }) => !to);
    listMoves({ state: { moves: (found.moves ?? []).filter(({ to }) => to) }, live: true, over: false, staged: false });
    write(document.getElementById("moves-none"), asked);
    planActions(plain, node !== tree.root);
    const { moved, entered, captured } = animate(table(), before);
    if (captured || moved || entered) sound(captured ? "capture" : moved ? "step" : "enter");
    for (const one of parts()) one.refresh();
    murmur(...(node === tree.root ? [] : [node.words]), asked);
  }

  /** The last move that is seen on the deck. */
  function lastMove() {
    for (let one = node; one; one = tree.parent(one)) {
      const { last } = looks.get(one.id) ?? {};
      if (last?.path) return last;
    }
    return undefined;
  }

  /** Try a move: one that was tried is gone to; an answer of one's own is kept at once. */
  async function act(move) {
    if (busy) return undefined;
    const [from, tried] = [node, tree.child(node, move)];
    if (tried) return go(tried).then(() => true);
    busy = true;
    const found = await look([...tree.acts(from), move]);
    busy = false;
    if (!tree || node !== from) return undefined;
    if (found.refused) return refused(found);
    const same = tree.child(from, found.last.act);
    if (same) return go(same).then(() => true);
    const own = mine(here());
    const [old] = own ? from.children.map((id) => tree.node(id)) : [];
    if (old && !(await sheets.confirmed(text("planInstead", { old: old.words, move: found.last.words }), text("planReplace")))) return refused({});
    if (!tree || node !== from) return undefined;
    if (old) tree.remove(old);
    node = tree.add(from, { act: found.last.act, yours: own, words: found.last.words });
    looks.set(node.id, found);
    draw();
    if (own) await keep(linesOf(tree));
    return true;
  }

  function refused({ refused: why = "", gone = false }) {
    if (gone) end();
    else draw();
    if (why) {
      sound("refuse");
      say(why, true);
    }
    return false;
  }

  async function keep(wish) {
    const { ok, data } = await ask(address("plan"), { ply: known, lines: wish }, { method: "PUT" }).catch(() => NOWHERE);
    if (!ok) return say(data.detail ?? text("failed"), true);
    const more = (data.lines ?? []).length >= planned.lines.length;
    list(data);
    for (const steps of tree ? planned.told : []) reword(steps);
    return say(text(more ? "planKept" : "planDropped"));
  }

  /** Steps are told as the server tells them. */
  function reword(steps) {
    let one = tree.root;
    for (const step of steps) {
      one = tree.child(one, step.act);
      if (!one) return;
      one.words = step.words;
    }
  }

  /** Delete a line, and of what is tried all that only led there. */
  async function drop(number) {
    const gone = planned.lines[number];
    await keep(planned.lines.filter((_, place) => place !== number));
    if (!tree || !gone) return;
    let one = leaf(gone);
    while (one !== tree.root && !one.children.length) {
      const above = tree.parent(one);
      tree.remove(one);
      one = above;
    }
    if (tree.node(node.id)) draw();
    else await go(one);
  }

  function step(by) {
    const to = by < 0 ? tree.parent(node) : tree.onward(node, 1)[0];
    if (to) go(to);
  }

  /** Back to the game. */
  function end() {
    if (!tree) return false;
    tree = node = wanted = null;
    attribute(table(), "data-planning", null);
    settle();
    again();
    return true;
  }

  /** The game was shown meanwhile: the plan again, if it is still about that. */
  function refresh() {
    if (!tree || !here()) return;
    const { live, ply } = table().dataset;
    if (live === "true" && Number(ply) === began) return void draw();
    tree = node = wanted = null;
    attribute(table(), "data-planning", null);
    if (live === "true") say(text("planOver"));
  }

  /** Why something is no move here. */
  async function why(move) {
    if (!/[-@]/.test(move)) return { sentence: text(mine(here()) ? "planYours" : "planTheirs") };
    return { sentence: (await look([...tree.acts(node), move])).refused };
  }

  heard();
  return {
    active, act, why, heard, refresh, step, end, begin, drop,
    moves: () => (busy ? [] : (here()?.moves ?? []).map((one) => one.act)),
    crew: () => here()?.turn ?? "",
  };
}
