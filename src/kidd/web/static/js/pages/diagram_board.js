// A deck on a page that is nobody's game: pointing, dragging and keys; the server says what comes of a move.

import { Board } from "../deck/board.js";
import { dragging } from "../deck/drag.js";
import { Cursor } from "../deck/keys.js";
import { forget, unspin } from "../deck/tokens.js";
import { diagramFaces } from "./diagram_faces.js";
import { lay, steer } from "./fragment_morph.js";
import { ask } from "../shared/server.js";
import { ruleLink } from "../shared/speech.js";
import { text } from "../shared/texts.js";

const GUIDES = { target: "chooseTarget", via: "chooseVia", escape: "chooseEscape", entry: "chooseEntry", enter: "chooseHatch" };

/** Bring an element to life that holds a deck, a list of moves and, in its data, what was played; returns `send(what, to)`. told(box): it says something. */
export function liven(root, { address = () => "/diagram", shown = () => {}, told = () => {} } = {}) {
  let sending = false;
  const faces = diagramFaces(root, () => board);
  const board = new Board(root, { play: (move) => send({ move }), refused, guide: guided, active: () => !sending, shown: (done) => faces.refresh(done) });
  const cursor = new Cursor(root);
  dragging(board, root, faces);
  steer(root, cursor, { pick: (space) => board.pick(space), cancel: () => board.cancel() });
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const { name, value } = event.submitter;
    send({ [name]: value });
  });

  function state() {
    const { key, position, options, acts } = root.dataset;
    return { key, position, options, acts };
  }

  /** Ask for what comes of that, or for another address where nothing is said, and show it. */
  async function send(what, to = address()) {
    if (sending) return;
    sending = true;
    try {
      const { ok, data } = await ask(to, what && { ...state(), ...what });
      if (ok) show(data.html);
      else say(data.error ?? text("failed"));
      if (ok) shown();
    } catch {
      say(text("failed"));
    }
    sending = false;
    settle();
    board.refresh();
    cursor.refresh();
  }

  function show(html) {
    lay(root, html);
    forget();
  }

  async function refused({ space, origin, kind }) {
    if (kind) return; // what can be chosen stands there already
    settle();
    const ports = (board.space(space)?.dataset.ports ?? "").split(" ");
    const why = origin && origin !== "hand" ? `${origin}-${space}` : space;
    if (root.dataset.result || !ports.length) return;
    const { data } = await ask("/diagram", { ...state(), why }, { retry: false }).catch(() => ({ data: {} }));
    say(data.sentence || data.error || "", data.rule);
  }

  function say(words, rule) {
    const box = root.querySelector(".diagram-say");
    box.textContent = words;
    if (rule) box.append(" ", ruleLink(rule));
    box.classList.remove("is-guide");
    box.hidden = !words;
    if (words) told(box);
  }

  function guided(kind) {
    const box = root.querySelector(".diagram-say");
    if (!kind && !box.classList.contains("is-guide")) return;
    box.textContent = kind ? text(GUIDES[kind]) : "";
    box.classList.toggle("is-guide", Boolean(kind));
    box.hidden = !kind;
    if (kind) told(box);
  }

  function settle() {
    for (const token of root.querySelectorAll("[data-on]")) token.style.translate = "";
    unspin();
  }

  return send;
}
