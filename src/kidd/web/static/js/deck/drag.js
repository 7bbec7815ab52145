// Dragging a token, a tower or a token in hand, by mouse, pen or finger.

const SLACK = 7; // pixels before a press becomes a drag

/** facing: {carry(tokens, space), drop()}, which shows how a token will stand. */
export function dragging(board, root, facing = { carry() {}, drop() {} }) {
  let drag = null;

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const hand = event.target.closest("[data-hand]");
    const place = event.target.closest("[data-space]");
    if (!hand && !board.active()) return;
    if (hand && board.active() && board.enters() && hand.dataset.hand === board.crew()) drag = { origin: "hand" };
    else if (place && board.lifts(place.dataset.space) && mayLift(board, place)) drag = { origin: place.dataset.space };
    else if (hand) drag = { origin: "", hand: hand.dataset.hand };
    else return;
    Object.assign(drag, { id: event.pointerId, x: event.clientX, y: event.clientY, moving: false });
  });

  // Browsers do not look at touch-action inside an SVG: what is being lifted must not scroll the page.
  root.addEventListener("touchmove", (event) => { if (drag && event.cancelable) event.preventDefault(); }, { passive: false });

  window.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moving) {
      if (Math.hypot(dx, dy) < SLACK) return;
      if (drag.hand) {
        board.refused({ space: "", origin: "hand", hand: drag.hand });
        drag = null;
        return;
      }
      lift();
    }
    carry(dx, dy);
    hover(event);
  });

  window.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const done = drag;
    if (done.moving) {
      const target = spaceAt(event.clientX, event.clientY);
      board.hush();
      if (target === done.origin) { put(); drag = null; return; } // stays picked up: the next tap says where to
      if (target && board.leads(target)) {
        put(true);
        drag = null;
        board.drop(done.origin, target);
        return;
      }
      put();
      drag = null;
      if (target) board.drop(done.origin, target);
      else board.cancel();
      return;
    }
    drag = null;
    if (done.origin === "hand") board.pickHand();
  });

  window.addEventListener("pointercancel", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    put();
    drag = null;
    board.cancel();
  });

  function mayLift(board, place) {
    return board.picked.length === 0 || board.picked.length === 1 && !board.leads(place.dataset.space);
  }

  function lift() {
    drag.moving = true;
    if (drag.origin === "hand") board.pickHand();
    else if (board.picked[0] !== drag.origin) { board.picked = []; board.pick(drag.origin); }
    document.documentElement.classList.add("is-dragging");
    drag.scale = root.querySelector(".deck-live svg")?.getScreenCTM()?.a || 1;
    drag.tokens = drag.origin === "hand" ? [] : tokensOn(drag.origin);
    if (drag.origin === "hand") drag.ghost = handGhost();
  }

  function carry(dx, dy) {
    for (const token of tokensOn(drag.origin)) {
      token.classList.add("is-carried");
      token.style.translate = `${dx / drag.scale}px ${dy / drag.scale}px`;
    }
    if (drag.ghost) drag.ghost.style.translate = `${drag.x + dx}px ${drag.y + dy}px`;
  }

  function hover(event) {
    const over = spaceAt(event.clientX, event.clientY);
    for (const place of root.querySelectorAll(".is-over")) if (place.dataset.space !== over) place.classList.remove("is-over");
    const leads = Boolean(over) && over !== drag.origin && board.leads(over);
    if (leads) board.space(over)?.classList.add("is-over");
    facing.carry(drag.tokens, leads ? over : "");
  }

  /** End the drag; a token that was dropped well stays where it is until the server's answer places it. */
  function put(dropped = false) {
    document.documentElement.classList.remove("is-dragging");
    for (const place of root.querySelectorAll(".is-over")) place.classList.remove("is-over");
    drag.ghost?.remove();
    if (!dropped) facing.drop();
    for (const token of tokensOn(drag.origin)) {
      token.classList.remove("is-carried");
      if (!dropped) token.style.translate = "";
      else setTimeout(() => { if (token.isConnected) token.style.translate = ""; }, 1500);
    }
  }

  function tokensOn(space) {
    return root.querySelectorAll(`[data-on="${CSS.escape(space)}"]`);
  }

  function handGhost() {
    const ghost = document.createElement("i");
    ghost.className = `disc crew-${board.crew()} drag-ghost`;
    document.body.append(ghost);
    return ghost;
  }

  function spaceAt(x, y) {
    return document.elementFromPoint(x, y)?.closest?.("[data-space]")?.dataset.space ?? "";
  }
}
