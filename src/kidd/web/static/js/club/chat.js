// What is said beside the game: lines come over the socket, and are text and nothing else.

import { ask } from "../shared/server.js";
import * as sheets from "../shared/sheets.js";
import { play as sound } from "../shared/sound.js";
import { murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";
import { showHere } from "../render/crews.js";
import { attribute, part, write } from "../render/parts.js";

const MUTED = "kidd-muted"; // games whose talk is muted on this device
const KEPT = 50;

/** Returns {take(talk), last()}: show what came over the socket, and the number of the last line that is known. */
export function chat({ table, store }) {
  const box = document.getElementById("talk");
  const lines = document.getElementById("talk-lines");
  const [form, field] = ["talk-form", "talk-text"].map((id) => document.getElementById(id));
  let last = Number(box.dataset.last);
  let unread = 0;

  const address = (deed) => `${table().dataset.api}/${deed}`;
  const remembered = () => { try { return JSON.parse(localStorage.getItem(MUTED) ?? "[]"); } catch { return []; } };
  const muted = () => remembered().includes(table().dataset.game);
  const seen = () => getComputedStyle(box).visibility === "visible" && !document.hidden;

  function line(said) {
    const made = part("talk-line");
    made.id = `talk-${said.number}`;
    made.className = ["talk-line", ...(said.you ? ["is-yours"] : []), ...(said.by ? [`crew-${said.by}`] : [])].join(" ");
    Object.assign(made.dataset, { number: said.number, room: said.room });
    write(made.querySelector(".talk-who"), said.name);
    write(made.querySelector(".talk-words"), said.text);
    const more = made.querySelector(".talk-more");
    more.hidden = Boolean(said.you);
    attribute(more.querySelector("form"), "action", `${table().dataset.page}/talk/${said.number}`);
    return made;
  }

  function add(said) {
    if (document.getElementById(`talk-${said.number}`)) return false;
    const after = [...lines.children].find(({ dataset }) => Number(dataset.number) > said.number) ?? null;
    const low = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 60;
    lines.insertBefore(line(said), after);
    if (low || said.you) lines.scrollTop = lines.scrollHeight;
    return true;
  }

  function take({ rooms = [], messages = [], watchers = 0, here = [], may_talk: may = false, last: newest = 0 }) {
    present(here.join(""));
    last = Math.max(last, newest);
    const fresh = messages.filter(add).filter(({ you }) => !you);
    box.hidden = rooms.length === 0;
    document.getElementById("do-talk").hidden = rooms.length === 0;
    document.body.classList.toggle("has-talk", rooms.length > 0);
    form.hidden = !may;
    box.dataset.rooms = rooms.join(" ");
    room(rooms);
    looking(watchers);
    if (fresh.length && !muted()) hear(fresh);
  }

  /** Who has the game open, of those who play it with others. */
  function present(here) {
    const { dataset } = table();
    if (dataset.here === here) return;
    dataset.here = here;
    if (store.newest) showHere(store.newest);
  }

  function room(rooms) {
    const words = document.getElementById("talk-room");
    const over = table().dataset.over === "true" && rooms.includes("watchers");
    write(words, rooms.length ? words.dataset[over ? "over" : rooms[0]] : "");
  }

  function looking(number) {
    const words = document.getElementById("talk-watchers");
    words.hidden = number === 0;
    write(words, number === 1 ? words.dataset.one : words.dataset.many.replace("{number}", number));
  }

  function hear(fresh) {
    const newest = fresh.at(-1);
    sound("enter");
    murmur(...fresh.slice(-3).map(({ name, text: words }) => text("talkSaid", { name, words })));
    if (seen()) return;
    say(text("talkSaid", { name: newest.name, words: newest.text }));
    count(unread + fresh.length);
  }

  function count(number) {
    unread = number;
    const mark = document.getElementById("talk-unread");
    if (!mark) return;
    mark.hidden = !unread;
    write(mark, unread > 9 ? "9+" : unread);
  }

  async function speak(what) {
    const { ok, data } = await ask(address("talk"), { ...what, since: last }, { retry: false }).catch(() => ({ ok: false, data: {} }));
    if (ok) take(data);
    else say(data.detail ?? text("failed"), true);
    return ok;
  }

  async function about(button) {
    const made = button.closest(".talk-line");
    const { number } = made.dataset;
    made.querySelector("details").open = false;
    const blocks = button.dataset.talk === "block";
    const name = made.querySelector(".talk-who").textContent;
    if (blocks && !(await sheets.confirmed(text("talkBlock", { name }), button.textContent.trim()))) return;
    const { ok, data } = await ask(address(`talk/${number}/${button.dataset.talk}`), blocks ? { on: true } : {}, { retry: false }).catch(() => ({ ok: false, data: {} }));
    if (!ok) return say(data.detail ?? text("failed"), true);
    if (blocks) {
      lines.replaceChildren();
      take({ ...data, last });
    }
    say(text(blocks ? "talkBlocked" : "talkReported"));
  }

  function mute() {
    const { game } = table().dataset;
    const on = !muted();
    localStorage.setItem(MUTED, JSON.stringify([...remembered().filter((one) => one !== game), ...(on ? [game] : [])].slice(-KEPT)));
    quiet();
    say(text(on ? "talkMuted" : "talkUnmuted"));
  }

  function quiet() {
    attribute(document.getElementById("talk-mute"), "aria-pressed", String(muted()));
    box.classList.toggle("is-muted", muted());
    if (muted()) count(0);
  }

  async function keep(event) {
    event.preventDefault();
    const request = { method: "PUT", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify({ text: document.getElementById("note-text").value }) };
    const answer = await fetch(address("note"), request).catch(() => null);
    const data = (await answer?.json().catch(() => ({}))) ?? {};
    say(answer?.ok ? text("noteKept") : data.detail ?? text("failed"), !answer?.ok);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const phrase = event.submitter?.dataset.phrase;
    if (phrase) {
      form.querySelector("details").open = false;
      return speak({ phrase });
    }
    const words = field.value.trim();
    if (words && (await speak({ text: words }))) field.value = "";
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-talk]");
    if (!button) return;
    event.preventDefault();
    if (button.dataset.talk === "mute") mute();
    else about(button);
  });
  document.getElementById("note-form")?.addEventListener("submit", keep);
  for (const [where, what] of [[document, "visibilitychange"], [document, "click"], [box, "focusin"]]) where.addEventListener(what, () => { if (unread && seen()) count(0); });
  lines.scrollTop = lines.scrollHeight;
  quiet();
  return { take, last: () => last };
}
