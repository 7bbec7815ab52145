// What pointing at spaces leads to: a move to be sent, a question, a way through its steps, or the reason why not.

import { ask } from "../shared/server.js";
import { centre as middle } from "../deck/motion.js";
import { spin, unspin } from "../deck/tokens.js";
import { read } from "../shared/prefs.js";
import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { guide, hush, murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";

const ONLY = { via: "onlyVia", escape: "onlyEscape", entry: "onlyEntry" };
const GUIDES = { target: "chooseTarget", via: "chooseVia", escape: "chooseEscape", entry: "chooseEntry", enter: "chooseHatch" };
const either = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" });

let raised = []; // tokens that a preview shows on top of others, each with what came after it and where it stood

/** Put back what a drag or a preview has left lying about. */
export function settle() {
  for (const token of document.querySelectorAll("#deck-live [data-on]")) if (token.style.translate) token.style.translate = "";
  for (const { token, next, on } of raised.reverse()) {
    if (token.dataset.on === on && next?.parentNode === token.parentNode) next.before(token);
  }
  raised = [];
  unspin();
}

/** What a Board is to call. board(): the board itself. act(move): send it. busy(): whether one is under way. why(move): {sentence, rule}, why it is none, unless the game says so. asks(kind): other words for what is to be chosen. */
export function pointing({ table, board, act, busy = () => false, why = () => undefined, asks = () => undefined }) {
  let pointed = ""; // what is picked up: with any other, what was said before no longer holds

  /** A whole move was pointed out: send it, or ask first where people want that. */
  async function play(move) {
    const listed = table().querySelector(`[data-move="${CSS.escape(move)}"]`);
    if (!read().confirm || !listed) return act(move); // what is not listed is no move, and the server says why
    if (sheets.open()) sheets.sheet("");
    board().mark(move);
    const yes = await guide({ words: text("confirmMove", { move: listed.title }), yes: text("play"), no: text("cancel") });
    if (yes) return act(move);
    settle();
    return board().refresh();
  }

  async function refused({ space, origin, kind, spaces, hand }) {
    const { live, over, turn, mayMove } = table().dataset;
    if (busy()) return undefined;
    sound("refuse");
    if (kind in ONLY) return choosing(text(ONLY[kind], { spaces: either.format(spaces) }));
    settle();
    if (over === "true") return say(text("gameOver"));
    if (live === "false") return say(text("lookingBack"));
    if (hand && document.getElementById("watching")) return say(text("notYourGame"), true);
    if (hand) return say(text(hand !== turn ? "notTheirTurn" : mayMove === "true" ? "noEntry" : "notYourTurn"), true);
    const move = origin === "hand" ? `@${space}` : origin ? `${origin}-${space}` : space;
    try {
      const { sentence, detail = "", rule } = (await why(move)) ?? (await asked(move));
      if (sentence ?? detail) say(sentence ?? detail, true, rule);
    } catch {
      say(text("failed"), true);
    }
  }

  async function asked(move) {
    const { api, ply } = table().dataset;
    const { data } = await ask(`${api}/why?ply=${ply}&move=${encodeURIComponent(move)}`, undefined, { retry: false });
    return data;
  }

  /** Where to a token goes the marks on the deck say; every further choice is explained, with a way out. */
  function guided(kind, picked, done) {
    if (String(picked) !== pointed) hush(true);
    if (pointed && !picked.length && !done) murmur(text("putBack"));
    pointed = String(picked);
    if (!done) preview(picked);
    const words = kind && (asks(kind) ?? text(GUIDES[kind]));
    if (kind === "target") murmur(words);
    if (kind && kind !== "target") choosing(words);
    else guide(null);
  }

  function choosing(words) {
    guide({ words, no: text("cancel") }).then((yes) => { if (yes === false) board().cancel(); });
  }

  /** While the rest of a move is being chosen, its token already stands where it will go, and so do those it frees. */
  function preview(picked) {
    settle();
    if (picked.length < 2) return;
    const [origin, target, ...others] = board().tree.along(picked);
    const captor = piece(".leads", target.space);
    shift(`[data-on="${CSS.escape(origin.space)}"]`, board().space(origin.space), captor ?? board().space(target.space));
    raise(origin.space);
    const via = others.find(({ kind }) => kind === "via");
    turn(`[data-on="${CSS.escape(origin.space)}"]`, board().tree.stands([origin.space, target.space].slice(0, via ? 2 : 1), (via ?? target).space));
    const held = piece(".held", target.space); // none is seen where a flag stands for all below
    if (captor && held) shift(`.leads[data-on="${CSS.escape(target.space)}"]`, captor, held);
    let from = target.space;
    for (const { kind, space } of others) {
      if (kind !== "escape") continue;
      const freed = `.crew-${board().crew()}[data-on="${CSS.escape(from)}"]`;
      shift(freed, piece(".held", from) ?? board().space(from), board().space(space));
      turn(freed, { at: space, back: from });
      from = space;
    }
  }

  /** Where a token lies, which in a tower is above or below the middle of its space. */
  function placed(token) {
    const { e, f } = new DOMMatrix(token.style.transform);
    return { x: e, y: f };
  }

  const piece = (rank, space) => document.querySelector(`#deck-live ${rank}[data-on="${CSS.escape(space)}"]`);

  /** Whoever comes to stand on others is drawn over them. */
  function raise(space) {
    for (const token of document.querySelectorAll(`#deck-live .token[data-on="${CSS.escape(space)}"]`)) {
      raised.push({ token, next: token.nextSibling, on: space });
      token.parentNode.append(token);
    }
  }

  /** Turn tokens as they will stand, where that is known. */
  function turn(tokens, stands) {
    if (stands) for (const token of document.querySelectorAll(`#deck-live .token${tokens}`)) spin(token, stands);
  }

  function shift(tokens, origin, target) {
    const [from, to] = [origin, target].map((one) => (one.style.transform ? placed(one) : middle(one)));
    for (const token of document.querySelectorAll(`#deck-live ${tokens}`)) token.style.translate = `${to.x - from.x}px ${to.y - from.y}px`;
  }

  return { play, refused, guide: guided };
}
