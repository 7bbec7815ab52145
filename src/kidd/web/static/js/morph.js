// The server's picture of the table laid over the one on the page: what is the same stays, and so do focus and scroll.

import { Idiomorph } from "../vendor/idiomorph.js";
import { animate, snapshot, tumble } from "./motion.js";

// What the browser itself has written onto the live part and the server does not know.
const OURS = new Set(["data-tour-here"]);

/** Show a view; returns what happened to the tokens. */
export function morph(html) {
  const table = document.getElementById("table");
  const before = snapshot(table);
  const face = table.dataset.die;
  const { turn, ply, live } = table.dataset;
  const focus = remembered();
  const log = table.querySelector("#log-rows");
  const scrolled = log ? { top: log.scrollTop, end: atEnd(log) } : null;
  Idiomorph.morph(table, html, {
    morphStyle: "outerHTML",
    ignoreActiveValue: Boolean(document.activeElement?.matches?.("input, textarea")), // of anything else it would keep all that is in it
    callbacks: {
      beforeNodeMorphed: (old, fresh) => !old.isEqualNode(fresh), // most of the page stays as it is from move to move
      beforeAttributeUpdated: (name, node) => !OURS.has(name) && !(name === "value" && node.id === "typed"),
    },
  });
  const now = document.getElementById("table");
  const happened = animate(now, before);
  const die = now.querySelector("#die");
  const went = ply !== now.dataset.ply && live === "true" && now.dataset.live === "true"; // and nobody only looks back
  const rolled = went && die && now.dataset.die && (face !== now.dataset.die || turn !== now.dataset.turn);
  if (rolled) tumble(die);
  keepLog(now, scrolled);
  restore(focus);
  return { ...happened, rolled: Boolean(rolled) };
}

function remembered() {
  const active = document.activeElement;
  return { id: active?.id ?? "", space: active?.dataset?.space ?? "", listed: active?.closest?.("#moves-form") ? active.dataset.move : "", was: active };
}

/** Give the focus back to what had it; from a move in the list, which is gone, to the head of that list. */
function restore({ id, space, listed, was }) {
  const same = listed ? was.dataset.move === listed : !space || was.dataset.space === space;
  if (was.isConnected && document.activeElement === was && same) return;
  let found = id ? document.getElementById(id) : null;
  if (space) found = document.querySelector(`#deck-live [data-space="${CSS.escape(space)}"]`);
  if (listed) found = document.getElementById("moves-title");
  found?.focus({ preventScroll: true });
}

const atEnd = (log) => log.scrollHeight - log.scrollTop - log.clientHeight < 48;

/** The log follows the game unless somebody has scrolled up in it. */
function keepLog(table, scrolled) {
  const log = table.querySelector("#log-rows");
  if (!log) return;
  const current = log.querySelector("[aria-current]");
  if (table.dataset.live === "false" && current) {
    const [top, bottom] = [current.offsetTop - log.offsetTop, current.offsetTop - log.offsetTop + current.offsetHeight];
    if (top < log.scrollTop || bottom > log.scrollTop + log.clientHeight) log.scrollTop = top - log.clientHeight / 2;
  } else if (!scrolled || scrolled.end) log.scrollTop = log.scrollHeight;
  else log.scrollTop = scrolled.top;
}
