// The offers over the table, of sound and of the introduction: taken, declined, or gone with the first own move.

import { read, write } from "../shared/prefs.js";

/** The introduction or the sound was offered: it goes, and does not come again. */
export function welcomed() {
  const sound = document.getElementById("sound-offer");
  if (sound) write({ asked: true });
  sound?.remove();
  const offer = document.getElementById("welcome");
  if (!offer) return;
  write({ introduced: [...(read().introduced ?? []), offer.dataset.game] });
  offer.remove();
}
