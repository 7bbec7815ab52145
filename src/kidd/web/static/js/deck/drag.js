// Dragging a token, a tower or a token in hand, by mouse, pen or finger.

const SLACK = 7; // pixels before a press becomes a drag
const STAYS = 1500; // milliseconds for the server's answer to place what was dropped

/** facing: {carry(tokens, space), drop()}, which shows how a token will stand. */
export function dragging(board, root, facing = { carry() {}, drop() {} }) {
  let drag = null;
  const its = (event) => drag !== null && event.pointerId === drag.id;

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const lifted = liftable(board, event.target);
    if (lifted) drag = new Drag({ board, root, facing }, lifted, event);
  });

  // Browsers do not look at touch-action inside an SVG: what is being lifted must not scroll the page.
  root.addEventListener("touchmove", (event) => { if (drag && event.cancelable) event.preventDefault(); }, { passive: false });

  window.addEventListener("pointermove", (event) => {
    if (its(event) && !drag.move(event)) drag = null;
  });
  window.addEventListener("pointerup", (event) => {
    if (!its(event)) return;
    const done = drag;
    drag = null;
    done.end(event);
  });
  window.addEventListener("pointercancel", (event) => {
    if (!its(event)) return;
    drag.put();
    drag = null;
    board.cancel();
  });
}

/** What a press there may lift: {origin}, and {hand} of a crew that may not enter, so that it is told why. */
function liftable(board, target) {
  const hand = target.closest("[data-hand]");
  const place = target.closest("[data-space]");
  if (!hand && !board.active()) return undefined;
  if (hand && board.active() && board.enters() && hand.dataset.hand === board.crew()) return { origin: "hand" };
  if (place && board.lifts(place.dataset.space) && mayLift(board, place)) return { origin: place.dataset.space };
  return hand ? { origin: "", hand: hand.dataset.hand } : undefined;
}

function mayLift(board, place) {
  return board.picked.length === 0 || board.picked.length === 1 && !board.leads(place.dataset.space);
}

/** One press, from which it becomes a drag to where it ends. */
class Drag {
  #deck;
  #origin;
  #hand;
  #from;
  #moving = false;
  #scale = 1;
  #tokens = [];
  #ghost = null;

  /** deck: {board, root, facing}. */
  constructor(deck, { origin, hand = "" }, { pointerId, clientX: x, clientY: y }) {
    this.#deck = deck;
    this.#origin = origin;
    this.#hand = hand;
    this.#from = { x, y };
    this.id = pointerId;
  }

  /** The pointer has moved; false if nothing comes of this drag. */
  move(event) {
    const [dx, dy] = [event.clientX - this.#from.x, event.clientY - this.#from.y];
    if (!this.#moving) {
      if (Math.hypot(dx, dy) < SLACK) return true;
      if (this.#hand) {
        this.#deck.board.refused({ space: "", origin: "hand", hand: this.#hand });
        return false;
      }
      this.#lift();
    }
    this.#carry(dx, dy);
    this.#hover(event);
    return true;
  }

  /** The pointer is up: a tap on a hand, or a token dropped somewhere. */
  end(event) {
    const { board } = this.#deck;
    if (this.#moving) this.#drop(spaceAt(event));
    else if (this.#origin === "hand") board.pickHand();
  }

  /** Nothing is carried any more; a token that was dropped well stays where it is until the server's answer places it. */
  put(dropped = false) {
    document.documentElement.classList.remove("is-dragging");
    for (const place of this.#deck.root.querySelectorAll(".is-over")) place.classList.remove("is-over");
    this.#ghost?.remove();
    if (!dropped) this.#deck.facing.drop();
    for (const one of this.#carried()) {
      one.classList.remove("is-carried");
      if (!dropped) one.style.translate = "";
      else setTimeout(() => { if (one.isConnected) one.style.translate = ""; }, STAYS);
    }
  }

  #drop(target) {
    const { board } = this.#deck;
    board.hush();
    if (target === this.#origin) return this.put(); // stays picked up: the next tap says where to
    this.put(Boolean(target) && board.leads(target));
    if (target) board.drop(this.#origin, target);
    else board.cancel();
  }

  #lift() {
    const { board, root } = this.#deck;
    const hand = this.#origin === "hand";
    this.#moving = true;
    if (hand) board.pickHand();
    else if (board.picked[0] !== this.#origin) { board.picked = []; board.pick(this.#origin); }
    document.documentElement.classList.add("is-dragging");
    this.#scale = root.querySelector(".deck-live svg")?.getScreenCTM()?.a || 1;
    this.#tokens = hand ? [] : [...this.#carried()].filter((one) => one.matches(".token"));
    if (hand) this.#ghost = handGhost(board.crew());
  }

  #carry(dx, dy) {
    for (const one of this.#carried()) {
      one.classList.add("is-carried");
      one.style.translate = `${dx / this.#scale}px ${dy / this.#scale}px`;
    }
    if (this.#ghost) this.#ghost.style.translate = `${this.#from.x + dx}px ${this.#from.y + dy}px`;
  }

  #hover(event) {
    const { board, root, facing } = this.#deck;
    const over = spaceAt(event);
    for (const place of root.querySelectorAll(".is-over")) if (place.dataset.space !== over) place.classList.remove("is-over");
    const leads = Boolean(over) && over !== this.#origin && board.leads(over);
    if (leads) board.space(over)?.classList.add("is-over");
    facing.carry(this.#tokens, leads ? over : "");
  }

  /** The tokens there, and the figure beside a tower. */
  #carried() {
    return this.#deck.root.querySelectorAll(`[data-on="${CSS.escape(this.#origin)}"]`);
  }
}

function handGhost(crew) {
  const ghost = document.createElement("i");
  ghost.className = `disc crew-${crew} drag-ghost`;
  document.body.append(ghost);
  return ghost;
}

function spaceAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest?.("[data-space]")?.dataset.space ?? "";
}
