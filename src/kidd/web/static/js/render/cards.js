// Cards over the actions: what somebody has to answer or choose now, and the end of the game.

import { text } from "../shared/texts.js";
import { actButton } from "./actions.js";
import { attribute, coloured, fill, part, present, saying, write } from "./parts.js";
import { counted, crewName, moveWords } from "./words.js";

const PLAIN = ["pass", "red", "blue"]; // moves without a space

export function cards(view) {
  const { state, live, over } = view;
  const box = document.getElementById("cards");
  for (const notice of box.querySelectorAll(":scope > .notice")) notice.remove(); // it spoke of an act that is past
  const choices = (state.moves ?? []).filter(({ act }) => PLAIN.includes(act));
  const replies = (state.acts ?? []).filter(({ answer }) => answer);
  const wanted = live && !view.staged && (choices.length > 0 || replies.length > 0);
  const back = present(box, "#takeback-asked", live && !view.staged && Boolean(state.sentences.takeback), () => part("takeback"), box.firstElementChild);
  if (back) fillTakeback(back, state);
  const rest = present(box, "#recess", live && !view.staged && Boolean(state.sentences.recess), () => part("recess"), back?.nextSibling ?? box.firstElementChild);
  if (rest) fillRecess(rest, state);
  const asked = present(box, "#asked", wanted, () => part("asked"), box.querySelector(":scope > #over"));
  if (asked) fillAsked(asked, choices, replies, state);
  const ending = present(box, "#over", over && live, () => part("over"));
  if (ending) fillOver(ending, state);
  attribute(document.getElementById("table"), "data-asks", Boolean(back || rest || asked || ending)); // what is said keeps off them
}

function fillTakeback(card, { sentences, rights = {} }) {
  write(card.querySelector(".asked-words"), sentences.takeback);
  for (const id of ["yes", "no"]) card.querySelector(`#takeback-${id}`).hidden = !rights.answer_takeback;
  card.querySelector("#takeback-withdraw").hidden = !rights.withdraw_takeback;
}

function fillRecess(card, { sentences, recess, you = [], rights = {} }) {
  write(card.querySelector(".asked-words"), sentences.recess);
  for (const id of ["yes", "no"]) card.querySelector(`#adjourn-${id}`).hidden = !rights.answer_adjourn;
  card.querySelector("#adjourn-withdraw").hidden = !rights.withdraw_adjourn;
  const [resume, waits] = [card.querySelector("#resume"), you.some((colour) => recess.ready?.includes(colour))];
  resume.hidden = !rights.resume;
  attribute(resume, "aria-pressed", String(waits));
  write(resume, waits ? resume.dataset.waits : resume.dataset.ask);
}

function fillAsked(card, choices, replies, state) {
  const words = state.sentences.offer ? [state.sentences.offer] : [];
  if (choices.length) words.push(text(choices[0].act === "pass" ? "mustPass" : "chooseCrew"));
  const buttons = card.querySelector(".buttons");
  const said = words.map((one) => saying("asked-words", one));
  fill(card, said, ".asked-words");
  card.append(buttons);
  fill(buttons, [...choices.map(choice), ...replies.map((act) => actButton(act, state))]);
}

function choice(move) {
  const made = saying("choice", moveWords(move));
  made.value = move.act;
  made.dataset.play = move.act;
  return made;
}

function fillOver(card, { seats, result, sentences, rights, last_ply: acts, you = [] }) {
  const winners = seats.filter(({ colour }) => !result || (result.winner ?? result.sharing).includes(colour));
  const best = result?.winner;
  card.classList.toggle("is-lost", Boolean(best) && you.length > 0 && !you.includes(best));
  write(card.querySelector(".over-whose"), best ? text("winnerIs", { crew: crewName(best) }) : "");
  fill(card.querySelector(".over-faces"), winners.map(({ colour }) => part(`emblem-${colour}`)));
  write(card.querySelector("#over-words"), sentences.verdict);
  write(card.querySelector("#over-why"), sentences.why ?? "");
  fill(card.querySelector(".over-counts"), seats.filter(({ captured }) => captured).map(count));
  const buttons = card.querySelector(".buttons");
  present(buttons, "form", Boolean(rights?.rematch), () => part("rematch"), buttons.firstElementChild);
  labelRematch();
  buttons.querySelector('[data-do="analysis"]').hidden = !acts; // where nothing was played there is nothing to look at
  present(buttons, '[data-do="mistakes"]', you.length > 0 && acts > 0, () => part("learn"), buttons.lastElementChild);
}

/** The next game was asked for, and the others have yet to accept. */
export function waitsFor(next) {
  Object.assign(document.getElementById("table").dataset, { rematch: "waits", next });
  labelRematch();
}

/** The button that asks for the same game again, accepts where another player has asked, or leads to where one would wait. */
export function labelRematch() {
  const button = document.getElementById("rematch");
  if (!button) return;
  const { ask, accept: asked, waits } = button.dataset;
  write(button.querySelector("span"), { asked, waits }[document.getElementById("table").dataset.rematch] ?? ask);
}

function count({ colour, captured }) {
  const made = part("over-count");
  made.querySelector(".disc").replaceWith(coloured("turn-disc", colour));
  made.querySelector("span").textContent = counted("captured", captured.length, { crew: crewName(colour) });
  return made;
}
