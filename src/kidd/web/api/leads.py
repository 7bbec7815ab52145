"""Which requests an answer leads to, as links of OpenAPI: by them programs find their way from a new game to a move."""

from __future__ import annotations

from typing import Any, NamedTuple


class Lead(NamedTuple):
    """From an answer to further requests: `parameter` of each is found at `found` in it."""

    parameter: str
    found: str
    to: tuple[str, ...]


ACT = {name: f"$response.body#/{place}" for name, place in (("act", "moves/0/act"), ("ply", "ply"))}
SEEN = {"ply": "$response.body#/ply", "version": "$response.body#/version"}
BODIES: dict[str, dict[str, str]] = {
    "act": ACT | {"version": "$response.body#/version"},
    "take_back": SEEN,
    "go_on": SEEN,
    "hint": {"ply": "$response.body#/ply"},
}
GAME = Lead(
    "game_id",
    "id",
    (
        *("read_game", "act", "take_back", "go_on", "hint", "abandon", "rematch", "adjourn", "resume"),
        *("sit_down", "stand_up", "fill", "log_book", "hear", "say", "read_note", "put_note", "read_plan", "put_plan"),
        *("begin_analysis", "read_analysis", "stop_analysis", "dice_of_game"),
    ),
)
LEADS: dict[str, Lead] = {
    **dict.fromkeys(("open_game", "invite", "rematch", "read_game", "act", "sit_down"), GAME),
    "keep_study": Lead("study_id", "id", ("read_study", "edit_study", "study_book", "delete_study")),
    "list_problems": Lead("problem_id", "problems/0/id", ("read_problem", "try_problem", "show_solution")),
    "make_bot": Lead("bot_id", "id", ("make_bot_token", "dismiss_bot")),
    "add_device": Lead("device_id", "id", ("drop_device",)),
}


def add_leads(made: dict[str, Any]) -> None:
    """Add them to a document: each stands once among its components."""
    known: dict[str, Any] = made["components"].setdefault("links", {})
    for operation in (one for path in made["paths"].values() for one in path.values()):
        lead = LEADS.get(operation["operationId"])
        if lead is None:
            continue
        names = {f"{name}_by_{lead.parameter}": name for name in lead.to}
        known |= {name: _link(lead, to) for name, to in names.items()}
        answer = next(one for status, one in operation["responses"].items() if status < "300")
        answer["links"] = {to: {"$ref": f"#/components/links/{name}"} for name, to in names.items()}


def _link(lead: Lead, to: str) -> dict[str, Any]:
    link: dict[str, Any] = {
        "operationId": to,
        "parameters": {lead.parameter: f"$response.body#/{lead.found}"},
    }
    if to in BODIES:
        link["requestBody"] = BODIES[to]
    return link
