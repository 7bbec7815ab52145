// Following the game: what others do is shown one act after the other and long enough to be seen.
// Nobody has to wait for it: whoever clicks or presses a key sees at once how the game stands.

import { ask } from "./live.js";
import { busy } from "./motion.js";

const SEEN = 250; // milliseconds for a roll and for what another player did: as long as tokens are under way
const OWN = 120;
const MOST = 8; // acts; whoever has missed more sees only how the game stands

export class Follow {
  /** table(): the live part of the page. show(view, last): draw a view; `last` if nothing newer is known. */
  constructor({ table, show }) {
    Object.assign(this, { table, show });
    this.version = Number(table().dataset.version);
    this.newest = null;
    this.coming = []; // what is still to be shown, in order
    this.until = 0; // before that nothing new is shown
    this.timer = 0;
  }

  /** A view of the game as it stands: shown in its turn, after everything that happened before it. */
  take(view) {
    if (view.version <= this.version) return;
    const from = this.coming.at(-1)?.ply ?? Number(this.table().dataset.ply);
    const log = acts(parsed(view.html));
    const far = document.hidden || view.ply <= from || view.ply - from > MOST || !this.#continues(log);
    this.version = view.version;
    this.newest = view;
    if (far) {
      this.coming = [{ ply: view.ply, view, ready: true }];
      return this.skip();
    }
    for (let ply = from + 1; ply < view.ply; ply += 1) this.coming.push(this.#fetched(ply));
    this.coming.push({ ply: view.ply, view, ready: true, log });
    return this.#run();
  }

  /** The answer to what this visitor did: shown at once, unless something newer is; tells whether it was. */
  own(view) {
    if (view.version < this.version) return false;
    this.#forget();
    this.version = view.version;
    this.newest = view;
    this.#present(view);
    return true;
  }

  /** Show how the game stands, whatever is still to be shown. */
  skip() {
    if (!this.coming.length) return;
    this.#forget();
    this.#present(this.newest);
  }

  /** Something else was drawn, such as an earlier ply. */
  drawn(view) {
    if (view.version < this.version) return;
    this.#forget();
    this.version = view.version;
  }

  #forget() {
    clearTimeout(this.timer);
    this.coming = [];
  }

  #run() {
    clearTimeout(this.timer);
    while (this.coming.length) {
      const wait = Math.max(busy(), this.until - performance.now());
      if (wait > 0) {
        this.timer = setTimeout(() => this.#run(), wait);
        return;
      }
      if (!this.coming[0].ready) return; // it comes here again once it is there
      const { view } = this.coming.shift();
      if (view) this.#present(view);
    }
  }

  #present(view) {
    this.show(view, view === this.newest);
    const { you } = this.table().dataset;
    const now = this.table().querySelector("#log-rows [aria-current]");
    const mine = now?.dataset.by && you.split(" ").includes(now.dataset.by);
    this.until = performance.now() + (mine || !now ? OWN : SEEN);
  }

  /** An act in between of which no view came: drawn as a look back, and shown as if it were now. */
  #fetched(ply) {
    const item = { ply, view: null, ready: false };
    ask(`${this.table().dataset.view}?ply=${ply}`, undefined, { retry: false })
      .then(({ ok, data }) => { if (ok) item.view = { ...data, html: staged(data.html, this.newest?.html ?? data.html, ply) }; })
      .catch(() => {}) // then it is left out
      .finally(() => {
        item.ready = true;
        this.#run();
      });
    return item;
  }

  /** Whether a log goes on from the one that is shown: after a takeback it does not. */
  #continues(log) {
    const { ply } = this.table().dataset;
    const known = acts(document).filter(({ at }) => at <= Number(ply));
    const before = this.coming.findLast((one) => one.log)?.log ?? known;
    return before.every(({ text }, number) => log[number]?.text === text);
  }
}

function parsed(html) {
  const box = document.createElement("template");
  box.innerHTML = html;
  return box.content;
}

function acts(page) {
  return [...page.querySelectorAll("#log-rows [data-at]")].map((cell) => ({ at: Number(cell.dataset.at), text: cell.textContent }));
}

function staged(html, newest, ply) {
  const [page, after] = [html, newest].map(parsed);
  const table = page.querySelector("#table");
  Object.assign(table.dataset, { live: "true", thinking: "true" });
  page.querySelector("#replay-live")?.remove();
  page.querySelector(`#crew-${table.dataset.turn}`)?.classList.add("to-act");
  for (const id of ["actions", "words"]) { // no flicker of buttons: a click on them shows the newest view first
    const [old, kept] = [page, after].map((one) => one.querySelector(`#${id}`));
    if (old && kept) old.replaceWith(kept.cloneNode(true));
  }
  const moves = document.getElementById("moves").cloneNode(true); // whoever is typing goes on typing
  moves.querySelector("#moves-form")?.remove();
  page.querySelector("#moves").replaceWith(moves);
  for (const cell of page.querySelectorAll("#log-rows [data-at]")) if (Number(cell.dataset.at) > ply) cell.remove();
  for (const row of page.querySelectorAll("#log-rows li")) if (!row.querySelector("[data-at]")) row.remove();
  return table.outerHTML;
}
