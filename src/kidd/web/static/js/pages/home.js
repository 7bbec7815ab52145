// The forms that open a game: Escape closes the sheet of options, as a click beside it does.

import { gold } from "./gold.js";

document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && document.querySelector(".home-more[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});
for (const form of document.querySelectorAll(".home-card")) gold(form, ({ elements: { party } }) => party.value.startsWith("3"));
document.documentElement.dataset.ready = "true";
