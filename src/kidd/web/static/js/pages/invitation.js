// The page of a game in which somebody is missing: it comes alive when the last one sits down.

import { newSalt } from "../shared/salt.js";
import { listen } from "../shared/socket.js";

const root = document.getElementById("invitation");
const { api, version } = root.dataset;
let leaving = false; // a form is on its way: to load the page again would lose its answer, and with it a guest's cookie

document.addEventListener("submit", () => { leaving = true; });

listen({
  address: () => `${api}/socket`,
  version: () => version,
  // Whatever has happened, the page as it is now tells it: the game, or who has come.
  newer: (state) => { if (!leaving && state.version !== undefined && String(state.version) !== version) location.reload(); },
  changed: () => {},
});

document.getElementById("sit-form")?.addEventListener("submit", ({ target }) => { target.elements.salt.value = newSalt(); });

const link = document.getElementById("link");
link?.addEventListener("focus", () => link.select());

document.getElementById("copy-link")?.addEventListener("click", async ({ currentTarget: button }) => {
  const copied = navigator.clipboard?.writeText(link.value) ?? Promise.reject(new Error("no clipboard"));
  await copied.catch(() => { link.select(); document.execCommand("copy"); });
  button.querySelector("span").textContent = button.dataset.done;
});

const share = document.getElementById("share-link");
if (share && navigator.share) {
  share.hidden = false;
  share.addEventListener("click", () => navigator.share({ title: share.dataset.title, url: link.value }).catch(() => {}));
}
document.documentElement.dataset.ready = "true";
