// The spaces of a state: who stands there, in words too, where the last move went and who is threatened.

import { geometry, number, whole } from "./geometry.js";
import { set } from "./tokens.js";

/** label(space, piece, hatch): what a space says. marks: {from, to, threatened, taken}, spaces each. */
export function markSpaces(svg, pieces, { label, marks }) {
  const standing = new Map(pieces.map((piece) => [piece.space, piece]));
  for (const place of svg.querySelectorAll("[data-space]")) {
    const name = place.dataset.space;
    const piece = standing.get(name);
    const hatch = "~" in geometry().spaces[name].turns;
    set(place, "class", classes(name, hatch, marks));
    set(place, "aria-label", label(name, piece, hatch));
    if (piece) set(place, "data-crew", piece.crew);
    else place.removeAttribute("data-crew");
    set(place.querySelector(".pip"), "d", geometry().pip[piece ? "manned" : "vacant"]);
    set(place.querySelector(".alarm"), "d", alarm(name, piece?.crew.length ?? 1));
  }
  for (const line of svg.querySelectorAll(".hint path")) line.removeAttribute("d"); // of a move that is past
}

function classes(name, hatch, { from, to, threatened, taken }) {
  const states = { hatch, "is-last-from": from.includes(name), "is-last-to": to.includes(name), "is-threatened": threatened.includes(name), "is-taken": taken.includes(name) };
  return ["space", ...Object.keys(states).filter((state) => states[state])].join(" ");
}

/** An alarm goes up with the leader of a tower. */
function alarm(name, height) {
  const { alarm: [x, y] } = geometry().spaces[name];
  const { lift, bell } = geometry().alarm;
  return `M${number(whole(x))} ${number(whole(y + geometry().piles[height - 1].discs[0]) - lift)}${bell}`;
}
