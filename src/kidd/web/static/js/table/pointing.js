// What pointing at spaces leads to: a move to be sent, a question, a way through its steps, or the reason why not.

import { ask } from "../shared/server.js";
import { read } from "../shared/prefs.js";
import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { guide, hush, murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { preview, settle } from "./preview.js";

const ONLY = { via: "onlyVia", escape: "onlyEscape", entry: "onlyEntry" };
const GUIDES = { target: "chooseTarget", via: "chooseVia", escape: "chooseEscape", entry: "chooseEntry", enter: "chooseHatch" };
const either = new Intl.ListFormat(document.documentElement.lang, { type: "disjunction" });

/** What a Board is to call. board(): the board itself. act(move): send it. busy(): whether one is under way. why(move): {sentence, rule}, why it is none, unless the game says so. asks(kind): other words for what is to be chosen. */
export function pointing({ table, board, act, busy = () => false, why = () => undefined, asks = () => undefined }) {
  let pointed = ""; // what is picked up: with any other, what was said before no longer holds

  async function refused(wish) {
    if (busy()) return undefined;
    sound("refuse");
    if (wish.kind in ONLY) return choosing(board, text(ONLY[wish.kind], { spaces: either.format(wish.spaces) }));
    settle();
    const told = plainly(table().dataset, wish);
    return told ? say(...told) : explain(table, moveOf(wish), why);
  }

  /** Where to a token goes the marks on the deck say; every further choice is explained, with a way out. */
  function guided(kind, picked, done) {
    if (String(picked) !== pointed) hush(true);
    if (pointed && !picked.length && !done) murmur(text("putBack"));
    pointed = String(picked);
    if (!done) preview(board, picked);
    const words = kind && (asks(kind) ?? text(GUIDES[kind]));
    if (kind === "target") murmur(words);
    if (kind && kind !== "target") choosing(board, words);
    else guide(null);
  }

  return { play: (move) => played({ table, board, act }, move), refused, guide: guided };
}

/** A whole move was pointed out: send it, or ask first where people want that. */
async function played({ table, board, act }, move) {
  const listed = table().querySelector(`[data-move="${CSS.escape(move)}"]`);
  if (!read().confirm || !listed) return act(move); // what is not listed is no move, and the server says why
  if (sheets.open()) sheets.sheet("");
  board().mark(move);
  const yes = await guide({ words: text("confirmMove", { move: listed.title }), yes: text("play"), no: text("cancel") });
  if (yes) return act(move);
  settle();
  return board().refresh();
}

/** What there is to say to a wish without asking the server; undefined where it knows better. */
function plainly({ live, over, turn, mayMove }, { hand }) {
  if (over === "true") return [text("gameOver")];
  if (live === "false") return [text("lookingBack")];
  if (hand && document.getElementById("watching")) return [text("notYourGame"), true];
  if (hand) return [text(hand !== turn ? "notTheirTurn" : mayMove === "true" ? "noEntry" : "notYourTurn"), true];
  return undefined;
}

const moveOf = ({ space, origin }) => (origin === "hand" ? `@${space}` : origin ? `${origin}-${space}` : space);

async function explain(table, move, why) {
  try {
    const { sentence, detail = "", rule } = (await why(move)) ?? (await asked(table().dataset, move));
    if (sentence ?? detail) say(sentence ?? detail, true, rule);
  } catch {
    say(text("failed"), true);
  }
}

async function asked({ api, ply }, move) {
  const { data } = await ask(`${api}/why?ply=${ply}&move=${encodeURIComponent(move)}`, undefined, { retry: false });
  return data;
}

function choosing(board, words) {
  guide({ words, no: text("cancel") }).then((yes) => { if (yes === false) board().cancel(); });
}
