// Every legal move as a button, and the field for those who would rather type.

import { text } from "../shared/texts.js";
import { fill, part, present, write } from "./parts.js";
import { moveWords } from "./words.js";

export function moves({ state, live, over, staged }) {
  const panel = document.getElementById("moves");
  const listed = live && !staged ? (state.moves ?? []) : [];
  present(panel, "#typed-form", live && !over, () => part("typed-form"), panel.querySelector(":scope > header").nextSibling);
  const form = present(panel, "#moves-form", listed.length > 0, () => part("moves-form"));
  if (form) fill(form.querySelector("#moves-list"), listed.map(moveItem));
  if (staged) return; // whoever is typing goes on typing, and nothing flickers
  const none = present(panel, "#moves-none", !listed.length, () => part("moves-none"));
  if (none) write(none, text(!live || over ? "nothingToMove" : state.you?.length ? "notYourTurn" : "notYourGame"));
  const field = document.getElementById("typed");
  if (!field) return;
  field.readOnly = !listed.length;
  document.getElementById("typed-go").disabled = !listed.length;
}

/** A move as a button. */
export function moveItem(move) {
  const made = part("move");
  const button = made.querySelector("button");
  const words = moveWords(move);
  Object.assign(button, { value: move.act, title: words, textContent: move.act });
  button.dataset.move = move.act;
  button.setAttribute("aria-label", words);
  return made;
}
