// The players beside the deck: who they are, whose turn it is, the tokens in hand and the tokens taken.

import { text } from "../shared/texts.js";
import { attribute, coloured, fill, part, saying, write } from "./parts.js";
import { counted, crewName, seatName } from "./words.js";

export function crewCards(view) {
  const { seats, you = [] } = view.state;
  const cards = new Map(seats.map(({ colour }) => [colour, document.getElementById(`crew-${colour}`)])); // before any is moved
  const near = you.length === 1 ? you[0] : "R";
  for (const side of ["far", "near"]) {
    const box = document.getElementById(`crews-${side}`);
    const there = seats.filter(({ colour }) => (colour === near) === (side === "near")).map(({ colour }) => cards.get(colour));
    if (there.some((card, number) => box.children[number] !== card)) box.append(...there);
  }
  for (const seat of seats) crewCard(cards.get(seat.colour), seat, view);
}

function crewCard(card, seat, view) {
  const { state, over } = view;
  const name = seatName(seat, state.you ?? []);
  const won = state.result?.winner === seat.colour;
  const acts = view.staged ? state.turn === seat.colour : seat.to_act;
  for (const [mark, set] of Object.entries({ "to-act": acts, "is-out": seat.out, "has-won": won })) card.classList.toggle(mark, Boolean(set));
  attribute(card, "aria-label", name);
  write(card.querySelector(".crew-name"), name);
  fill(card.querySelector(".crew-notes"), notes(seat, name, { ...view, won, acts }));
  fill(card.querySelector(".crew-goods"), [...(seat.hand || !over ? [hand(seat)] : []), ...(seat.captured ? [taken(seat.captured)] : [])]);
}

function notes(seat, name, { state, won, acts, thinking }) {
  const said = [];
  if (name !== crewName(seat.colour)) said.push(note(crewName(seat.colour)));
  if (seat.you && state.you.length === 1 && name !== text("you")) said.push(note(text("you")));
  if (seat.out) said.push(note(text("out"), "out"));
  if (won) said.push(note(text("winner"), "won"));
  if (acts && seat.kind === "computer" && thinking) said.push(note(text("pondering"), "thinking"));
  return said;
}

function note(words, kind = "") {
  const made = saying("note", words);
  if (kind) made.className = kind;
  if (kind === "thinking") made.append(document.createElement("i"));
  return made;
}

function hand({ colour, hand: count }) {
  const made = goods("hand", counted("hand", count), [[colour.repeat(count), count]]);
  made.id = `hand-${colour}`;
  Object.assign(made.dataset, { hand: colour, count });
  return made;
}

function taken(captured) {
  const colours = [...new Set(captured)].sort();
  return goods("taken", counted("captured", captured.length), colours.map((colour) => [...captured].filter((one) => one === colour)).map((held) => [held.join(""), held.length]));
}

function goods(name, words, piles) {
  const made = part(name);
  made.title = words;
  made.querySelector(".sr").textContent = words;
  for (const old of made.querySelectorAll(".pile")) old.remove();
  made.append(...piles.map(([colours, count]) => pile(colours, count)));
  return made;
}

function pile(colours, count) {
  const made = part("pile");
  made.prepend(...[...colours].map((colour) => coloured("disc", colour)));
  made.querySelector(".figure").textContent = count;
  return made;
}
