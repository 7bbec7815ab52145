// Showing a state: the table, the sounds, the marks of what others did, and what screen readers hear.

import { render } from "../render/render.js";
import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { announce, hush, overhear } from "../shared/speech.js";

const LAST = ["is-last-from", "is-last-to"];

/**
 * Returns `show(state, {last, live, staged})`: draw a state; `last` if nothing newer is known, `live` if it is how the game
 * stands, `staged` if it is shown in its turn although the game has gone on; and `again(change)`: draw the same after a
 * change. `parts` read the page again after either.
 */
export function showing({ table, root, store, parts, first }) {
  let shown = first; // the state that came with the page
  let manner = { live: table().dataset.live === "true", staged: false };
  let trail = []; // the marks of what others did since this visitor's last act

  function show(state, { last = true, live: now = true, staged = false } = {}) {
    const { ply, live, over } = table().dataset;
    const before = { ply: Number(ply), live, over };
    if (state !== shown || now !== manner.live) hush();
    [shown, manner] = [state, { live: now, staged }];
    noises(render(state, { ...manner, log: store.log }), before);
    for (const part of parts()) part.refresh();
    sheets.refresh();
    announce(table(), before, last);
    if (table().dataset.live === "true") {
      mark(before);
      overhear(table(), before);
    }
    document.title = document.title.replace(/^(● )?/, table().dataset.mayMove === "true" ? "● " : "");
  }

  function again(change = () => {}) {
    change();
    show(shown, manner);
  }

  /** Keep the marks of every move since this visitor's own, as where three crews play. */
  function mark(before) {
    const { ply, you } = table().dataset;
    const by = table().querySelector("#log-rows [aria-current]")?.dataset.by;
    if (Number(ply) < before.ply || you.split(" ").includes(by)) trail = [];
    else if (by && Number(ply) > before.ply) trail.push(...LAST.flatMap((name) => [...root.querySelectorAll(`.${name}`)].map((place) => [place.dataset.space, name])));
    for (const [space, name] of trail) if (space) root.querySelector(`[data-space="${CSS.escape(space)}"]`)?.classList.add(name);
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
