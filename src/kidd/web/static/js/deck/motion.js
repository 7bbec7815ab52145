// Tokens travel along the paths they walked, captured ones sink, freed ones hop; nothing moves where motion is unwanted.

const STEP = 200; // milliseconds
const LONGEST = 250;
const EASE = "cubic-bezier(.4,0,.3,1)";

const still = matchMedia("(prefers-reduced-motion: reduce)");
let busyUntil = 0;

/** How long the tokens will still be under way. */
export const busy = () => Math.max(0, busyUntil - performance.now());

/** Where every token is now, even on its way. */
export function snapshot(table) {
  const svg = table.querySelector(".deck-live svg");
  return { tokens: tokens(table, svg?.getAnimations({ subtree: true }).length ? getComputedStyle : laid), path: path(table), ply: Number(table.dataset.ply), shape: svg?.getAttribute("viewBox") };
}

/** Where a token was laid: it is written there, whereas what is computed costs the styles of the whole page. */
const laid = (node) => node.style;

function tokens(table, look) {
  const found = new Map();
  for (const token of table.querySelectorAll(".deck-live .token[id]")) {
    const moving = still.matches ? {} : { at: placed(look(token)), turns: turning(token, look) };
    found.set(token.id, { on: token.dataset.on, node: token, ...moving });
  }
  return found;
}

/** Let the tokens walk from where they were to where they are; tells what happened, for the sounds. */
export function animate(table, before) {
  const svg = table.querySelector(".deck-live svg");
  const happened = { moved: 0, entered: 0, captured: 0 };
  const now = tokens(table, laid);
  for (const [id, { node: token, on, at, turns }] of now) {
    const was = before.tokens.get(id);
    if (!was) happened.entered += 1;
    else if (was.on !== on) happened.moved += 1;
    if (still.matches || before.shape !== svg.getAttribute("viewBox")) continue;
    if (!was) enter(token, at, svg);
    else travel(token, was, { at, turns }, route(table, before, was.on, on));
    if (was && freed(table, before, was, token)) hop(token);
  }
  for (const [id, was] of before.tokens) {
    if (now.has(id)) continue;
    happened.captured += 1;
    if (!still.matches && before.shape === svg.getAttribute("viewBox")) sink(was, svg);
  }
  return happened;
}

/** The die falls. */
export function tumble(die) {
  if (still.matches) return;
  die.animate(
    [{ transform: "translate(-14px,-10px) rotate(-300deg) scale(.7)" }, { transform: "translate(2px,2px) rotate(12deg) scale(1.1)", offset: 0.75 }, { transform: "none" }],
    { duration: LONGEST, easing: "ease-out" },
  );
}

function path(table) {
  return table.dataset.path ? table.dataset.path.split(" ") : [];
}

/** The spaces between two, along the last move, or back along the one that is taken back. */
function route(table, before, from, to) {
  const ahead = path(table);
  if (ahead[0] === from && ahead.at(-1) === to) return ahead.slice(1, -1);
  const back = before.path;
  if (back.at(-1) === from && back[0] === to) return back.slice(1, -1).reverse();
  return [];
}

/** Whether a captive has just been freed: it went on from where another one's walk ended. */
function freed(table, before, was, token) {
  const [first] = path(table);
  return Number(table.dataset.ply) > before.ply && was.on !== token.dataset.on && first && first !== was.on;
}

function hop(token) {
  token.classList.add("freed");
  setTimeout(() => token.classList.remove("freed"), LONGEST);
}

function placed({ transform, translate }) {
  const { e, f } = matrix(transform);
  const [x = 0, y = 0] = plain(translate) ? translate.split(" ").map(parseFloat) : [];
  return { x: e + x, y: f + y };
}

function turning(token, look) {
  return [...token.querySelectorAll(".turn, .way")].map((part) => {
    const { a, b, c, d, e, f } = matrix(look(part).transform);
    return `matrix(${[a, b, c, d, e, f].map((one) => one.toFixed(3))})`;
  });
}

const plain = (written) => Boolean(written) && written !== "none";
const matrix = (transform) => new DOMMatrix(plain(transform) ? transform : "");

const moved = ({ x, y }) => `translate(${x}px,${y}px)`;

function travel(token, was, { at, turns }, between) {
  const turned = [...token.querySelectorAll(".turn, .way")].map((part, number) => [part, was.turns[number], turns[number]]);
  const far = Math.hypot(at.x - was.at.x, at.y - was.at.y);
  if (far < 0.5 && turned.every(([, from, to]) => from === to)) return;
  const duration = Math.min(LONGEST, STEP + 25 * between.length);
  const stops = between.map((space) => token.ownerSVGElement.querySelector(`[data-space="${CSS.escape(space)}"]`)).filter(Boolean);
  const frames = [was.at, ...stops.map(centre), at].map((place) => ({ transform: moved(place) }));
  token.animate(frames, { duration, easing: EASE });
  for (const [part, from, to] of turned) {
    if (from && from !== to) part.animate([{ transform: from }, { transform: to }], { duration, easing: EASE });
  }
  busyUntil = Math.max(busyUntil, performance.now() + duration);
}

/** Where a space lies on the deck. */
export function centre(space) {
  const { e, f } = space.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 };
  return { x: e, y: f };
}

/** A new token comes in from the sea. */
function enter(token, at, svg) {
  const { x, y, width, height } = svg.viewBox.baseVal;
  const out = { x: at.x + (at.x - x - width / 2) * 0.22, y: at.y + (at.y - y - height / 2) * 0.22 };
  token.animate([{ transform: moved(out), opacity: 0 }, { transform: moved(at), opacity: 1 }], { duration: STEP, easing: "ease-out" });
  busyUntil = Math.max(busyUntil, performance.now() + STEP);
}

/** A captured token is drawn once more while it goes down. */
function sink(was, svg) {
  const ghost = was.node.cloneNode(true);
  ghost.removeAttribute("id");
  ghost.removeAttribute("data-on");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.transform = moved(was.at);
  ghost.style.translate = "";
  svg.querySelector(".crews")?.append(ghost);
  const going = ghost.animate(
    [{ transform: `${moved(was.at)} scale(1)`, opacity: 1 }, { transform: `${moved(was.at)} scale(.5)`, opacity: 0 }],
    { duration: LONGEST, easing: "ease-in", fill: "forwards" },
  );
  going.finished.finally(() => ghost.remove()).catch(() => {});
}
