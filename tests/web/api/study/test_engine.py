from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import kidd
from kidd.table.computers.jobs import HintQuestion, MatchRecord
from kidd.table.computers.lanes import URGENT
from kidd.web.api.study import engine as socket_module
from kidd.web.api.study.engine import LONGEST_MESSAGE, MOST_A_SECOND
from tests.patience import PATIENCE, until
from tests.web.afloat import Server, Visitor

LC = {"position": "LC", "acts": ["@c1", "@a7"]}
LONG = HintQuestion(MatchRecord.of(kidd.Match("LC")), 1000.0)


def asks(socket: Any, seq: int, look: dict[str, Any] = LC, **more: Any) -> None:
    """Send a wish."""
    socket.send(json.dumps({"look": look, "seq": seq, **more}))


def hears(socket: Any) -> dict[str, Any]:
    """The next thing that is told."""
    return dict(json.loads(socket.recv(PATIENCE)))


def until_told(socket: Any, seq: int) -> dict[str, Any]:
    """The first answer to a wish, past what was on the way before."""
    while (found := hears(socket)).get("seq") != seq:
        pass
    return found


def is_idle(server: Server) -> bool:
    """Whether nobody thinks or waits for it."""
    thinkers = server.app.state.computers.thinkers
    return not thinkers.thinking and not thinkers.waiting


def _listen_for_ever(socket: Any) -> None:
    while True:
        socket.recv(PATIENCE)


def _flood(socket: Any) -> None:
    for seq in range(100 * MOST_A_SECOND):
        asks(socket, seq)


def closed_with(socket: Any) -> int:
    """What a socket is closed with."""
    with pytest.raises(ConnectionClosed) as closed:
        _listen_for_ever(socket)
    assert closed.value.rcvd is not None
    return int(closed.value.rcvd.code)


def test_it_tells_more_and_more(visitor: Visitor):
    """Deeper each time, with as many lines as were asked for, and figures that add up."""
    with visitor.thinks_along() as socket:
        asks(socket, 5, lines=2)
        told = [hears(socket) for _ in range(3)]
    depths = [one["depth"] for one in told]
    assert depths == sorted(depths)
    for one in told:
        assert one["seq"] == 5
        assert len(one["lines"]) == 2
        assert sum(one["chances"].values()) == pytest.approx(100)
        first = one["lines"][0]
        assert first["chances"] == one["chances"]
        assert first["acts"] == [move["act"] for move in first["moves"]]
        assert first["moves"][0]["path"][-1] == first["moves"][0]["to"]
        assert first["words"].startswith("Red ")


def test_words_in_the_askers_language(visitor: Visitor):
    """As everything is."""
    with visitor.thinks_along(**{"accept-language": "fr"}) as socket:
        asks(socket, 1)
        assert hears(socket)["lines"][0]["words"].startswith("Rouge ")


def test_a_new_wish_ends_the_one_before(visitor: Visitor):
    """And a word to stop ends it, too."""
    with visitor.thinks_along() as socket:
        for seq in range(5):
            asks(socket, seq, {"position": "LC", "acts": ["@c1", "@a7"][: seq % 3]})
        until_told(socket, 4)
        socket.send('{"stop": true}')
        asks(socket, 9, {"position": "QM", "acts": ["@c1", "@a7"]})
        found = until_told(socket, 9)
        assert [one["roll"] for one in found["rolls"]] == [1, 2, 3]


def test_whoever_leaves_is_not_thought_for(server: Server, visitor: Visitor):
    """The workers rest at once, however the socket ends, and while nothing is looked at."""
    until(lambda: is_idle(server))
    with visitor.thinks_along() as socket:
        asks(socket, 1)
        hears(socket)
        socket.send('{"stop": true}')
        until(lambda: is_idle(server))
        asks(socket, 2)
        until_told(socket, 2)
    until(lambda: is_idle(server) and not len(server.app.state.lookers))
    with visitor.thinks_along() as rude:
        asks(rude, 3)
        hears(rude)
        rude.socket.close()  # without a word
        until(lambda: is_idle(server) and not len(server.app.state.lookers))


def test_what_is_settled_ends(server: Server, visitor: Visitor):
    """A game that is over, and a win that is proven: told once, done, and nobody thinks on."""
    with visitor.thinks_along() as socket:
        asks(socket, 1, {"position": "LC", "acts": ["@c1", "@a7", "B:resign"]})
        assert hears(socket) == {"seq": 1, "done": True, "chances": {"R": 100.0, "B": 0.0}}
        asks(socket, 2, {"position": "LC", "acts": ["@c1", "draw?", "draw!"]})
        assert hears(socket)["chances"] == {"R": 50.0, "B": 50.0}
        asks(socket, 3, {"position": "MG2 Rc1~,Bb2c1 R R0B0 -"}, lines=1)
        found = hears(socket)
        assert (found["done"], found["win"], found["chances"]) == (True, {"by": "R", "in": 1}, {"R": 100.0, "B": 0.0})
        until(lambda: is_idle(server))


