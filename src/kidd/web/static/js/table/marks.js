// Marks of an analysis that was finished in another window: written into the log of a table that is open already.

import { part } from "../render/parts.js";
import { ask } from "../shared/server.js";

const CHANNEL = "kidd-analysed"; // the report tells here which game is done

export function marks(table) {
  async function look() {
    const { over, api } = table().dataset;
    if (over !== "true" || document.querySelector("#log-rows .log-mark")) return;
    const { ok, data } = await ask(`${api}/analysis`, undefined, { retry: false }).catch(() => ({ ok: false }));
    if (ok && data.state === "done") data.notes.filter(({ glyph }) => glyph).forEach(write);
  }

  new BroadcastChannel(CHANNEL).addEventListener("message", ({ data }) => { if (data === table().dataset.game) look(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
}

function write({ ply, mark, glyph, label, words }) {
  const cell = document.querySelector(`#log-rows [data-at="${ply}"]`);
  if (!cell) return;
  const made = part("log-mark");
  made.className = `log-mark mark-${mark}`;
  made.querySelector("[aria-hidden]").textContent = glyph;
  made.querySelector(".sr").textContent = label;
  cell.append(made);
  cell.title += ` – ${label}: ${words}`;
}
