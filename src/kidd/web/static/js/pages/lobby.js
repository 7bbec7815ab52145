// The lobby: whenever it has changed, the part that tells of it is asked for again.

import { lay } from "./fragment_morph.js";
import { ask } from "../shared/server.js";
import { listen } from "../shared/socket.js";

let root = document.getElementById("lobby");
let asking = false;
let again = false;
let first = true;

async function refresh() {
  if (asking) { again = true; return; }
  asking = true;
  const { data } = await ask(root.dataset.address).catch(() => ({ data: {} }));
  if (data.html) {
    lay(root, data.html);
    root = document.getElementById("lobby");
  }
  asking = false;
  if (again) { again = false; refresh(); }
}

listen({
  address: () => "/api/v1/lobby/socket",
  version: () => 0,
  newer: () => { if (first) first = false; else refresh(); }, // the page brings the lobby along
  changed: (connected) => { if (connected) refresh(); },
});
document.getElementById("lobby-search").addEventListener("change", ({ currentTarget }) => currentTarget.requestSubmit());
document.documentElement.dataset.ready = "true";
