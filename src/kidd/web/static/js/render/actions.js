// The bar at the thumb, and what may be said.

import { text } from "../shared/texts.js";
import { attribute, fill, several, saying } from "./parts.js";
import { question } from "./words.js";

export function actions({ state, live, staged }) {
  if (staged) return; // no flicker of buttons: a click on them shows the newest state first
  const bar = document.getElementById("actions");
  const { take_back: takeBack = false, hint = false } = state.rights ?? {};
  if (Boolean(document.getElementById("do-takeback")) !== live) change(bar, live ? "live-actions" : "past-actions");
  if (live) {
    document.getElementById("do-takeback").disabled = !takeBack;
    document.getElementById("do-hint").disabled = !hint;
  } else playOn(bar, state);
  document.getElementById("abandon").hidden = !state.rights?.abandon;
  const words = live ? (state.acts ?? []).filter(({ answer }) => !answer) : [];
  fill(document.getElementById("words-form"), words.map((act) => actButton(act, state)), "[data-act]");
}

function change(bar, wanted) {
  const log = document.getElementById("do-log");
  while (bar.firstElementChild !== log) bar.firstElementChild.remove();
  log.before(...several(wanted));
}

/** A game can go on from any position that did not end it. */
function playOn(bar, { result, ply }) {
  const found = document.getElementById("replay-play-on");
  if (result) return found?.remove();
  const link = found ?? several("past-actions").at(-1);
  attribute(link, "href", `${document.getElementById("table").dataset.page}/${ply}/play-on`);
  if (!found) document.getElementById("replay-live").after(link);
}

/** A button that says something. */
export function actButton(act, state) {
  const made = saying("act", text(`say-${act.word}`));
  made.className = ["button", ...(act.answer ? [] : ["button-small"]), ...(act.word === "resign" ? ["button-danger"] : [])].join(" ");
  made.value = act.act;
  made.dataset.act = act.act;
  const asks = question(act, { seats: state.seats, you: state.you ?? [] });
  if (asks) made.dataset.question = asks;
  return made;
}
