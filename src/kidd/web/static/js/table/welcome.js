// The offers over the table, of sound and of the introduction: taken, declined, or gone with the first own move.

import { read, write } from "../shared/prefs.js";

/** The introduction or the sound was offered: it goes, and does not come again. */
export function welcomed() {
  const sound = document.getElementById("sound-offer");
  if (sound) write({ asked: true });
  const offer = document.getElementById("welcome");
  if (offer) knows(offer.dataset.game);
  for (const one of [sound, offer]) one?.remove();
  if (sound || offer) document.body.classList.remove("has-welcome");
}

/** Whoever acts in a game knows it: none of its kind offers its introduction any more. */
export function begun({ family }) {
  welcomed();
  knows(family);
}

function knows(game) {
  const { introduced = [] } = read();
  if (!introduced.includes(game)) write({ introduced: [...introduced, game] });
}
