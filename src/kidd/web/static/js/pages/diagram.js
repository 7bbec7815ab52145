// Diagrams that can be tried out: each is a position and what was played since.

import { liven } from "./diagram_board.js";

for (const figure of document.querySelectorAll("[data-diagram]")) liven(figure);
document.documentElement.dataset.ready = "true";
