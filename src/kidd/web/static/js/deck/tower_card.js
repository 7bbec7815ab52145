// Opening a tower: pointing at it, reaching it by keyboard or pressing it for long lists its crew from the top down.

import { text } from "../shared/texts.js";
import { spot } from "./spot.js";

const HOVER = 180;
const PRESS = 420;
const STAYS = 1500; // after the finger is gone
const STIRS = 6; // pixels by which a finger moves that does not press

const placeOf = (event) => event.target.closest?.("[data-space]");
const byMouse = ({ pointerType }) => pointerType === "mouse";

export class TowerCard {
  #root;
  #card;
  #pressed;
  #timer = 0;
  #closing = 0;
  #touched = false;
  #shown = "";

  /** pressed(): a long press has opened a card, so that its end is no tap. */
  constructor(root, card, { pressed = () => {} } = {}) {
    this.#root = root;
    this.#card = card;
    this.#pressed = pressed;
    this.#follow();
    this.#followFingers();
  }

  /** The deck has changed: what is open shows what stands there now. */
  refresh() {
    if (!this.#shown) return;
    const place = this.#root.querySelector(`[data-space="${CSS.escape(this.#shown)}"]`);
    if (place) this.#show(place);
    else this.hide();
  }

  hide() {
    clearTimeout(this.#timer);
    clearTimeout(this.#closing);
    this.#card.hidden = true;
    this.#shown = "";
  }

  #soon(place, wait) {
    clearTimeout(this.#timer);
    if ((place?.dataset.crew ?? "").length < 2) return this.hide();
    this.#timer = setTimeout(() => this.#show(place), wait);
  }

  #show(place) {
    const crew = place.dataset.crew ?? "";
    if (!place.isConnected || crew.length < 2) return this.hide();
    this.#card.replaceChildren(title(), list(crew));
    this.#card.hidden = false;
    this.#shown = place.dataset.space;
    const { x, y } = spot(this.#root, place.querySelector(".hit").getBoundingClientRect(), this.#card.getBoundingClientRect());
    this.#card.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }

  #follow() {
    const root = this.#root;
    root.addEventListener("pointerover", (event) => { if (byMouse(event)) this.#soon(placeOf(event), HOVER); });
    root.addEventListener("pointerleave", (event) => { if (byMouse(event)) this.hide(); });
    root.addEventListener("focusin", (event) => { if (event.target.matches?.(":focus-visible")) this.#soon(placeOf(event), 0); });
    root.addEventListener("focusout", (event) => { if (!this.#shown || placeOf(event)?.dataset.space === this.#shown) this.hide(); });
  }

  #followFingers() {
    const root = this.#root;
    root.addEventListener("pointerdown", (event) => { if (!byMouse(event)) this.#touch(placeOf(event)); });
    document.addEventListener("pointerdown", (event) => { if (!byMouse(event) && !root.contains(event.target)) this.hide(); }, { passive: true });
    for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, (event) => { if (!byMouse(event)) this.#leave(); });
    root.addEventListener("pointermove", (event) => { if (!byMouse(event) && Math.abs(event.movementX) + Math.abs(event.movementY) > STIRS) clearTimeout(this.#timer); });
  }

  #touch(place) {
    this.hide();
    this.#touched = true;
    this.#soon(place, PRESS);
  }

  #leave() {
    clearTimeout(this.#timer);
    if (this.#shown && this.#touched) this.#pressed();
    this.#touched = false;
    this.#closing = setTimeout(() => this.hide(), this.#shown ? STAYS : 0);
  }
}

function title() {
  const head = document.createElement("p");
  head.className = "small soft";
  head.textContent = text("tower");
  return head;
}

function list(crew) {
  const rows = document.createElement("ol");
  for (const colour of crew) {
    const row = document.createElement("li");
    const disc = document.createElement("i");
    disc.className = `disc crew-${colour}`;
    row.append(disc, text(`crew${colour}`));
    rows.append(row);
  }
  return rows;
}
