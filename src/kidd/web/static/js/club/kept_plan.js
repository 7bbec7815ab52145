// The plan as the server keeps it: its lines, what a tried move leads to, and what is to be kept instead.

import { ask } from "../shared/server.js";
import { say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { listLines } from "./plan_lines.js";

const NOWHERE = { ok: false, data: {} };

export class KeptPlan {
  #table;

  constructor(table) {
    this.#table = table;
    this.ply = null; // that this is about
    this.lines = [];
    this.told = [];
  }

  #ask(deed, ...request) {
    return ask(`${this.#table().dataset.api}/${deed}`, ...request).catch(() => NOWHERE);
  }

  #list({ lines = [], told = [] }) {
    Object.assign(this, { lines, told });
    listLines(this, this.ply);
  }

  /** The game has come to this ply; the page lists the lines of the first that it shows. */
  async turn(ply) {
    const first = this.ply === null;
    this.ply = ply;
    if (first && !document.querySelector(".plan-line")) return;
    const { ok, data } = await this.#ask("plan", undefined, { retry: false });
    if (ok && this.ply === ply) this.#list(data);
  }

  /** The deck after these acts, or why there is none; gone: nothing can be planned any more. */
  async look(acts) {
    const { ok, status, data } = await this.#ask("plan/look", { ply: this.ply, acts }, { retry: false });
    return ok ? data : { refused: data.detail ?? text("failed"), gone: status === 409 || status === 403 };
  }

  /** Keep these lines and no others, and say so; kept(): before that is said. */
  async keep(wish, kept) {
    const { ok, data } = await this.#ask("plan", { ply: this.ply, lines: wish }, { method: "PUT" });
    if (!ok) return say(data.detail ?? text("failed"), true);
    const more = (data.lines ?? []).length >= this.lines.length;
    this.#list(data);
    kept();
    return say(text(more ? "planKept" : "planDropped"));
  }
}
