// The keyboard: arrows walk along the paths of the deck, Enter acts, Escape puts back, single letters do the rest.

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Cursor {
  /** One space at a time can be reached by Tab; the arrows move it. */
  constructor(root) {
    this.root = root;
    this.at = "";
    root.addEventListener("focusin", (event) => {
      const place = event.target.closest?.("[data-space]");
      if (place) this.stand(place.dataset.space);
    });
    this.refresh();
  }

  refresh() {
    const spaces = [...this.root.querySelectorAll("[data-space]")];
    const kept = spaces.find((place) => place.dataset.space === this.at);
    const place = kept ?? spaces.find((one) => one.classList.contains("can-move")) ?? spaces[0];
    for (const one of spaces) one.setAttribute("tabindex", one === place ? "0" : "-1");
  }

  stand(space) {
    this.at = space;
    this.refresh();
  }

  focus() {
    const place = this.root.querySelector('[data-space][tabindex="0"]');
    place?.focus({ preventScroll: false });
  }

  /** Walk from the focused space along the path that leads most nearly that way. */
  walk(key) {
    const from = document.activeElement?.closest?.("[data-space]");
    if (!from || !this.root.contains(from)) return false;
    const here = middle(from);
    const [dx, dy] = ARROWS[key];
    let best = null;
    for (const name of (from.dataset.ports ?? "").split(" ").filter(Boolean)) {
      const place = this.root.querySelector(`[data-space="${CSS.escape(name)}"]`);
      const there = middle(place);
      const far = Math.hypot(there.x - here.x, there.y - here.y);
      const along = ((there.x - here.x) * dx + (there.y - here.y) * dy) / far;
      if (along > 0.2 && along > (best?.along ?? 0)) best = { place, along };
    }
    best?.place.focus();
    return true;
  }
}

function middle(place) {
  const box = place.querySelector(".hit").getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** `does` has an entry for each thing a key can do. */
export function keyboard({ board, cursor, does, live }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target;
    if (document.querySelector("dialog[open]")) return; // which Escape closes by itself, and nothing else
    if (event.key === "Escape") {
      if (does.escape()) event.preventDefault();
      return;
    }
    if (target.closest?.("input, select, textarea, [contenteditable]")) return;
    const place = target.closest?.("[data-space]");
    let done = true;
    if (event.key in ARROWS && place && live()) done = cursor.walk(event.key);
    else if (place && (event.key === "Enter" || event.key === " ")) board.pick(place.dataset.space);
    else if (target.closest?.("#log-rows") && event.key in ARROWS) done = false; // scrolls
    else if (event.key === "ArrowLeft" || event.key === ",") does.step(-1);
    else if (event.key === "ArrowRight" || event.key === ".") does.step(1);
    else if (does.vary && (event.key === "ArrowUp" || event.key === "ArrowDown")) does.vary(event.key === "ArrowUp" ? -1 : 1);
    else if (does.play && event.key === " " && !target.closest?.("button, a, summary")) does.play();
    else if (event.key === "Home") does.step(-Infinity);
    else if (event.key === "End") does.step(Infinity);
    else done = letters(event.key, does, cursor);
    if (done) event.preventDefault();
  });
}

function letters(key, does, cursor) {
  if (key === "d" || key === "D") cursor.focus();
  else if (key === "/") does.type();
  else if (key === "h" || key === "H") does.hint();
  else if (key === "u" || key === "U") does.takeback();
  else if (key === "f" || key === "F") does.flip();
  else if (key === "?") does.keys();
  else return false;
  return true;
}
