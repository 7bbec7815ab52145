// The sheet with everything else: words to be said, the link to a position, pictures to keep.

import { say } from "../shared/speech.js";
import { text } from "../shared/texts.js";

/** Bring the sheet up to date: the words that may be said now, and the picture of what is shown. */
export function fillMore(table) {
  const words = [...document.querySelectorAll("#words-form [data-act]")].map((button) => {
    const copied = button.cloneNode(true);
    copied.type = "button";
    copied.classList.remove("button-small");
    return copied;
  });
  document.getElementById("more-words").replaceChildren(...words);
  document.getElementById("get-svg").href = picture(table);
}

export async function copyLink(table) {
  const url = new URL(`${table.dataset.page}/${table.dataset.ply}`, location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    say(text("copied"));
  } catch {
    say(url);
  }
}

export async function savePng(table) {
  const { game, ply } = table.dataset;
  try {
    const { download } = await import("../shared/picture.js");
    await download(picture(table), `kidd-${game}-${ply}.png`);
  } catch {
    say(text("failed"), true);
  }
}

const picture = (table) => `${table.dataset.page}/${table.dataset.ply}.svg`;
