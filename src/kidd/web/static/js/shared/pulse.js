// Whether a socket is still alive: where a network goes silent, neither browser nor server is told, perhaps for minutes.

const QUIET = 3500; // milliseconds without a word, after which one is asked for
const LATE = 3500; // for the answer to that
const OPENING = 7000; // until a socket is open
const TICK = 500;

/** What a page asks, and what it hears. */
export const ALIVE = '{"alive":true}';

/** Looks after one socket at a time; `lost()` when nothing comes from it any more. */
export function pulse(lost) {
  let socket = null;
  let since = 0; // when it was last heard of, or began
  let asked = 0;

  /** Somebody looks: a hidden page asks when it is looked at again. */
  function beat() {
    if (!socket || document.hidden) return;
    const now = Date.now();
    const late = asked ? now - asked > LATE : socket.readyState === WebSocket.CONNECTING && now - since > OPENING;
    if (late) {
      socket = null;
      lost();
    } else if (!asked && socket.readyState === WebSocket.OPEN && now - since > QUIET) {
      asked = now;
      socket.send(ALIVE);
    }
  }

  function heard() {
    since = Date.now();
    asked = 0;
  }

  setInterval(beat, TICK);
  document.addEventListener("visibilitychange", beat);
  return {
    heard,
    watch(one) {
      socket = one;
      heard();
    },
  };
}
