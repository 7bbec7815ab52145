// Talking to the server: what is sent, what comes back, and the socket over which other players' moves arrive.

const RETRIES = [250, 700, 1600, 3000]; // milliseconds; the same act at the same ply counts once, so a retry is safe
const FIRST_WAIT = 400;
const LONGEST_WAIT = 10_000;
const PATIENCE = 1500; // before people are told that the connection is gone

const FOR_GOOD = [4403, 4404]; // closed by the server: not from here, no such game

class Failed extends Error {}

/** The answer to a request as {status, data}; tries again when nothing came back, or when the server was stopping. */
export async function ask(url, body, { retry = true, signal } = {}) {
  const request = { headers: { Accept: "application/json" }, cache: "no-store", signal };
  if (body !== undefined) {
    request.method = "POST";
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  for (const wait of [...(retry ? RETRIES : []), null]) {
    if (retry) await online();
    try {
      const answer = await fetch(url, request);
      if (![502, 503, 504].includes(answer.status) || wait === null) {
        const data = await answer.json().catch(() => ({}));
        return { status: answer.status, ok: answer.ok, data };
      }
    } catch (error) {
      if (wait === null || signal?.aborted) throw new Failed(String(error));
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Once there is a network at all. */
function online() {
  return navigator.onLine ? undefined : new Promise((done) => window.addEventListener("online", done, { once: true }));
}

/** Keeps a socket open: `newer(state)` for every state, `changed(connected)` when people should know. */
export function listen({ address, version, newer, changed }) {
  let socket = null;
  let wait = FIRST_WAIT;
  let timer = 0;
  let telling = 0;
  let told = true;

  function connect() {
    clearTimeout(timer);
    timer = 0;
    const url = new URL(address(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("version", version());
    socket = new WebSocket(url);
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT;
      clearTimeout(telling);
      telling = 0;
      tell(true);
    });
    socket.addEventListener("message", (event) => newer(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (!telling) telling = setTimeout(() => tell(false), PATIENCE);
      if (!FOR_GOOD.includes(event.code)) again();
    });
  }

  function again() {
    if (timer) return;
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(wait * 1.7, LONGEST_WAIT);
  }

  function tell(connected) {
    if (connected !== told) changed(connected);
    told = connected;
  }

  function now() {
    if (socket.readyState === WebSocket.OPEN) tell(true);
    if (socket.readyState === WebSocket.CLOSED) {
      wait = FIRST_WAIT;
      connect();
    }
  }

  window.addEventListener("online", now);
  window.addEventListener("offline", () => tell(false));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) now(); });
  window.addEventListener("pagehide", () => { if (socket.readyState === WebSocket.OPEN) socket.close(); }); // one under way the browser ends without a word
  window.addEventListener("pageshow", (event) => { if (event.persisted) now(); });
  connect();
}
