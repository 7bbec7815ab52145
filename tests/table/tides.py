"""Time for tests: it stands still until it is told to go on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from kidd.table.moments import WATCH
from kidd.table.play.actors import Actor
from kidd.table.play.games import play
from kidd.table.play.new_game import open_game
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.terms import Terms
from tests.table.sittings import ANN, BEA, person


class Tide:
    """Stands in for the watch that the whole table reads."""

    def __init__(self) -> None:
        self.now = self.first = datetime(2026, 11, 16, 12, 0, tzinfo=UTC)
        WATCH.read = lambda: self.now

    def go_on(self, seconds: float) -> None:
        """Let it be later."""
        self.now += timedelta(seconds=seconds)


def sit_timed(store: Store, time: str, *seats: Seat, code: str = "LC") -> Table:
    """A game with a clock; nobody named, Ann against Bea."""
    several = seats or (person(), person(BEA, "Bea"))
    return open_game(store, code=code, options={}, seats=several, owner=ANN, terms=Terms(time=time))


def move(store: Store, table: Table, times: int = 1, lag: int = 0) -> Table:
    """Any moves of whoever is waited for."""
    for _ in range(times):
        seat = table.waits_for
        assert seat is not None
        act = str(table.match.position.legal_moves()[0])
        table = play(store, table.id, Actor(seat.person or ""), len(table.match), act, lag=lag)
    return table
