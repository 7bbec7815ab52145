// Notes that one keeps for oneself beside a game.

import { say } from "../shared/speech.js";
import { text } from "../shared/texts.js";

/** address(): where they are kept. */
export function notes(address) {
  document.getElementById("note-form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    keep(address());
  });
}

async function keep(address) {
  const request = { method: "PUT", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify({ text: document.getElementById("note-text").value }) };
  const answer = await fetch(address, request).catch(() => null);
  const data = (await answer?.json().catch(() => ({}))) ?? {};
  say(answer?.ok ? text("noteKept") : data.detail ?? text("failed"), !answer?.ok);
}
