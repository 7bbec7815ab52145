// What a browser adds to the dice.

/** What goes into the next roll besides the server's seed, so that neither side can know it. */
export function newSalt() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
