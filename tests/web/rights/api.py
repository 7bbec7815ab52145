"""Who may do what by the API: every address under `/api/v1`."""

from __future__ import annotations

from tests.table.members import PASSWORD
from tests.web.rights.rows import all_may, begins, row
from tests.web.rights.words import BOOK, MOVE, PROBLEM, SEATS

ADDRESSES = [
    all_may("GET /api/v1/lobby"),
    all_may("GET /api/v1/games/{game_id}/link.svg"),
    all_may("GET /api/v1/account"),
    all_may("GET /api/v1/problems"),
    all_may("GET /api/v1/problems/today"),
    all_may("GET /api/v1/problems/record"),
    all_may("GET /api/v1/problems/{problem_id}"),
    all_may("GET /api/v1/openapi.json"),
    all_may("GET /api/v1/docs", bot="200"),
    all_may("GET /api/v1/games"),
    all_may("GET /api/v1/games/next"),
    all_may("GET /api/v1/leaders?game=LC&speed=calm"),
    all_may("GET /api/v1/members/{member}"),
    all_may("GET /api/v1/members/{member}/ratings?game=LC&speed=calm"),
    all_may("GET /api/v1/members/{member}/games"),
    all_may("GET /api/v1/games/{game_id}"),
    all_may("GET /api/v1/games/{game_id}/log.kidd"),
    all_may("GET /api/v1/games/{game_id}/{ply:ply}.svg"),
    all_may("GET /api/v1/games/{game_id}/why?move=c1"),
    all_may("GET /api/v1/games/{game_id}/analysis"),
    all_may("GET /api/v1/positions/{text}"),
    all_may("GET /api/v1/positions/{text}.svg"),
    all_may("GET /api/v1/phrases"),
    all_may("GET /api/v1/games/{game_id}/talk"),
    all_may("GET /api/v1/games/{game_id}/note"),  # their own
    all_may("GET /api/v1/games/{game_id}/plan"),  # their own
    all_may("GET /api/v1/sessions"),
    all_may("GET /api/v1/vacation"),
    all_may("GET /api/v1/studies"),
    all_may("GET /api/v1/studies/{study_id}"),
    all_may("GET /api/v1/studies/{study_id}/log.kidd"),
    all_may("GET /api/v1/notices"),
    all_may("GET /api/v1/notices/key"),
    begins("POST /api/v1/look", "200", {"position": "LC", "acts": ["@c1"]}),
    begins("POST /api/v1/studies", "201", {"position": "LC"}),
    begins("POST /api/v1/games", "201", {"game": "LC", "seats": SEATS}),
    begins("POST /api/v1/invitations", "201", {"game": "LC"}),
    begins("POST /api/v1/problems/{problem_id}/moves", "200", {"move": PROBLEM.line[0]}),
    begins("POST /api/v1/problems/{problem_id}/solution", "200", {}),
    row(
        "POST /api/v1/vacation",
        "not-yours 200 not-yours 200 200 200 elsewhere",
        {"days": 1},
    ),
    row(
        "DELETE /api/v1/vacation",  # of whoever opened the game, and of nobody else
        "not-yours illegal-act not-yours 200 200 illegal-act elsewhere",
        given="vacation",
    ),
    begins("PUT /api/v1/account/profile", "403", {"language": "de"}, member="204"),
    row("GET /api/v1/blocks", "not-yours 200 not-yours 200 200 200 200"),
    row(
        "POST /api/v1/blocks",
        "not-yours 204 not-yours 204 204 204 elsewhere",
        {"name": "{member}"},
    ),
    row("DELETE /api/v1/blocks/{name}", "not-yours 204 not-yours 204 204 204 elsewhere", {}),
    row(
        "PUT /api/v1/account/name",
        "not-yours 204 not-yours 204 204 204 elsewhere",
        {"name": "Storm Heron"},
        member="bad-account",
    ),
    all_may("GET /api/v1/tokens", "403", member="200"),
    begins("POST /api/v1/tokens", "403", {"name": "x", "scopes": ["read"], "password": PASSWORD}, member="201"),
    begins("DELETE /api/v1/tokens/{token_id}", "403", {}, member="204", operator="bad-account"),  # the member's
    begins("PUT /api/v1/account/mail", "403", {"mail": "ann@example.org", "password": PASSWORD}, member="204"),
    begins("POST /api/v1/account/mail/proof", "bad-account", {"code": "x"}),
    begins("POST /api/v1/account/mail/proof", "204", {"code": "{mail_code}"}),  # whoever has the letter
    begins("POST /api/v1/account/export", "403", {}, member="200"),
    begins("POST /api/v1/account/delete", "403", {"password": "x"}, member="422"),
    begins("POST /api/v1/account/delete", "403", {"password": PASSWORD}, member="204"),
    begins("POST /api/v1/password-resets", "204", {"who": "nobody"}),
    begins("POST /api/v1/password-resets/{code}", "bad-account", {"password": "a parrot or two"}),
    begins("POST /api/v1/password-resets/{reset_code}", "204", {"password": "a parrot or two"}),
    all_may("GET /api/v1/bots", "403", member="200"),
    begins("POST /api/v1/bots", "403", {"name": "{new_name}", "password": PASSWORD}, member="201"),
    begins("DELETE /api/v1/bots/{bot_id}", "403", {}, member="204", operator="bad-account"),  # the member's
    begins(
        "POST /api/v1/bots/{bot_id}/tokens",
        "403",
        {"name": "x", "scopes": ["read"], "password": PASSWORD},
        member="201",
        operator="bad-account",
    ),
    begins("DELETE /api/v1/bots/{bot_id}/tokens/{token_id}", "403", {}, member="204", operator="bad-account"),
    all_may("GET /api/v1/operator/people", "403", operator="200"),
    begins("PUT /api/v1/operator/people/{person_id}", "403", {"closed": True}, operator="204"),
    all_may("GET /api/v1/operator/games", "403", operator="200"),
    begins("POST /api/v1/operator/games/{game_id}/close", "403", {}, operator="204"),
    all_may("GET /api/v1/operator/reports", "403", operator="200"),
    begins("DELETE /api/v1/operator/reports/{report_id}", "403", {}, operator="204"),
    begins("POST /api/v1/operator/invitations", "403", {}, operator="201"),
    all_may("GET /api/v1/games/{game_id}/dice"),
    begins("POST /api/v1/dice", "200", {"book": BOOK}),
    begins("POST /api/v1/signup", "201", {"name": "{new_name}", "password": PASSWORD}, member="bad-account"),
    begins("POST /api/v1/login", "403", {"name": "{member}", "password": "a parrot or two"}),
    begins("POST /api/v1/login", "200", {"name": "{member}", "password": PASSWORD}),
    begins("POST /api/v1/logout", "204", {}),
    begins("POST /api/v1/account/password", "403", {"old": "x", "password": "a parrot or two"}, member="422"),
    begins("POST /api/v1/account/password", "403", {"old": PASSWORD, "password": "a parrot or two"}, member="204"),
    row(
        "POST /api/v1/games/{game_id}/seat",
        "200 200 200 200 200 200 elsewhere",
        {"name": "Third at the table"},
        waiting=True,
        blocked="not-yours",
    ),
    row("POST /api/v1/games/{game_id}/seat", "not-yours not-yours not-yours 200 200 200 elsewhere", {}),
    row(
        "DELETE /api/v1/games/{game_id}/seat",
        "not-yours not-yours not-yours 200 200 200 elsewhere",
        waiting=True,
    ),
    row(
        "POST /api/v1/games/{game_id}/computer",
        "not-yours not-yours not-yours 200 200 not-yours elsewhere",
        {"level": 1},
        waiting=True,
    ),
    row(
        "POST /api/v1/games/{game_id}/abandon",
        "not-yours not-yours not-yours 200 200 not-yours elsewhere",
        waiting=True,
    ),
    row(
        "PUT /api/v1/games/{game_id}/plan",
        "not-yours not-yours not-yours illegal-act illegal-act 200 elsewhere",
        {"ply": 2, "lines": [["@e7", "@a3"]]},
    ),
    row(
        "POST /api/v1/games/{game_id}/plan/look",
        "not-yours not-yours not-yours illegal-act illegal-act 200 elsewhere",
        {"ply": 2, "acts": ["@e7"]},
    ),
    row(
        "POST /api/v1/games/{game_id}/talk",
        "200 200 200 not-yours 200 200 elsewhere",
        {"phrase": "ahoy"},
    ),
    # What a player has said to the other, whom nobody else hears.
    row(
        "POST /api/v1/games/{game_id}/talk/{word}/report",
        "not-yours no-such-message not-yours no-such-message not-yours 204 elsewhere",
    ),
    row(
        "POST /api/v1/games/{game_id}/talk/{word}/block",
        "not-yours no-such-message not-yours no-such-message not-yours 200 elsewhere",
        {"on": True},
    ),
    row(
        "PUT /api/v1/games/{game_id}/note",
        "not-yours 200 not-yours 200 200 200 elsewhere",
        {"text": "Mine"},
    ),
    # What a watcher has said, which players do not hear before the end.
    row(
        "POST /api/v1/games/{game_id}/talk/{message}/report",
        "not-yours 204 not-yours no-such-message no-such-message no-such-message elsewhere",
    ),
    row(
        "POST /api/v1/games/{game_id}/talk/{message}/block",
        "not-yours 200 not-yours no-such-message no-such-message no-such-message elsewhere",
        {"on": True},
    ),
    # Rated games are for those with an account; whoever was blocked does not ask the blocker, nor play them again.
    begins("POST /api/v1/invitations", "not-yours", {"game": "LC", "rated": True}, member="201"),
    begins("POST /api/v1/invitations", "201", {"game": "LC", "friend": "{member}"}, blocked="not-yours"),
    # The same by scripts and programs.
    row("GET /api/v1/stream", "not-yours 200 not-yours 200 200 200 200"),
    row(
        "POST /api/v1/games/{game_id}/acts",
        "not-yours not-yours not-yours 200 200 not-yours elsewhere",
        MOVE,
    ),
    row(
        "POST /api/v1/games/{game_id}/go-on",
        "not-yours not-yours not-yours illegal-act not-yours not-yours elsewhere",
        {"ply": 2},
    ),
    row(
        "POST /api/v1/games/{game_id}/takeback",  # between people it is asked for
        "not-yours not-yours not-yours 200 200 200 elsewhere",
        {"ply": 2},
    ),
    row(
        "POST /api/v1/games/{game_id}/abandon",
        "not-yours not-yours not-yours 200 not-yours not-yours elsewhere",
    ),
    row(
        "POST /api/v1/games/{game_id}/adjourn",
        "not-yours not-yours not-yours 200 200 200 elsewhere",
        {},
        time="300+5",
        operator="200",
    ),
    row("POST /api/v1/games/{game_id}/resume", "not-yours not-yours not-yours 200 200 200 elsewhere", operator="200"),
    row(
        "POST /api/v1/games/{game_id}/hint",
        "not-yours not-yours not-yours 200 not-yours not-yours elsewhere",
        {"ply": 2},
    ),
    row(
        "POST /api/v1/games/{game_id}/rematch",
        "not-yours not-yours not-yours 201 201 201 elsewhere",
        over=True,
    ),
    row(
        "POST /api/v1/games/{game_id}/analysis",
        "not-yours not-yours not-yours 200 200 200 elsewhere",
        over=True,
    ),
    row(
        "DELETE /api/v1/games/{game_id}/analysis",
        "not-yours not-yours not-yours 200 200 200 elsewhere",
        over=True,
    ),
    # A study of the person who opened the game; and one of the game itself while it goes on.
    row(
        "POST /api/v1/studies/{study_id}/edits",
        "not-yours not-yours not-yours 200 200 not-yours elsewhere",
        {"kind": "add", "version": 1, "parent": 0, "act": "@c1"},
    ),
    row("DELETE /api/v1/studies/{study_id}", "not-yours not-yours not-yours 204 204 not-yours elsewhere"),
    row("POST /api/v1/studies", "201 201 201 201 not-yours not-yours elsewhere", {"game": "{game_id}"}),
    row("GET /api/v1/notices/wishes", "not-yours 200 not-yours 200 200 200 200"),
    row(
        "PUT /api/v1/notices/wishes",
        "not-yours 204 not-yours 204 204 204 elsewhere",
        {"push": True, "digest": True, "warnings": True},
    ),
    row(
        "POST /api/v1/notices/seen",
        "not-yours 204 not-yours 204 204 204 elsewhere",
        {"keys": ["turn-x-1"]},
    ),
    row(
        "POST /api/v1/notices/devices",  # of this network, to which nothing is sent
        "not-yours bad-option not-yours bad-option bad-option bad-option elsewhere",
        {"endpoint": "https://127.0.0.1/push", "keys": {"p256dh": "x", "auth": "y"}},
    ),
    row(
        "DELETE /api/v1/notices/devices/{device_id}",  # of whoever opened the game
        "not-yours not-found not-yours 204 204 not-found elsewhere",
    ),
    # A session of another device of one's own: nobody else is told that there is one.
    row(
        "DELETE /api/v1/sessions/{session_id}",
        "not-found not-found not-found 204 204 not-found elsewhere",
        member="204",
        operator="not-found",
    ),
]
