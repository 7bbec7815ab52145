// Words that are put together here, of the texts that came with the page: moves, spaces, players, what may be said.

import { text } from "../shared/texts.js";

const plurals = new Intl.PluralRules(document.documentElement.lang);

export const crewName = (colour) => text(`crew${colour}`);

/** So many of something. */
export function counted(name, count, values = {}) {
  const form = plurals.select(count) === "one" ? "One" : "Many";
  return text(name + form, { number: count, ...values });
}

/** A listed move in words. */
export function moveWords({ act, from, to, via, escapes = [], entry }) {
  if (!to) return text(act);
  if (!from) return text("enter", { to });
  const several = Math.min(escapes.length, 2);
  const values = { from, to, via, escape: escapes[0], escapes: escapes.join(", "), entry };
  return text(`walk${via ? 1 : 0}${several}${entry ? 1 : 0}`, values);
}

/** What stands on a space. */
export function spaceLabel(space, piece, hatch) {
  if (!piece) return text(hatch ? "vacantHatch" : "vacant", { space });
  const [leader, ...others] = [...piece.crew].map(crewName);
  const back = piece.back === "~" ? "Sea" : "";
  const values = { space, crew: leader, back: piece.back, height: piece.crew.length, below: others.join(", ") };
  return text((others.length ? "tower" : "token") + (back || "Back"), values);
}

const FORMER = "former player"; // as a state calls whoever has gone for good, in every language

/** A person's name as it is, but that of those who have gone in the reader's language. */
export const personName = (name) => (name === FORMER ? text("former") : name);

/** A player's name on their card: a computer's rank, their own, or the crew's, which is added where two are called the same. */
export function seatName(seat, { seats, you = [] }) {
  const called = ({ kind, level, name }) => (kind === "computer" ? text(`rank${level ?? 1}`) : personName(name));
  const name = called(seat);
  if (!name) return seat.you && you.length === 1 ? text("you") : crewName(seat.colour);
  const same = seats.some((one) => one.colour !== seat.colour && called(one) === name);
  return same ? text("fullName", { name, crew: crewName(seat.colour) }) : name;
}

/** What is asked before somebody resigns, leaves or claims stalemate; at one device for several it says who does. */
export function question({ word, by }, { seats, you }) {
  if (!["resign", "leave", "stalemate?"].includes(word)) return "";
  if (you.length === 1) return text(`${word}You`);
  const { name, kind } = seats.find((seat) => seat.colour === by);
  const crew = kind !== "computer" && name ? text("fullName", { name, crew: crewName(by) }) : crewName(by);
  return text(`${word}For`, { crew });
}
