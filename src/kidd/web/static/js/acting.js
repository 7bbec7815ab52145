// Acting: what this visitor does goes to the server, and its answer is shown before anything that came meanwhile.

import { ask } from "./live.js";
import * as sheets from "./sheets.js";
import { play as sound, wake } from "./sound.js";
import { connection, say } from "./speech.js";
import { text } from "./texts.js";

const FINAL = /^(\w+:)?(resign|draw!|stalemate!)$/i; // words that end the game at once

export class Acting {
  /** follow: shows views in their turn. settled(refused): the answer is there, and draws nothing new or is a no. */
  constructor({ table, follow, settled }) {
    Object.assign(this, { table, follow, settled });
    this.sending = false;
    this.held = []; // views that came before the answer to what was sent
  }

  get mayMove() {
    const { mayMove, live } = this.table().dataset;
    return mayMove === "true" && live === "true" && !this.sending;
  }

  /** Send an act, or whatever else an address takes; true if it counts. */
  async act(what, url = this.table().dataset.acts) {
    if (this.sending) return undefined;
    this.follow.skip();
    this.sending = true;
    wake();
    if (!navigator.onLine) connection(text("waiting"));
    const { ply, version } = this.table().dataset;
    const body = { ply: Number(ply), version: Number(version), ...(what ? { act: what } : {}) };
    const { ok, data } = await ask(url, body).catch(() => ({ ok: false, data: {} }));
    const views = this.held;
    this.sending = false;
    this.held = [];
    const fresh = data.view ?? data;
    const drawn = fresh.html && this.follow.own(fresh);
    if (!ok || !drawn) this.settled(!ok);
    if (!ok) {
      say(data.error ?? text("failed"), true);
      if (data.error) sound("refuse");
    }
    for (const view of views) this.newer(view); // a quick computer's answer may have overtaken the one to this
    return ok;
  }

  /** A view over the socket: shown in its turn; while somebody looks back they are only told. */
  newer(view) {
    if (this.sending) this.held.push(view);
    else if (this.table().dataset.live === "false") document.getElementById("replay-live")?.classList.add("is-new");
    else this.follow.take(view);
  }

  takeback() {
    if (document.getElementById("do-takeback")?.disabled === false) this.act("", this.table().dataset.takeback);
  }

  async rematch() {
    const { ok, data } = await ask(this.table().dataset.rematch, {}).catch(() => ({ ok: false, data: {} }));
    if (ok && data.url) location.assign(data.url);
    else say(data.error ?? text("failed"), true);
  }

  /** Say the word of a button, after a question where that cannot be undone. */
  async word(button) {
    const { act, question } = button.dataset;
    if (question && !(await sheets.confirmed(question, button.textContent.trim()))) return;
    document.getElementById("sheet-more").close();
    this.act(act);
  }

  /** Play what was typed; play(move): send it, after a question where people want one. */
  async typed(field, play) {
    const said = field.value.trim();
    if (!said || field.readOnly) return;
    if (FINAL.test(said) && !(await this.#sure(said))) return;
    if (!(await play(said))) return field.select();
    field.value = "";
    if (sheets.open()) sheets.sheet("");
  }

  /** Whether a typed word that ends the game is meant. */
  #sure(said) {
    const button = [...this.table().querySelectorAll("[data-act]")].find(({ dataset: { act } }) => act.split(":").at(-1) === said.split(":").at(-1).toLowerCase());
    const label = button?.textContent.trim() ?? said;
    return sheets.confirmed(button?.dataset.question ?? text("confirmMove", { move: label }), label);
  }
}
