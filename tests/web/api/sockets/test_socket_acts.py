"""Acts over the socket of a game: what comes of them, once, and what is said where nothing does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from kidd.table.play.actors import Actor
from kidd.table.play.games import load
from kidd.table.play.people.scopes import PLAY, SCOPES
from kidd.web.http.defence.pace import Paces
from tests.patience import PATIENCE
from tests.web.afloat import Server, Visitor
from tests.web.bearers import bearer
from tests.web.roles import come, stands


def heard(socket: ClientConnection) -> dict[str, Any]:
    """What a socket says next."""
    return dict(json.loads(socket.recv(PATIENCE)))


def asked(socket: ClientConnection, act: str, ply: int, ask: int = 1, **more: Any) -> dict[str, Any]:
    """The answer to an act."""
    socket.send(json.dumps({"ask": ask, "act": act, "ply": ply, **more}))
    return heard(socket)


@pytest.fixture
def page(visitor: Visitor) -> str:
    """A game of Loyal Captain at one device."""
    return visitor.opens()


def test_the_answer_is_the_state_and_comes_once(visitor: Visitor, other: Visitor, page: str):
    """The same as by POST, with the asker's number; it is not told once more, and others hear of it."""
    seen = visitor.sees(page)["version"]
    with visitor.listens(page, seen) as mine, other.listens(page, seen) as theirs:
        first = asked(mine, "@c1", 0, 17, version=seen)
        second = asked(mine, "@a7", 1, 18, version=seen + 1)
        assert [(one["answer"], one["status"]) for one in (first, second)] == [(17, 200), (18, 200)]
        assert [one["state"]["ply"] for one in (first, second)] == [1, 2]
        assert [entry["act"] for entry in second["state"]["log"]] == ["@a7"]
        while heard(theirs)["version"] < seen + 2:
            pass
        by_post = visitor.plays(page, 2, "@e7", version=seen + 2).json()
        assert heard(mine) == by_post  # the next that it hears of


def test_the_same_act_at_the_same_ply_counts_once(visitor: Visitor, page: str):
    """However it is sent, and however often."""
    with visitor.listens(page, visitor.sees(page)["version"]) as socket:
        states = [asked(socket, "@c1", 0)["state"] for _ in range(3)]
        states.append(visitor.plays(page, 0, "@c1").json())
        assert len({(one["ply"], one["version"]) for one in states}) == 1


def test_what_cannot_be_played(visitor: Visitor, page: str):
    """Is refused as by POST, in the asker's language, and the socket goes on."""
    seen = visitor.sees(page)["version"]
    with visitor.listens(page, seen, **{"accept-language": "de"}) as socket:
        illegal = asked(socket, "@c3", 0, 3)
        assert (illegal["answer"], illegal["status"]) == (3, 422)
        assert illegal["problem"]["type"] == "/problems/illegal-move"
        assert asked(socket, "@c1", 0)["status"] == 200
        stale = asked(socket, "@a3", 0)
        assert (stale["status"], stale["problem"]["type"], stale["problem"]["state"]["ply"]) == (
            409,
            "/problems/stale",
            1,
        )
        german = visitor.post(f"/api/v1{page}/acts", json={"act": "@a3", "ply": 0}, headers={"accept-language": "de"})
        assert stale["problem"]["detail"] == german.json()["detail"]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ('{"ask": 1', 400),
        ('{"ask": 1, "act": ' + "[" * 600 + "]" * 600 + "}", 400),
        ('{"ask": 1, "act": "@c1"}', 422),
        ('{"ask": -1, "act": "@c1", "ply": 0}', 422),
        ('{"ask": "x", "act": "@c1", "ply": 0}', 422),
        ('{"ask": 1, "act": "@c1", "ply": 0, "more": 1}', 422),
        ('["ask"]', 422),
    ],
)
def test_bad_input(visitor: Visitor, page: str, said: str, status: int):
    """Is answered with a problem, without a number where none can be trusted."""
    with visitor.listens(page, visitor.sees(page)["version"]) as socket:
        socket.send(said)
        answer = heard(socket)
        assert (answer["answer"], answer["status"], answer["problem"]["status"]) == (None, status, status)
        assert asked(socket, "@c1", 0)["status"] == 200


def test_a_token_needs_the_scope_to_play(server: Server, visitor: Visitor):
    """Whoever may only look is told so."""
    caller = come(server, "bot")
    store, before = server.app.state.store, stands(server, caller)
    for scopes, status in ([one for one in SCOPES if one != PLAY], 403), ([PLAY], 200):
        token = bearer(store, Actor(caller.person), *scopes)
        with visitor.listens(f"/games/{caller.game}", load(store, caller.game).version, **token) as socket:
            answer = asked(socket, "@e7", 2)
        assert answer["status"] == status
        assert (stands(server, caller) == before) == (status != 200)


def test_too_many_acts(server: Server, visitor: Visitor, page: str, monkeypatch: pytest.MonkeyPatch):
    """Each counts as a request, and it is said when the next may come."""
    monkeypatch.setitem(server.app.state._state, "paces", Paces(1))
    with visitor.listens(page, visitor.sees(page)["version"]) as socket:
        answers = [asked(socket, "@c1", 0) for _ in range(40)]
    refused = [one for one in answers if one["status"] == 429]
    assert 0 < len(refused) < 40
    assert refused[-1]["retry_after"] >= 1
