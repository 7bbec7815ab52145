// Setting up a position: every touch and every change goes to the server, which sends the page back as it is then.

import { Cursor } from "../deck/keys.js";
import { lay, steer } from "./fragment_morph.js";
import { ask } from "../shared/server.js";
import { text } from "../shared/texts.js";

const root = document.querySelector("[data-setup]");
const form = () => document.getElementById("setup-form");
const cursor = new Cursor(root);
let last = Promise.resolve();

/** One change after the other: each builds on the answer to the one before. */
function send(what = {}) {
  last = last.then(async () => {
    const { data } = await ask("/setup", { ...Object.fromEntries(new FormData(form())), ...what }).catch(() => ({ data: {} }));
    if (!data.html) {
      const box = document.getElementById("setup-state");
      box.textContent = data.error ?? text("failed");
      return;
    }
    lay(root, data.html);
    cursor.refresh();
  });
  return last;
}

const touch = (space) => send({ space });

root.addEventListener("click", (event) => {
  const place = event.target.closest("[data-space]");
  const button = event.target.closest("[data-act]");
  if (place) touch(place.dataset.space);
  else if (button) {
    event.preventDefault();
    send({ [button.name]: button.value });
  }
});

root.addEventListener("change", (event) => {
  if (event.target.matches("[data-change]")) send();
});

root.addEventListener("submit", (event) => {
  if (event.target !== form() || event.submitter?.id === "play-on") return;
  event.preventDefault();
  send(document.activeElement?.id === "setup-notation" ? { take: "1" } : {});
});

steer(root, cursor, { pick: touch });

// Letters choose a tool while the deck has the focus.
const TOOLS = { r: "R", b: "B", g: "G", t: "turn", Delete: "remove", Backspace: "remove", x: "remove" };
root.addEventListener("keydown", (event) => {
  const place = event.target.closest?.("[data-space]");
  const tool = TOOLS[event.key] ?? TOOLS[event.key.toLowerCase()];
  if (!place || !tool || event.ctrlKey || event.metaKey || event.altKey) return;
  const radio = form().querySelector(`input[name="tool"][value="${tool}"]`);
  if (!radio) return;
  event.preventDefault();
  radio.checked = true;
  touch(place.dataset.space);
});

document.documentElement.dataset.ready = "true";
