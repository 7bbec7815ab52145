// The tokens, flags and figures of a state: those that are there move, others come from the kinds in the page or go.

import { geometry, put } from "./geometry.js";

/** One of each that the page brings along. */
export const kind = (selector) => document.getElementById("kinds").content.querySelector(selector);

/** Write an attribute where it differs. */
export function set(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Lay every token where it stands. */
export function layTokens(svg, pieces) {
  const layer = svg.querySelector(".crews");
  const old = new Map([...layer.querySelectorAll(".token[id]")].map((token) => [token.id, token]));
  const tokens = new Map();
  const below = new Map();
  for (const piece of pieces) {
    for (const { name, under, ...man } of men(piece)) {
      tokens.set(name, worn(laid(old.get(`token-${name}`) ?? recruit(man.colour, name), man), man));
      below.set(name, under);
    }
  }
  for (const [id, token] of old) if (!tokens.has(id.slice("token-".length))) token.remove();
  for (const flag of layer.querySelectorAll(".flag")) flag.remove();
  inOrder(layer, [...pieces.flatMap(flags), ...order(below).map((name) => tokens.get(name))]);
}

/** Everyone in a tower from the bottom up: where they lie, how they are turned, and on whom. */
function* men({ crew, ids, space, back }) {
  const { at: [x, y], turns } = geometry().spaces[space];
  const { discs, foot } = geometry().piles[crew.length - 1];
  let under = "";
  for (let level = crew.length - 1; level >= 0; level -= 1) {
    const rank = level >= discs.length ? "furled" : level ? "held" : crew.length > 1 ? "leads" : "";
    yield { name: ids[level], colour: crew[level], under, space, rank, place: put(x, y + (discs[level] ?? foot)), turns: turns[back] };
    under = ids[level];
  }
}

function worn(token, { colour, space, rank }) {
  set(token, "class", `token crew-${colour} ${rank}`.trim());
  set(token, "data-on", space);
  return token;
}

function recruit(colour, name) {
  const token = kind(`.token.crew-${colour}`).cloneNode(true);
  token.id = `token-${name}`;
  return token;
}

/** Put a token in its place, turned as its back is. */
export function laid(token, { place, turns }) {
  spun.delete(token);
  set(token, "style", place);
  return turned(token, turns);
}

const spun = new Map(); // tokens that are shown as they would stand elsewhere, with how they were turned

/** Show a token as it would stand. */
export function spin(token, { at, back }) {
  if (!spun.has(token)) spun.set(token, [...token.querySelectorAll(".turn, .way")].map((part) => part.getAttribute("style")));
  turned(token, geometry().spaces[at].turns[back]);
}

/** Turn everybody back who was not laid anew since. */
export function unspin() {
  for (const [token, turns] of spun) turned(token, turns);
  spun.clear();
}

/** Others have laid everybody anew: nobody is to be turned back. */
export function forget() {
  spun.clear();
}

/** Turn the face of a token, with a notch for each way on; the figure of a tower has none. */
function turned(token, [turn, ...ways]) {
  const face = token.querySelector(".turn");
  if (!face) return token;
  set(face, "style", turn);
  const notches = [...face.querySelectorAll(".way")];
  while (notches.length > ways.length) notches.pop().remove();
  while (notches.length < ways.length) {
    const notch = kind(".way").cloneNode(true);
    face.querySelector(".emblem").before(notch);
    notches.push(notch);
  }
  ways.forEach((way, number) => set(notches[number], "style", way));
  return token;
}

function flags({ crew, space }) {
  const { at: [x, y] } = geometry().spaces[space];
  return geometry().piles[crew.length - 1].flags.map((drop) => {
    const flag = kind(".flag").cloneNode(true);
    flag.setAttribute("style", put(x, y + drop));
    return flag;
  });
}

/** Names in their own order, except that whoever lies on another comes after it. */
function order(below) {
  const above = new Map([...below].filter(([, under]) => under).map(([name, under]) => [under, name]));
  const ready = [...below].filter(([, under]) => !under).map(([name]) => name);
  const found = [];
  while (ready.length) {
    ready.sort();
    const name = ready.shift();
    found.push(name);
    if (above.has(name)) ready.push(above.get(name));
  }
  return found;
}

/** Let a layer hold nodes in this order; those in their place already are not touched. */
function inOrder(layer, nodes) {
  let next = layer.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else layer.insertBefore(node, next);
  }
}

/** The figures of all towers. */
export function layHeights(svg, pieces) {
  const layer = svg.querySelector(".heights");
  const old = new Map([...layer.children].map((figure) => [figure.id, figure]));
  const figures = pieces.filter(({ crew }) => crew.length > 1).map((piece) => figure(piece, old));
  for (const one of [...layer.children]) if (!figures.includes(one)) one.remove();
  inOrder(layer, figures);
}

function figure({ crew, ids, space }, old) {
  const { at: [x, y], rim: [across, down, out] } = geometry().spaces[space];
  const { foot, broader, figure: look } = geometry().piles[crew.length - 1];
  const id = `height-${ids[0]}-${space}`;
  const shape = kind(`[data-figure="${look}"]`);
  const known = old.get(id);
  const found = known?.childElementCount === shape.childElementCount && known.firstElementChild.isEqualNode(shape.firstElementChild) ? known : shape.cloneNode(true);
  found.id = id;
  found.removeAttribute("data-figure");
  set(found, "data-on", space);
  set(found, "style", put(x + across + broader * out, y + foot + down));
  const text = found.querySelector("text");
  if (text.textContent !== String(crew.length)) text.textContent = crew.length;
  return found;
}
