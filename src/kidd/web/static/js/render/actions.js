// The bar at the thumb, and what may be said.

import { text } from "../shared/texts.js";
import { attribute, fill, part, several, saying, write } from "./parts.js";
import { question } from "./words.js";

const FACES = { "*1": "⚀", "*2": "⚁", "*3": "⚂" };

export function actions({ state, live, staged }) {
  if (staged) return; // no flicker of buttons: a click on them shows the newest state first
  const bar = document.getElementById("actions");
  const { take_back: takeBack = false, ask_takeback: askBack = false, hint = false, go_on: goOn = false } = state.rights ?? {};
  const wanted = live ? (state.watched ? "watch-actions" : "live-actions") : "past-actions";
  if (kind(wanted) !== wanted) change(bar, wanted);
  if (!live) playOn(bar, state);
  else if (state.watched) watched(state, goOn);
  else {
    document.getElementById("do-takeback").disabled = !takeBack && !askBack;
    document.getElementById("do-hint").disabled = !hint;
  }
  document.getElementById("abandon").hidden = !state.rights?.abandon;
  document.getElementById("adjourn").hidden = !state.rights?.ask_adjourn;
  const study = document.getElementById("do-study");
  study.hidden = !state.rights?.study;
  attribute(study, "href", `/study?game=${state.id}&ply=${state.ply}`);
  const words = live ? (state.acts ?? []).filter(({ answer }) => !answer) : [];
  fill(document.getElementById("words-form"), words.map((act) => actButton(act, state)), "[data-act]");
}

/** What the bar holds, which is always the same while one is at the game. */
function kind(live) {
  if (document.getElementById("plan-end")) return "plan-actions";
  if (document.getElementById("replay-live")) return "past-actions";
  return live === "past-actions" ? "live-actions" : live;
}

/** While one plans ahead: the way back, and moves without a space as buttons. */
export function planActions(choices, deep) {
  if (kind("") !== "plan-actions") change(document.getElementById("actions"), "plan-actions");
  document.getElementById("plan-back").disabled = !deep;
  const made = choices.map(({ act }) => {
    const button = part("plan-choice");
    button.dataset.play = act;
    write(button.querySelector("b"), FACES[act] ?? "");
    write(button.querySelector("span"), act in FACES ? act.slice(1) : text(act));
    return button;
  });
  for (const old of document.querySelectorAll("#actions .plan-choice")) old.remove();
  document.getElementById("plan-back").after(...made);
}

/** Computers among themselves: whoever opened the game lets them go on, and everybody may play on from where they are. */
function watched({ result, ply }, goOn) {
  for (const id of ["do-watch", "do-next-move", "do-pace"]) document.getElementById(id).disabled = !goOn;
  const link = document.getElementById("do-play-on");
  if (link) attribute(link, "href", `${document.getElementById("table").dataset.page}/${ply}/play-on`);
  if (result) link?.remove();
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
  made.className = ["button", ...(act.answer ? [] : ["button-small"]), ...(["resign", "leave"].includes(act.word) ? ["button-danger"] : [])].join(" ");
  made.value = act.act;
  made.dataset.act = act.act;
  const asks = question(act, { seats: state.seats, you: state.you ?? [] });
  if (asks) made.dataset.question = asks;
  return made;
}
