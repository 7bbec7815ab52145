// The form of an invitation: what this browser adds to the dice is made when it is sent.

import { newSalt } from "../shared/salt.js";

document.getElementById("invite-form").addEventListener("submit", ({ target }) => { target.elements.salt.value = newSalt(); });
document.documentElement.dataset.ready = "true";
