// Buttons, keys and fields of the table. Forms work without any of this; here they answer without a new page.

import { keyboard } from "../deck/keys.js";
import { copyLink, fillMore, savePng } from "./more_menu.js";
import { read } from "../shared/prefs.js";
import * as sheets from "../shared/sheets.js";
import { guide, say } from "../shared/speech.js";
import { welcomed } from "./welcome.js";

/** Which line of a plan a button is about. */
const placed = (button) => [...document.querySelectorAll(".plan-line")].indexOf(button.closest(".plan-line"));
/** Does something as soon as the script for it is there: who is quicker than their network need not click again. */
const soon = (part, deed) => part.fetched?.then(deed);
const plain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;

/** The introduction is fetched only by those who take it. */
async function introduction() {
  const address = document.querySelector('[data-do="introduction"]').getAttribute("href");
  welcomed();
  const { show } = await import("./introduction.js");
  show(address);
}

export function buttons({ table, board, cursor, acting, replay, hint, prefer, watch, premoves, plans, play: playPlain }) {
  const aside = (then) => () => { document.getElementById("sheet-more").close(); then(); };
  const does = {
    hint,
    watch: () => soon(watch, (one) => one.toggle()),
    "next-move": () => soon(watch, (one) => one.step()),
    pace: () => soon(watch, (one) => one.quicker()),
    takeback: () => acting.takeback(),
    rematch: () => acting.rematch(),
    adjourn: aside(() => acting.adjourn()),
    resume: () => acting.resume(),
    "premove-off": () => premoves.here?.drop(),
    plan: () => soon(plans, (one) => one.begin()),
    "plan-show": (button) => soon(plans, (one) => one.begin(placed(button))),
    "plan-drop": (button) => soon(plans, (one) => one.drop(placed(button))),
    "plan-back": () => plans.here.step(-1),
    "plan-end": () => plans.here.end(),
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

  function back(button) {
    if (button.getAttribute("aria-disabled") === "true") return;
    const ways = { first: 0, previous: replay.ply - 1, next: replay.ply + 1, last: Infinity, live: Infinity };
    replay.go(Math.max(0, ways[button.dataset.replay]));
  }

  function close() {
    if (sheets.open()) sheets.sheet("");
  }

  /** What a button does, or nothing where the browser does it. */
  function deed(button, event) {
    const { do: what, move, play, act, sheet, at, takeback, adjourn, replay: way } = button.dataset;
    if (what in does && (button.tagName !== "A" || plain(event))) return () => does[what](button);
    if (move) return () => { close(); board.cancel(); board.play(move); };
    if (play) return () => playPlain(play);
    if (act) return () => acting.word(button);
    if (takeback) return () => acting.answer(takeback);
    if (adjourn) return () => acting.adjourn(adjourn);
    if (sheet !== undefined) return () => sheets.sheet(sheet);
    if (at && plain(event)) return () => { replay.go(Number(at)); close(); };
    return way && plain(event) ? () => back(button) : null;
  }

  function type() {
    const field = document.getElementById("typed");
    if (!field) return;
    if (getComputedStyle(document.getElementById("moves")).visibility === "hidden") sheets.sheet("moves");
    field.focus();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button, a");
    const then = button ? deed(button, event) : null;
    if (!then) return;
    event.preventDefault();
    then();
  });
  document.getElementById("veil").addEventListener("click", () => sheets.sheet(""));
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "typed-form") return;
    event.preventDefault();
    acting.typed(document.getElementById("typed"), (said) => { board.cancel(); return board.play(said); });
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "replay-slider") replay.go(Number(event.target.value));
  });
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
