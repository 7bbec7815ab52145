"""What is said at the routes, and what their paths are filled in with."""

from __future__ import annotations

from typing import Any

from kidd.problems.sets import problems_of

POSITION = "LC - R R7B7 -"
BOOK = '[Game "LC"]\n\n*\n'
PROBLEM = problems_of("LC")[0]
SEATS = [{"kind": "person"}, {"kind": "person"}]
TRIED = {"kind": "add", "node": "0", "act": "@c1"}
MOVE: dict[str, Any] = {"act": "@e7", "ply": 2}
FIRST: dict[str, Any] = {"act": "@e7", "ply": 0}
PLAN_TEXT = {"ply": 2, "lines": "@e7 @a3"}
PARTS = {
    "{ply:ply}": "1",
    "{node:ply}": "0",
    "{number}": "1",
    "{slug}": "loyal-captain",
    "{name}": "kidd-18",
    "{kind:kind}": "stale",
    "{text}": "LC",
    "{step}": "1",
    "{code}": "LC",
    "{deck}": "kidd-18",
    "{problem_id}": PROBLEM.id,
}
