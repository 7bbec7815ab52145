// How a token would stand, on decks that are nobody's game. What that takes is the kit of the games, of which nothing else
// is needed here: it is fetched when somebody first points at such a deck.

import { facing } from "../deck/facing.js";
import { geometry } from "../deck/geometry.js";
import { centre } from "../deck/motion.js";

const POINTS = ["pointerover", "pointerdown", "focusin"];
let fetched = null;

/** What a board calls when its marks change, and a drag on its way; it does nothing until all is there. */
export function diagramFaces(root, board) {
  let made = null;

  async function wake() {
    for (const kind of POINTS) root.removeEventListener(kind, wake);
    fetched ??= kit().catch(() => false); // without it a move can be made all the same
    if (!(await fetched) || !measured(root)) return;
    made = facing(root, board);
    queueMicrotask(() => made.refresh());
  }

  for (const kind of POINTS) root.addEventListener(kind, wake);
  return { refresh: (done) => made?.refresh(done), carry: (tokens, space) => made?.carry(tokens, space), drop: () => made?.drop() };
}

async function kit() {
  if (document.getElementById("geometry")) return true; // over a table
  const answer = await fetch(document.getElementById("kit").dataset.from);
  if (!answer.ok) return false;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.body.append(found.getElementById("geometry"), found.getElementById("kinds"));
  return true;
}

/** Whether a deck lies as it was measured: that of the table below may have been turned. */
function measured(root) {
  return [...root.querySelectorAll("[data-space]")].every((place) => {
    const { x, y } = centre(place);
    const [across, down] = geometry().spaces[place.dataset.space]?.at ?? [];
    return Math.abs(x - across) < 1 && Math.abs(y - down) < 1;
  });
}
