// The first script of a game's page.

import { begin } from "../shared/kit.js";

begin(document.getElementById("table").dataset.page, () => import("./table.js"));
