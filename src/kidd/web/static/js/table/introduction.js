// The introduction of a game over its table, fetched only by those who want it; the game waits behind it.

import { introduce } from "../pages/introduction.js";
import { ask } from "../shared/server.js";
import * as sheets from "../shared/sheets.js";
import { say } from "../shared/speech.js";
import { text } from "../shared/texts.js";

const STYLE = new URL("../../introduction.css", import.meta.url).href;

/** Show the introduction of that address. */
export async function show(address) {
  const [{ ok, data }] = await Promise.all([ask(address).catch(() => ({})), styled()]);
  if (!ok) return say(text("failed"), true);
  const window = document.getElementById("sheet-introduction") ?? made();
  window.innerHTML = data.html;
  introduce(window.firstElementChild, { end: () => { window.close(); return true; } });
  sheets.dialog("introduction");
  window.querySelector("#introduction-step").focus({ preventScroll: true });
  return undefined;
}

function made() {
  const dialog = Object.assign(document.createElement("dialog"), { id: "sheet-introduction", className: "introduction-window" });
  dialog.setAttribute("aria-labelledby", "introduction-title");
  document.body.append(dialog);
  sheets.adopt(dialog);
  dialog.addEventListener("close", () => document.querySelector('[data-space][tabindex="0"]')?.focus({ preventScroll: true }));
  return dialog;
}

/** Once its stylesheet is there. */
function styled() {
  if (document.querySelector(`link[href="${STYLE}"]`)) return undefined;
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: STYLE });
  return new Promise((done) => { link.onload = link.onerror = done; document.head.append(link); });
}
