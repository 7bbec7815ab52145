// Opening a tower: pointing at it, reaching it by keyboard or pressing it for long lists its crew from the top down.

import { text } from "../shared/texts.js";

const HOVER = 180;
const PRESS = 420;
const STAYS = 1500; // after the finger is gone
const FAR = 25; // a pixel farther away is as bad as so much of the deck covered

/** pressed(): a long press has opened a card, so that its end is no tap. */
export function towerCard(root, card, { pressed = () => {} } = {}) {
  let timer = 0;
  let closing = 0;
  let touched = false;
  let shown = "";

  const placeOf = (event) => event.target.closest?.("[data-space]");

  function soon(place, wait) {
    clearTimeout(timer);
    if ((place?.dataset.crew ?? "").length < 2) return hide();
    timer = setTimeout(() => show(place), wait);
  }

  function show(place) {
    const crew = place.dataset.crew ?? "";
    if (!place.isConnected || crew.length < 2) return hide();
    card.replaceChildren(title(), list(crew));
    card.hidden = false;
    shown = place.dataset.space;
    const at = place.querySelector(".hit").getBoundingClientRect();
    const { x, y } = spot(at, card.getBoundingClientRect());
    card.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
  }

  /** Near the space, where it covers little of the deck's middle and of what stands on it. */
  function spot(at, { width, height }) {
    const [midX, midY] = [at.left + at.width / 2 - width / 2, at.top + at.height / 2 - height / 2];
    const deck = root.querySelector(".deck-live svg").getBoundingClientRect();
    const places = [
      { x: at.right + 8, y: midY }, { x: at.left - width - 8, y: midY }, { x: midX, y: at.top - height - 8 }, { x: midX, y: at.bottom + 8 },
      { x: deck.left - width - 8, y: midY }, { x: deck.right + 8, y: midY }, { x: midX, y: deck.top - height }, { x: midX, y: deck.bottom },
    ].map(({ x, y }) => ({ x: Math.min(Math.max(8, x), innerWidth - width - 8), y: Math.min(Math.max(8, y), innerHeight - height - 8) }));
    const middle = { left: deck.left + deck.width * 0.25, right: deck.right - deck.width * 0.25, top: deck.top + deck.height * 0.2, bottom: deck.bottom - deck.height * 0.2 };
    const bar = root.querySelector("#actions").getBoundingClientRect();
    const held = [...root.querySelectorAll('[data-space][data-crew]:not([data-crew=""]) .hit')].map((one) => one.getBoundingClientRect());
    const costs = places.map((one) => {
      const box = { left: one.x, right: one.x + width, top: one.y, bottom: one.y + height };
      const far = Math.hypot(one.x - midX, one.y - midY);
      return FAR * far + 4 * shared(box, at) + 2 * shared(box, middle) + 2 * shared(box, bar) + held.reduce((sum, other) => sum + shared(box, other), 0);
    });
    return places[costs.indexOf(Math.min(...costs))];
  }

  function hide() {
    clearTimeout(timer);
    clearTimeout(closing);
    card.hidden = true;
    shown = "";
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

  root.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") soon(placeOf(event), HOVER); });
  root.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hide(); });
  root.addEventListener("focusin", (event) => { if (event.target.matches?.(":focus-visible")) soon(placeOf(event), 0); });
  root.addEventListener("focusout", (event) => { if (!shown || placeOf(event)?.dataset.space === shown) hide(); });
  root.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    hide();
    touched = true;
    soon(placeOf(event), PRESS);
  });
  document.addEventListener("pointerdown", (event) => { if (event.pointerType !== "mouse" && !root.contains(event.target)) hide(); }, { passive: true });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => {
      if (event.pointerType === "mouse") return;
      clearTimeout(timer);
      if (shown && touched) pressed();
      touched = false;
      closing = setTimeout(hide, shown ? STAYS : 0);
    });
  }
  root.addEventListener("pointermove", (event) => { if (event.pointerType !== "mouse" && Math.abs(event.movementX) + Math.abs(event.movementY) > 6) clearTimeout(timer); });
  return { hide, refresh: () => { if (shown) { const place = root.querySelector(`[data-space="${CSS.escape(shown)}"]`); if (place) show(place); else hide(); } } };
}

/** How much two boxes cover of each other. */
function shared(one, other) {
  const [width, height] = [Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
  return width > 0 && height > 0 ? width * height : 0;
}
