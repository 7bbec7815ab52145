// Showing a state: the table, the sounds, and what screen readers hear.

import { render } from "../render/render.js";
import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { announce, hush, murmur, overhear, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";

/**
 * Returns `show(state, {last, live, staged})`: draw a state; `last` if nothing newer is known, `live` if it is how the game
 * stands, `staged` if it is shown in its turn although the game has gone on; and `again(change)`: draw the same after a
 * change. `parts` read the page again after either.
 */
export function showing({ table, store, parts, first }) {
  const named = table().dataset.title;
  let shown = first; // the state that came with the page
  let manner = { live: table().dataset.live === "true", staged: false };

  function show(state, { last = true, live: now = true, staged = false } = {}) {
    const { ply, live, over } = table().dataset;
    const before = { ply: Number(ply), live, over };
    if (state !== shown || now !== manner.live) hush(now && answered(shown, state));
    const declined = now && state.ply === shown.ply ? refusal(shown, state) : "";
    const rest = now && state.sentences.recess !== shown.sentences.recess ? [state.sentences.state, state.sentences.recess ?? ""] : [];
    [shown, manner] = [state, { live: now, staged }];
    noises(render(state, { ...manner, log: store.log }), before);
    for (const part of parts()) part.refresh();
    sheets.refresh();
    announce(table(), before, last);
    if (table().dataset.live === "true") overhear(table(), before);
    if (declined) say(text(declined));
    murmur(...rest.filter(Boolean));
    title(state);
  }

  /** Whether a question of this visitor's waits no more: then nothing is said of its waiting, either. */
  function answered(before, { you = [], takeback, recess }) {
    return (you.includes(before.takeback?.by) && !takeback) || (you.includes(before.recess?.by) && !recess?.by);
  }

  /** What somebody else has said no to, that this visitor has asked for. */
  function refusal(before, state) {
    const mine = (asked) => (state.you ?? []).includes(asked?.by);
    if (mine(before.takeback) && !state.takeback) return "takebackRefused";
    return mine(before.recess) && !state.recess ? "adjournRefused" : "";
  }

  /** The window says whether one is to move, and how the game ended. */
  function title({ sentences }) {
    const { mayMove, over, live } = table().dataset;
    const ended = over === "true" && live === "true" ? `${sentences.verdict} · ` : "";
    document.title = `${mayMove === "true" ? "● " : ""}${ended}${named}`;
  }

  function again(change = () => {}) {
    change();
    show(shown, manner);
  }

  function noises(happened, before) {
    const { over, live } = table().dataset;
    if (happened.captured) sound("capture");
    else if (happened.moved) sound("step");
    else if (happened.entered) sound("enter");
    if (happened.rolled) sound("die");
    if (over === "true" && before.over !== "true" && live === "true") sound("end");
  }

  return { show, again };
}
