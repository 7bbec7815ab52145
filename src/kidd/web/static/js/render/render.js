// The table as a state of the game has it: tokens, cards, lists and words. It only shows what the server has said.

import { animate, snapshot, tumble } from "../deck/motion.js";
import { markSpaces } from "../deck/spaces.js";
import { layHeights, layTokens } from "../deck/tokens.js";
import { layTrail } from "../deck/trail.js";
import { read } from "../shared/prefs.js";
import { actions } from "./actions.js";
import { cards } from "./cards.js";
import { crewCards } from "./crews.js";
import { log } from "./log.js";
import { moves } from "./moves.js";
import { attribute, write } from "./parts.js";
import { stateLine } from "./state_line.js";
import { spaceLabel } from "./words.js";

const table = () => document.getElementById("table");

/**
 * Show a state; returns what happened to the tokens. log: what has happened, as far as it is to be listed.
 * live: it is the game as it stands. staged: it is past, but shown in its turn, as if it were now.
 */
export function render(state, { live = true, staged = false, log: entries }) {
  const before = snapshot(table());
  const { die: face, turn, ply, live: was } = table().dataset;
  const [focus, scrolled] = [remembered(), scroll()];
  const over = Boolean(state.result) || (Boolean(state.abandoned) && state.ply === state.last_ply);
  const past = entries.filter((entry) => entry.ply <= state.ply);
  const view = { state, live, staged, over, thinking: staged || (live && Boolean(state.thinking)), log: live ? past : entries };
  const last = past.findLast((entry) => !entry.word && !entry.roll);
  hooks(view, last);
  deck(state, (state.fresh ?? []).map((one) => entries[one - 1]).filter(Boolean));
  for (const draw of [stateLine, crewCards, cards, actions, moves, log]) draw(view);
  stamps(state);
  kept(state);
  const happened = animate(table(), before);
  const now = table().dataset;
  const went = ply !== now.ply && was === "true" && now.live === "true"; // and nobody only looks back
  const rolled = went && now.die && (face !== now.die || turn !== now.turn);
  if (rolled) tumble(document.getElementById("die"));
  keepLog(live, scrolled);
  restore(focus);
  return { ...happened, rolled: Boolean(rolled) };
}

/** What programs and style sheets read off the table. */
function hooks({ state, live, over, staged, thinking }, last) {
  const known = {
    ply: state.ply,
    "last-ply": state.last_ply,
    version: state.version,
    turn: state.turn ?? "",
    die: state.die ?? "",
    result: state.result?.outcome ?? "",
    you: (state.you ?? []).join(" "),
    live: String(live),
    over: String(over),
    "may-move": String(live && !staged && Boolean(state.moves?.length)),
    thinking: String(thinking),
    path: (last?.path ?? []).join(" "),
  };
  for (const [name, value] of Object.entries(known)) attribute(table(), `data-${name}`, String(value));
}

/** The deck of a state. fresh: the moves that are marked. */
export function deck({ pieces, threatened = [] }, fresh) {
  const svg = document.querySelector("#deck-live > svg");
  const marks = {
    from: fresh.filter(({ path }) => path.length > 1).map(({ path }) => path[0]),
    to: fresh.flatMap(({ reached }) => reached),
    threatened: read().threats === false ? [] : threatened,
    taken: fresh.flatMap(({ taken = [] }) => taken).map(({ space }) => space),
  };
  layTrail(svg, pieces, fresh);
  layTokens(svg, pieces);
  markSpaces(svg, pieces, { label: spaceLabel, marks });
  layHeights(svg, pieces);
}

/** Forms say at which ply and version they were filled in. */
function stamps({ ply, version }) {
  for (const [name, value] of Object.entries({ ply, version })) {
    for (const field of table().querySelectorAll(`input[type="hidden"][name="${name}"]`)) attribute(field, "value", value);
  }
}

/** A game in which more than a little has happened is kept for longer. */
function kept({ version }) {
  for (const note of document.querySelectorAll(".kept-days[data-from]")) if (version >= Number(note.dataset.from)) write(note, note.dataset.later);
}

function remembered() {
  const active = document.activeElement;
  return { id: active?.id ?? "", listed: Boolean(active?.closest?.("#moves-form")), was: active };
}

/** Give the focus back to what had it; from a move in the list, which is gone, to the head of that list. */
function restore({ id, listed, was }) {
  if (was?.isConnected) return;
  const found = listed ? document.getElementById("moves-title") : id ? document.getElementById(id) : null;
  found?.focus({ preventScroll: true });
}

function scroll() {
  const rows = document.getElementById("log-rows");
  return rows ? { top: rows.scrollTop, end: rows.scrollHeight - rows.scrollTop - rows.clientHeight < 48 } : null;
}

/** The log follows the game unless somebody has scrolled up in it. */
function keepLog(live, scrolled) {
  const rows = document.getElementById("log-rows");
  if (!rows) return;
  const current = rows.querySelector("[aria-current]");
  if (!live && current) {
    const [top, bottom] = [current.offsetTop - rows.offsetTop, current.offsetTop - rows.offsetTop + current.offsetHeight];
    if (top < rows.scrollTop || bottom > rows.scrollTop + rows.clientHeight) rows.scrollTop = top - rows.clientHeight / 2;
  } else if (!scrolled || scrolled.end) rows.scrollTop = rows.scrollHeight;
  else rows.scrollTop = scrolled.top;
}
