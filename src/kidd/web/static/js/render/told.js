// What was done, in two lines over the deck; where they cut it off, a tap or Enter says all of it.

import { say } from "../shared/speech.js";
import { attribute, fill } from "./parts.js";

const words = (box) => box.textContent.trim();
const isCut = (one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;

/** Show it; whatever is cut off becomes a button. */
export function tell(box, said) {
  fill(box, said);
  requestAnimationFrame(() => setTimeout(() => reach(box))); // once it is drawn, and measuring costs nothing
}

function reach(box) {
  const cut = [box, ...box.children].some((one) => one.clientWidth && isCut(one));
  const known = { title: cut ? words(box) : null, role: cut ? "button" : null, tabindex: cut ? "0" : null };
  for (const [name, value] of Object.entries(known)) attribute(box, name, value);
}

document.addEventListener("click", ({ target }) => {
  const box = target.closest("#told");
  if (box && words(box)) say(words(box));
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "told") return;
  event.preventDefault();
  event.stopPropagation();
  say(words(event.target));
}, { capture: true });
