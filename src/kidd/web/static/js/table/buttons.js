// Buttons, keys and fields of the table. Forms work without any of this; here they answer without a new page.

import { keyboard } from "../deck/keys.js";
import { copyLink, fillMore, savePng } from "./more_menu.js";
import { read } from "../shared/prefs.js";
import * as sheets from "../shared/sheets.js";
import { guide } from "../shared/speech.js";
import { welcomed } from "./welcome.js";

/** Which line of a plan a button is about. */
const placed = (button) => [...document.querySelectorAll(".plan-line")].indexOf(button.closest(".plan-line"));
/** Does something as soon as the script for it is there: who is quicker than their network need not click again. */
const soon = (part, deed) => part.fetched?.then(deed);
const plain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
const aside = (then) => () => { document.getElementById("sheet-more").close(); then(); };

/** The introduction is fetched only by those who take it. */
async function introduction() {
  const address = document.querySelector('[data-do="introduction"]').getAttribute("href");
  welcomed();
  const { show } = await import("./introduction.js");
  show(address);
}

/** of: {table, board, cursor, acting, replay, hint, prefer, watch, premoves, plans, play}; play(move) is what pointing it out does. */
export function buttons(of) {
  const does = { ...acts(of), ...planned(of), ...shown(of) };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button, a");
    const then = button ? deed(button, event, does, of) : null;
    if (!then) return;
    event.preventDefault();
    then();
  });
  document.getElementById("veil").addEventListener("click", () => sheets.sheet(""));
  fields(of);
  keys(does, of);
}

/** Buttons that act in the game, by the names that they have in the page. */
function acts({ acting, hint, watch, premoves }) {
  return {
    hint,
    watch: () => soon(watch, (one) => one.toggle()),
    "next-move": () => soon(watch, (one) => one.step()),
    pace: () => soon(watch, (one) => one.quicker()),
    takeback: () => acting.takeback(),
    rematch: () => acting.rematch(),
    adjourn: aside(() => acting.adjourn()),
    resume: () => acting.resume(),
    "premove-off": () => premoves.here?.drop(),
  };
}

/** Buttons of planning ahead. */
function planned({ plans }) {
  return {
    plan: () => soon(plans, (one) => one.begin()),
    "plan-show": (button) => soon(plans, (one) => one.begin(placed(button))),
    "plan-drop": (button) => soon(plans, (one) => one.drop(placed(button))),
    "plan-back": () => plans.here.step(-1),
    "plan-end": () => plans.here.end(),
  };
}

/** Buttons that only show something, or show it otherwise. */
function shown({ table, replay, prefer }) {
  return {
    more: () => { fillMore(table()); sheets.dialog("more"); },
    settings: () => sheets.dialog("settings"),
    keys: () => sheets.dialog("keys"),
    replay: () => replay.go(0),
    introduction: aside(introduction),
    welcomed,
    "sound-on": () => { welcomed(); prefer({ sound: true }); },
    "sound-off": welcomed,
    flip: aside(() => prefer({ rotation: ((read().rotation ?? 0) + 180) % 360 })),
    copy: aside(() => copyLink(table())),
    png: aside(() => savePng(table())),
  };
}

/** What a button does, or nothing where the browser does it. */
function deed(button, event, does, { acting, board, replay, play: playPlain }) {
  const { do: what, move, play, act, sheet, at, takeback, adjourn, replay: way } = button.dataset;
  if (what in does && (button.tagName !== "A" || plain(event))) return () => does[what](button);
  if (move) return () => { close(); board.cancel(); board.play(move); };
  if (play) return () => playPlain(play);
  if (act) return () => acting.word(button);
  if (takeback) return () => acting.answer(takeback);
  if (adjourn) return () => acting.adjourn(adjourn);
  if (sheet !== undefined) return () => sheets.sheet(sheet);
  if (at && plain(event)) return () => { replay.go(Number(at)); close(); };
  return way && plain(event) ? () => back(button, replay) : null;
}

function back(button, replay) {
  if (button.getAttribute("aria-disabled") === "true") return;
  const ways = { first: 0, previous: replay.ply - 1, next: replay.ply + 1, last: Infinity, live: Infinity };
  replay.go(Math.max(0, ways[button.dataset.replay]));
}

function close() {
  if (sheets.open()) sheets.sheet("");
}

function fields({ acting, board, replay }) {
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "typed-form") return;
    event.preventDefault();
    acting.typed(document.getElementById("typed"), (said) => { board.cancel(); return board.play(said); });
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "replay-slider") replay.go(Number(event.target.value));
  });
}

function keys(does, { table, board, cursor, replay, premoves, plans }) {
  keyboard({
    board, cursor,
    live: () => table().dataset.live === "true" && table().dataset.over === "false",
    does: {
      ...does,
      type,
      step: (by) => (plans.here?.active() ? plans.here.step(by) : replay.step(by)),
      escape: () => (sheets.open() ? (sheets.sheet(""), true) : (guide(null), board.cancel()) || premoves.here?.drop() || plans.here?.end()),
    },
  });
}

function type() {
  const field = document.getElementById("typed");
  if (!field) return;
  if (getComputedStyle(document.getElementById("moves")).visibility === "hidden") sheets.sheet("moves");
  field.focus();
}
