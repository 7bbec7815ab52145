// Computers that play among themselves: each acts when it is asked to, and this asks again and again at the pace one likes.

const PACES = [2600, 1200, 350]; // milliseconds between what is shown and the next question
const USUAL = 1;
const AGAIN = 3000; // after a question that came to nothing

/** Returns what the buttons do. acting: sends the question. read, write: preferences. */
export function watching({ table, acting, read, write }) {
  let playing = true;
  let timer = 0;

  const pace = () => PACES[read().pace] ? read().pace : USUAL;
  const mayGoOn = () => document.getElementById("do-watch")?.disabled === false;

  /** Ask for the next move a while after the last one was shown; nobody is asked while nobody looks. */
  function arm(wait = PACES[pace()]) {
    clearTimeout(timer);
    show();
    if (playing && mayGoOn() && !document.hidden) timer = setTimeout(next, wait);
  }

  async function next() {
    clearTimeout(timer);
    if (mayGoOn() && !(await acting.act("", "go-on"))) arm(AGAIN);
  }

  function show() {
    const button = document.getElementById("do-watch");
    if (!button) return;
    const words = button.querySelector("span");
    button.setAttribute("aria-pressed", String(playing && !button.disabled));
    words.textContent = playing && !button.disabled ? words.dataset.playing : words.dataset.paused;
    const speed = document.querySelector("#do-pace span");
    speed.textContent = speed.dataset.paces.split("|")[pace()];
  }

  function toggle() {
    playing = !playing;
    if (playing) next();
    arm();
  }

  /** One move, and then a pause. */
  function step() {
    playing = false;
    next();
    show();
  }

  function quicker() {
    write({ pace: (pace() + 1) % PACES.length });
    arm();
  }

  new MutationObserver(() => arm()).observe(table(), { attributeFilter: ["data-ply", "data-live", "data-over"] });
  document.addEventListener("visibilitychange", () => arm());
  arm();
  return { toggle, step, quicker };
}
