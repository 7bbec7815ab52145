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
  const diagram = new LivingDiagram(root, { address, shown, told });
  return (...what) => diagram.send(...what);
}

class LivingDiagram {
  #root;
  #calls;
  #board;
  #cursor;
  #sending = false;

  constructor(root, calls) {
    this.#root = root;
    this.#calls = calls;
    const faces = diagramFaces(root, () => this.#board);
    this.#board = new Board(root, {
      play: (move) => this.send({ move }),
      refused: (wish) => this.#refused(wish),
      guide: (kind) => this.#guide(kind),
      active: () => !this.#sending,
      shown: (done) => faces.refresh(done),
    });
    this.#cursor = new Cursor(root);
    dragging(this.#board, root, faces);
    steer(root, this.#cursor, { pick: (space) => this.#board.pick(space), cancel: () => this.#board.cancel() });
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      const { name, value } = event.submitter;
      this.send({ [name]: value });
    });
  }

  /** Ask for what comes of that, or for another address where nothing is said, and show it. */
  async send(what, to = this.#calls.address()) {
    if (this.#sending) return;
    this.#sending = true;
    try {
      const { ok, data } = await ask(to, what && { ...this.#state(), ...what });
      if (ok) this.#show(data.html);
      else this.#say(data.error ?? text("failed"));
    } catch {
      this.#say(text("failed"));
    }
    this.#sending = false;
    this.#settle();
    this.#board.refresh();
    this.#cursor.refresh();
  }

  #state() {
    const { key, position, options, acts } = this.#root.dataset;
    return { key, position, options, acts };
  }

  #show(html) {
    lay(this.#root, html);
    forget();
    this.#calls.shown();
  }

  async #refused({ space, origin, kind }) {
    if (kind) return; // what can be chosen stands there already
    this.#settle();
    const ports = (this.#board.space(space)?.dataset.ports ?? "").split(" ");
    const why = origin && origin !== "hand" ? `${origin}-${space}` : space;
    if (this.#root.dataset.result || !ports.length) return;
    const { data } = await ask("/diagram", { ...this.#state(), why }, { retry: false }).catch(() => ({ data: {} }));
    this.#say(data.sentence || data.error || "", data.rule);
  }

  get #box() {
    return this.#root.querySelector(".diagram-say");
  }

  #say(words, rule) {
    const box = this.#box;
    box.textContent = words;
    if (rule) box.append(" ", ruleLink(rule));
    box.classList.remove("is-guide");
    box.hidden = !words;
    if (words) this.#calls.told(box);
  }

  #guide(kind) {
    const box = this.#box;
    if (!kind && !box.classList.contains("is-guide")) return;
    box.textContent = kind ? text(GUIDES[kind]) : "";
    box.classList.toggle("is-guide", Boolean(kind));
    box.hidden = !kind;
    if (kind) this.#calls.told(box);
  }

  #settle() {
    for (const token of this.#root.querySelectorAll("[data-on]")) token.style.translate = "";
    unspin();
  }
}
