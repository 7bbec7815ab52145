// Showing a node: the deck, the sentence, the crews, the moves that can be tried, and what programs read off the page.

import { animate, snapshot, tumble } from "../deck/motion.js";
import { attribute, fill } from "../render/parts.js";
import { moveItem } from "../render/moves.js";
import { deck } from "../render/render.js";
import { stateLine } from "../render/state_line.js";
import { play as sound } from "../shared/sound.js";
import { murmur } from "../shared/speech.js";
import { hands } from "./hands.js";

/** Whether a legal move is a roll of the die. */
export const isRoll = ({ act }) => act.startsWith("*");

const root = document.getElementById("study");

/** Draw a look. last: the last move up to it, past rolls and words; ends: whether nothing follows. */
export function show(node, look, { last, lastPly }) {
  const before = snapshot(root);
  const [wasPly, wasDie] = [Number(root.dataset.ply), root.dataset.die];
  hooks(node, look, last, lastPly);
  deck(look, last ? [last] : []);
  stateLine({ state: look, over: Boolean(look.result), live: false, staged: false, log: [] });
  hands(look);
  moves(look);
  const happened = animate(root, before);
  if (node.ply > wasPly && look.die && (look.die !== wasDie || node.roll)) tumble(document.getElementById("die"));
  if (happened.captured) sound("capture");
  else if (happened.moved) sound("step");
  else if (happened.entered) sound("enter");
  else if (node.roll) sound("die");
  murmur(...[look.sentences.told, look.sentences.state].filter(Boolean));
}

function hooks(node, look, last, lastPly) {
  const known = {
    node: node.kept ?? node.id,
    ply: node.ply,
    "last-ply": lastPly,
    position: look.position,
    turn: look.turn ?? "",
    die: look.die ?? "",
    result: look.result?.outcome ?? "",
    over: String(Boolean(look.result)),
    "may-move": String(!look.result && Boolean(look.moves?.length)),
    path: (last?.path ?? []).join(" "),
  };
  for (const [name, value] of Object.entries(known)) attribute(root, `data-${name}`, String(value));
}

/** Moves that begin on a space are tried on the deck, too; rolls and the like by their buttons only. */
function moves({ moves: legal = [] }) {
  const listed = legal.filter((move) => !isRoll(move));
  fill(document.getElementById("moves-list"), listed.map(moveItem));
  document.getElementById("moves-none").hidden = listed.length > 0;
  const plain = listed.filter(({ to }) => !to);
  const box = document.getElementById("plain-moves");
  fill(box, plain.map((move) => {
    const button = moveItem(move).querySelector("button");
    Object.assign(button, { className: "button button-small", textContent: button.title });
    delete button.dataset.move;
    button.dataset.play = move.act;
    return button;
  }));
  box.hidden = !plain.length;
}
