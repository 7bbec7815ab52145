// The engine that looks at what is shown: over one socket, ever deeper, and silent as soon as nobody looks.

const PAUSE = 40; // milliseconds in which somebody may go on before it is asked
const WAITS = [400, 1500, 5000, 15_000];
const BUSY = [1013, 4429]; // closed by the server: others have the engine now
const TOO_LARGE = 1009; // it does not take so long a line, and says so: not asked again
const ELSEWHERE = 4409; // another window of the same visitor has it

export class Engine {
  /** heard(answer, wish): something new about the last question. changed(state): "off", "waiting", "running", "done", "busy" …. */
  constructor({ heard, changed }) {
    Object.assign(this, { heard, changed, on: false, wish: null, seq: 0, socket: null, timer: 0, tries: 0 });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#hang() : this.#ask()));
    window.addEventListener("pagehide", () => this.#hang());
    window.addEventListener("pageshow", ({ persisted }) => { if (persisted) this.#ask(); });
  }

  /** Look at something else: {look, lines}, or at nothing. */
  look(wish) {
    if (wish && JSON.stringify(wish) === JSON.stringify(this.wish)) return;
    this.wish = wish;
    this.seq += 1;
    clearTimeout(this.timer);
    if (!wish) this.#say({ stop: true });
    if (this.on) this.timer = setTimeout(() => this.#ask(), PAUSE);
  }

  turn(on) {
    this.on = on;
    this.tries = 0;
    if (on) this.#ask();
    else this.#hang();
    if (!on) this.changed("off");
  }

  #ask() {
    clearTimeout(this.timer);
    if (!this.on || document.hidden) return;
    if (!this.wish) return this.changed("idle");
    if (!this.socket) return this.#connect();
    this.changed("waiting");
    this.#say({ ...this.wish, seq: this.seq });
  }

  #say(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #connect() {
    const url = new URL("/api/v1/engine", location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.addEventListener("open", () => this.#ask());
    socket.addEventListener("message", ({ data }) => this.#told(JSON.parse(data)));
    socket.addEventListener("close", ({ code, reason }) => {
      if (this.socket !== socket) return; // hung up here
      this.socket = null;
      if (code === ELSEWHERE) return this.changed("elsewhere"); // until somebody goes on here
      if (code === TOO_LARGE) return this.changed("failed", reason);
      this.changed(BUSY.includes(code) ? "busy" : "gone");
      const wait = WAITS[Math.min(this.tries, WAITS.length - 1)];
      this.tries += 1;
      clearTimeout(this.timer);
      if (this.on) this.timer = setTimeout(() => this.#ask(), wait);
    });
  }

  #told(answer) {
    if (answer.seq !== this.seq || !this.on) return;
    this.tries = 0;
    if (answer.error) return this.changed("failed", answer.error);
    this.changed(answer.done ? "done" : "running");
    this.heard(answer, this.wish);
  }

  /** End the talk; the server's workers are free at once. */
  #hang() {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close()); // sooner is an error
    else socket?.close();
  }
}
