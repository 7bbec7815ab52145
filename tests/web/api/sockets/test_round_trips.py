"""How long the way to a player takes: measured by the server, and forgiven up to half a second."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from kidd.table.play.new_game import open_game
from kidd.table.seats import Seat
from kidd.table.storage.database.schema import events
from kidd.table.terms import Terms
from kidd.web.api.sockets.round_trips import RoundTrips
from tests.patience import PATIENCE, until
from tests.web.afloat import Server, Visitor

pytestmark = pytest.mark.once


def test_the_shortest_of_the_last_counts():
    """Whoever dawdles gains nothing by it, and never more than half a second."""
    trips, key = RoundTrips(), ("game", "ann")
    assert trips.lag(*key) == 0
    trips.note(key, 9000)
    assert trips.lag(*key) == 500
    for measured in (120, 80, 9000, 9000):
        trips.note(key, measured)
    assert (trips.lag(*key), trips.lag("game", "bea")) == (80, 0)
    for _ in range(4):
        trips.note(key, 300)
    assert trips.lag(*key) == 300
    trips.forget(key)
    assert trips.lag(*key) == 0


def test_a_page_that_says_what_it_saw(server: Server, visitor: Visitor, other: Visitor):
    """It is measured over the socket, kept with the next move, and forgotten with the page; nothing else is heard."""
    for one in (visitor, other):
        one.opens()
    people = [server.actor(one) for one in (visitor, other)]
    seats = [Seat(number, "person", actor.person) for number, actor in enumerate(people)]
    store, trips = server.app.state.store, server.app.state.round_trips
    table = open_game(store, code="LC", options={}, seats=seats, owner=people[0], terms=Terms(time="300+5"))
    page, key = f"/games/{table.id}", (table.id, people[1].person)
    with other.listens(page, table.version) as socket:
        state = visitor.plays(page, 0, "@c1").json()
        assert set(state["clock"]["left"]) == {"R", "B"}
        heard = json.loads(socket.recv(timeout=PATIENCE))
        while "version" not in heard or heard["version"] < state["version"]:
            heard = json.loads(socket.recv(timeout=PATIENCE))
        for junk in ('{"seen":99999999}', "[]", "x" * 1000, '{"seen": 1}'):
            socket.send(junk)
        socket.send(f'{{"seen":{state["version"]}}}')
        until(lambda: key in trips._measured, "what was measured")
        measured = trips._measured[key][-1]
        assert other.plays(page, 1, "@a3").status_code == 200
    until(lambda: key not in trips._measured, "that the page is gone")
    with store.reading() as connection:
        said = connection.execute(
            select(events.c.data).where(events.c.game == table.id, events.c.kind == "act")
        ).scalars()
        lags = [json.loads(one).get("lag", 0) for one in said]
    assert lags == [0, min(measured, 500)]
