// Acting: what this visitor does goes to the server, and its answer is shown before anything that came meanwhile.

import { newSalt } from "../shared/salt.js";
import { ask } from "../shared/server.js";
import * as sheets from "../shared/sheets.js";
import { play as sound, wake } from "../shared/sound.js";
import { connection, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { waitsFor } from "../render/cards.js";
import { begun } from "./welcome.js";

const LATE = 600; // milliseconds after which one should see that a move is under way
const FINAL = /^(\w+:)?(resign|leave|draw!|stalemate!)$/i; // words that end the game at once, or one's part in it

/** Whether the roll after an act was made with anything else than its salt. */
const changed = ({ log = [] }, ply, salt) => log.some((entry) => entry.ply === ply + 2 && entry.roll && entry.salt !== salt);

export class Acting {
  /**
   * playback: shows states in their turn. settled(refused): the answer is there, and draws nothing new or is a no.
   * came(): something is known that was not, and may be shown only in its turn. waits(act): it is long under way.
   */
  constructor({ table, store, playback, settled, came, waits }) {
    Object.assign(this, { table, store, playback, settled, came, waits });
    this.sending = false;
    this.socket = null; // once it listens
    this.held = []; // states that came before the answer to what was sent
  }

  get mayMove() {
    const { mayMove, live } = this.table().dataset;
    return mayMove === "true" && live === "true" && !this.sending;
  }

  /** Send an act, or whatever else is done under that name; true if it counts. */
  async act(what, deed = "acts", more = {}) {
    if (this.sending) return undefined;
    this.playback.skip();
    this.sending = true;
    wake();
    if (!navigator.onLine) connection(text("waiting"));
    const late = setTimeout(() => this.waits(what), navigator.onLine ? LATE : 0);
    const { ply, version } = this.table().dataset;
    const salt = what && this.store.newest?.salted ? newSalt() : "";
    const body = { ply: Number(ply), version: Number(version), ...(what ? { act: what } : {}), ...(salt ? { salt } : {}), ...more };
    const { ok, data } = (await this.#quickly(deed, body)) ?? (await this.#surely(deed, body));
    clearTimeout(late);
    const { held } = this;
    this.sending = false;
    this.held = [];
    const fresh = ok ? data : data.state;
    if (fresh) this.store.learn(fresh);
    if (ok && salt && changed(data, Number(ply), salt)) say(text("otherSalt"), true);
    if (ok) begun(this.table().dataset);
    const drawn = fresh && this.playback.own(fresh);
    if (!ok || !drawn) this.settled(!ok);
    if (!ok) {
      say(data.detail ?? text("failed"), true);
      if (data.detail) sound("refuse");
    }
    for (const { state, continues } of held) this.#show(state, continues); // a quick computer's answer may have overtaken the one to this
    this.came();
    return ok;
  }

  /** Over the socket, where it is open; the same act counts once, so it may be sent again if no answer comes. */
  #quickly(deed, body) {
    return deed === "acts" ? this.socket?.act(body) : undefined;
  }

  /** However long the server is away: what is sent stays marked, and counts if it is still that ply. */
  async #surely(deed, body) {
    let away = false;
    const kept = () => {
      away = true;
      connection(text("waiting"));
    };
    const answer = await ask(this.#address(deed), body, { kept }).catch(() => ({ ok: false, data: {} }));
    if (away) connection("", text("online"));
    return answer;
  }

  #address(deed) {
    return `${this.table().dataset.api}/${deed}`;
  }

  /** A state over the socket: shown in its turn; while somebody looks back they are only told. */
  async newer(state) {
    if (this.store.misses(state)) {
      const whole = await this.store.fetched().catch(() => undefined);
      if (whole) this.#show(whole, false);
    } else {
      const continues = this.store.learn(state);
      if (this.sending) this.held.push({ state, continues });
      else this.#show(state, continues);
    }
    if (!this.sending) this.came();
  }

  #show(state, continues) {
    if (this.table().dataset.live === "false") document.getElementById("replay-live")?.classList.add("is-new");
    else this.playback.take(state, continues);
  }

  async takeback() {
    if (document.getElementById("do-takeback")?.disabled !== false) return;
    if ((await this.act("", "takeback")) && document.getElementById("takeback-asked")) say(text("takebackAsked"));
  }

  /** Let somebody take back, or not. */
  async answer(said) {
    const own = this.store.newest?.rights?.withdraw_takeback;
    if ((await this.act("", "takeback", { answer: said })) && own) say(text("takebackWithdrawn"));
  }

  /** Ask the others to adjourn the game, or answer who asks. */
  async adjourn(answer) {
    const own = this.store.newest?.rights?.withdraw_adjourn;
    if (!(await this.act("", "adjourn", { ply: undefined, answer }))) return;
    if (own) say(text("adjournWithdrawn"));
    else if (!answer && this.store.newest?.rights?.withdraw_adjourn) say(text("takebackAsked"));
  }

  /** Say that one is ready to go on with an adjourned game. */
  resume() {
    return this.act("", "resume");
  }

  /** Ask for the same game again, or accept; whoever waits for the others stays here, and goes there by another click. */
  async rematch() {
    const { rematch, next } = this.table().dataset;
    if (rematch === "waits") return location.assign(`/games/${next}`);
    const { ok, data } = await ask(this.#address("rematch"), {}).catch(() => ({ ok: false, data: {} }));
    if (!ok) say(data.detail ?? text("failed"), true);
    else if (!data.waiting) location.assign(`/games/${data.id}`);
    else {
      waitsFor(data.id);
      say(text("rematchAsked"));
    }
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
