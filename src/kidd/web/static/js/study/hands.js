// The crews beside the deck: tokens in hand, to be dragged onto a hatch, and tokens taken.

import { attribute, fill } from "../render/parts.js";
import { hand, taken } from "../render/crews.js";

/** Show what each crew has, and whose turn it is. */
export function hands({ hands: held, captured = {}, out = [], turn, result }) {
  for (const [colour, count] of Object.entries(held)) {
    const card = document.getElementById(`crew-${colour}`);
    card.classList.toggle("to-act", turn === colour);
    card.classList.toggle("is-out", out.includes(colour));
    card.classList.toggle("has-won", result?.winner === colour);
    attribute(card, "aria-current", turn === colour ? "true" : null);
    const goods = [hand({ colour, hand: count }), ...(captured[colour] ? [taken({ colour, captured: captured[colour] })] : [])];
    fill(card.querySelector(".crew-goods"), goods);
  }
}
