// The clocks on the players' cards: running between what the server tells, which alone decides.

import { attribute, part, present, write } from "../render/parts.js";
import { crewName, seatName } from "../render/words.js";
import { play as sound } from "../shared/sound.js";
import { murmur, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TENTHS = 10 * SECOND; // below which tenths are shown, where motion is welcome
const TOLD = [MINUTE, 10 * SECOND]; // of one's own time, when screen readers hear of it
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What a clock shows. */
export function face(left, tenths = false) {
  if (left >= DAY) return text("clockDays", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  if (left >= 3 * HOUR) return text("clockHours", { hours: Math.floor(left / HOUR), minutes: Math.floor((left % HOUR) / MINUTE) });
  const whole = tenths ? Math.floor(left / SECOND) : Math.ceil(left / SECOND);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  const shown = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  return tenths ? `${shown}.${Math.floor((left % SECOND) / 100)}` : shown;
}

export class Clocks {
  #store;
  #timer = 0;
  #said = { own: Infinity, away: "" };

  /** Follow what `store` learns. */
  constructor(store) {
    this.#store = store;
    store.follow = () => this.#show();
    document.addEventListener("visibilitychange", () => this.#show());
    this.#show();
  }

  get #now() {
    return Date.now() + this.#store.skew;
  }

  /** What a colour has left now. */
  #left({ left: had, running, since, started }, colour) {
    const spent = running === colour && started ? Math.max(0, this.#now - Date.parse(since)) : 0;
    return Math.max(0, had[colour] - spent);
  }

  #show() {
    clearTimeout(this.#timer);
    const state = this.#store.newest;
    if (!state?.clock) return;
    for (const { colour } of state.seats) this.#card(state, colour);
    this.#tell(state);
    this.#next(state);
  }

  #card({ clock, result, abandoned }, colour) {
    const box = document.getElementById(`crew-${colour}`);
    const made = box && present(box, ".clock", colour in clock.left, () => part("clock"));
    if (!made) return;
    const has = this.#left(clock, colour);
    const runs = clock.running === colour && Boolean(clock.started);
    const over = Boolean(result || abandoned);
    write(made.querySelector(".clock-face"), face(has, runs && has < TENTHS && !still.matches));
    write(made.querySelector(".clock-note"), over ? "" : this.#note(clock, colour));
    made.classList.toggle("is-running", runs);
    made.classList.toggle("is-short", has <= clock.short && !over);
    attribute(made, "data-left", Math.round(has / SECOND));
  }

  /** What else is to be known of somebody's time. */
  #note({ away = {}, vacation = {}, running, started, falls }, colour) {
    const until = (at) => face(Math.max(0, Date.parse(at) - this.#now));
    if (away[colour]) return text("clockAway", { time: until(away[colour]) });
    if (vacation[colour] && Date.parse(vacation[colour]) > this.#now) {
      const day = new Date(vacation[colour]).toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
      return text("clockVacation", { day });
    }
    return running === colour && !started ? text("clockFirst", { time: until(falls) }) : "";
  }

  /** Whoever's time is short hears of it; who is left alone is told how long to wait. */
  #tell({ clock, seats, you = [], result, abandoned }) {
    const mine = you.includes(clock.running) && clock.started && !result && !abandoned;
    this.#short(clock, mine ? this.#left(clock, clock.running) : Infinity);
    const gone = seats.filter(({ colour }) => clock.away?.[colour] && !you.includes(colour));
    const names = gone.map((seat) => seatName(seat, { seats, you })).join(", ");
    if (names && names !== this.#said.away) say(text("clockLeft", { name: names }));
    this.#said.away = names;
  }

  #short({ short, running }, has) {
    const { own } = this.#said;
    if (has < own) {
      if (has <= short && own > short) sound("short");
      const passed = TOLD.filter((mark) => has <= mark && own > mark && own < Infinity).at(-1);
      if (passed) murmur(text("clockTold", { time: face(passed), crew: crewName(running) }));
    }
    this.#said.own = has;
  }

  /** When something on the page changes next. */
  #next({ clock, result, abandoned }) {
    if (!clock.running || result || abandoned) return;
    const has = this.#left(clock, clock.running);
    const tenths = clock.started && has < TENTHS && !still.matches;
    if (clock.started && has > 0 || !clock.started || Object.keys(clock.away ?? {}).length) this.#timer = setTimeout(() => this.#show(), tenths ? 100 : has % SECOND + 15);
  }
}
