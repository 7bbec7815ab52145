// Opening a tower: pointing at it, reaching it by keyboard or pressing it for long lists its crew from the top down.

import { text } from "./texts.js";

const HOVER = 180;
const PRESS = 420;

export function crewCard(root, card) {
  let timer = 0;
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
    const box = card.getBoundingClientRect();
    const right = at.right + 8 + box.width <= innerWidth - 8;
    const left = right ? at.right + 8 : Math.max(8, at.left - box.width - 8);
    const top = Math.min(Math.max(8, at.top + at.height / 2 - box.height / 2), innerHeight - box.height - 8);
    card.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  }

  function hide() {
    clearTimeout(timer);
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
  root.addEventListener("pointerleave", hide);
  root.addEventListener("focusin", (event) => { if (event.target.matches?.(":focus-visible")) soon(placeOf(event), 0); });
  root.addEventListener("focusout", hide);
  root.addEventListener("pointerdown", (event) => { if (event.pointerType !== "mouse") soon(placeOf(event), PRESS); });
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, (event) => { if (event.pointerType !== "mouse") { clearTimeout(timer); setTimeout(hide, shown ? 1800 : 0); } });
  }
  root.addEventListener("pointermove", (event) => { if (event.pointerType !== "mouse" && Math.abs(event.movementX) + Math.abs(event.movementY) > 6) clearTimeout(timer); });
  return { hide, refresh: () => { if (shown) { const place = root.querySelector(`[data-space="${CSS.escape(shown)}"]`); if (place) show(place); else hide(); } } };
}
