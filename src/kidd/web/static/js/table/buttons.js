// Buttons, keys and fields of the table. Forms work without any of this; here they answer without a new page.

import { keyboard } from "../deck/keys.js";
import { copyLink, fillMore, savePng } from "./more_menu.js";
import { read } from "../shared/prefs.js";
import * as sheets from "../shared/sheets.js";
import { guide, say } from "../shared/speech.js";

const plain = (event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;

/** The tour is fetched only by those who take it. */
export async function tour(force) {
  const { show } = await import("./tour.js");
  show(force);
}

export function buttons({ table, board, cursor, acting, replay, hint, prefer }) {
  const aside = (then) => () => { document.getElementById("sheet-more").close(); then(); };
  const does = {
    hint,
    takeback: () => acting.takeback(),
    rematch: () => acting.rematch(),
    more: () => { fillMore(table()); sheets.dialog("more"); },
    settings: () => sheets.dialog("settings"),
    keys: () => sheets.dialog("keys"),
    replay: () => replay.go(0),
    tour: aside(() => tour(true)),
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
    const { do: what, move, play, act, sheet, at, replay: way } = button.dataset;
    if (what in does) return does[what];
    if (move) return () => { close(); board.play(move); };
    if (play) return () => acting.act(play);
    if (act) return () => acting.word(button);
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
    const told = event.target.closest("#told"); // where it is cut, all of it
    if (told && told.textContent.trim()) say(told.textContent.trim());
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
    acting.typed(document.getElementById("typed"), (said) => board.play(said));
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
      step: (by) => replay.step(by),
      escape: () => (guide(null), board.cancel()) || (sheets.open() && sheets.sheet("")),
    },
  });
}
