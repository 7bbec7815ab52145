"""Who may do what: every route of the server and its socket, with everybody who may come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.routing import APIWebSocketRoute, iter_route_contexts
from starlette.routing import Mount
from websockets.exceptions import ConnectionClosed

from kidd.table.play.actors import guest
from kidd.table.play.games import load, play
from tests.patience import PATIENCE
from tests.web.afloat import API, Server, Visitor
from tests.web.reading import count_games
from tests.web.roles import ROLES, Caller, come, listener, stands

POSITION = "LC - R R7B7 -"
BOOK = '[Game "LC"]\n\n*\n'
PARTS = {"{ply:ply}": "1", "{slug}": "loyal-captain", "{name}": "kidd-18", "{kind}": "stale", "{text}": "LC"}
SEATS = [{"kind": "person"}, {"kind": "person"}]
MOVE = {"act": "@e7", "ply": 2}


@dataclass(frozen=True)
class Row:
    """A route, and what becomes of each role there: a status, or the type of the problem that refuses it."""

    route: str
    outcomes: tuple[str, ...]
    said: dict[str, Any] | None = None
    over: bool = False

    @property
    def method(self) -> str:
        """How it is asked."""
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        """Where it is."""
        return self.route.partition(" ")[2]


def row(route: str, outcomes: str, said: dict[str, Any] | None = None, *, over: bool = False) -> Row:
    """A row with an outcome for each role."""
    found = tuple(outcomes.split())
    assert len(found) == len(ROLES), route
    return Row(route, found, said, over)


def all_may(route: str, outcome: str = "200") -> Row:
    """A row of what everybody may look at, from wherever they come: it changes nothing."""
    return Row(route, (outcome,) * len(ROLES))


def begins(route: str, outcome: str, said: dict[str, Any]) -> Row:
    """A row of what everybody may do for themselves, unless another site's page tells their browser to."""
    return Row(route, (*(outcome,) * (len(ROLES) - 1), "elsewhere" if API in route else "403"), said)


TABLE = [
    # What everybody may look at.
    all_may("GET /"),
    all_may("GET /games"),
    all_may("GET /games/{game_id}"),
    all_may("GET /games/{game_id}/log.kidd"),
    all_may("GET /games/{game_id}/{ply:ply}"),
    all_may("GET /games/{game_id}/{ply:ply}.svg"),
    all_may("GET /games/{game_id}/{ply:ply}/play-on"),
    all_may("GET /games/{game_id}/analysis"),
    all_may("GET /games/{game_id}/dice"),
    all_may("GET /rules"),
    all_may("GET /rules/{slug}"),
    all_may("GET /help"),
    all_may("GET /about"),
    all_may("GET /setup"),
    all_may("GET /load"),
    all_may("GET /dice"),
    all_may("GET /deck/{name}.svg"),
    all_may("GET /example.svg"),
    all_may("GET /deck.css"),
    all_may("GET /icon.svg"),
    all_may("GET /favicon.ico"),
    all_may("GET /healthz"),
    all_may("GET /readyz"),
    all_may("GET /metrics"),
    all_may("GET /problems/{kind}", "303"),
    all_may("GET /api/v1/openapi.json"),
    all_may("GET /api/v1/docs"),
    all_may("GET /api/v1/games"),
    all_may("GET /api/v1/games/{game_id}"),
    all_may("GET /api/v1/games/{game_id}/log.kidd"),
    all_may("GET /api/v1/games/{game_id}/{ply:ply}.svg"),
    all_may("GET /api/v1/games/{game_id}/why?move=c1"),
    all_may("GET /api/v1/games/{game_id}/analysis"),
    all_may("GET /api/v1/positions/{text}"),
    all_may("GET /api/v1/positions/{text}.svg"),
    all_may("GET /api/v1/sessions"),
    # What everybody may begin or try out for themselves.
    begins("POST /games", "303", {"game": "LC", "party": "2-2"}),
    begins("POST /play-on", "303", {"position": POSITION, "seat-R": "me", "seat-B": "me"}),
    begins("POST /api/v1/games", "201", {"game": "LC", "seats": SEATS}),
    begins("POST /language", "303", {"language": "de"}),
    begins("POST /prefs", "303", {"theme": "dark"}),
    begins("POST /diagram", "200", {"position": POSITION}),
    begins("POST /setup", "200", {"position": POSITION}),
    begins("POST /load", "200", {"text": BOOK}),
    begins("POST /dice", "200", {"text": BOOK}),
    # What is done to a game: by forms.
    #                                          stranger guest former alone player opponent cross-site
    row("POST /games/{game_id}/acts", "             403  403  403     303  303    403      403", MOVE),
    row("POST /games/{game_id}/takeback", "         403  403  403     303  403    403      403", {"ply": 2}),
    row("POST /games/{game_id}/abandon", "          403  403  403     303  403    403      403", {}),
    row("POST /games/{game_id}/rematch", "          403  403  403     303  303    303      403", {}, over=True),
    row("POST /games/{game_id}/analysis", "         403  403  403     303  303    303      403", {}, over=True),
    # The same by scripts and programs.
    row(
        "POST /api/v1/games/{game_id}/acts",
        "not-yours not-yours not-yours 200 200 not-yours elsewhere",
        MOVE,
    ),
    row(
        "POST /api/v1/games/{game_id}/takeback",
        "not-yours not-yours not-yours 200 not-yours not-yours elsewhere",
        {"ply": 2},
    ),
    row(
        "POST /api/v1/games/{game_id}/abandon",
        "not-yours not-yours not-yours 200 not-yours not-yours elsewhere",
    ),
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
    # A session of another device of the person who opened the game: nobody else is told that there is one.
    row(
        "DELETE /api/v1/sessions/{session_id}",
        "not-found not-found not-found 204 204 not-found elsewhere",
    ),
    # The socket: which crews it takes the caller for, or what it is closed with.
    row("SOCKET /api/v1/games/{game_id}/socket", "- - - RB R B 4403"),
]
ROWS = {one.route.partition("?")[0]: one for one in TABLE}
SOCKET = next(one for one in TABLE if one.method == "SOCKET")


