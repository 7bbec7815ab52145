"""Sessions of one's own: listed, ended, and of no use after that."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from kidd.table.play.actors import guest
from kidd.table.play.games import open_game, play
from kidd.table.seats import Seat
from kidd.table.storage.persons import people
from kidd.web.http.visitors.session_cookies import COOKIE, SessionCookies
from tests.patience import PATIENCE
from tests.web.afloat import API, Server, Visitor
from tests.web.roles import begin

SESSIONS = f"{API}/sessions"


@pytest.fixture
def device(server: Server, visitor: Visitor) -> Iterator[Visitor]:
    """Another device of a visitor who has a game."""
    visitor.opens()
    token = people.new_id()
    begin(server, server.actor(visitor), token)
    with server.visitor() as same:
        cookie = SessionCookies(server.app.state.settings.secret()).write(token)
        same.cookies.set(COOKIE, cookie, domain="127.0.0.1")
        yield same


def listed(visitor: Visitor) -> list[dict[str, Any]]:
    """Where somebody is known."""
    return list(visitor.get(SESSIONS).json()["sessions"])


def this(visitor: Visitor) -> str:
    """The session that a visitor asks by."""
    (found,) = [one["id"] for one in listed(visitor) if one.get("this")]
    return str(found)


def test_listed(visitor: Visitor, device: Visitor, other: Visitor):
    """One's own, and which of them it is that asks; strangers have none."""
    assert [one["id"] for one in listed(visitor)] == [one["id"] for one in listed(device)]
    assert len(listed(visitor)) == 2
    assert this(visitor) != this(device)
    assert this(other) not in {one["id"] for one in listed(visitor)}
    visitor.cookies.clear()
    assert visitor.get(SESSIONS).json() == {"sessions": []}


def test_the_list_is_no_key(server: Server, visitor: Visitor):
    """What it says of a session makes no cookie."""
    page = visitor.opens()
    told = this(visitor)
    for made_up in (told, SessionCookies(server.app.state.settings.secret()).write(told), told[:32]):
        with server.visitor(cookies={COOKIE: made_up}) as thief:
            assert thief.plays(page, 0, "@c1").status_code == 403


def test_ended_from_another_device(visitor: Visitor, device: Visitor):
    """It is a stranger's at once, even though it was in use a moment ago; the other device goes on."""
    page = visitor.opens()
    assert device.plays(page, 0, "@c1").status_code == 200
    assert visitor.delete(f"{SESSIONS}/{this(device)}").status_code == 204
    assert device.plays(page, 1, "@a7").json()["type"] == "/problems/not-yours"
    assert "you" not in device.sees(page)
    assert listed(device) == []
    assert device.get(f"{API}/games").json() == {"games": []}
    assert page not in device.get("/").text
    assert visitor.plays(page, 1, "@a7").status_code == 200
    assert len(listed(visitor)) == 1


def test_ended_by_itself(visitor: Visitor, device: Visitor):
    """The browser is told to forget its cookie, and who comes again is somebody new."""
    page = device.opens()
    answer = device.delete(f"{SESSIONS}/{this(device)}")
    assert answer.status_code == 204
    assert f'{COOKIE}=""' in answer.headers["set-cookie"]
    assert "Max-Age=0" in answer.headers["set-cookie"]
    assert not device.cookies
    device.opens()
    assert page not in device.get("/").text
    assert page in visitor.get("/").text


def test_only_ones_own(visitor: Visitor, device: Visitor, other: Visitor):
    """Somebody else's, one that was ended and one that there is not are answered alike."""
    ended = this(device)
    assert visitor.delete(f"{SESSIONS}/{ended}").status_code == 204
    for session in (this(visitor), ended, "5e" * 32, "x", "%00", "%ff"):
        answer = other.delete(f"{SESSIONS}/{session}")
        assert (answer.status_code, answer.json()["type"]) == (404, "/problems/not-found")
    assert visitor.delete(f"{SESSIONS}/{ended}").status_code == 404
    assert len(listed(visitor)) == 1
    answer = visitor.delete(f"{SESSIONS}/{this(visitor)}", headers={"origin": "https://elsewhere.example"})
    assert answer.json()["type"] == "/problems/elsewhere"
    assert len(listed(visitor)) == 1


def test_an_open_socket_of_an_ended_session(server: Server, visitor: Visitor, device: Visitor):
    """Is told from then on what a watcher is told, and acts no more; that of the other device is told as before."""
    store, ann, ben = server.app.state.store, server.actor(visitor), guest(people.new_id())
    seats = Seat(0, "person", ann.person), Seat(1, "person", ben.person)
    table = open_game(store, code="LC", options={}, seats=seats, owner=ann)
    page = f"/games/{table.id}"
    with device.listens(page) as lost, visitor.listens(page) as kept:
        for socket in (lost, kept):
            assert json.loads(socket.recv(PATIENCE))["you"] == ["R"]
        assert visitor.delete(f"{SESSIONS}/{this(device)}").status_code == 204
        lost.send('{"ask": 1, "act": "@c1", "ply": 0}')
        refused = json.loads(lost.recv(PATIENCE))
        assert (refused["status"], refused["problem"]["type"]) == (403, "/problems/not-yours")
        assert json.loads(lost.recv(PATIENCE))["session"]["ended"], "which is told once"
        play(store, table.id, ann, 0, "@c1")
        play(store, table.id, ben, 1, "@a7")
        state: dict[str, Any] = {}
        while state.get("ply") != 2:
            state = json.loads(lost.recv(PATIENCE))
            assert not state.keys() & {"you", "moves", "acts"}
            assert state["rights"] == {"study": True}  # as every watcher has it
        state = {}
        while state.get("ply") != 2:
            state = json.loads(kept.recv(PATIENCE))
            assert state["you"] == ["R"]
        assert state["moves"]


def test_a_cookie_of_before_there_were_sessions(server: Server, visitor: Visitor):
    """Is as good, can be ended, and goes with it."""
    token, person = people.new_id(), guest(people.new_id())
    begin(server, person, token)
    key = hmac.digest(server.app.state.settings.secret(), b"kidd visitor", sha256)
    visitor.cookies.set("kidd_visitor", f"{token}.{hmac.digest(key, token.encode(), sha256).hex()}", domain="127.0.0.1")
    assert server.actor(visitor).person == person.person
    answer = visitor.delete(f"{SESSIONS}/{this(visitor)}")
    assert answer.status_code == 204
    assert not visitor.cookies
