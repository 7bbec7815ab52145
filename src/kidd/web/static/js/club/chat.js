// What is said beside the game: lines come over the socket, and are text and nothing else.

import { ask } from "../shared/server.js";
import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { showHere } from "../render/crews.js";
import { attribute, write } from "../render/parts.js";
import { mute, muted } from "./muted_games.js";
import { notes } from "./notes.js";
import { addLine } from "./talk_line.js";

const at = (id) => document.getElementById(id);

export class Chat {
  #table;
  #store;
  #box = at("talk");
  #lines = at("talk-lines");
  #last = Number(this.#box.dataset.last); // the number of the last line that is known
  #unread = 0;

  constructor({ table, store }) {
    this.#table = table;
    this.#store = store;
    this.#listen();
    notes(() => this.#address("note"));
    this.#lines.scrollTop = this.#lines.scrollHeight;
    this.#quiet();
  }

  last() {
    return this.#last;
  }

  /** Show what came over the socket. */
  take({ rooms = [], messages = [], watchers = 0, here = [], may_talk: may = false, last: newest = 0 }) {
    this.#present(here.join(""));
    this.#last = Math.max(this.#last, newest);
    const { page } = this.#table().dataset;
    const fresh = messages.filter((said) => addLine(this.#lines, said, page)).filter(({ you }) => !you);
    this.#box.hidden = rooms.length === 0;
    at("do-talk").hidden = rooms.length === 0;
    document.body.classList.toggle("has-talk", rooms.length > 0);
    at("talk-form").hidden = !may;
    this.#box.dataset.rooms = rooms.join(" ");
    this.#room(rooms);
    looking(watchers);
    if (fresh.length && !this.#muted) this.#hear(fresh);
  }

  get #muted() {
    return muted(this.#table().dataset.game);
  }

  get #seen() {
    return getComputedStyle(this.#box).visibility === "visible" && !document.hidden;
  }

  #address(deed) {
    return `${this.#table().dataset.api}/${deed}`;
  }

  /** Who has the game open, of those who play it with others. */
  #present(here) {
    const { dataset } = this.#table();
    if (dataset.here === here) return;
    dataset.here = here;
    if (this.#store.newest) showHere(this.#store.newest);
  }

  #room(rooms) {
    const words = at("talk-room");
    const over = this.#table().dataset.over === "true" && rooms.includes("watchers");
    write(words, rooms.length ? words.dataset[over ? "over" : rooms[0]] : "");
  }

  #hear(fresh) {
    const newest = fresh.at(-1);
    sound("enter");
    murmur(...fresh.slice(-3).map(({ name, text: words }) => text("talkSaid", { name, words })));
    if (this.#seen) return;
    say(text("talkSaid", { name: newest.name, words: newest.text }));
    this.#count(this.#unread + fresh.length);
  }

  #count(number) {
    this.#unread = number;
    const mark = at("talk-unread");
    if (!mark) return;
    mark.hidden = !number;
    write(mark, number > 9 ? "9+" : number);
  }

  #ask(deed, body) {
    return ask(this.#address(deed), body, { retry: false }).catch(() => ({ ok: false, data: {} }));
  }

  async #speak(what) {
    const { ok, data } = await this.#ask("talk", { ...what, since: this.#last });
    if (ok) this.take(data);
    else say(data.detail ?? text("failed"), true);
    return ok;
  }

  /** Say what was typed, or the phrase of a button. */
  async #submitted(event) {
    event.preventDefault();
    const phrase = event.submitter?.dataset.phrase;
    if (phrase) {
      at("talk-form").querySelector("details").open = false;
      return this.#speak({ phrase });
    }
    const field = at("talk-text");
    const words = field.value.trim();
    if (words && (await this.#speak({ text: words }))) field.value = "";
  }

  /** Report a line, or hear no more of who said it. */
  async #about(button) {
    const made = button.closest(".talk-line");
    const { number } = made.dataset;
    made.querySelector("details").open = false;
    const blocks = button.dataset.talk === "block";
    const name = made.querySelector(".talk-who").textContent;
    if (blocks && !(await sheets.confirmed(text("talkBlock", { name }), button.textContent.trim()))) return;
    const { ok, data } = await this.#ask(`talk/${number}/${button.dataset.talk}`, blocks ? { on: true } : {});
    if (!ok) return say(data.detail ?? text("failed"), true);
    if (blocks) {
      this.#lines.replaceChildren();
      this.take({ ...data, last: this.#last });
    }
    say(text(blocks ? "talkBlocked" : "talkReported"));
  }

  #mute() {
    const on = mute(this.#table().dataset.game);
    this.#quiet();
    say(text(on ? "talkMuted" : "talkUnmuted"));
  }

  #quiet() {
    const off = this.#muted;
    attribute(at("talk-mute"), "aria-pressed", String(off));
    this.#box.classList.toggle("is-muted", off);
    if (off) this.#count(0);
  }

  #clicked(event) {
    const button = event.target.closest("[data-talk]");
    if (!button) return;
    event.preventDefault();
    if (button.dataset.talk === "mute") this.#mute();
    else this.#about(button);
  }

  #listen() {
    const read = () => { if (this.#unread && this.#seen) this.#count(0); };
    at("talk-form").addEventListener("submit", (event) => this.#submitted(event));
    document.addEventListener("click", (event) => this.#clicked(event));
    for (const [where, what] of [[document, "visibilitychange"], [document, "click"], [this.#box, "focusin"]]) where.addEventListener(what, read);
  }
}

/** How many look on. */
function looking(number) {
  const words = at("talk-watchers");
  words.hidden = number === 0;
  write(words, number === 1 ? words.dataset.one : words.dataset.many.replace("{number}", number));
}
