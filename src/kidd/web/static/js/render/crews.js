// The players beside the deck: who they are, whose turn it is, the tokens in hand and the tokens taken.

import { text } from "../shared/texts.js";
import { attribute, coloured, fill, part, saying, write } from "./parts.js";
import { counted, crewName, personName, seatName } from "./words.js";

const SHORTENED = /\b(left|here)\b/; // notes that are cut off, or a mere dot, where there is little room

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
  const { state } = view;
  const name = seatName(seat, state);
  const won = state.result?.winner === seat.colour;
  const acts = state.turn === seat.colour && (view.staged || state.seats.some(({ to_act: waits }) => waits)); // an offer of a draw waits for nobody
  for (const [mark, set] of Object.entries({ "to-act": acts, "is-out": seat.out, "has-left": seat.left, "has-won": won, "names-crew": namesCrew(name, seat) })) card.classList.toggle(mark, Boolean(set));
  attribute(card, "aria-label", name);
  write(card.querySelector(".crew-name"), name);
  fill(card.querySelector(".crew-notes"), notes(seat, name, { ...view, won, acts }));
  fill(card.querySelector(".crew-goods"), [hand(seat), ...(seat.captured ? [taken(seat)] : [])]);
}

/** Whether a name says whose crew it is, as that of two of one rank. */
const namesCrew = (name, { colour }) => name.endsWith(`(${crewName(colour)})`);

function notes(seat, name, { state, won, acts, thinking }) {
  const said = [];
  const crew = crewName(seat.colour);
  if (name !== crew && !namesCrew(name, seat)) said.push(note(crew));
  if (seat.you && state.you.length === 1 && name !== text("you")) said.push(note(text("you")));
  if (seat.bot) said.push(note(text("bot"), "bot"));
  if (seat.rating !== undefined) said.push(note(text("rating", { rating: rating(seat) }), "rating"));
  if (seat.out) said.push(note(text("out"), "out"));
  if (seat.left) said.push(note(seat.was ? text("namedHasLeft", { name: personName(seat.was) }) : text("hasLeft"), "left"));
  if (won) said.push(note(text("winner"), "won"));
  said.push(...hereNote(seat));
  if (acts && seat.kind === "computer" && thinking) said.push(note(text("pondering"), "thinking"));
  return said;
}

/** Whether somebody else has the game open, once that is known. */
function hereNote({ colour, kind, you, bot }) {
  const { here } = document.getElementById("table").dataset;
  if (here === undefined || kind !== "person" || you || (bot && !here.includes(colour))) return [];
  return [note(text(here.includes(colour) ? "here" : "notHere"), here.includes(colour) ? "here" : "here not-here")];
}

/** Somebody has come or gone: what their cards say of that. */
export function showHere({ seats }) {
  for (const seat of seats) {
    const box = document.querySelector(`#crew-${seat.colour} .crew-notes`);
    box?.querySelector(":scope > .here")?.remove();
    const made = hereNote(seat);
    if (made.length) box?.insertBefore(made[0], box.querySelector(":scope > .thinking"));
  }
}

/** A rating, marked if it rests on few games, and what the game has made of it. */
function rating({ rating: points, provisional, rating_change: change }) {
  const figure = provisional ? `${points}?` : `${points}`;
  if (change === undefined) return figure;
  return `${figure} ${change < 0 ? "−" : "+"}${Math.abs(change)}`;
}

function note(words, kind = "") {
  const made = saying("note", words);
  if (kind) made.className = kind;
  if (SHORTENED.test(kind)) made.title = words;
  if (kind === "thinking") made.append(document.createElement("i"));
  return made;
}

export function hand({ colour, hand: count }) {
  const made = goods("hand", counted("hand", count), [[colour.repeat(count), count]]);
  made.id = `hand-${colour}`;
  Object.assign(made.dataset, { hand: colour, count });
  return made;
}

export function taken({ colour: captor, captured }) {
  const colours = [...new Set(captured)].sort();
  return goods("taken", counted("captured", captured.length, { crew: crewName(captor) }), colours.map((colour) => [...captured].filter((one) => one === colour)).map((held) => [held.join(""), held.length]));
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
