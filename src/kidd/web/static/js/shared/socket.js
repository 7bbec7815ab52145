// The socket over which other players' moves arrive, and acts are sent where it is open.

import { ALIVE, pulse } from "./pulse.js";

const FIRST_WAIT = 400; // milliseconds until another is tried
const LONGEST_WAIT = 10_000;
const QUICK_TRY = 3000; // over a socket that may be dead without anybody knowing
const PATIENCE = 1500; // before people are told that the connection is gone

const FOR_GOOD = [4403, 4404]; // closed by the server: not from here, no such game
const CROWDED = 4429; // closed by the server: too many are open, and it says of whose
const CROWDED_WAIT = 30_000;
const TOO_LARGE = 1009; // closed by the server: for a message that it does not take, and it says so

/**
 * Keeps a socket open, over which acts can be sent, too: `newer(state)` for every state, `talk.take(talk)` for what is said beside the game,
 * `changed(connected, why)` when people should know, with what the server has said; `refused(words)` of something that it does not take. It is asked now and then whether it still lives, and given up if not.
 */
export function listen({ address, version, newer, changed, refused = () => {}, talk = null }) {
  return new Line({ address, version, newer, changed, refused, talk });
}

class Line {
  #calls;
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #telling = 0;
  #told = true;
  #asked = 0;
  #due = new Map(); // what waits for an answer, by its number
  #life = pulse(() => this.#giveUp());

  constructor(calls) {
    this.#calls = calls;
    this.#follow();
    this.#connect();
  }

  /** The answer to an act as {status, data}, or nothing where the socket has none: then it is asked for otherwise. */
  async act(body) {
    if (!this.#open || !navigator.onLine) return undefined;
    this.#asked += 1;
    const ask = this.#asked;
    this.#socket.send(JSON.stringify({ ask, ...body }));
    const said = await new Promise((done) => {
      this.#due.set(ask, done);
      setTimeout(done, QUICK_TRY);
    });
    this.#due.delete(ask);
    return said && said.status !== 503 ? { status: said.status, ok: said.status === 200, data: said.state ?? said.problem } : undefined;
  }

  get #open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const opened = new WebSocket(this.#url());
    this.#socket = opened;
    this.#life.watch(opened);
    opened.addEventListener("open", () => this.#opened());
    opened.addEventListener("message", (event) => this.#heard(event.data, opened));
    opened.addEventListener("close", (event) => this.#closed(event, opened));
  }

  #url() {
    const { address, version, talk } = this.#calls;
    const url = new URL(address(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("version", version());
    if (talk) url.searchParams.set("talk", talk.last());
    return url;
  }

  #opened() {
    this.#life.heard();
    this.#wait = FIRST_WAIT;
    clearTimeout(this.#telling);
    this.#telling = 0;
    this.#tell(true);
  }

  #heard(data, from) {
    const { newer, talk } = this.#calls;
    this.#life.heard();
    if (data === ALIVE || from !== this.#socket) return;
    const said = JSON.parse(data);
    if ("answer" in said) this.#due.get(said.answer)?.(said);
    else if (said.talk) talk.take(said.talk);
    else newer(said);
  }

  #closed({ code, reason }, opened) {
    this.#unanswered();
    if (opened !== this.#socket) return; // given up before
    if (code === TOO_LARGE) this.#calls.refused(reason);
    if (code === CROWDED) {
      this.#wait = CROWDED_WAIT;
      this.#tell(false, reason);
    } else if (!this.#telling) this.#telling = setTimeout(() => this.#tell(false), PATIENCE);
    if (!FOR_GOOD.includes(code)) this.#again();
  }

  /** Nothing comes any more: say so now, as some seconds have passed, and try another. */
  #giveUp() {
    const dead = this.#socket;
    this.#socket = null;
    this.#unanswered();
    dead.close();
    this.#tell(false);
    this.#again();
  }

  #unanswered() {
    for (const done of this.#due.values()) done();
  }

  #again() {
    if (this.#timer) return;
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 1.7, LONGEST_WAIT);
  }

  #tell(connected, why = "") {
    if (connected !== this.#told) this.#calls.changed(connected, why);
    this.#told = connected;
  }

  /** Somebody is back: what is not open is tried at once. */
  #now() {
    if (this.#open) this.#tell(true);
    if (!this.#socket || this.#socket.readyState === WebSocket.CLOSED) {
      this.#wait = FIRST_WAIT;
      this.#connect();
    }
  }

  #follow() {
    window.addEventListener("online", () => this.#now());
    window.addEventListener("offline", () => this.#tell(false));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#now(); });
    window.addEventListener("pagehide", () => { if (this.#open) this.#socket.close(); }); // one under way the browser ends without a word
    window.addEventListener("pageshow", (event) => { if (event.persisted) this.#now(); });
  }
}
