"""Who hears what at the sockets, and what comes of what everybody says there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import kidd.web
from kidd.table.play.actors import Actor, guest
from kidd.table.play.club.invitations import Invitation, invite
from kidd.table.play.games import load, play
from kidd.table.storage.persons import people
from kidd.table.terms import Terms
from kidd.web.api.sockets.wire import ALIVE
from kidd.web.api.study.engine import EngineWish
from tests.patience import PATIENCE
from tests.web.afloat import Server
from tests.web.rights.rows import Row
from tests.web.rights.sockets import SAID, SOCKETS
from tests.web.roles import Caller, come, listener, stands

WEB = Path(kidd.web.__file__).parent
GAME, LOBBY, NOTICES, ENGINE = SOCKETS
LOOK = {"look": {"position": "LC", "acts": ["@c1"]}, "lines": 1}
ACTS = ('{"ply": 2, "act": "@e7"}', '{"act": "resign", "ply": 2}', '{"takeback": 2}', "x", b"\xff")
TOLD = [(role, told) for role, told in GAME.outcomes.items() if not told.isdigit()]


def heard(socket: ClientConnection) -> dict[str, Any]:
    """What a socket says next."""
    return dict(json.loads(socket.recv(PATIENCE)))


@contextmanager
def opened(server: Server, one: Row, caller: Caller) -> Iterator[ClientConnection]:
    """A socket of the table, as a caller opens it."""
    origin = {name: value for name, value in caller.headers.items() if name != "cookie"}
    where = one.path.partition("#")[0]
    with server.visitor() as visitor:
        listener(visitor, caller)
        connects: dict[str, Callable[..., ClientConnection]] = {
            GAME.path: lambda **more: visitor.listens(f"/games/{caller.game}", **more),
            LOBBY.path: visitor.looks_around,
            NOTICES.path: visitor.hears_notices,
            ENGINE.path: visitor.thinks_along,
        }
        with connects[where](**origin) as socket:
            yield socket


def closed_with(socket: ClientConnection) -> str:
    """Why a socket was closed, before it told anything."""
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    return str(closed.value.rcvd.code)


def told(one: Row, caller: Caller, socket: ClientConnection) -> str:
    """What a socket tells first, as the table calls it."""
    if one is ENGINE:
        socket.send(json.dumps(LOOK | {"seq": 3}))
        return "told" if heard(socket)["seq"] == 3 else ""
    said = heard(socket)
    if one is GAME:
        return "".join(said.get("you", [])) or "-"
    if one is LOBBY:
        return "told" if said["here"] >= 0 else ""
    assert [notice["game"] for notice in said["notices"]] == [caller.game] * said["count"]
    return str(said["count"])


@pytest.mark.parametrize("one", SOCKETS, ids=lambda one: one.route)
def test_who_hears_what(server: Server, one: Row):
    """Each role is told what the table says, or the socket is closed before it tells anything; no game is changed."""
    found = {}
    for role, outcome in one.outcomes.items():
        caller = come(server, role, scope=one.scope)
        before = stands(server, caller)
        with opened(server, one, caller) as socket:
            found[role] = closed_with(socket) if len(outcome) == 4 and outcome.isdigit() else told(one, caller, socket)
        assert stands(server, caller) == before
    assert found == one.outcomes


def test_every_message_has_a_row():
    """Whoever lets a page say something new over a socket, or the server listen to it, says here what comes of it."""
    scripts = "".join(path.read_text() for path in sorted((WEB / "static" / "js").rglob("*.js")))
    sent = re.findall(r"socket\??\.send\((.*?)\);", scripts)
    said = [
        "ALIVE",
        "JSON.stringify(message)",
        "JSON.stringify({ ask, ...body })",
    ]
    assert sorted(sent) == said
    assert set(EngineWish.model_fields) == {"line", "lines", "seq", "stop"}
    listening = [path for path in WEB.rglob("*.py") if re.search(r"caller\.(receive|iter_)", path.read_text())]
    assert sorted(path.name for path in listening) == ["engine.py", "wire.py"]
    kinds = {socket.path: set[str]() for socket in SOCKETS}
    for one in SAID:
        where, _, kind = one.path.partition("#")
        kinds[where].add(kind)
    usual = {"alive", "act"}
    wanted = {
        GAME.path: usual | {"ask", "pong", "seen"},
        LOBBY.path: usual,
        NOTICES.path: usual,
        ENGINE.path: {"look", "stop", "act"},
    }
    assert kinds == wanted


@pytest.mark.parametrize("one", SAID, ids=lambda one: one.route)
def test_what_comes_of_what_is_said(server: Server, one: Row):
    """What the table says; whoever may not act changes nothing in a game."""
    found = {}
    for role, outcome in one.outcomes.items():
        caller = come(server, role, scope=one.scope, time="300+5" if one.path.endswith(("#pong", "#seen")) else "")
        with opened(server, one, caller) as socket:
            if len(outcome) == 4 and outcome.isdigit():
                found[role] = closed_with(socket)
                continue
            if "engine" not in one.path:
                heard(socket)
            found[role] = SAYING[one.path.partition("#")[2]](server, one, caller, socket)
    assert found == one.outcomes


def _alive(_: Server, __: Row, ___: Caller, socket: ClientConnection) -> str:
    socket.send(ALIVE)
    said = heard(socket)
    while "alive" not in said:
        said = heard(socket)
    return "alive"


def _pong(server: Server, _: Row, caller: Caller, socket: ClientConnection) -> str:
    """Whether the way to a page counts, as its browser answers pings; the first came before the first state."""
    _alive(server, _, caller, socket)  # so that what was said before has been read
    return "way" if (caller.game, caller.person) in server.app.state.round_trips._measured else "-"


def _seen(server: Server, _: Row, caller: Caller, socket: ClientConnection) -> str:
    """Whether anything comes of what pages said before the way was measured by pings."""
    store, trips, key = server.app.state.store, server.app.state.round_trips, (caller.game, caller.person)
    assert socket.ping().wait(PATIENCE)  # so that the first one of the server was answered
    measured = list(trips._measured.get(key, ()))
    play(store, caller.game, caller.host, 2, "@e7")
    version = load(store, caller.game).version
    while heard(socket).get("version", 0) < version:
        pass
    trips.note = lambda *_: None  # no other ping counts
    try:
        socket.send(f'{{"seen":{version}}}')
        _alive(server, _, caller, socket)  # so that it has been read
    finally:
        del trips.note
    return "-" if list(trips._measured.get(key, ())) == measured else "way"


def _act(server: Server, one: Row, caller: Caller, socket: ClientConnection) -> str:
    """Whatever else is said."""
    before = stands(server, caller)
    for words in ACTS:
        socket.send(words)
    if "engine" in one.path:
        answer = "error" if "error" in heard(socket) else ""
    else:
        _alive(server, one, caller, socket)  # so that it has been read
        answer = "-"
    assert stands(server, caller) == before
    return answer


def _ask(server: Server, _: Row, caller: Caller, socket: ClientConnection) -> str:
    """An act, which is answered as it is by POST."""
    before = stands(server, caller)
    socket.send(json.dumps({"ask": 5, "act": "@e7", "ply": 2}))
    said = heard(socket)
    while "answer" not in said:
        said = heard(socket)
    assert said["answer"] == 5
    assert (stands(server, caller) != before) == (said["status"] == 200)
    return str(said["status"])


def _look(_: Server, __: Row, ___: Caller, socket: ClientConnection) -> str:
    socket.send(json.dumps(LOOK | {"seq": 7}))
    return "seq" if heard(socket).get("seq") == 7 else ""


def _stop(_: Server, __: Row, ___: Caller, socket: ClientConnection) -> str:
    """Nothing is said of what it was about any more, and it may be asked again."""
    socket.send(json.dumps(LOOK | {"seq": 7}))
    socket.send(json.dumps({"stop": True, "seq": 8}))
    socket.send(json.dumps(LOOK | {"seq": 9}))
    said = heard(socket)
    while said.get("seq") == 7:
        said = heard(socket)
    return "-" if said.get("seq") == 9 and "error" not in said else ""


SAYING: dict[str, Callable[[Server, Row, Caller, ClientConnection], str]] = {
    "alive": _alive,
    "pong": _pong,
    "seen": _seen,
    "act": _act,
    "ask": _ask,
    "look": _look,
    "stop": _stop,
}


@pytest.mark.parametrize(("role", "told"), TOLD)
class TestGame:
    """What each role is told of a game."""

    def test_their_own_state(self, server: Server, role: str, told: str):
        """Crews, moves, words and rights of one's own, and none for those who watch."""
        with opened(server, GAME, come(server, role)) as socket:
            state = heard(socket)
        mine = [] if told == "-" else list(told)
        assert [seat["colour"] for seat in state["seats"] if seat.get("you")] == mine
        assert bool(state.get("moves")) == ("R" in mine)
        assert {act["by"] for act in state.get("acts", [])} == set(mine[:1])
        rights = state.get("rights", {})
        assert bool(rights.keys() - {"study", "ask_takeback", "plan"}) == (told == "RB")
        assert rights.get("ask_takeback", False) == (role in ("player", "opponent"))
        assert rights.get("study", False) == (role not in ("player", "opponent"))

    def test_the_seed_of_the_dice(self, server: Server, role: str, told: str):
        """Is nobody's to know before the end; its hash is everybody's."""
        caller, store = come(server, role, code="QM"), server.app.state.store
        table = load(store, caller.game)
        with opened(server, GAME, caller) as socket:
            said = socket.recv(PATIENCE)
            assert table.dice_hash in said
            assert "dice_seed" not in said
            assert table.seed not in said
            play(store, caller.game, caller.host, len(table.match), "R:resign")
            assert heard(socket)["dice_seed"] == table.seed


