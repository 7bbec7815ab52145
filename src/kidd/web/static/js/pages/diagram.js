// Diagrams that can be tried out: each is a position and what was played since; the server says what comes of a move.

import { Board } from "../deck/board.js";
import { dragging } from "../deck/drag.js";
import { Cursor } from "../deck/keys.js";
import { lay, steer } from "./fragment_morph.js";
import { ask } from "../shared/server.js";
import { text } from "../shared/texts.js";

const GUIDES = { target: "chooseTarget", via: "chooseVia", escape: "chooseEscape", entry: "chooseEntry", enter: "chooseHatch" };

for (const figure of document.querySelectorAll("[data-diagram]")) liven(figure);
document.documentElement.dataset.ready = "true";

function liven(figure) {
  let sending = false;
  const board = new Board(figure, { play: (move) => send({ move }), refused, guide: guided, active: () => !sending });
  const cursor = new Cursor(figure);
  dragging(board, figure);
  steer(figure, cursor, { pick: (space) => board.pick(space), cancel: () => board.cancel() });
  figure.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, value } = event.submitter;
    send({ [name]: value });
  });

  function state() {
    const { key, position, options, acts } = figure.dataset;
    return { key, position, options, acts };
  }

  async function send(what) {
    if (sending) return;
    sending = true;
    try {
      const { ok, data } = await ask("/diagram", { ...state(), ...what });
      if (ok) lay(figure, data.html);
      else say(data.error ?? text("failed"));
    } catch {
      say(text("failed"));
    }
    sending = false;
    settle();
    board.refresh();
    cursor.refresh();
  }

  async function refused({ space, origin, kind }) {
    if (kind) return; // what can be chosen stands there already
    settle();
    const ports = (board.space(space)?.dataset.ports ?? "").split(" ");
    const why = origin && origin !== "hand" ? `${origin}-${space}` : space;
    if (figure.dataset.result || !ports.length) return;
    const { data } = await ask("/diagram", { ...state(), why }, { retry: false }).catch(() => ({ data: {} }));
    say(data.sentence || data.error || "");
  }

  function say(words) {
    const box = figure.querySelector(".diagram-say");
    box.textContent = words;
    box.classList.remove("is-guide");
    box.hidden = !words;
  }

  function guided(kind) {
    const box = figure.querySelector(".diagram-say");
    if (!kind && !box.classList.contains("is-guide")) return;
    box.textContent = kind ? text(GUIDES[kind]) : "";
    box.classList.toggle("is-guide", Boolean(kind));
    box.hidden = !kind;
  }

  function settle() {
    for (const token of figure.querySelectorAll("[data-on]")) token.style.translate = "";
  }
}
