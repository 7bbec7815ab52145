// The study: a deck on which every line can be tried, the tree of what was tried, and the engine that looks on.

import { drawArrows, legs } from "../deck/arrows.js";
import { Board } from "../deck/board.js";
import { dragging } from "../deck/drag.js";
import { facing } from "../deck/facing.js";
import { Cursor } from "../deck/keys.js";
import { TowerCard } from "../deck/tower_card.js";
import { took } from "../render/log.js";
import { lies, read } from "../shared/prefs.js";
import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { hush, murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { pointing } from "../table/pointing.js";
import { settle } from "../table/preview.js";
import { addresses } from "./addresses.js";
import { bars, blank, verdict } from "../engine/bars.js";
import { buttons } from "./buttons.js";
import { Engine } from "../engine/engine.js";
import { Autoplay } from "./gestures.js";
import { Keeping } from "./keeping.js";
import { lineArrows, lines, noLines } from "../engine/lines.js";
import { Looks } from "./looks.js";
import { recall, remember } from "./memory.js";
import { NodeCard } from "./node_card.js";
import { rolls } from "../engine/rolls.js";
import { isRoll, show } from "./showing.js";
import { Tree } from "./tree.js";
import { TreeView } from "./tree_view.js";

const root = document.getElementById("study");
const table = () => root;
const { study, looks: given, node: shown, source, known: visitor } = JSON.parse(document.getElementById("study-data").textContent);
const book = document.getElementById("study-text")?.value;

document.documentElement.dataset.motion = "off"; // the stylesheet's own transitions: motion.js does it along the paths

const tree = new Tree(study.nodes);
const start = { position: study.position, options: study.options ?? "" };
const looks = new Looks(tree, start, { node: tree.node(shown), looks: given });
const answers = new Map(); // what the engine has said of each line
const wishes = recall();
let node = tree.node(shown);
let wanted = node;
let marking = true; // the arrows of a mark rather than those of the engine
let hoped = ""; // a line that is pointed at
let busy = false; // a move is being tried

const keeping = new Keeping({ tree, study, source: book ? { ...source, book } : source, known: visitor, changed: kept, said: (words) => say(words, true) });
const address = addresses({ source, start, keeping, tree });
const view = new TreeView(tree, address.of);
const card = new NodeCard({ tree, changed: written });
const engine = new Engine({ heard, changed: working });
const faces = facing(root, () => board);
const board = new Board(root, { ...pointing({ table, board: () => board, act: attempt, why: (move) => (due(looks.at(node)) ? { sentence: text("rollDue") } : looks.why(node, move)) }), active: () => root.dataset.mayMove === "true" && !busy, shown: (done) => faces.refresh(done) });
const cursor = new Cursor(root);
const crewCard = new TowerCard(root, document.getElementById("crew-card"), { pressed: () => board.hush(500) });
const autoplay = new Autoplay({ on: () => go(tree.onward(node, 1)[0]), wait: () => wishes.speed, changed: playing });

dragging(board, root, faces);

/** Show a node; the newest wish counts, so that nobody waits for what lies between. False where there is none. */
async function go(to) {
  if (!to) return false;
  wanted = to;
  if (!looks.at(to)) engine.look(null);
  const look = await looks.fetched(to).catch(() => undefined);
  if (wanted !== to) return true;
  if (!look) {
    wanted = node;
    say(text("failed"), true);
    return false;
  }
  present(to, look);
  return true;
}

function present(to, look) {
  node = wanted = to;
  marking = true;
  hush();
  settle();
  show(to, look, { last: lastMove(to), lastPly: to.ply + tree.onward(to).length });
  for (const part of [board, cursor, crewCard]) part.refresh();
  view.mark(to);
  card.show(to, { editable: true });
  consider(look);
  address.sign(to);
  looks.prepare(to);
  page.refresh();
}

/** The last move up to a node, past rolls and words. */
function lastMove(to) {
  const one = tree.way(to).findLast(({ roll, word }) => !roll && !word);
  return one ? looks.at(one)?.last : undefined;
}

/** Let the engine look at what is shown; what it has said before is there at once. */
function consider(look) {
  const before = known();
  if (before) bars(before);
  else blank();
  if (before?.lines?.length) lines(before, look.turn);
  else { lines(null); noLines(); }
  reflect();
  engine.look(look.result ? null : wish(tree.acts(node)));
}

const wish = (acts) => ({ look: { ...start, acts }, lines: wishes.lines });
const known = (acts = tree.acts(node)) => answers.get(acts.join(" "));

function heard({ lines: found = [], ...more }, { look: { acts } }) {
  const answer = { ...more, lines: found };
  const before = known(acts);
  if (before && before.depth > answer.depth && before.lines.length >= found.length) return;
  answers.set(acts.join(" "), answer);
  if (known() !== answer) return; // of a move that is still being made
  const { turn } = looks.at(node);
  bars(answer);
  lines(answer, turn);
  reflect();
  if (answer.done) murmur(text("engineSays", { verdict: verdict(answer), line: answer.lines[0]?.words ?? "" }));
}

/** Arrows and rolls, by what is known of the node that is shown. */
function reflect() {
  const answer = wishes.engine ? known() : undefined;
  const look = looks.at(node);
  card.compare(answer);
  const marked = marking && node.mark?.better?.acts?.length;
  drawArrows(document.querySelector("#deck-live > svg"), marked ? markArrows() : lineArrows(answer).filter(({ kind }) => !hoped || kind === hoped));
  document.getElementById("node-arrows").setAttribute("aria-pressed", String(Boolean(marked)));
  rolls({ answer, turn: look.turn, shown: look.die, due: due(look), free: Boolean(rolled()), ...(rolled() === node ? { luck: node.luck, lost: tree.onward(node, 1)[0]?.lost } : {}) });
}

/** What was played and what was better, in two shapes. */
function markArrows() {
  const { better, glyph } = node.mark;
  const before = looks.at(tree.parent(node));
  const listed = before?.moves?.find(({ act }) => act === better.acts[0]) ?? { path: better.path };
  const played = looks.at(node)?.last ?? {};
  return [{ kind: "better", legs: legs(listed), sign: "✓" }, { kind: "played", legs: legs({ path: played.path }), sign: glyph || "?" }];
}

const due = (look) => Boolean(look.moves?.some(isRoll));

/** The roll whose die lies there now, if it is part of the study. */
function rolled() {
  const way = tree.way(node);
  const at = way.findLastIndex(({ word }) => !word);
  return at >= 0 && way[at].roll ? way[at] : undefined;
}

/** Try a move here: one that is known already is gone to, another one becomes a line of its own. */
async function attempt(act, from = node) {
  const played = tree.child(from, act);
  if (played) return go(played);
  if (busy) return false;
  busy = true;
  if (looks.at(from).moves?.some((move) => move.act === act)) engine.look(wish([...tree.acts(from), act])); // before the deck shows it
  const { look, refused } = await looks.tried(from, act).catch(() => ({ refused: text("failed") }));
  busy = false;
  if (!look) {
    settle();
    board.refresh();
    consider(looks.at(node));
    sound("refuse");
    say(refused || text("failed"), true);
    return false;
  }
  const { last } = look;
  const there = tree.child(from, last.act);
  if (there) return go(there);
  const made = tree.add(from, { act: last.act, by: last.by, colour: last.colour, round: last.round, words: last.words, roll: last.roll, word: last.word, took: took(last.taken) });
  looks.keep(made, look);
  view.draw();
  present(made, look);
  keeping.change({ kind: "add", node: made });
  return true;
}

/** Play the first moves of a line, one after the other. */
async function follow(acts) {
  for (const act of acts) if (!(await attempt(act))) return;
}

/** A roll was chosen: here if it is due, else instead of the one that fell. */
function choose(roll) {
  const fell = rolled();
  if (due(looks.at(node))) return attempt(`*${roll}`);
  return fell ? attempt(`*${roll}`, tree.parent(fell)) : undefined;
}

function written(of, kind, words) {
  of[kind] = words;
  view.draw();
  view.mark(node);
  keeping.change({ kind, node: of, text: words });
}

/** The study is kept now, or still only on this page. */
function kept() {
  view.draw();
  view.mark(node);
  address.sign(node);
  root.dataset.id = keeping.id ?? "";
  root.dataset.loose = String(keeping.loose && keeping.unsent.length > 0);
  page.refresh();
}

async function remove() {
  if (node === tree.root) return;
  const below = tree.below(node).length;
  if (!(await sheets.confirmed(text(below > 1 ? "deleteMany" : "deleteOne", { move: node.act, number: below }), text("delete")))) return;
  const [gone, parent] = [node, tree.parent(node)];
  tree.remove(gone);
  view.draw();
  keeping.change({ kind: "delete", node: gone });
  await go(parent);
}

/** Make the line that leads here the main one: at each fork on the way. */
function promote() {
  for (const one of tree.way(node)) if (tree.promote(one)) keeping.change({ kind: "promote", node: one });
  view.draw();
  present(node, looks.at(node));
}

function working(state, words = "") {
  root.dataset.engine = state;
  const said = { waiting: "", running: "", idle: "", done: text("engineDone"), off: text("engineOff"), busy: text("engineBusy"), gone: text("engineGone"), elsewhere: text("engineElsewhere"), failed: words }[state];
  document.getElementById("engine-state").textContent = said ?? "";
}

function turnEngine(on) {
  wishes.engine = on;
  remember({ engine: on });
  root.classList.toggle("engine-off", !on);
  engine.turn(on);
  if (on) consider(looks.at(node));
  else reflect();
}

function playing(on) {
  root.dataset.playing = String(on);
  page.refresh();
}

const page = buttons({
  root, tree, board, cursor, keeping, autoplay, wishes, address,
  at: () => node,
  look: () => looks.at(node),
  does: {
    go, attempt, follow, choose, remove, promote, turnEngine,
    step: (by) => { autoplay.stop(); return walk(by); },
    vary: (by) => go(tree.other(node, by)),
    better: () => { const { acts } = node.mark.better; go(tree.parent(node)).then(() => follow(acts)); },
    arrows: () => { marking = !marking; reflect(); },
    hope: (kind) => { if (hoped !== kind) { hoped = kind; reflect(); } },
    lines: (count) => { wishes.lines = count; remember({ lines: count }); answers.clear(); consider(looks.at(node)); },
    speed: (pause) => { wishes.speed = pause; remember({ speed: pause }); },
    title: (words) => keeping.change({ kind: "title", text: words }),
    redraw: () => { present(node, looks.at(node)); },
  },
});

/** So many steps on or back along the line that is shown; without an end to its end. */
function walk(by) {
  const from = wanted;
  if (by < 0) return go([tree.root, ...tree.way(from)][Math.max(0, from.ply + by)] ?? tree.root);
  return go(tree.onward(from, by).at(-1));
}

window.addEventListener("popstate", () => { sheets.shut(); });
sheets.lightDismiss();
if (Boolean(read().lying) !== lies()) page.prefer({ lying: lies() });
present(node, looks.at(node));
root.classList.toggle("engine-off", !wishes.engine);
engine.turn(wishes.engine);
document.documentElement.dataset.ready = "true";
