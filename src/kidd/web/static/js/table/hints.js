// A hint: asked for, drawn as an arrow with its words beside the deck, played or dropped.

import { ask } from "../shared/server.js";
import { guide, say } from "../shared/speech.js";
import { text } from "../shared/texts.js";

/** Returns a function that asks for a hint. act(move): play it. */
export function hints({ table, board, act }) {
  return async function hint() {
    const { api, ply, mayMove } = table().dataset;
    if (mayMove !== "true" || document.getElementById("do-hint").disabled) return;
    const leaving = new AbortController(); // the server drops a question that nobody waits for any more
    guide({ words: text("thinking"), no: text("cancel") }).then(() => leaving.abort());
    const { ok, data } = await ask(`${api}/hint`, { ply: Number(ply) }, { signal: leaving.signal }).catch(() => ({ ok: false, data: {} }));
    if (leaving.signal.aborted) return; // a step of a move, or the game itself, went on meanwhile
    guide(null);
    if (!ok) return say(data.detail ?? text("failed"), true);
    if (table().dataset.ply !== ply) return;
    board.cancel();
    point(board, data);
    const yes = await guide({ words: data.words, yes: text("play"), no: text("cancel") });
    point(board, { way: [], arrow: "" });
    if (yes) await act(data.act);
  };
}

/** Draw the arrow of a hint where the server keeps one ready, or take it away. */
function point(board, { way, arrow }) {
  for (const place of board.root.querySelectorAll(".is-hint")) place.classList.remove("is-hint");
  for (const name of way.length ? [way[0], way.at(-1)] : []) board.space(name)?.classList.add("is-hint");
  for (const path of board.root.querySelectorAll(".hint path")) {
    if (arrow) path.setAttribute("d", arrow);
    else path.removeAttribute("d");
  }
}
