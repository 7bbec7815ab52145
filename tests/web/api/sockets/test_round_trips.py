"""How long the way to a player takes: measured by the server, and forgiven up to half a second."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlalchemy import select

from kidd.table.play.new_game import open_game
from kidd.table.seats import Seat
from kidd.table.storage.database.schema import events
from kidd.table.terms import Terms
from kidd.web.api.sockets.round_trips import Place, RoundTrips
from kidd.web.api.sockets.wire import ALIVE
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


def test_a_page_whose_way_is_measured(
    server: Server, visitor: Visitor, other: Visitor, monkeypatch: pytest.MonkeyPatch
):
    """It is measured by a ping as soon as it opens, kept with the next move, and forgotten with the page.

    What a page says of it, as pages did before, changes nothing.
    """
    for one in (visitor, other):
        one.opens()
    people = [server.actor(one) for one in (visitor, other)]
    seats = [Seat(number, "person", actor.person) for number, actor in enumerate(people)]
    store, trips = server.app.state.store, server.app.state.round_trips
    table = open_game(store, code="LC", options={}, seats=seats, owner=people[0], terms=Terms(time="300+5"))
    page, key = f"/games/{table.id}", (table.id, people[1].person)
    with other.listens(page, table.version) as socket:
        until(lambda: key in trips._measured, "what was measured")
        trips._measured[key].extend([700, 300, 400, 500, 600])  # as if the way were long, however many pings come yet
        monkeypatch.setattr(trips, "note", lambda *_: None)
        state = visitor.plays(page, 0, "@c1").json()
        assert set(state["clock"]["left"]) == {"R", "B"}
        heard = json.loads(socket.recv(timeout=PATIENCE))
        while "version" not in heard or heard["version"] < state["version"]:
            heard = json.loads(socket.recv(timeout=PATIENCE))
        for said in ('{"seen":99999999}', "[]", "x" * 1000, '{"seen": 1}', f'{{"seen":{state["version"]}}}', ALIVE):
            socket.send(said)
        while socket.recv(timeout=PATIENCE) != ALIVE:
            pass
        assert other.plays(page, 1, "@a3").status_code == 200
    until(lambda: key not in trips._measured, "that the page is gone")
    with store.reading() as connection:
        said = connection.execute(
            select(events.c.data).where(events.c.game == table.id, events.c.kind == "act")
        ).scalars()
        lags = [json.loads(one).get("lag", 0) for one in said]
    assert lags == [0, 300]


class FakeLine:
    """A line of which a test says how long it is."""

    def __init__(self) -> None:
        self.told: Callable[[float], None] | None = None

    def say(self, _: bytes) -> bool:
        """Never needed."""
        return False

    def hear(self, heard: Callable[[str], bool] | None) -> None:
        """Never needed."""

    def leave(self, text: str) -> None:
        """Never needed."""

    def measure(self, told: Callable[[float], None]) -> None:
        """Remember who is to be told."""
        self.told = told


def test_whose_way_is_measured(server: Server, visitor: Visitor, other: Visitor):
    """That of who plays a live game, for as long as their session lasts and the page is open."""
    for one in (visitor, other):
        one.opens()
    me, them = (server.actor(one) for one in (visitor, other))
    seats = [Seat(0, "person", me.person), Seat(1, "person", me.person)]
    store, trips, line = server.app.state.store, RoundTrips(), FakeLine()
    live, calm = (
        open_game(store, code="LC", options={}, seats=seats, owner=me, terms=Terms(time=time)) for time in ("300+5", "")
    )
    place = Place(server.app.state.timekeeper.presence, trips, line)
    for table, person in ((calm, me.person), (live, them.person), (live, "")):
        place.shows(table, person)
        assert line.told is None
    place.shows(live, me.person)
    assert line.told is not None
    line.told(0.12)
    assert trips.lag(live.id, me.person) == 120
    place.shows(live, "")  # the session has ended
    line.told(0.13)
    assert trips.lag(live.id, me.person) == 0
    place.shows(live, me.person)
    line.told(0.14)
    assert trips.lag(live.id, me.person) == 140
    place.close()
    line.told(0.15)
    assert not trips._measured
