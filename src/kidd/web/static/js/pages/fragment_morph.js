// A fragment from the server laid over the one on the page: what is the same stays, and tokens walk.

import { Idiomorph } from "../../vendor/idiomorph.js";
import { animate, snapshot } from "../deck/motion.js";

document.documentElement.dataset.motion = "off"; // the stylesheet's own transitions: motion.js does it along the paths

/** Show a fragment in place of `root`; nodes whose id is in `keep` are left as they are. */
export function lay(root, html, keep = []) {
  const before = snapshot(root);
  const active = document.activeElement;
  const focus = { id: active?.id ?? "", space: active?.dataset?.space ?? "" };
  Idiomorph.morph(root, html, {
    morphStyle: "outerHTML",
    ignoreActiveValue: Boolean(active?.matches?.("input, textarea")), // of a button it would keep the words, too
    callbacks: { beforeNodeMorphed: (old) => !keep.includes(old.id) || !old.id },
  });
  animate(root, before);
  if (document.activeElement !== active && root.contains(active) === false) {
    const found = focus.space ? root.querySelector(`[data-space="${CSS.escape(focus.space)}"]`) : focus.id ? document.getElementById(focus.id) : null;
    found?.focus({ preventScroll: true });
  }
}

/** Let the arrow keys walk over a deck; Enter and Space pick a space, Escape cancels. */
export function steer(root, cursor, { pick, cancel = () => {} }) {
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = event.target.closest?.("[data-space]");
    if (event.key === "Escape") return cancel();
    if (!place) return undefined;
    if (event.key.startsWith("Arrow") && cursor.walk(event.key)) event.preventDefault();
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(place.dataset.space);
    }
    return undefined;
  });
}
