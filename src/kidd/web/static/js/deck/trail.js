// What moves have left behind: ghosts of those who are gone, the ways that were walked, a line through what was taken.

import { geometry, number, put } from "./geometry.js";
import { kind, laid } from "./tokens.js";

/** fresh: the moves of the log that are marked. */
export function layTrail(svg, pieces, fresh) {
  const standing = new Set(pieces.map(({ space }) => space));
  const layer = svg.querySelector(".trail");
  const gone = ghosts(fresh).filter(({ space }) => !standing.has(space)).map(ghost);
  const walked = fresh.map(({ path }) => arrow(path));
  const freed = fresh.flatMap(({ freed: steps = [] }) => steps.map(({ from, to }) => hop([from, to])));
  const lines = { edge: [...walked, ...freed], walked, freed };
  layer.replaceChildren(...gone, ...Object.keys(lines).filter((role) => lines[role].length).map((role) => drawn(`.way-${role}`, lines[role])));
  const taken = new Set(fresh.flatMap((entry) => entry.taken ?? []).map(({ space }) => space));
  svg.querySelector(".strikes").replaceChildren(...[...taken].map((space) => strike(space, standing.has(space))));
}

/** Who stood last on the spaces that moves have left or emptied. */
function ghosts(fresh) {
  const found = new Map();
  for (const { by, colour = by, path, back, taken = [] } of fresh) {
    for (const one of [...(back ? [{ crew: colour, space: path[0], back }] : []), ...taken]) found.set(one.space, one);
  }
  return [...found.values()];
}

function ghost({ crew: [colour], space, back }) {
  const { at: [x, y], turns } = geometry().spaces[space];
  const made = laid(kind(`.token.crew-${colour}`).cloneNode(true), { place: put(x, y), turns: turns[back] });
  made.setAttribute("class", `ghost crew-${colour}`);
  made.querySelector(".shine").remove();
  return made;
}

function drawn(role, lines) {
  const made = kind(role).cloneNode();
  made.setAttribute("d", lines.join(""));
  return made;
}

function strike(space, manned) {
  const { at: [x, y] } = geometry().spaces[space];
  const made = kind(".struck").cloneNode(true);
  made.setAttribute("d", geometry().struck[manned ? "manned" : "vacant"]);
  made.setAttribute("style", put(x, y));
  return made;
}

/** An arrow along the ropes, as the server draws it; onto a hatch alone it comes from the sea, begun so far outside. */
export function arrow(way, outside = 0) {
  const { spaces } = geometry();
  const places = way.map((space) => spaces[space].at);
  if (way.length === 1) places.unshift(polar(spaces[way[0]].sea, outside, towards(places[0], spaces[way[0]].sea)));
  const { start, tip, head } = ends(places[0], places[1], places.at(-2), places.at(-1));
  return trail([start, ...places.slice(1, -1), tip]) + head;
}

/** A bow from a space to the next, for those who leap. */
export function hop(step) {
  const { spaces, arrow } = geometry();
  const [from, to] = step.map((space) => spaces[space].at);
  const [[x, y], [u, v]] = [from, to];
  const bow = u < x ? arrow.bow : -arrow.bow;
  const over = [(x + u) / 2 + (y - v) * bow, (y + v) / 2 + (u - x) * bow];
  const { start, tip, head } = ends(from, over, over, to);
  return `M${spot(start)}Q${spot(over)} ${spot(tip)}${head}`;
}

function ends(start, after, before, end) {
  const { tail, tip: short, barb, spread } = geometry().arrow;
  const behind = towards(end, before);
  const tip = polar(end, short, behind);
  return { start: polar(start, tail, towards(start, after)), tip, head: trail([polar(tip, barb, behind - spread), tip, polar(tip, barb, behind + spread)]) };
}

const spot = ([x, y]) => `${number(x)} ${number(y)}`;

const trail = (points) => `M${points.map(spot).join("L")}`;

const towards = ([x, y], [u, v]) => Math.atan2(v - y, u - x);

const polar = ([x, y], far, angle) => [x + far * Math.cos(angle), y + far * Math.sin(angle)];
