// The page while one plans: the deck after what is tried, the moves from there, and what is asked.

import { animate, snapshot } from "../deck/motion.js";
import { planActions } from "../render/actions.js";
import { moves as listMoves } from "../render/moves.js";
import { attribute, write } from "../render/parts.js";
import { deck } from "../render/render.js";
import { stateLine } from "../render/state_line.js";
import { play as sound } from "../shared/sound.js";
import { murmur } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { hands } from "../study/hands.js";
import { settle } from "../table/preview.js";

/** Show what is tried; yours: the colours of who plans; parts: what reads the page again. */
export function drawPlan({ table, tried, yours, parts }) {
  const { here, node, deep } = tried;
  const before = snapshot(table());
  attribute(table(), "data-planning", "true");
  settle();
  const last = tried.lastMove();
  deck(here, last ? [last] : []);
  const asked = text(tried.asked(yours));
  const words = deep ? tried.tree.way(node).map((one) => one.words).join(", ") : text("planStart");
  stateLine({ state: { ...here, contest: undefined, sentences: { state: asked, told: words } }, over: false, live: false, staged: false, log: [] });
  hands(here);
  const { moves = [] } = here;
  listMoves({ state: { moves: moves.filter(({ to }) => to) }, live: true, over: false, staged: false });
  write(document.getElementById("moves-none"), asked);
  planActions(moves.filter(({ to }) => !to), deep);
  noise(animate(table(), before));
  for (const one of parts) one.refresh();
  murmur(...(deep ? [node.words] : []), asked);
}

function noise({ moved, entered, captured }) {
  if (captured || moved || entered) sound(captured ? "capture" : moved ? "step" : "enter");
}

/** The page is the game's again. */
export function leavePlan(table) {
  attribute(table(), "data-planning", null);
}
