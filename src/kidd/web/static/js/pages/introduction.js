// An introduction: step after step on a deck of its own, on its page and in a window over the table.

import { liven } from "./diagram_board.js";

/** Bring an introduction to life; `end` is called when it is left, and says whether the link need not be followed; `went` with the address of a step. */
export function introduce(section, { end = () => false, went = () => {} } = {}) {
  const send = liven(section, { address: () => section.dataset.address, shown, told });
  let going = "";

  /** After a step or a move, what is new is read out and the keyboard goes on from there. */
  function shown() {
    if (going && going !== "again") section.querySelector("#introduction-step").focus({ preventScroll: true });
    else if (!document.activeElement || document.activeElement === document.body) section.querySelector(".introduction-ways .button-main, [data-introduction-go=next], [data-introduction-end].button").focus({ preventScroll: true });
    section.querySelector(".introduction-words").scrollTop = 0;
    went(section.dataset.address);
    going = "";
  }

  /** What is to be chosen next, or why something is not possible, is in sight, with the task before it. */
  function told(box) {
    box.scrollIntoView({ block: "nearest" });
  }

  section.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a");
    if (link?.matches("[data-introduction-go]")) {
      event.preventDefault();
      going = link.dataset.introductionGo;
      send(undefined, link.getAttribute("href"));
    } else if (link?.matches("[data-introduction-end]") && end()) event.preventDefault();
  });
}
