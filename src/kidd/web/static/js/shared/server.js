// Talking to the server: what is sent, what comes back, and the socket over which other players' moves arrive.

import { ALIVE, pulse } from "./pulse.js";

const RETRIES = [250, 700, 1600, 3000]; // milliseconds; the same act at the same ply counts once, so a retry is safe
const KEPT_WAIT = 2000; // between two tries of what is kept until the server is back
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const LONGEST_TRY = 8000; // milliseconds: what is lost in a silent network is asked once more
const QUICK_TRY = 3000; // over a socket that may be dead without anybody knowing
const PATIENCE = 1500; // before people are told that the connection is gone

const FOR_GOOD = [4403, 4404]; // closed by the server: not from here, no such game
const CROWDED = 4429; // closed by the server: too many are open, and it says of whose
const CROWDED_WAIT = 30_000;
const TOO_LARGE = 1009; // closed by the server: for a message that it does not take, and it says so

class Failed extends Error {}

/**
 * The answer to a request as {status, data}; tries again when nothing came back, or when the server was stopping. With
 * `kept`, which is called once that is the case, until there is an answer: for what the server counts once.
 */
export async function ask(url, body, { retry = true, signal, method = "POST", keepalive = false, kept = null } = {}) {
  const request = { headers: { Accept: "application/json" }, cache: "no-store", keepalive };
  if (body !== undefined) {
    request.method = method;
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  for (const wait of waits(retry, kept)) {
    if (retry) await online();
    const aborting = new AbortController();
    const stop = () => aborting.abort();
    signal?.addEventListener("abort", stop, { once: true });
    const late = retry ? setTimeout(stop, LONGEST_TRY) : 0;
    try {
      const answer = await fetch(url, { ...request, signal: signal?.aborted ? signal : aborting.signal });
      const data = await answer.json().catch(() => ({}));
      const said = wait === KEPT_WAIT && data.detail; // a server that is there, and has no time
      if (![502, 503, 504].includes(answer.status) || wait === null || said) return { status: answer.status, ok: answer.ok, data };
    } catch (error) {
      if (wait === null || signal?.aborted) throw new Failed(String(error));
    } finally {
      clearTimeout(late);
      signal?.removeEventListener("abort", stop);
    }
    kept?.();
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** How long to wait after each try; null after the last one. */
function* waits(retry, kept) {
  if (retry) yield* RETRIES;
  while (kept) yield KEPT_WAIT;
  yield null;
}

/** Once there is a network at all. */
function online() {
  return navigator.onLine ? undefined : new Promise((done) => window.addEventListener("online", done, { once: true }));
}

/**
 * Keeps a socket open, over which acts can be sent, too: `newer(state)` for every state, `talk.take(talk)` for what is said beside the game,
 * `changed(connected, why)` when people should know, with what the server has said; `refused(words)` of something that it does not take. It is asked now and then whether it still lives, and given up if not.
 */
export function listen({ address, version, newer, changed, refused = () => {}, talk = null }) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let telling = 0;
  let told = true;
  let asked = 0;
  const due = new Map(); // what waits for an answer, by its number
  const life = pulse(giveUp);

  function connect() {
    clearTimeout(timer);
    timer = 0;
    const url = new URL(address(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("version", version());
    if (talk) url.searchParams.set("talk", talk.last());
    const opened = new WebSocket(url);
    socket = opened;
    life.watch(opened);
    socket.addEventListener("open", () => {
      life.heard();
      wait = FIRST_WAIT;
      clearTimeout(telling);
      telling = 0;
      tell(true);
    });
    socket.addEventListener("message", (event) => {
      life.heard();
      if (event.data === ALIVE || opened !== socket) return;
      const said = JSON.parse(event.data);
      if ("answer" in said) return due.get(said.answer)?.(said);
      if (said.talk) talk.take(said.talk);
      else newer(said);
    });
    socket.addEventListener("close", (event) => {
      unanswered();
      if (opened !== socket) return; // given up before
      if (event.code === TOO_LARGE) refused(event.reason);
      if (event.code === CROWDED) {
        wait = CROWDED_WAIT;
        tell(false, event.reason);
      } else if (!telling) telling = setTimeout(() => tell(false), PATIENCE);
      if (!FOR_GOOD.includes(event.code)) again();
    });
  }

  /** Nothing comes any more: say so now, as some seconds have passed, and try another. */
  function giveUp() {
    const dead = socket;
    socket = null;
    unanswered();
    dead.close();
    tell(false);
    again();
  }

  /** The answer to an act as {status, data}, or nothing where the socket has none: then it is asked for otherwise. */
  async function act(body) {
    if (socket?.readyState !== WebSocket.OPEN || !navigator.onLine) return undefined;
    asked += 1;
    const ask = asked;
    socket.send(JSON.stringify({ ask, ...body }));
    const said = await new Promise((done) => {
      due.set(ask, done);
      setTimeout(done, QUICK_TRY);
    });
    due.delete(ask);
    return said && said.status !== 503 ? { status: said.status, ok: said.status === 200, data: said.state ?? said.problem } : undefined;
  }

  function unanswered() {
    for (const done of due.values()) done();
  }

  function again() {
    if (timer) return;
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  }

  function tell(connected, why = "") {
    if (connected !== told) changed(connected, why);
    told = connected;
  }

  function now() {
    if (socket?.readyState === WebSocket.OPEN) tell(true);
    if (!socket || socket.readyState === WebSocket.CLOSED) {
      wait = FIRST_WAIT;
      connect();
    }
  }

  window.addEventListener("online", now);
  window.addEventListener("offline", () => tell(false));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) now(); });
  window.addEventListener("pagehide", () => { if (socket?.readyState === WebSocket.OPEN) socket.close(); }); // one under way the browser ends without a word
  window.addEventListener("pageshow", (event) => { if (event.persisted) now(); });
  connect();
  return { act };
}
