// Talking to the server: what is sent, and what comes back.

const RETRIES = [250, 700, 1600, 3000]; // milliseconds; the same act at the same ply counts once, so a retry is safe
const KEPT_WAIT = 2000; // between two tries of what is kept until the server is back
const LONGEST_TRY = 8000; // milliseconds: what is lost in a silent network is asked once more

class Failed extends Error {}

/**
 * The answer to a request as {status, ok, data}, and `rest`, the milliseconds before the server wants to be asked again;
 * tries again when nothing came back, or when the server was stopping. With `kept`, which is called once that is the case, until there is an answer: for what the server counts once.
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
      if (![502, 503, 504].includes(answer.status) || wait === null || said) return { status: answer.status, ok: answer.ok, data, rest: 1000 * Number(answer.headers.get("Retry-After")) || 0 };
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
