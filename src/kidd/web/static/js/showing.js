// Showing what the server says: the drawing, the sounds, the marks of what others did, and what screen readers hear.

import { morph } from "./morph.js";
import * as sheets from "./sheets.js";
import { play as sound } from "./sound.js";
import { announce, hush, overhear } from "./speech.js";

const LAST = ["is-last-from", "is-last-to"];

/** Returns `show(view, last)`: draw a view; `last` if nothing newer is known. `parts` read the page again after it. */
export function showing({ table, root, parts }) {
  let shown = "";
  let trail = []; // the marks of what others did since this visitor's last act

  function show(view, last = true) {
    if (!view?.html) return;
    const { ply, live, over } = table().dataset;
    const before = { ply: Number(ply), live, over };
    if (view.html !== shown) {
      hush();
      noises(morph(view.html), before);
    }
    shown = view.html;
    for (const part of parts()) part.refresh();
    sheets.refresh();
    announce(table(), before, last);
    if (table().dataset.live === "true") {
      mark(before);
      overhear(table(), before);
    }
    document.title = document.title.replace(/^(● )?/, table().dataset.mayMove === "true" ? "● " : "");
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

  return show;
}
