// The settings sheet: every change is kept in the cookie and shown at once.

import { ask } from "./live.js";
import { showTheme, write } from "./prefs.js";
import { play as sound, wake } from "./sound.js";

const DRAWN = ["theme", "coordinates", "threats", "flip", "rotation", "lying"]; // what the server draws otherwise

/** Returns a function that changes preferences, as the sheet does. */
export function settings({ table, show, changed }) {
  const form = document.getElementById("settings");

  async function prefer(changes) {
    const prefs = write(changes);
    if ("theme" in changes) showTheme(changes.theme);
    if ("language" in changes) return location.reload();
    if ("sound" in changes) { wake(); setTimeout(() => sound("step"), 80); }
    document.body.classList.toggle("deck-lies", Boolean(prefs.lying) || (prefs.rotation ?? 0) % 180 !== 0);
    mirror(prefs);
    if (!DRAWN.some((name) => name in changes)) return undefined;
    changed();
    const { view, ply, live } = table().dataset;
    const { ok, data } = await ask(live === "true" ? view : `${view}?ply=${ply}`).catch(() => ({ ok: false }));
    return ok ? show(data) : undefined;
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
