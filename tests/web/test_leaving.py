"""Somebody leaves for good while others have pages open."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from kidd.table.play.actors import Actor
from kidd.table.play.people import farewell
from kidd.words.texts import FORMER
from tests.patience import PATIENCE
from tests.table.members import advance, member, rated
from tests.web.afloat import Server, Visitor
from tests.web.roles import NUMBERS, cookie

pytestmark = pytest.mark.once


def come(server: Server, visitor: Visitor, actor: Actor) -> Visitor:
    """Let a visitor be a member."""
    name, _, value = cookie(server, actor)["cookie"].partition("=")
    visitor.cookies.set(name, value)
    return visitor


def heard(socket: ClientConnection) -> list[dict[str, Any]]:
    """The notices that a page is told next."""
    return list(json.loads(socket.recv(PATIENCE))["notices"])


@pytest.fixture
def pair(server: Server) -> tuple[Actor, Actor]:
    """Who goes, and who stays."""
    number, store = next(NUMBERS), server.app.state.store
    return member(store, f"Goes {number}"), member(store, f"Stays {number}")


def test_the_others_keep_their_notices(server: Server, visitor: Visitor, pair: tuple[Actor, Actor]):
    """An open page is told that the game was won, by the words for somebody who has left."""
    goes, stays = pair
    store = server.app.state.store
    table = advance(store, rated(store, goes, stays), Random(1))
    with come(server, visitor, stays).hears_notices() as socket:
        heard(socket)
        farewell.leave(store, goes)
        while goes.name in (said := str(heard(socket))):
            pass
        assert FORMER in said
    listed = visitor.get("/api/v1/notices").json()["notices"]
    assert [(one["game"], one["kind"]) for one in listed] == [(table.id, "over")]
    assert FORMER in visitor.get("/notices", headers={"accept": "text/html"}).text


def test_of_three_whose_turn_it_is(server: Server, visitor: Visitor, pair: tuple[Actor, Actor]):
    """Is still told so: their game goes on."""
    goes, stays = pair
    store = server.app.state.store
    third = member(store, f"Third {next(NUMBERS)}")
    table = advance(store, rated(store, stays, goes, third, code="MG3"), Random(1))
    assert table.waits_for is not None
    assert table.waits_for.person == stays.person
    farewell.leave(store, goes)
    listed = come(server, visitor, stays).get("/api/v1/notices").json()["notices"]
    assert [(one["game"], one["kind"]) for one in listed] == [(table.id, "turn")]
    assert goes.name not in str(listed)


def test_their_own_pages(server: Server, visitor: Visitor, pair: tuple[Actor, Actor]):
    """Another window of theirs is closed out at once: it does not go on with numbers that are no more."""
    goes, stays = pair
    store = server.app.state.store
    advance(store, rated(store, goes, stays), Random(1))
    with come(server, visitor, goes).hears_notices() as socket:
        farewell.leave(store, goes)
        with pytest.raises(ConnectionClosed) as closed:
            list(iter(partial(socket.recv, PATIENCE), None))
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403
