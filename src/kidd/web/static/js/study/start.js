// The first script of the page of a study.

import { begin } from "../shared/kit.js";

begin("", () => import("./study.js"));
