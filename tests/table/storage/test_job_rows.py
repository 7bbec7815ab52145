from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import TypeVar

import pytest
from sqlalchemy import Connection

from kidd.table.play import games
from kidd.table.snapshot import Table
from kidd.table.storage import job_rows
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.event_log import now
from kidd.table.storage.job_rows import ANALYSIS, TURN, Job
from tests.table.sittings import ANN, BEA, computer, count, person, say, sit

pytestmark = pytest.mark.once

HOUR = timedelta(hours=1)
Result = TypeVar("Result")


def lease(
    store: Store, holder: str | None, *, at: datetime | None = None, limit: int = 10, **skip: list[str]
) -> list[Job]:
    """Turns taken for a second."""
    moment = at or now()
    found = store.write(
        lambda connection: job_rows.lease(connection, holder, moment, 1.0, kind=TURN, limit=limit, **skip)
    )
    return list(found)


def write(store: Store, work: Callable[..., Result], *args: object, **named: object) -> Result:
    """Call something with a connection first."""

    def call(connection: Connection) -> Result:
        return work(connection, *args, **named)

    return store.write(call)


def waiting(store: Store, *seats: int) -> list[Table]:
    """Games in which a computer is to act, of these levels."""
    return [sit(store, "LC", computer(level), person()) for level in seats]


def test_a_commit_notes_that_a_computer_is_to_act(any_store: Store):
    """In the transaction that made it so; the row is gone when it is a person's turn again."""
    table = sit(any_store, "LC", person(), computer(3))
    assert count(any_store, "jobs") == 0
    table = say(any_store, table, "@c1")
    (job,) = lease(any_store, "me")
    assert job == Job(TURN, table.id, table.version, ANN.person, 0)
    games.computer_act(any_store, table.id, 1, "@a7")
    assert count(any_store, "jobs") == 0


@pytest.mark.parametrize("how", ["take back", "abandon", "resign"])
def test_a_commit_notes_that_none_is_to_act_any_more(any_store: Store, how: str):
    """Whatever ends the waiting, ends the work."""
    table = say(any_store, sit(any_store, "LC", person(), computer(3)), "@c1")
    assert count(any_store, "jobs") == 1
    if how == "take back":
        games.take_back(any_store, table.id, ANN, 1)
    elif how == "abandon":
        games.abandon(any_store, table.id, ANN)
    else:
        say(any_store, table, "resign")
    assert count(any_store, "jobs") == 0


def test_work_is_leased_once(any_store: Store):
    """What one holds, another does not get, until the lease has run out."""
    tables = waiting(any_store, 1, 2)
    assert [job.game for job in lease(any_store, "me")] == [table.id for table in tables]
    assert lease(any_store, "you") == lease(any_store, "me") == []
    later = now() + timedelta(seconds=1.5)
    assert len(lease(any_store, "you", at=later)) == 2
    assert lease(any_store, "me", at=later) == []


def test_two_who_lease_at_once_share_the_work(any_store: Store):
    """Each row goes to one of them."""
    tables = waiting(any_store, *(1,) * 30)
    other = open_store(any_store.engine.url.render_as_string(hide_password=False))
    barrier = Barrier(2)

    def take(store: Store) -> list[str]:
        barrier.wait()
        taken: list[str] = []
        for _ in range(15):
            taken += [job.game for job in lease(store, f"{id(store)}", limit=2)]
        return taken

    try:
        with ThreadPoolExecutor(2) as pool:
            first, second = pool.map(take, (any_store, other))
    finally:
        other.close()
    assert sorted(first + second) == sorted(table.id for table in tables)


def test_a_renewed_lease_lasts(any_store: Store):
    """Renewing tells what is still held: not what another took over, nor what the game has outdated."""
    kept, taken, moved = waiting(any_store, 1, 1, 1)
    lease(any_store, "me")
    until = now() + HOUR
    held = write(any_store, job_rows.renew, "me", TURN, [kept.id], until)
    assert held == {kept.id: kept.version}
    assert {job.game for job in lease(any_store, "you", at=now() + HOUR / 2)} == {taken.id, moved.id}
    assert write(any_store, job_rows.renew, "me", TURN, [kept.id, taken.id], until) == {kept.id: kept.version}
    games.computer_act(any_store, moved.id, 0, "@c1")
    assert write(any_store, job_rows.renew, "you", TURN, [taken.id, moved.id], until) == {taken.id: taken.version}


