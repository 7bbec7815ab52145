// The lines of a plan: as the page lists them, and as a tree of what was tried has them.

import { fill, part, write } from "../render/parts.js";

/** Show the lines that are kept, told as the server tells them; ply: where they begin. */
export function listLines({ lines, told }, ply) {
  fill(document.getElementById("plan-lines"), told.map((steps, number) => lineOf(steps, number, ply)));
  document.getElementById("plan-text").value = lines.map((one) => one.join(" ")).join("\n");
}

function lineOf(steps, number, ply) {
  const made = part("plan-line");
  made.querySelector('[name="ply"]').value = ply;
  made.querySelector('[name="drop"]').value = number;
  made.querySelector(".plan-show").replaceChildren(...steps.flatMap((step, at) => [...(at ? [", "] : []), stepOf(step)]));
  return made;
}

function stepOf({ words, yours }) {
  const made = part("plan-step");
  made.classList.toggle("is-yours", Boolean(yours));
  write(made, words);
  return made;
}

/** Every line of a tree up to its last move of one's own; none that another one begins with. */
export function linesOf(tree) {
  const ends = (one) => (one.children.length ? one.children.flatMap((id) => ends(tree.node(id))) : [tree.way(one)]);
  const cut = ends(tree.root).map((way) => way.slice(0, way.findLastIndex(({ yours }) => yours) + 1).map(({ act }) => act).join(" "));
  return [...new Set(cut)].filter((one) => one && !cut.some((other) => other.startsWith(`${one} `))).map((one) => one.split(" "));
}
