// Games whose talk is muted on this device.

const KEY = "kidd-muted";
const KEPT = 50;

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

export const muted = (game) => remembered().includes(game);

/** Mute a game, or let it be heard again; tells whether it is muted now. */
export function mute(game) {
  const on = !muted(game);
  localStorage.setItem(KEY, JSON.stringify([...remembered().filter((one) => one !== game), ...(on ? [game] : [])].slice(-KEPT)));
  return on;
}
