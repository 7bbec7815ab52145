from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, select, update

from kidd.table.moments import now
from kidd.table.play import games
from kidd.table.play.actors import Actor, guest
from kidd.table.play.people.housekeeping import Keeping, tidy
from kidd.table.snapshot import Table
from kidd.table.storage import job_rows
from kidd.table.storage.database.schema import persons
from kidd.table.storage.database.store import Store, open_store
from kidd.table.storage.job_rows import ANALYSIS, TURN, Job
from kidd.table.storage.persons import accounts
from tests.table.sittings import ANN, BEA, computer, count, lease, person, say, sit

pytestmark = pytest.mark.once

HOUR = timedelta(hours=1)
Result = TypeVar("Result")


def due(store: Store, *, at: datetime | None = None, limit: int = 10, **which: Any) -> list[Job]:
    """Turns that nobody holds."""
    with store.reading() as connection:
        return list(job_rows.due(connection, at or now(), kind=TURN, limit=limit, **which))


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
    assert job == Job(TURN, table.id, table.version, ANN.person, 0, share=ANN.person)
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
        while due(store, limit=1):
            taken += [job.game for job in lease(store, f"{id(store)}", limit=2, seconds=1000.0)]
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
    assert write(any_store, job_rows.lease_one, "me", job, now(), 1.0)  # as when a round of ours has found it first
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
    assert [job.game for job in lease(any_store, "me", skip_shares=[ANN.person])] == [beas.id]
    assert [job.game for job in lease(any_store, "me", skip_games=[anns.id])] == [other.id]
    sit(any_store, "LC", computer(), person())
    assert [job.game for job in lease(any_store, "me", limit=1)] == [anns.id]


def newcomer(number: int, origin: str = "@1") -> Actor:
    """Somebody who came from a place without a cookie."""
    return guest(f"{origin} newcomer {number}", origin=origin)


def left_behind(store: Store, actor: Actor, level: int = 8) -> str:
    """The game of somebody who is gone, in which a computer is to act."""
    return sit(store, "LC", computer(level), person(actor), owner=actor).id


def test_shares_take_turns(any_store: Store):
    """However many newcomers of one place have left games behind, each under a new name, others come second."""
    backlog = [left_behind(any_store, newcomer(number)) for number in range(20)]
    second = left_behind(any_store, newcomer(0))
    member = left_behind(any_store, ANN)
    other = left_behind(any_store, newcomer(1, "@2"))
    taken = lease(any_store, "me", limit=4)
    assert [job.game for job in taken] == [backlog[0], member, other, backlog[1]]
    assert [job.share for job in taken] == ["@1", ANN.person, "@2", "@1"]
    assert [job.game for job in lease(any_store, "me", limit=100)] == [*backlog[2:], second]


def test_people_of_one_share_take_turns(any_store: Store):
    """Who has left one game behind does not wait for all of who has left many."""
    greedy, modest = newcomer(1), newcomer(2)
    many = [left_behind(any_store, greedy) for _ in range(5)]
    one = left_behind(any_store, modest)
    assert [job.game for job in lease(any_store, "me", limit=2)] == [many[0], one]


def test_quick_levels_can_be_taken_alone(any_store: Store):
    """By the weight of the work."""
    slow = [left_behind(any_store, newcomer(number)) for number in range(3)]
    quick = left_behind(any_store, ANN, level=1)
    assert [job.game for job in lease(any_store, "me", weighing=range(1, 7))] == [quick]
    assert [job.game for job in lease(any_store, "me", weighing=range(7, 9))] == slow


def test_whoever_signs_up_has_a_share_of_their_own(any_store: Store):
    """From then on; and it is forgotten where they came from."""
    ann, bea = newcomer(1), newcomer(2)
    for actor in (ann, bea):
        left_behind(any_store, actor)
    write(any_store, accounts.enrol, bea.person, "Bea", now())
    assert {job.share for job in lease(any_store, "me")} == {"@1", bea.person}
    with any_store.reading() as connection:
        assert connection.execute(select(persons.c.origin).where(persons.c.id == bea.person)).scalar_one() is None


def test_after_a_while_a_guest_is_no_newcomer(any_store: Store):
    """A month later it is forgotten where they came from, and they have a share of their own."""
    old, new = newcomer(1), newcomer(2)
    for actor in (old, new):
        left_behind(any_store, actor)
    long_ago = update(persons).where(persons.c.id == old.person).values(created=now() - timedelta(days=31))
    any_store.write(lambda connection: connection.execute(long_ago))
    tidy(any_store, Keeping(0))
    assert {job.share for job in lease(any_store, "me")} == {old.person, "@1"}


def test_whose_work_is_noted(any_store: Store):
    """All that is to be done, the oldest first, with whose share each takes."""
    for actor in (newcomer(1), newcomer(2), ANN):
        left_behind(any_store, actor)
    found = write(any_store, job_rows.noted, TURN)
    assert [(one.owner, one.share) for one in found] == [
        (newcomer(1).person, "@1"),
        (newcomer(2).person, "@1"),
        (ANN.person, ANN.person),
    ]


def test_without_a_holder_work_is_only_looked_at(any_store: Store):
    """Where nobody has to be kept off; it can be finished and given back all the same."""
    waiting(any_store, 1)
    (job,) = due(any_store)
    assert due(any_store) == [job]
    write(any_store, job_rows.give_back, None, job, now() + HOUR, failed=True)
    assert due(any_store) == []
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
    assert [len(write(any_store, job_rows.noted, kind)) for kind in (ANALYSIS, TURN)] == [1, 1]
    assert write(any_store, job_rows.is_waiting, ANALYSIS, table.id)
    (job,) = lease(any_store, "me", kind=ANALYSIS)
    assert job == Job(ANALYSIS, table.id, table.version, ANN.person, share=ANN.person)
    write(any_store, job_rows.strike, ANALYSIS, table.id)
    assert not write(any_store, job_rows.is_waiting, ANALYSIS, table.id)
    assert not write(any_store, job_rows.is_held, "me", job)


def test_a_clock_that_was_put_back_keeps_nobody_waiting(any_store: Store):
    """What is noted is due at once by whatever clock; what was held or put off by the later one is free."""
    (table,) = waiting(any_store, 3)
    earlier = now() - HOUR
    assert [job.game for job in due(any_store, at=earlier)] == [table.id]
    (job,) = lease(any_store, "dead")
    assert due(any_store, at=earlier) == []
    write(any_store, job_rows.give_back, "dead", job, now() + HOUR, failed=True)
    lease(any_store, "dead", at=now() + 2 * HOUR)
    write(any_store, job_rows.turn_back, earlier)
    assert [job.attempts for job in due(any_store, at=earlier)] == [1]
