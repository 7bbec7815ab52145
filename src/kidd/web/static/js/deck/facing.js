// How a token would stand on a space, with its back, before anybody commits to it: on every space that is offered faintly,
// and plainly on the one that is pointed at, pressed, reached by keyboard or dragged to.

import { geometry, put } from "./geometry.js";
import { kind, laid, spin, unspin } from "./tokens.js";

/** root: the table. Returns what a board calls when its marks change, and what a drag calls on its way. */
export function facing(root, board) {
  const layer = () => root.querySelector(".deck-live .strikes");
  let near = ""; // the space that is pointed at
  let ready = false;
  queueMicrotask(() => { ready = true; });

  function refresh(done = false) {
    if (!ready) return; // the board is still being made
    if (done) near = ""; // what stands there now is for the deck to show, until somebody points again
    for (const old of layer().querySelectorAll(".preview")) old.remove();
    const { picked: [first] } = board();
    const manned = (space) => space !== first && root.querySelector(`.token[data-on="${CSS.escape(space)}"]`);
    const vacant = first ? board().spaces().filter((space) => !manned(space)) : [];
    for (const space of new Set([...vacant, near])) draw(space);
  }

  function draw(space) {
    const stands = space && board().stands(space);
    if (!stands?.height) return; // who is picked up may be gone already, and the moves not yet
    const made = token(stands);
    made.setAttribute("class", `preview crew-${board().crew()}${space === near ? " is-near" : ""}`);
    made.dataset.at = stands.at;
    made.dataset.back = stands.back;
    layer().append(made);
  }

  function token({ at, back, height }) {
    const { at: [x, y], turns } = geometry().spaces[at];
    const { discs } = geometry().piles[height - 1];
    return laid(kind(`.token.crew-${board().crew()}`).cloneNode(true), { place: put(x, y + discs[0]), turns: turns[back] });
  }

  function point(space) {
    if (space === near) return;
    near = space;
    refresh();
  }

  const spaceOf = (event) => event.target.closest?.("[data-space]")?.dataset.space ?? "";
  for (const kind of ["pointerover", "pointerdown", "focusin"]) root.addEventListener(kind, (event) => point(spaceOf(event)));
  for (const kind of ["pointerleave", "focusout"]) root.addEventListener(kind, () => point(""));
  window.addEventListener("pointerup", (event) => { if (event.pointerType !== "mouse") point(""); });

  /** What is being dragged looks the way it will where it is now. */
  function carry(tokens, space) {
    point(space);
    const stands = space && board().stands(space);
    if (stands) for (const one of tokens) spin(one, stands);
    else unspin();
  }

  return { refresh, carry, drop: () => { unspin(); point(""); } };
}
