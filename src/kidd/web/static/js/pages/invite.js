// The form of an invitation: what this browser adds to the dice is made when it is sent.

import { gold } from "./gold.js";
import { newSalt } from "../shared/salt.js";

const form = document.getElementById("invite-form");
// How many play counts only in the game that leaves it open.
gold(form, ({ elements: { players } }) => form.querySelector("[data-three]:checked") && players.value.startsWith("3"));
form.addEventListener("submit", ({ target }) => { target.elements.salt.value = newSalt(); });
document.documentElement.dataset.ready = "true";
