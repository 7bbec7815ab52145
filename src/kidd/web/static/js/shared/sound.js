// Silent until switched on: how a sound is made is fetched only by those who want to hear one.

import { read } from "./prefs.js";

let context = null;
let sounds = null;

/** Browsers let a page sound only after it was touched. */
export function wake() {
  if (!read().sound) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  if (!sounds) import("./sounds.js").then((found) => { sounds = found; });
}

export function play(name) {
  if (read().sound && context?.state === "running") sounds?.make(name, context);
}
