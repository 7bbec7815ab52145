// While the rest of a move is being chosen, its token already stands where it will go, and so do those it frees.

import { centre as middle } from "../deck/motion.js";
import { spin, unspin } from "../deck/tokens.js";

const on = (space) => `[data-on="${CSS.escape(space)}"]`;
const tokens = (which) => document.querySelectorAll(`#deck-live ${which}`);
const piece = (rank, space) => document.querySelector(`#deck-live ${rank}${on(space)}`);

let raised = []; // tokens that a preview shows on top of others, each with what came after it and where it stood

/** Put back what a drag or a preview has left lying about. */
export function settle() {
  for (const token of tokens("[data-on]")) if (token.style.translate) token.style.translate = "";
  for (const { token, next, on: space } of raised.reverse()) {
    if (token.dataset.on === space && next?.parentNode === token.parentNode) next.before(token);
  }
  raised = [];
  unspin();
}

/** Show what is picked of a move, if that is more than a token; theBoard(): the board, which may still be in the making. */
export function preview(theBoard, picked) {
  settle();
  if (picked.length < 2) return;
  const board = theBoard();
  const [origin, target, ...others] = board.tree.along(picked);
  const captor = piece(".leads", target.space);
  shift(on(origin.space), board.space(origin.space), captor ?? board.space(target.space));
  raise(origin.space);
  const via = others.find(({ kind }) => kind === "via");
  turn(on(origin.space), board.tree.stands([origin.space, target.space].slice(0, via ? 2 : 1), (via ?? target).space));
  const held = piece(".held", target.space); // none is seen where a flag stands for all below
  if (captor && held) shift(`.leads${on(target.space)}`, captor, held);
  free(board, target.space, others.filter(({ kind }) => kind === "escape"));
}

/** Those who are freed leave the space one after the other, each from where the one before has gone. */
function free(board, space, escapes) {
  let from = space;
  for (const { space: to } of escapes) {
    const freed = `.crew-${board.crew()}${on(from)}`;
    shift(freed, piece(".held", from) ?? board.space(from), board.space(to));
    turn(freed, { at: to, back: from });
    from = to;
  }
}

/** Whoever comes to stand on others is drawn over them. */
function raise(space) {
  for (const token of tokens(`.token${on(space)}`)) {
    raised.push({ token, next: token.nextSibling, on: space });
    token.parentNode.append(token);
  }
}

/** Turn tokens as they will stand, where that is known. */
function turn(which, stands) {
  if (stands) for (const token of tokens(`.token${which}`)) spin(token, stands);
}

function shift(which, origin, target) {
  const [from, to] = [origin, target].map((one) => (one.style.transform ? placed(one) : middle(one)));
  for (const token of tokens(which)) token.style.translate = `${to.x - from.x}px ${to.y - from.y}px`;
}

/** Where a token lies, which in a tower is above or below the middle of its space. */
function placed(token) {
  const { e, f } = new DOMMatrix(token.style.transform);
  return { x: e, y: f };
}