def routes(server: Server) -> Iterator[str]:
    """Every route as the table calls it."""
    for found in iter_route_contexts(server.app.routes):
        if isinstance(found.original_route, APIWebSocketRoute):
            yield f"SOCKET {found.path}"
        elif not isinstance(found.original_route, Mount):
            assert found.methods, found.path
            yield from (f"{method} {found.path}" for method in found.methods - {"HEAD"})


def test_every_route_has_a_row(server: Server):
    """Whoever adds a route says here who may use it, and whoever takes one away takes its row with it."""
    found = sorted(routes(server))
    assert found == sorted(ROWS)
    assert len(set(found)) == len(found)
    assert [found.path for found in iter_route_contexts(server.app.routes) if isinstance(found.route, Mount)] == [
        "/static"
    ]


def asked(visitor: Visitor, one: Row, caller: Caller) -> Any:
    """The answer to a caller."""
    path = one.path.replace("{game_id}", caller.game).replace("{session_id}", caller.session)
    for part, filled in PARTS.items():
        path = path.replace(part, filled)
    visitor.cookies.clear()
    if one.path.startswith(API):
        return visitor.request(one.method, path, json=one.said, headers=caller.headers)
    headers = {"accept": "text/html", **caller.headers}
    return visitor.request(one.method, path, data=one.said, headers=headers)


@pytest.mark.parametrize("one", [one for one in TABLE if one is not SOCKET], ids=lambda one: one.route)
def test_who_may_do_what(server: Server, visitor: Visitor, one: Row):
    """Each role is answered as the table says; where it is refused, and where it only looks, nothing is changed."""
    for role, outcome in zip(ROLES, one.outcomes, strict=True):
        caller = come(server, role, over=one.over)
        before, games = stands(server, caller), count_games(server)
        answer = asked(visitor, one, caller)
        refused = not outcome.isdigit() or outcome == "403"
        if outcome.isdigit():
            assert answer.status_code == int(outcome), (role, answer.text)
        else:
            assert answer.json()["type"] == f"/problems/{outcome}", (role, answer.text)
        if refused or one.method == "GET":
            assert (stands(server, caller), count_games(server)) == (before, games), role
            assert "kidd_session" not in answer.cookies, role


def heard(socket: Any) -> dict[str, Any]:
    """What a socket says next."""
    return dict(json.loads(socket.recv(PATIENCE)))


def opened(visitor: Visitor, caller: Caller) -> Any:
    """The socket of a caller's game."""
    origin = {"origin": caller.headers["origin"]} if "origin" in caller.headers else {}
    return listener(visitor, caller).listens(f"/games/{caller.game}", **origin)


TOLD = [(role, told) for role, told in zip(ROLES, SOCKET.outcomes, strict=True) if not told.isdigit()]
CLOSED = [(role, int(code)) for role, code in zip(ROLES, SOCKET.outcomes, strict=True) if code.isdigit()]


@pytest.mark.parametrize(("role", "code"), CLOSED)
def test_whose_socket_is_closed(server: Server, visitor: Visitor, role: str, code: int):
    """Before anything is told."""
    with opened(visitor, come(server, role)) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


@pytest.mark.parametrize(("role", "told"), TOLD)
class TestSocket:
    """What each role is told."""

    def test_their_own_state(self, server: Server, visitor: Visitor, role: str, told: str):
        """Crews, moves, words and rights of one's own, and none for those who watch."""
        with opened(visitor, come(server, role)) as socket:
            state = heard(socket)
        mine = [] if told == "-" else list(told)
        assert state.get("you", []) == mine
        assert [seat["colour"] for seat in state["seats"] if seat.get("you")] == mine
        assert bool(state.get("moves")) == ("R" in mine)
        assert {act["by"] for act in state.get("acts", [])} == set(mine[:1])
        assert bool(state.get("rights")) == (role == "alone")

    def test_the_seed_of_the_dice(self, server: Server, visitor: Visitor, role: str, told: str):
        """Is nobody's to know before the end; its hash is everybody's."""
        caller, store = come(server, role, code="QM"), server.app.state.store
        table = load(store, caller.game)
        with opened(visitor, caller) as socket:
            said = socket.recv(PATIENCE)
            assert table.dice_hash in said
            assert "dice_seed" not in said
            assert table.seed not in said
            play(store, caller.game, guest(table.seats[0].person or ""), len(table.match), "R:resign")
            assert heard(socket)["dice_seed"] == table.seed

    def test_nothing_comes_of_what_is_said(self, server: Server, visitor: Visitor, role: str, told: str):
        """The next thing that is told is what the player has done by other means, and nothing else has happened."""
        caller, store = come(server, role), server.app.state.store
        table = load(store, caller.game)
        with opened(visitor, caller) as socket:
            first = heard(socket)
            for words in ('{"ply": 2, "act": "@e7"}', '{"act": "resign", "ply": 2}', '{"takeback": 2}', "x", b"\xff"):
                socket.send(words)
            play(store, caller.game, guest(table.seats[0].person or ""), 2, "@e3")
            second = heard(socket)
            assert (second["version"], second["log_from"]) == (first["version"] + 1, 2)
            assert [entry["act"] for entry in second["log"]] == ["@e3"]
            assert socket.ping().wait(PATIENCE)  # whatever was said has been read by now
        assert load(store, caller.game).version == second["version"]
