// Half a minute for the first visit: five short steps beside the game, which goes on meanwhile.

import { write } from "../shared/prefs.js";

export function show(focus) {
  const box = document.getElementById("tour");
  const steps = [...box.querySelectorAll("[data-tour-at]")];
  const next = box.querySelector('[data-tour-do="next"]');
  const dots = box.querySelector(".tour-dots");
  let at = -1;

  function turn(number) {
    at = number;
    steps.forEach((step, one) => { step.hidden = one !== number; });
    dots.replaceChildren(...steps.map((_, one) => Object.assign(document.createElement("i"), { className: one === number ? "here" : "" })));
    next.textContent = number === steps.length - 1 ? next.dataset.last : next.dataset.next;
    for (const marked of document.querySelectorAll("[data-tour-here]")) marked.removeAttribute("data-tour-here");
    document.querySelector(steps[number].dataset.tourAt)?.setAttribute("data-tour-here", "");
    box.classList.toggle("is-below", number === 0); // where it covers neither what it speaks of nor most of the deck
  }

  function end() {
    box.hidden = true;
    delete document.documentElement.dataset.tour;
    for (const marked of document.querySelectorAll("[data-tour-here]")) marked.removeAttribute("data-tour-here");
    write({ tour: true });
  }

  box.onclick = (event) => {
    const wish = event.target.closest("[data-tour-do]")?.dataset.tourDo;
    if (wish === "skip" || (wish === "next" && at === steps.length - 1)) end();
    else if (wish === "next") turn(at + 1);
  };
  box.hidden = false;
  document.documentElement.dataset.tour = "";
  turn(0);
  if (focus) next.focus();
}
