"""Acts over the socket of a game: what comes of them, once, and what is said where nothing does."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import chain, repeat
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.websockets import WebSocket
from websockets.sync.client import ClientConnection

from kidd.table.play.actors import Actor
from kidd.table.play.games import load
from kidd.table.play.people.scopes import PLAY, SCOPES
from kidd.web.api.sockets import following, socket_acts
from kidd.web.api.sockets.socket_acts import Answer, Tried
from kidd.web.http.defence.pace import Paces
from tests.patience import PATIENCE
from tests.web.afloat import Server, Visitor, afloat
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


class Counting(Paces):
    """A pace that holds nobody up."""

    counted = 0

    def wait(self, actor: Actor, address: str) -> int:
        """Count a request."""
        self.counted += 1
        return super().wait(actor, address)


def test_an_act_counts_as_one_request(
    server: Server, visitor: Visitor, page: str, ways: list[str], monkeypatch: pytest.MonkeyPatch
):
    """Also one that takes the long way after all: that is no good, or was made already."""
    paces = Counting(1000)
    monkeypatch.setitem(server.app.state._state, "paces", paces)
    with visitor.listens(page) as socket:
        heard(socket)  # from now on the page waits for news
        before = paces.counted
        answers = [asked(socket, act, 0)["status"] for act in ("@c1", "@c1", "@h9", "@c1")]
        assert [status < 400 for status in answers] == [True, True, False, True]
        assert (len(ways), paces.counted - before) == (3, len(answers))


class Unsayable:
    """An answer that cannot be put together just now."""

    def __mod__(self, _: object) -> bytes:
        raise BufferError


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The acts that have taken the long way."""
    taken: list[str] = []

    async def noted(caller: WebSocket, game_id: str, text: str, tried: Tried | None) -> Answer:
        taken.append(json.loads(text)["act"])
        return await socket_acts.answer_act(caller, game_id, text, tried)

    monkeypatch.setattr(following, "answer_act", noted)
    return taken


def test_an_act_is_begun_in_the_call_that_brings_it(visitor: Visitor, page: str, ways: list[str]):
    """The long way is for what is refused, or was said before."""
    with visitor.listens(page) as socket:
        heard(socket)  # from now on the page waits for news
        assert [asked(socket, act, ply)["status"] for ply, act in enumerate(("@c1", "@a7", " @e7 "))] == [200] * 3
        assert ways == []
        again, late, illegal = asked(socket, "@e7", 2), asked(socket, "@e3", 2), asked(socket, "@z9", 3)
        assert [one["status"] for one in (again, late, illegal)] == [200, 409, 422]
        assert ways == ["@e7", "@e3", "@z9"]


def test_acts_that_come_at_once(visitor: Visitor, page: str):
    """Are answered in their order, each by the state that it led to."""
    with visitor.listens(page, visitor.sees(page)["version"]) as socket:
        for ply, act in enumerate(("@c1", "@a7", "@e7", "@c9")):
            socket.send(json.dumps({"ask": ply, "act": act, "ply": ply}))
        told = [heard(socket) for _ in range(4)]
        assert [(one["answer"], one["status"], one["state"]["ply"]) for one in told] == [
            (ply, 200, ply + 1) for ply in range(4)
        ]


def test_somebody_else_was_quicker(
    server: Server, visitor: Visitor, page: str, ways: list[str], monkeypatch: pytest.MonkeyPatch
):
    """What was decided on a game as it stands no more is decided anew; the same act counts once all the same."""
    store, game = server.app.state.store, page.removeprefix("/games/")
    with visitor.listens(page) as socket:
        heard(socket)
        before = store.snapshots.latest(game)
        assert asked(socket, "@c1", 0)["status"] == 200
        now = store.snapshots.latest(game)
        known = chain([before], repeat(now))
        monkeypatch.setattr(store.snapshots, "latest", lambda _: next(known))
        again = asked(socket, "@c1", 0, 2)
        assert (again["answer"], again["status"], again["state"]["ply"], ways) == (2, 200, 1, ["@c1"])


def test_what_cannot_be_written_is_not_tried_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever is refused may do something else: it is not made later, and what is said is what is said by POST."""
    monkeypatch.setattr("kidd.table.storage.database.engines.PATIENCE", 0.5)
    with afloat(tmp_path) as server, server.visitor() as visitor:
        page, store = visitor.opens(), server.app.state.store
        submit = Mock(side_effect=store.submit_in_loop)
        monkeypatch.setattr(store, "submit_in_loop", submit)
        with (
            visitor.listens(page) as socket,
            closing(sqlite3.connect(tmp_path / "kidd.db", isolation_level=None)) as holder,
        ):
            heard(socket)
            holder.execute("BEGIN IMMEDIATE")
            refused = asked(socket, "@c1", 0)
            assert (refused["answer"], refused["status"], submit.call_count) == (1, 503, 1)
            assert refused["problem"]["detail"] == visitor.plays(page, 0, "@c1").json()["detail"]
            holder.execute("ROLLBACK")
            assert asked(socket, "@e7", 0)["state"]["ply"] == 1


def test_a_page_that_cannot_be_told_at_once(
    visitor: Visitor, page: str, ways: list[str], monkeypatch: pytest.MonkeyPatch
):
    """Its act counts, and once; the answer comes when it takes it."""
    monkeypatch.setattr(following, "ANSWER", Unsayable())
    with visitor.listens(page) as socket:
        heard(socket)
        answer = asked(socket, "@c1", 0, 5)
        assert (answer["answer"], answer["status"], answer["state"]["ply"], ways) == (5, 200, 1, ["@c1"])
