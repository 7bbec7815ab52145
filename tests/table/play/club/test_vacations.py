"""Vacations: all games of days stand still, for as many days as there are, and for no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from kidd.errors import IllegalAct, KiddError, OptionError
from kidd.table.errors import NotYours
from kidd.table.moments import WATCH
from kidd.table.play.actors import STRANGER
from kidd.table.play.club.vacations import begin_vacation, end_vacation, holidays_of
from kidd.table.play.games import load
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.database.writer import Work
from kidd.table.storage.recompute import differences
from kidd.table.timekeeper.timekeeper import Timekeeper
from tests.postgres import wipe
from tests.table.sittings import ANN, BEA
from tests.table.tides import Tide, move, sit_timed

pytestmark = pytest.mark.once
DAY = 86_400


@pytest.fixture
def tide() -> Iterator[Tide]:
    """Time that goes on when it is told to."""
    before = WATCH.read
    yield Tide()
    WATCH.read = before


def test_a_vacation(any_store: Store, tide: Tide):
    """The clock of whoever has it stands, the other's does not; live games and those of others go on."""
    hers = move(any_store, sit_timed(any_store, "1d"), 2)
    waits = move(any_store, sit_timed(any_store, "1d"), 3)  # for Bea
    live = move(any_store, sit_timed(any_store, "300+0"), 2)
    keeper = Timekeeper(any_store)
    assert begin_vacation(any_store, ANN, 10) == (datetime(2026, 11, 26, 12, tzinfo=UTC), 20)
    with pytest.raises(IllegalAct, match="already"):
        begin_vacation(any_store, ANN, 1)
    tide.go_on(2 * DAY)
    keeper.look()
    ends = [load(any_store, table.id).match.result for table in (hers, waits, live)]
    assert ends == [None, ("R", "time"), ("B", "time")]
    assert end_vacation(any_store, ANN) == (None, 28)
    tide.go_on(DAY - 60)
    keeper.look()
    assert not load(any_store, hers.id).is_over
    tide.go_on(61)
    keeper.look()
    assert load(any_store, hers.id).match.result == ("B", "time")
    assert differences(any_store) == []


def test_the_allowance(store: Store, tide: Tide):
    """Thirty days in a year, each of which counts once it has begun; the next year has its own."""
    with pytest.raises(OptionError, match="1 to 30"):
        begin_vacation(store, ANN, 31)
    for days in (0, -3):
        with pytest.raises(OptionError):
            begin_vacation(store, ANN, days)
    begin_vacation(store, ANN, 20)
    tide.go_on(60)
    assert end_vacation(store, ANN).days_left == 29
    begin_vacation(store, ANN, 29)
    tide.go_on(29 * DAY)
    assert holidays_of(store, ANN) == (None, 0)
    with pytest.raises(OptionError, match="no days"):
        begin_vacation(store, ANN, 1)
    with pytest.raises(IllegalAct, match="not on vacation"):
        end_vacation(store, ANN)
    tide.go_on(30 * DAY)
    assert holidays_of(store, ANN).days_left == 30
    assert holidays_of(store, BEA).days_left == 30


def test_nobody_has_one(store: Store):
    """Whoever is not known has no games either."""
    for deed in (lambda: begin_vacation(store, STRANGER, 1), lambda: end_vacation(store, STRANGER)):
        with pytest.raises(NotYours):
            deed()
    assert holidays_of(store, STRANGER).until is None


def test_games_are_read_before_the_writer_is_asked(any_store: Store, tide: Tide, replays: Counter[str]):
    """However many and long they are, and though a move is made in one of them meanwhile, which is all that is read."""
    tables = [move(any_store, sit_timed(any_store, "1d"), 12) for _ in range(3)]
    other = open_store(any_store.engine.url.render_as_string(hide_password=False))
    quick = any_store.write

    def overtaken(work: Work[object]) -> object:
        monkeypatch.undo()
        move(other, load(other, tables[1].id))
        return quick(work)

    for table in tables:
        any_store.snapshots.drop(table.id)
    replays.clear()
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(any_store, "write", overtaken)
        begin_vacation(any_store, ANN, 3)
    assert (replays["kidd-writer"], replays.total() >= 3 * 12) == (1, True)
    assert [load(other, table.id).version for table in tables] == [14, 15, 14]
    other.close()
    assert differences(any_store) == []


def test_a_game_that_has_just_begun_is_read_first(store: Store, tide: Tide, replays: Counter[str]):
    """It may be long already: who is on vacation then begins again by reading."""
    sit_timed(store, "1d")
    quick = store.write
    late: list[Table] = []

    def overtaken(work: Work[object]) -> object:
        monkeypatch.undo()
        late.append(move(store, sit_timed(store, "1d"), 4))
        replays.clear()
        return quick(work)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(store, "write", overtaken)
        begin_vacation(store, ANN, 3)
    assert load(store, late[0].id).version == late[0].version + 1
    assert "kidd-writer" not in replays


def test_the_same_days_twice(postgres: str, tide: Tide):
    """Asked for at the same time through two servers, they are had once."""
    stores = [open_store(postgres) for _ in range(2)]
    wipe(stores[0])

    def ask(store: Store) -> int:
        try:
            return begin_vacation(store, ANN, 16).days_left
        except KiddError:
            return -1

    try:
        with ThreadPoolExecutor(2) as pool:
            assert sorted(pool.map(ask, stores)) == [-1, 14]
    finally:
        for store in stores:
            store.close()
