// The page of an introduction.

import { introduce } from "./introduction.js";

// A reload stays on the step.
introduce(document.getElementById("introduction"), { went: (address) => history.replaceState(history.state, "", address) });
document.documentElement.dataset.ready = "true";
