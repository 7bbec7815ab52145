// The settings sheet: every change is kept in the cookie and shown at once.

import { turned } from "../deck/geometry.js";
import { showTheme, write } from "../shared/prefs.js";
import { play as sound, wake } from "../shared/sound.js";

const DRAWN = ["theme", "coordinates", "flip", "rotation", "lying"]; // what the server draws otherwise

async function parsed(address, how) {
  const answer = await fetch(address, how);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

/** Returns a function that changes preferences, as the sheet does. again(): show the same state once more. */
export function settings({ table, again }) {
  const form = document.getElementById("settings");

  async function prefer(changes) {
    const prefs = write(changes);
    if ("theme" in changes) showTheme(changes.theme);
    if ("language" in changes) return location.reload();
    if ("sound" in changes) { wake(); setTimeout(() => sound("step"), 80); }
    document.body.classList.toggle("deck-lies", Boolean(prefs.lying) || (prefs.rotation ?? 0) % 180 !== 0);
    document.documentElement.dataset.log = prefs.notation ? "notation" : "words";
    mirror(prefs);
    if (!DRAWN.some((name) => name in changes)) return "threats" in changes ? again() : undefined;
    const drawn = await page().catch(() => null);
    return drawn ? again(() => swap(drawn)) : undefined;
  }

  /** The page once more, as it is drawn now. */
  async function page() {
    const { page: address, live, ply } = table().dataset;
    const fresh = await parsed(live === "true" ? address : `${address}/${ply}`, { cache: "no-store" });
    const kit = await parsed(fresh.getElementById("kit").dataset.from);
    return { fresh, geometry: kit.getElementById("geometry").textContent };
  }

  /** The ship, its spaces and its measures, as they are seen from now on. */
  function swap({ fresh, geometry }) {
    const [deck, drawn] = [document, fresh].map((one) => one.getElementById("deck"));
    const live = deck.querySelector("#deck-live > svg");
    const focused = live.contains(document.activeElement) ? document.activeElement.dataset.space : "";
    live.replaceWith(drawn.querySelector("#deck-live > svg"));
    for (const id of ["deck-picture", "deck-print"]) document.getElementById(id).replaceWith(drawn.querySelector(`#${id}`));
    turned(geometry);
    if (focused) deck.querySelector(`[data-space="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  function mirror(prefs) {
    for (const [name, value] of Object.entries(prefs)) {
      const field = form.elements[name];
      if (field instanceof RadioNodeList || field?.type === "select-one") field.value = String(value);
      else if (field) field.checked = Boolean(value);
    }
  }

  form.addEventListener("change", (event) => {
    const { name, type, checked, value } = event.target;
    prefer({ [name]: type === "checkbox" ? checked : name === "rotation" ? Number(value) : value });
  });
  return prefer;
}