def test_a_change_of_the_game_ends_the_lease(any_store: Store):
    """What is to be done now, anybody may do; whoever was at it can neither finish nor give back the new work."""
    table = say(any_store, sit(any_store, "LC", person(), computer()), "@c1")
    (old,) = lease(any_store, "me")
    table = say(any_store, table, "draw?")
    write(any_store, job_rows.finish, "me", old)
    write(any_store, job_rows.give_back, "me", old, now() + HOUR, failed=True)
    assert not write(any_store, job_rows.is_held, "me", old)
    assert lease(any_store, "you") == [old._replace(version=table.version)]


def test_one_piece_of_work_can_be_leased(any_store: Store):
    """By whoever knows of it first, at the version that they know."""
    (table,) = waiting(any_store, 1)
    job = Job(TURN, table.id, table.version, ANN.person)
    assert not write(any_store, job_rows.lease_one, "me", job._replace(version=table.version + 1), now(), 1.0)
    assert write(any_store, job_rows.lease_one, "me", job, now(), 1.0)
    assert write(any_store, job_rows.is_held, "me", job)
    assert not write(any_store, job_rows.lease_one, "you", job, now(), 1.0)
    assert write(any_store, job_rows.lease_one, "you", job, now() + HOUR, 1.0)


def test_work_that_came_to_nothing_waits(any_store: Store):
    """It is due again at its time, and remembers how often it was tried; given back untried, it is due at once."""
    waiting(any_store, 1)
    (job,) = lease(any_store, "me")
    write(any_store, job_rows.give_back, "me", job, None, failed=False)
    assert lease(any_store, "me") == [job]
    write(any_store, job_rows.give_back, "me", job, now() + HOUR, failed=True)
    assert lease(any_store, "me") == []
    assert lease(any_store, "me", at=now() + HOUR * 2) == [job._replace(attempts=1)]


def test_some_work_can_be_left_out(any_store: Store):
    """That of people who have enough, and that of certain games; the limit holds."""
    anns, other = waiting(any_store, 1, 1)
    beas = sit(any_store, "LC", computer(), person(BEA), owner=BEA)
    assert [job.game for job in lease(any_store, "me", skip_owners=[ANN.person])] == [beas.id]
    assert [job.game for job in lease(any_store, "me", skip_games=[anns.id])] == [other.id]
    sit(any_store, "LC", computer(), person())
    assert [job.game for job in lease(any_store, "me", limit=1)] == [anns.id]


def test_without_a_holder_work_is_only_looked_at(any_store: Store):
    """Where nobody has to be kept off; it can be finished and given back all the same."""
    waiting(any_store, 1)
    (job,) = lease(any_store, None)
    assert lease(any_store, None) == [job]
    write(any_store, job_rows.give_back, None, job, now() + HOUR, failed=True)
    assert lease(any_store, None) == []
    write(any_store, job_rows.finish, None, job)
    assert count(any_store, "jobs") == 0


def test_leases_end_with_their_holder(any_store: Store):
    """All of one, when it stops, or of everybody, when it is known that nobody is there."""
    waiting(any_store, 1)
    (job,) = lease(any_store, "me")
    write(any_store, job_rows.release, "you")
    assert lease(any_store, "you") == []
    write(any_store, job_rows.release, "me")
    assert lease(any_store, "you") == [job]
    write(any_store, job_rows.release_all)
    assert lease(any_store, "me") == [job]


def test_work_can_be_noted_once(any_store: Store):
    """Asked for again, whoever is at it is left alone; another kind of work on the same game is another row."""
    (table,) = waiting(any_store, 1)
    for moment in (now(), datetime(2200, 1, 1, tzinfo=UTC)):
        write(any_store, job_rows.note_once, ANALYSIS, table, ANN.person, 0, moment)
    assert write(any_store, job_rows.count, ANALYSIS) == write(any_store, job_rows.count, TURN) == 1
    assert write(any_store, job_rows.is_waiting, ANALYSIS, table.id)
    (job,) = write(any_store, job_rows.lease, "me", now(), 1.0, kind=ANALYSIS, limit=9)
    assert job == Job(ANALYSIS, table.id, table.version, ANN.person)
    write(any_store, job_rows.strike, ANALYSIS, table.id)
    assert not write(any_store, job_rows.is_waiting, ANALYSIS, table.id)
    assert not write(any_store, job_rows.is_held, "me", job)
