// Where a card is put: near its space, where it covers little of the deck's middle and of what stands on it.

const FAR = 25; // a pixel farther away is as bad as so much of the deck covered
const GAP = 8; // pixels between a card and what it stands beside

/** Returns {x, y}. at: the box of the space; the last is the card's own. */
export function spot(root, at, { width, height }) {
  const deck = root.querySelector(".deck-live svg").getBoundingClientRect();
  const near = { x: at.left + at.width / 2 - width / 2, y: at.top + at.height / 2 - height / 2 };
  const places = around(at, deck, near, { width, height });
  const middle = { left: deck.left + deck.width * 0.25, right: deck.right - deck.width * 0.25, top: deck.top + deck.height * 0.2, bottom: deck.bottom - deck.height * 0.2 };
  const bar = root.querySelector("#actions").getBoundingClientRect();
  const held = [...root.querySelectorAll('[data-space][data-crew]:not([data-crew=""]) .hit')].map((one) => one.getBoundingClientRect());
  const costs = places.map(({ x, y }) => {
    const box = { left: x, right: x + width, top: y, bottom: y + height };
    const far = Math.hypot(x - near.x, y - near.y);
    return FAR * far + 4 * shared(box, at) + 2 * shared(box, middle) + 2 * shared(box, bar) + held.reduce((sum, other) => sum + shared(box, other), 0);
  });
  return places[costs.indexOf(Math.min(...costs))];
}

/** On each side of the space, then of the deck; all of it within the window. */
function around(at, deck, { x, y }, { width, height }) {
  return [
    { x: at.right + GAP, y }, { x: at.left - width - GAP, y }, { x, y: at.top - height - GAP }, { x, y: at.bottom + GAP },
    { x: deck.left - width - GAP, y }, { x: deck.right + GAP, y }, { x, y: deck.top - height }, { x, y: deck.bottom },
  ].map((one) => ({ x: Math.min(Math.max(GAP, one.x), innerWidth - width - GAP), y: Math.min(Math.max(GAP, one.y), innerHeight - height - GAP) }));
}

/** How much two boxes cover of each other. */
function shared(one, other) {
  const [width, height] = [Math.min(one.right, other.right) - Math.max(one.left, other.left), Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)];
  return width > 0 && height > 0 ? width * height : 0;
}
