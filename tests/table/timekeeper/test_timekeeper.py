"""Whatever time brings about is settled once, at its moment, by whoever looks first; and counted by nobody twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count as count_up
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import select, update

from kidd.errors import IllegalAct
from kidd.table.moments import WATCH
from kidd.table.play.actors import Actor, Role
from kidd.table.play.club.vacations import begin_vacation
from kidd.table.play.games import computer_act, leave_seat, load, play
from kidd.table.play.people.operators import adjourn_game, resume_game
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import events, games, jobs, notices
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import commit_decision
from kidd.table.storage.notices import notice_rows
from kidd.table.storage.recompute import differences
from kidd.table.timekeeper import presence, timekeeper
from kidd.table.timekeeper.timekeeper import Timekeeper
from kidd.words.language import tongue
from kidd.words.play.act_sentences import act_said
from tests.table.sittings import ANN, BEA, computer, count, fresh, person
from tests.table.storage.voyages import CREW
from tests.table.tides import Tide, move, sit_timed

pytestmark = pytest.mark.once


@pytest.fixture
def tide() -> Iterator[Tide]:
    """Time that goes on when it is told to; however long a test takes, no server has to say that it is there."""
    before = WATCH.read
    with (
        patch.object(timekeeper, "monotonic", lambda: 0.0),
        patch.object(timekeeper, "PATIENCE", timedelta(days=1000)),  # time that is lost at once is to count
    ):
        yield Tide()
    WATCH.read = before


def left(table: Table) -> list[float | None]:
    """What the clocks have at this moment, in seconds."""
    assert table.clock is not None
    found = [table.clock.has(seat.number, WATCH.read()) for seat in table.seats]
    return [None if one is None else one / 1000 for one in found]


def kinds(store: Store, table: Table) -> list[str]:
    """What happened in a game."""
    with store.reading() as connection:
        return list(
            connection.execute(
                select(events.c.kind).where(events.c.game == table.id).order_by(events.c.number)
            ).scalars()
        )


def noted(store: Store) -> set[str]:
    """The kinds of rows that wait."""
    with store.reading() as connection:
        return set(connection.execute(select(jobs.c.kind)).scalars())


def test_a_live_game_is_lost_on_time(any_store: Store, tide: Tide):
    """Half a second after the clock has come to zero, and not before; then there is nothing left to be watched."""
    keeper, table = Timekeeper(any_store), sit_timed(any_store, "30+2")
    table = move(any_store, table, 2)
    tide.go_on(10)
    table = move(any_store, table)
    assert left(table) == [22, 30]
    tide.go_on(30.4)
    keeper.look()
    assert not load(any_store, table.id).is_over
    tide.go_on(0.1)
    keeper.look()
    table = fresh(any_store, table.id)
    assert table.match.result is not None
    assert (table.match.acts[-1], table.match.result) == ("B:time", ("R", "time"))
    assert noted(any_store) == set()
    assert differences(any_store) == []


def test_a_move_that_comes_too_late(store: Store, tide: Tide):
    """It is not played, but the game is lost, though nobody has looked; a slow network is forgiven."""
    table = move(store, sit_timed(store, "30+0"), 2)
    tide.go_on(30.3)
    assert len(move(store, table, lag=300).match) == 3
    other = move(store, sit_timed(store, "30+0"), 2)
    tide.go_on(30.3)
    other = move(store, other)
    assert other.match.acts[-1] == "R:time"
    assert other.match.result == ("B", "time")


def test_a_first_move_that_does_not_come(any_store: Store, tide: Tide):
    """After two minutes the game is closed, for nothing; the table knows whose first move did not come."""
    keeper, table = Timekeeper(any_store), move(any_store, sit_timed(any_store, "30+0"))
    tide.go_on(119)
    keeper.look()
    assert not load(any_store, table.id).is_over
    tide.go_on(1)
    keeper.look()
    table = load(any_store, table.id)
    assert (table.abandoned, table.match.result, table.late) == (True, None, 1)
    assert differences(any_store) == []


def test_three_of_whom_one_runs_out(any_store: Store, tide: Tide):
    """A computer plays on for them, and they are ranked last; the last person's end is the game's."""
    seats = [person(actor, name) for actor, name in zip(CREW, "ABC", strict=False)]
    keeper, table = Timekeeper(any_store), sit_timed(any_store, "60+0", *seats, code="MG3")
    table = move(any_store, table, 3)
    tide.go_on(61)
    keeper.look()
    table = load(any_store, table.id)
    assert [seat.kind for seat in table.seats] == ["computer", "person", "person"]
    assert (table.match.left, table.is_over, left(table)) == ("R", False, [None, 60, 60])
    assert differences(any_store) == []


def test_days_per_move_with_a_reminder(any_store: Store, tide: Tide):
    """One reminder twelve hours before the end, by however many it is looked at; then the loss."""
    said: list[tuple[str, int]] = []
    keepers = [Timekeeper(any_store, remind=lambda _, table, seat: said.append((table.id, seat))) for _ in range(2)]
    table = move(any_store, sit_timed(any_store, "3d"), 2)
    for hours in (59, 1, 1, 10):
        tide.go_on(hours * 3600)
        for keeper in keepers:
            keeper.look()
        assert said == ([] if hours == 59 else [(table.id, 0)])
    tide.go_on(3600)
    keepers[0].look()
    assert load(any_store, table.id).match.result == ("B", "time")
    assert (noted(any_store), differences(any_store)) == (set(), [])


def test_a_warning_counts_once(any_store: Store, tide: Tide):
    """Whatever is said or stands still meanwhile; it is struck out by the move, also where an offer waits for one."""
    keeper = Timekeeper(any_store, remind=notice_rows.remind)
    table = move(any_store, sit_timed(any_store, "3d"), 2)

    def warned() -> list[tuple[str, datetime]]:
        found = select(notices.c.person, notices.c.at).where(notices.c.kind == "deadline")
        with any_store.reading() as connection:
            return [(row.person, row.at) for row in connection.execute(found)]

    table = play(any_store, table.id, BEA, 2, "draw?", "B")
    tide.go_on(61 * 3600)
    keeper.look()
    first = [(ANN.person, tide.now)]
    assert warned() == first
    tide.go_on(60)
    keeper._beat(timedelta(seconds=1))
    table = play(any_store, table.id, ANN, 3, "draw.", "R")
    keeper.look()
    assert warned() == first
    begin_vacation(any_store, ANN, 1)  # then there is much more time, which ends again
    tide.go_on(24 * 3600)
    keeper.look()
    assert warned() == [(ANN.person, tide.now)]
    move(any_store, load(any_store, table.id))
    assert warned() == []


def test_a_warning_against_a_computer(store: Store, tide: Tide):
    """It is struck out by the move as well."""
    keeper = Timekeeper(store, remind=notice_rows.remind)
    table = move(store, sit_timed(store, "1d", person(), computer()))
    table = computer_act(store, table.id, 1, str(table.match.position.legal_moves()[0]))
    tide.go_on(20 * 3600)
    keeper.look()
    assert count(store, "notices") == 1
    move(store, load(store, table.id))
    assert count(store, "notices") == 0


@pytest.mark.parametrize("down", [2.6, 3600.0])
def test_no_time_goes_by_without_a_server(any_store: Store, tide: Tide, down: float):
    """From its last sign to the next start, and five seconds more; killed at any moment, and told of once."""
    first = Timekeeper(any_store)
    table = move(any_store, sit_timed(any_store, "300+0"), 2)
    days = move(any_store, sit_timed(any_store, "1d"), 2)
    first.look()  # finds a live game, and from now on says every second that it is there
    tide.go_on(20)
    first._beat(timedelta(seconds=30))
    tide.go_on(down)
    again = Timekeeper(any_store)
    for keeper in (again, Timekeeper(any_store)):
        keeper._beat(timedelta(seconds=1.5))
    tide.go_on(5)
    assert left(load(any_store, table.id)) == [280, 300]
    tide.go_on(7)
    table = move(any_store, load(any_store, table.id))
    assert left(table) == [273, 300]
    assert kinds(any_store, table).count("outage") == kinds(any_store, days).count("outage") == 1
    assert left(load(any_store, days.id))[0] == 86_400 - 27
    assert differences(any_store) == []


@pytest.mark.parametrize("counted", [0, 1, 2])
def test_killed_while_it_counts_what_was_before(any_store: Store, tide: Tide, counted: int):
    """A server that dies when it has told only some games of the time without one: the next tells all of them."""
    first, tables = Timekeeper(any_store), [move(any_store, sit_timed(any_store, "300+0"), 2) for _ in range(2)]
    first.look()
    tide.go_on(20)
    first._beat(timedelta(seconds=30))
    tide.go_on(100)
    with patch.object(timekeeper, "commit_decision", dies_after(counted)), suppress(KeyboardInterrupt):
        Timekeeper(any_store)._beat(timekeeper.ALONE)
    tide.go_on(3)
    Timekeeper(any_store)._beat(timekeeper.ALONE)
    tide.go_on(5)
    assert [left(load(any_store, table.id)) for table in tables] == [[280, 300]] * 2
    tide.go_on(7)
    assert [left(load(any_store, table.id)) for table in tables] == [[273, 300]] * 2
    assert differences(any_store) == []


def dies_after(games: int) -> Callable[..., Future[Table]]:
    """What commits what happened in so many games, and then no more."""
    done = count_up()

    def commit(*about: Any) -> Future[Table]:
        if next(done) >= games:
            raise KeyboardInterrupt
        return commit_decision(*about)

    return commit


def test_another_server_is_there(any_store: Store, tide: Tide):
    """Whoever starts while another one lives counts all of it."""
    table = move(any_store, sit_timed(any_store, "300+0"), 2)
    keepers = [Timekeeper(any_store) for _ in range(2)]
    for _ in range(5):
        for keeper in keepers:
            keeper.look()
            keeper._beat(timedelta(seconds=1.5))
        tide.go_on(1)
    assert left(load(any_store, table.id)) == [295, 300]
    assert "outage" not in kinds(any_store, table)


def test_whoever_leaves_a_live_game(any_store: Store, tide: Tide):
    """The others are told, and after a minute it is lost; whoever comes back has lost nothing but time."""
    keeper = Timekeeper(any_store)
    keeper.presence._patience = 0.0
    table = move(any_store, sit_timed(any_store, "300+0"), 2)
    key = table.id, BEA.person
    keeper.presence.came(key)
    keeper.presence.came(key)
    keeper.presence.went(key)
    keeper.look()
    assert "away" not in kinds(any_store, table), "another page is open"
    keeper.presence.went(key)
    keeper.look()
    table = load(any_store, table.id)
    assert table.clock is not None
    assert table.clock.away[1] == tide.now
    tide.go_on(59)
    keeper.presence.came(key)
    keeper.presence.hear(table)
    keeper.look()
    assert kinds(any_store, table)[-2:] == ["away", "back"]
    keeper.presence.went(key)
    keeper.look()
    tide.go_on(60)
    keeper.look()
    table = load(any_store, table.id)
    assert (table.match.result, table.result) == (("R", "time"), ("R", "away"))
    assert act_said(table, len(table.match) - 1, tongue("en")).endswith(" was away too long.")
    assert differences(any_store) == []
    any_store.write(lambda connection: connection.execute(update(games).values(reason="time")))  # as in old rows
    assert differences(any_store) == []


def test_whoever_leaves_a_live_game_of_three(any_store: Store, tide: Tide):
    """They have left, and it is said so by their name: their time has not run out."""
    seats = [person(actor, name) for actor, name in zip(CREW, ("Ann", "Bea", "Cat"), strict=False)]
    keeper, table = Timekeeper(any_store), sit_timed(any_store, "300+0", *seats, code="MG3")
    table = move(any_store, table, 3)
    keeper.presence._patience = 0.0
    keeper.presence.came((table.id, CREW[2].person))
    keeper.presence.went((table.id, CREW[2].person))
    keeper.look()
    tide.go_on(60)
    keeper.look()
    table = load(any_store, table.id)
    last = len(table.match) - 1
    assert (table.match.left, table.match.word(last), table.is_over) == ("G", "leave", False)
    assert (table.seats[2].kind, table.seats[2].was) == ("computer", "Cat")
    assert act_said(table, last, tongue("en")).startswith("Cat ")
    assert differences(any_store) == []


def test_nobody_is_missed_in_an_adjourned_game(any_store: Store, tide: Tide, monkeypatch: pytest.MonkeyPatch):
    """Whoever goes then loses nothing, for days; once it is resumed, whoever is not there is missed as ever."""
    keeper, house = Timekeeper(any_store), Actor("keeper", "", Role.OPERATOR)
    keeper.presence._patience = 0.0
    table = move(any_store, sit_timed(any_store, "300+0"), 2)
    for actor in (ANN, BEA):
        keeper.presence.came((table.id, actor.person))
    adjourn_game(any_store, house, table.id)
    for actor in (ANN, BEA):
        keeper.presence.went((table.id, actor.person))
    keeper.look()
    tide.go_on(9 * 86400)
    keeper.look()
    assert kinds(any_store, table)[-1] == "adjourned"
    assert noted(any_store) == set()
    keeper.presence.came((table.id, ANN.person))
    monkeypatch.setattr(presence, "RETURN", 0)
    keeper.presence.hear(resume_game(any_store, house, table.id))
    keeper.look()
    assert kinds(any_store, table)[-2:] == ["resumed", "away"]
    tide.go_on(60)
    keeper.look()
    assert load(any_store, table.id).match.result == ("R", "time")
    assert differences(any_store) == []


def test_a_page_at_another_server(any_store: Store, tide: Tide):
    """What one says of somebody whose page the other has is contradicted at once."""
    here, there = Timekeeper(any_store), Timekeeper(any_store)
    here.presence._patience = 0.0
    table = move(any_store, sit_timed(any_store, "300+0"), 2)
    key = table.id, ANN.person
    there.presence.came(key)
    here.presence.came(key)
    here.presence.went(key)
    here.look()
    there.presence.doubt(table.id)
    there.look()
    assert kinds(any_store, table)[-2:] == ["away", "back"]


def test_many_look_at_once(postgres: str, tide: Tide):
    """Four on one database: each game is lost once."""
    stores = [open_store(postgres) for _ in range(4)]
    try:
        tables = [move(stores[number % 4], sit_timed(stores[number % 4], "30+0"), 2) for number in range(12)]
        tide.go_on(31)
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda store: Timekeeper(store).look(), stores))
        for table in tables:
            assert load(stores[0], table.id).match.acts.count("R:time") == 1
        assert differences(stores[0]) == []
    finally:
        for store in stores:
            store.close()


def test_a_computer_has_all_the_time(store: Store, tide: Tide):
    """Only people can run out of it."""
    table = sit_timed(store, "30+0", person(), computer(1))
    assert table.clock is not None
    table = move(store, table)
    tide.go_on(9999)
    Timekeeper(store).look()
    assert not load(store, table.id).is_over


def test_standing_up_stops_no_clock(store: Store, tide: Tide):
    """While clocks run nobody leaves their seat to sit down again later."""
    table = move(store, sit_timed(store, "30+0"), 2)
    with pytest.raises(IllegalAct, match="resign"):
        leave_seat(store, table.id, ANN, 0)
    assert play(store, table.id, ANN, 2, "resign").match.result == ("B", "resigned")


def test_a_machine_that_slept_charges_nobody(any_store: Store, tide: Tide, monkeypatch: pytest.MonkeyPatch):
    """Not even for a move that comes before those who keep the time have noticed, and nobody has lost by it."""
    monkeypatch.setattr(timekeeper, "PATIENCE", timedelta(seconds=4))
    keeper = Timekeeper(any_store)
    table = move(any_store, sit_timed(any_store, "300+0"), 2)
    keeper.look()
    any_store.pulse = keeper.pulse
    tide.go_on(3)
    table = move(any_store, table)
    assert left(table) == [297, 300], "so little counts"
    keeper.look()
    keeper._beat(timedelta(seconds=30))
    tide.go_on(600)
    table = move(any_store, table)
    assert left(table) == [297, 300]
    assert kinds(any_store, table).count("outage") == 1
    tide.go_on(3600)
    keeper.look()
    assert not load(any_store, table.id).is_over, "nor has anybody lost, however soon after its last sign it looks"
    assert differences(any_store) == []


def test_a_clock_that_was_put_back_charges_nobody(any_store: Store, tide: Tide):
    """The last sign of a server that was killed then is still to come; what went by since is not known."""
    keeper = Timekeeper(any_store)
    table = move(any_store, sit_timed(any_store, "300+0"), 2)
    keeper.look()
    tide.go_on(-60)
    table = move(any_store, table)
    tide.go_on(2)
    Timekeeper(any_store)._beat(timedelta(days=-1))
    assert left(load(any_store, table.id)) == [300, 300]
    tide.go_on(5 + 2)
    assert left(load(any_store, table.id)) == [300, 298]
    assert differences(any_store) == []


def test_the_end_of_a_live_game_is_no_time_without_a_server(any_store: Store, tide: Tide):
    """From then on the server says once in a minute that it is there, and has said so."""
    keeper = Timekeeper(any_store)
    days = move(any_store, sit_timed(any_store, "1d"), 2)
    live = move(any_store, sit_timed(any_store, "300+0"), 2)
    keeper.look()
    play(any_store, live.id, Actor(ANN.person), 2, "resign")
    keeper.look()
    tide.go_on(60)
    keeper._beat(timedelta(seconds=4))
    assert "outage" not in kinds(any_store, days)


def test_a_time_without_a_server_is_not_told_of_again_by_a_later_clock(any_store: Store, tide: Tide):
    """After the clock was put back it would lie ahead, and another server that starts would count up to it."""
    first = Timekeeper(any_store)
    move(any_store, sit_timed(any_store, "3600+0"), 2)
    first.look()
    tide.go_on(30)
    first._beat(timedelta(seconds=4))
    tide.go_on(-3600)
    first._beat(timedelta(seconds=4))
    table = move(any_store, sit_timed(any_store, "3600+0"), 2)
    Timekeeper(any_store)._beat(timedelta(seconds=4))
    assert left(load(any_store, table.id)) == [3600, 3600]
    assert "outage" not in kinds(any_store, table)
