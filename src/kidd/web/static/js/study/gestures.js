// Forwards and backwards: the wheel over the deck, a swipe, and by itself.

const NOTCH = 60; // pixels of a wheel that are one step
const PAUSE = 70; // milliseconds between two steps of a wheel
const SWIPE = 45; // pixels
const SWIFT = 700; // milliseconds

/** Steps by the wheel over the deck: one for each notch, however finely it turns. */
export function wheel(deck, step) {
  let turned = 0;
  let last = 0;
  deck.addEventListener("wheel", (event) => {
    if (event.ctrlKey || !event.deltaY) return; // zooms
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * NOTCH;
    if (Math.sign(pixels) !== Math.sign(turned)) turned = 0;
    turned += pixels;
    if (Math.abs(turned) < NOTCH || event.timeStamp - last < PAUSE) return;
    last = event.timeStamp;
    step(Math.sign(turned));
    turned = 0;
  }, { passive: false });
}

/** Steps by a swipe over the deck that lifts no token. */
export function swipe(deck, { step, lifts }) {
  let start = null;
  deck.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    const space = event.target.closest?.("[data-space]")?.dataset.space;
    start = event.touches.length === 1 && !(space && lifts(space)) ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
  }, { passive: true });
  deck.addEventListener("touchend", (event) => {
    if (!start) return;
    const [touch] = event.changedTouches;
    const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y];
    const swift = event.timeStamp - start.at < SWIFT;
    start = null;
    if (swift && Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) step(dx < 0 ? 1 : -1);
  });
}

export class Autoplay {
  /** on(): one step; false at the end. wait(): milliseconds between two. changed(playing). */
  constructor({ on, wait, changed }) {
    Object.assign(this, { on, wait, changed, timer: 0 });
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.stop(); });
  }

  toggle() {
    if (this.timer) this.stop();
    else this.#run(true);
  }

  stop() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.changed(false);
  }

  #run(first = false) {
    if (first) this.changed(true);
    this.timer = setTimeout(async () => {
      if (await this.on()) this.#run();
      else this.stop();
    }, first ? 0 : this.wait());
  }
}
