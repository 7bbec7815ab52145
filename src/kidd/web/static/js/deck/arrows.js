// Arrows along the ways of moves: each told from the others by its breadth, its dashes and the sign on it.

import { geometry, number } from "./geometry.js";
import { arrow, hop } from "./trail.js";

const SVG = "http://www.w3.org/2000/svg";
const SIGN = 13; // radius of the sign on an arrow
const OUTSIDE = 46; // beyond the end of the path that leads to the sea, so that an entry is seen

/** The legs of a move: its own way, then that of each whom it frees, and the hatch of a token that comes in. */
export function legs({ path = [], from, to, escapes = [], entry }) {
  const found = path.length ? [{ way: path }] : to ? [{ way: from ? [from, to] : [to] }] : [];
  [to, ...escapes].forEach((space, at, all) => { if (at) found.push({ way: [all[at - 1], space], leaps: true }); });
  if (entry && from) found.push({ way: [entry] });
  return found;
}

/** Draw arrows in place of those before: {kind, legs, sign}; the first lies on top. */
export function drawArrows(svg, arrows) {
  const layer = svg.querySelector(".arrows") ?? svg.appendChild(made("g", { class: "arrows", "aria-hidden": "true" }));
  const taken = new Set();
  const groups = arrows.flatMap((one) => drawn(one, taken));
  layer.replaceChildren(...groups.reverse());
}

/** taken: the legs that bear the sign of a better arrow already. */
function drawn({ kind, legs: found, sign = "" }, taken) {
  if (!found.length) return [];
  const names = found.map(({ way }) => way.join("-"));
  const d = found.map(({ way, leaps }) => (leaps ? hop(way) : arrow(way, OUTSIDE))).join("");
  const group = made("g", { class: `arrow arrow-${kind}`, "data-way": names.join(" ") });
  group.append(made("path", { class: "arrow-edge", d }), made("path", { class: "arrow-line", d }));
  const own = Math.max(0, names.findIndex((name) => !taken.has(name)));
  taken.add(names[own]);
  if (sign) group.append(...signed(found[own].way, sign));
  return [group];
}

function made(tag, attributes) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

/** A sign in the middle of the last stretch of a way. */
function signed(way, sign) {
  const { spaces } = geometry();
  const [x, y] = way.length > 1 ? spaces[way.at(-2)].at : spaces[way[0]].sea;
  const [u, v] = spaces[way.at(-1)].at;
  const out = way.length > 1 ? 0.5 : 0.1; // an entry bears it at the rim
  const [across, down] = [number(x + (u - x) * out), number(y + (v - y) * out)];
  const text = made("text", { class: "arrow-sign", x: across, y: down, dy: ".36em" });
  text.textContent = sign;
  return [made("circle", { class: "arrow-disc", cx: across, cy: down, r: SIGN }), text];
}