def test_an_end_to_every_look(server: Server, visitor: Visitor, monkeypatch: pytest.MonkeyPatch):
    """After so much thinking the last answer is done, and the workers rest though the page stays open."""
    monkeypatch.setattr(socket_module, "TOTAL", 0.3)
    with visitor.thinks_along() as socket:
        asks(socket, 1)
        while not hears(socket).get("done"):
            pass
        until(lambda: is_idle(server))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("x", "unreadable"),
        ("[]", "unfit"),
        ("[" * 50_000, "unreadable"),
        ('{"look": {}}', "unfit"),
        ('{"look": {"position": "LC"}, "lines": 6}', "unfit"),
        ('{"look": {"position": "LC"}, "lines": true}', "unfit"),
        ('{"look": {"position": "LC"}, "seq": "1"}', "unfit"),
        ('{"look": {"position": "LC", "acts": ["c1-b2"]}}', "nobody"),
        ('{"look": {"position": "LC", "options": "deck=../x"}}', "site-deck"),
        ('{"look": {"position": "LC"}, "more": 1}', "unfit"),
        (b"\xff\xfe", "unreadable"),
    ],
)
def test_nonsense_is_answered(visitor: Visitor, said: str | bytes, reason: str):
    """With a sentence, and the socket goes on."""
    with visitor.thinks_along() as socket:
        socket.send(said)
        found = hears(socket)
        assert (found["reason"], found["error"][-1]) == (reason, ".")
        asks(socket, 1)
        assert hears(socket)["seq"] == 1


def test_floods_are_cut_off(server: Server, visitor: Visitor, other: Visitor):
    """Too much in one message or in one second ends the socket, and nobody else notices."""
    with other.thinks_along() as quiet:
        with visitor.thinks_along() as socket:
            socket.send("x" * (LONGEST_MESSAGE + 1))
            assert closed_with(socket) == 1009
        with visitor.thinks_along() as socket:
            with pytest.raises(ConnectionClosed):
                _flood(socket)
            assert closed_with(socket) == 4429
        asks(quiet, 1)
        assert hears(quiet)["seq"] == 1
    until(lambda: is_idle(server))


def test_one_socket_for_each_person(server: Server, visitor: Visitor, other: Visitor):
    """The newest wins; another person's stays."""
    visitor.opens()
    with visitor.thinks_along() as first, other.thinks_along() as theirs:
        asks(first, 1)
        hears(first)
        with visitor.thinks_along() as second:
            assert closed_with(first) == 4409
            asks(second, 2)
            assert hears(second)["seq"] == 2
            asks(theirs, 3)
            assert hears(theirs)["seq"] == 3


@pytest.fixture
def crowd(server: Server) -> Iterator[list[Any]]:
    """Many strangers, each of whom looks at something."""
    with server.visitor() as stranger, ExitStack() as stack:
        sockets = []
        for seq in range(40):
            sockets.append(stack.enter_context(stranger.thinks_along()))
            asks(sockets[-1], seq)
        yield sockets


def test_moves_come_before_a_crowd_of_strangers(server: Server, visitor: Visitor, crowd: list[Any]):
    """However many look, a computer moves and somebody who is known gets lines; the older sockets were let go."""
    lookers = server.app.state.lookers
    until(lambda: len(lookers) == 16)
    assert closed_with(crowd[0]) == 4409
    answer = visitor.post("/api/v1/games", json={"game": "LC", "seats": [{"kind": "computer", "level": 1}, {}]})
    page = f"/games/{answer.json()['id']}"
    until(lambda: visitor.sees(page)["ply"] == 1)
    with visitor.thinks_along() as socket:
        asks(socket, 77)
        assert hears(socket)["seq"] == 77


def test_a_look_waits_for_a_place(server: Server, visitor: Visitor):
    """While a worker has something more urgent, and comes when that is done."""
    thinkers = server.app.state.computers.thinkers
    until(lambda: is_idle(server))
    long = thinkers.ask(LONG, URGENT)
    with visitor.thinks_along() as socket:
        asks(socket, 1)
        until(lambda: thinkers.waiting == 1)
        long.cancel()
        assert hears(socket)["seq"] == 1