def shown(socket: ClientConnection, game: str) -> dict[str, dict[str, Any]]:
    """The seeks of the lobby as soon as that of a game is among them."""
    while game not in (seeks := {seek["id"]: seek for seek in heard(socket)["seeks"]}):
        pass
    return seeks


def end(server: Server, caller: Caller) -> None:
    """End every session of somebody's."""
    server.app.state.sessions.end_others(server.app.state.store, Actor(caller.person))


@pytest.mark.parametrize("role", ["player", "opponent", "operator"])
class TestEnded:
    """A session that is ended while its pages are open."""

    def test_a_game(self, server: Server, role: str):
        """Is told to a stranger from then on, and its player is not there any more."""
        caller, store = come(server, role, time="300+5"), server.app.state.store
        pages, key = server.app.state.timekeeper.presence._pages, (caller.game, caller.person)
        with opened(server, GAME, caller) as socket:
            heard(socket)
            assert (key in pages) == (role != "operator")
            end(server, caller)
            play(store, caller.game, caller.host, 2, "@e7")
            assert heard(socket)["session"]["ended"]
            said = heard(socket)
            assert not said.keys() & {"you", "moves", "acts"}
            assert key not in pages
            socket.send(f'{{"seen":{said["version"]}}}')
            _alive(server, GAME, caller, socket)
            assert key not in server.app.state.round_trips._measured

    def test_notices(self, server: Server, role: str):
        """Are told no more: the socket is closed with the next of them."""
        caller = come(server, role)
        with opened(server, NOTICES, caller) as socket:
            heard(socket)
            end(server, caller)
            server.app.state.store.hub.call(caller.person)
            assert closed_with(socket) == NOTICES.outcomes["former"]

    def test_the_lobby(self, server: Server, role: str):
        """Calls nothing theirs any more."""
        caller, store = come(server, role), server.app.state.store
        wish = Invitation("LC", {}, Terms(listed=True))
        game = invite(store, Actor(caller.person), wish).id
        with opened(server, LOBBY, caller) as socket:
            assert shown(socket, game)[game]["yours"]
            end(server, caller)
            later = invite(store, guest(people.new_id()), wish).id
            assert not shown(socket, later)[game].get("yours")
