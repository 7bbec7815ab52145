// Buttons, keys, fields and gestures of the study.

import { keyboard } from "../deck/keys.js";
import { read } from "../shared/prefs.js";
import * as sheets from "../shared/sheets.js";
import { wake } from "../shared/sound.js";
import { guide, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { settings } from "../table/settings.js";
import { swipe, wheel } from "./gestures.js";
import { unfold } from "../engine/lines.js";
import { whereabouts } from "./whereabouts.js";
import { writing } from "./writing.js";

const at = (id) => document.getElementById(id);
const plain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;

/** study: {root, tree, board, cursor, keeping, autoplay, wishes, address, at, look, does}. */
export function buttons(study) {
  const { root, wishes, does } = study;
  const prefer = settings({ table: () => root, again: (change) => { change?.(); does.redraw(); } });
  const deeds = named(study, prefer);
  document.addEventListener("pointerdown", wake, { passive: true, capture: true });
  clicks(study, deeds);
  fields(study);
  pointedLines(does);
  wheel(at("deck"), does.step);
  swipe(at("deck"), { step: does.step, lifts: (space) => study.board.lifts(space) });
  keys(study, deeds);
  root.style.setProperty("--lines", wishes.lines);
  at("engine-on").checked = wishes.engine;
  at("engine-lines").value = wishes.lines;
  at("speed").value = wishes.speed;
  return { refresh: () => whereabouts(study), prefer };
}

/** What buttons do, by the names that they have in the page. */
function named({ keeping, autoplay, address, at: here, does }, prefer) {
  return {
    first: () => does.step(-Infinity),
    previous: () => does.step(-1),
    next: () => does.step(1),
    last: () => does.step(Infinity),
    play: () => autoplay.toggle(),
    promote: does.promote,
    delete: does.remove,
    better: does.better,
    arrows: does.arrows,
    copy: () => copy(address.link(here())),
    keep: () => keeping.keep(),
    "export": () => keeping.keep().then(() => { if (keeping.id) at("study-export").click(); }),
    settings: () => sheets.dialog("settings"),
    keys: () => sheets.dialog("keys"),
    flip: () => prefer({ rotation: ((read().rotation ?? 0) + 180) % 360 }),
  };
}

async function copy(link) {
  const url = new URL(link, location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    say(text("copied"));
  } catch {
    say(url);
  }
}

function clicks(study, deeds) {
  study.root.addEventListener("click", (event) => {
    const words = event.target.closest(".line-words");
    if (words) unfold(words.closest(".line"));
    const button = event.target.closest("button, a");
    const then = button && !button.disabled ? deed(button, event, study, deeds) : null;
    if (!then) return;
    event.preventDefault();
    then();
  });
}

/** What a button or link does here, or nothing where the browser does it. */
function deed(button, event, { tree, autoplay, does }, deeds) {
  const { do: what, node, follow, roll, move, play } = button.dataset;
  if (what in deeds) return deeds[what];
  if (node !== undefined && plain(event)) return () => { autoplay.stop(); does.go(tree.node(Number(node))); };
  if (follow) return () => does.follow(follow.split(" "));
  if (roll) return () => does.choose(Number(roll));
  return move || play ? () => does.attempt(move ?? play) : null;
}

function fields({ root, at: here, does }) {
  root.addEventListener("submit", async (event) => {
    if (event.target.id !== "typed-form") return;
    event.preventDefault();
    const field = at("typed");
    if (field.value.trim() && (await does.attempt(field.value.trim()))) field.value = "";
  });
  root.addEventListener("change", ({ target }) => {
    if (target.id === "engine-on") does.turnEngine(target.checked);
    if (target.id === "engine-lines") {
      root.style.setProperty("--lines", target.value);
      does.lines(Number(target.value));
    }
    if (target.id === "speed") does.speed(Number(target.value));
  });
  const title = at("study-title");
  let titled = title?.value;
  if (title) writing(title, (words) => { if (words !== titled) does.title((titled = words)); });
  at("study-slider").addEventListener("input", ({ target }) => does.step(Number(target.value) - here().ply));
}

/** A line of the engine that is pointed at has its arrow alone. */
function pointedLines(does) {
  const list = at("engine-list");
  for (const kind of ["pointerover", "focusin"]) list.addEventListener(kind, ({ target }) => does.hope(`line${target.closest("[data-rank]")?.dataset.rank ?? ""}`));
  for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, () => does.hope(""));
}

function keys({ board, cursor, wishes, does }, deeds) {
  let walking = false; // arrows walk over the deck for those who came there by keys; for a mouse they step
  document.addEventListener("pointerdown", () => { walking = false; }, { capture: true });
  document.addEventListener("keydown", ({ key }) => { if (["Tab", "d", "D"].includes(key)) walking = true; }, { capture: true });
  keyboard({
    board, cursor,
    live: () => walking,
    does: {
      ...deeds,
      step: does.step,
      vary: does.vary,
      type: () => { at("study-moves").open = true; at("typed").focus(); },
      hint: () => { at("engine-on").checked = !wishes.engine; does.turnEngine(wishes.engine !== true); },
      takeback: () => does.step(-1),
      escape: () => (guide(null), board.cancel()),
    },
  });
}
