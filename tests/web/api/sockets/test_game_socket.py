"""Changes reach open pages."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from kidd.table.play.games import open_game
from kidd.table.seats import Seat
from kidd.web.api.sockets.wire import ALIVE
from tests.patience import PATIENCE, until
from tests.web.afloat import API, Server, Visitor, afloat


def test_a_move_reaches_every_page(visitor: Visitor, other: Visitor):
    """Each viewer is told their own state of it, in their own language."""
    page = visitor.opens()
    seen = visitor.sees(page)["version"]
    with visitor.listens(page, seen) as mine, other.listens(page, seen, **{"accept-language": "de"}) as theirs:
        answer = visitor.plays(page, 0, "@c1", version=seen).json()
        for socket, you, told in ((mine, ["R", "B"], "Red enters on c1."), (theirs, None, "Rot setzt auf c1 ein.")):
            state = json.loads(socket.recv(PATIENCE))
            assert (state["ply"], state["version"], "result" in state) == (1, seen + 1, False)
            assert (state.get("you"), "moves" in state) == (you, you is not None)
            assert state["sentences"]["told"] == told
            assert (state == answer) == (you is not None)


def test_resume(visitor: Visitor):
    """A page that comes back says what it has seen, and gets the state at once if there is a newer one."""
    page = visitor.opens()
    seen = visitor.sees(page)["version"]
    visitor.plays(page, 0, "@c1")
    with visitor.listens(page, seen) as socket:
        assert json.loads(socket.recv(PATIENCE))["version"] == seen + 1
    with visitor.listens(page, seen + 1) as socket:
        visitor.plays(page, 1, "@a7")
        assert json.loads(socket.recv(PATIENCE))["version"] == seen + 2  # the first that it hears of
    for odd in ("", "x", "-1", "99", "9" * 30):
        with visitor.listens(page, odd) as socket:
            assert json.loads(socket.recv(PATIENCE))["version"] == seen + 2


def test_unknown_games(visitor: Visitor):
    """The socket is closed with a number of its own."""
    with visitor.listens("/games/unknown") as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_sockets_are_counted(server: Server, visitor: Visitor):
    """Those who have left are no longer told, and not kept."""
    page = visitor.opens()
    for _ in range(3):
        with visitor.listens(page) as socket:
            socket.recv(PATIENCE)
    until(lambda: "kidd_sockets 0.0" in visitor.get("/metrics").text, "the end of all sockets")
    assert server.app.state.store.hub.listeners == 0


def test_the_server_stops_and_comes_again(tmp_path):
    """Open sockets are let go; after a restart the game is there, and the computer takes up its turn."""
    with ExitStack() as stack:
        with afloat(tmp_path) as server, server.visitor() as visitor:
            page = visitor.opens()
            socket = stack.enter_context(visitor.listens(page))
            opened = json.loads(socket.recv(PATIENCE))["version"]
            me = server.actor(visitor)
            seats = (Seat(0, "computer", level=1), Seat(1, "person", me.person))
            waiting = open_game(server.app.state.store, code="LC", options={}, seats=seats, owner=me)
            cookies = visitor.cookies
        with pytest.raises(ConnectionClosed):
            socket.recv(PATIENCE)
    with afloat(tmp_path) as server, server.visitor(cookies=cookies) as visitor:
        assert visitor.plays(page, 0, "@c1").status_code == 200
        with visitor.listens(f"/games/{waiting.id}", opened) as socket:
            assert json.loads(socket.recv(PATIENCE))["version"] == opened + 1


@pytest.mark.parametrize("error", [RuntimeError("Unexpected ASGI message 'websocket.send'"), TimeoutError()])
def test_a_page_that_reads_no_more(server: Server, visitor: Visitor, monkeypatch: pytest.MonkeyPatch, error: Exception):
    """Is let go, and that is no error."""

    class Log:
        def error(self, *said: object, **more: object) -> None:
            noted.append((said, more))

        info = debug = lambda *said, **more: None

    async def fail(*_: object) -> None:
        raise error

    noted: list[object] = []
    page = visitor.opens()
    monkeypatch.setattr("kidd.web.http.middleware.log", Log)
    monkeypatch.setattr("kidd.web.api.sockets.wire.line_of", lambda scope: None)  # which would have to wait
    monkeypatch.setattr("starlette.websockets.WebSocket.send_text", fail)
    with visitor.listens(page) as socket, pytest.raises(ConnectionClosed):
        socket.recv(PATIENCE)
    until(lambda: server.app.state.store.hub.listeners == 0, "the end of all listening")
    assert noted == []


def test_a_page_that_asks_whether_we_are_alive(visitor: Visitor):
    """It is told so, but not twice within a second, and goes on hearing of the game."""
    page = visitor.opens()
    seen = visitor.sees(page)["version"]
    with visitor.listens(page, seen) as socket:
        for _ in range(3):
            socket.send(ALIVE)
        assert socket.recv(PATIENCE) == ALIVE
        visitor.plays(page, 0, "@c1")
        assert json.loads(socket.recv(PATIENCE))["version"] == seen + 1


def test_who_wants_to_play_again(visitor: Visitor, other: Visitor):
    """The other hears of it whether they have seen the game end, or open its page after that."""
    page = f"/games/{visitor.post(f'{API}/invitations', json={'game': 'LC', 'colour': 'red'}).json()['id']}"
    assert other.post(f"{API}{page}/seat", json={}).status_code == 200
    with other.listens(page, other.sees(page)["version"]) as there:
        assert visitor.does(page, "acts", ply=0, act="R:resign").status_code == 200
        assert json.loads(there.recv(PATIENCE))["result"]["reason"] == "resigned"
        after = visitor.does(page, "rematch").json()["id"]
        told = json.loads(there.recv(PATIENCE))["rematch"]
        with other.listens(page, other.sees(page)["version"]) as late:
            assert json.loads(late.recv(PATIENCE))["rematch"] == told
    assert (told["id"], told["waiting"], told["asked"]) == (after, True, True)


@pytest.mark.parametrize("acting", [False, True])
def test_whose_session_has_ended(server: Server, visitor: Visitor, other: Visitor, acting: bool):
    """They are told so once, with the next move or their own, in their language."""
    page = f"/games/{visitor.post(f'{API}/invitations', json={'game': 'LC', 'colour': 'red'}).json()['id']}"
    assert other.post(f"{API}{page}/seat", json={}).status_code == 200
    version = visitor.sees(page)["version"]
    with visitor.listens(page, version, **{"accept-language": "de"}) as socket:
        me = server.actor(visitor)
        assert server.app.state.sessions.end(server.app.state.store, me, me.session)
        if acting:
            socket.send(json.dumps({"ask": 1, "act": "@c1", "ply": 0}))
            assert json.loads(socket.recv(PATIENCE))["status"] == 403
        else:
            assert other.does(page, "acts", ply=0, act="B:resign").status_code == 200
        told = json.loads(socket.recv(PATIENCE))["session"]
        assert told == {"ended": True, "words": "Deine Sitzung wurde anderswo beendet: Hier siehst du nur noch zu."}
        if not acting:
            assert "you" not in json.loads(socket.recv(PATIENCE))
