"""Whether the rows say what the events say: every game is folded anew, and compared with what repeats it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import Connection, Row, func, select, text

from kidd.match.standing import CLOCK
from kidd.table.clocks import RETURN
from kidd.table.snapshot import AWAY, Table
from kidd.table.storage.club import rating_check
from kidd.table.storage.club.rating_check import Settled
from kidd.table.storage.database.schema import events, games, jobs
from kidd.table.storage.database.store import Store
from kidd.table.storage.deadline_rows import DEADLINE, Until, until_of
from kidd.table.storage.event_log import Sitting, read_sitting
from kidd.table.storage.events import Resumed, read_event
from kidd.table.storage.job_rows import TURN, Turn, turn_of
from kidd.table.storage.reducer import fixed_row_of, fold, row_of

AT_ONCE = 200  # games that are held in memory
BEFORE = ("reason", CLOCK, AWAY)  # what rows from before said of those who were away
BACK = timedelta(milliseconds=RETURN)  # by how much rows from before are early for each time that a game was resumed


class Rows(NamedTuple):
    """What other rows repeat of a game."""

    sitting: Sitting
    turn: Turn | None
    until: Until | None


class Checked(NamedTuple):
    """How many games were folded anew, of how many events, and what rows say otherwise."""

    games: int
    events: int
    otherwise: list[str]


def differences(store: Store) -> list[str]:
    """What rows of games, seats, turns, deadlines and ratings say otherwise than the events; empty if all is well."""
    with store.reading() as connection:
        if connection.dialect.name == "postgresql":  # where others may write while this looks
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        return check(connection).otherwise


def check(connection: Connection, told: Callable[[int, int], None] = lambda done, all: None) -> Checked:
    """The same in a view of the database that does not change; how far it is, of how many games, is `told`."""
    ids = connection.execute(select(games.c.id).order_by(games.c.id)).scalars().all()
    rated: dict[str, Settled] = {}
    found: list[str] = []
    for first in range(0, len(ids), AT_ONCE):
        told(first, len(ids))
        found.extend(_among(connection, ids[first : first + AT_ONCE], rated))
    told(len(ids), len(ids))
    found.extend(rating_check.otherwise(connection, rated))
    number = connection.execute(select(func.count()).select_from(events)).scalar_one()
    return Checked(len(ids), number, found)


def _among(connection: Connection, ids: Sequence[str], rated: dict[str, Settled]) -> Iterator[str]:
    happened: dict[str, list[Row[tuple[object, ...]]]] = {game: [] for game in ids}
    query = select(events).where(events.c.game.in_(ids)).order_by(events.c.game, events.c.number)
    for event in connection.execute(query):
        happened[event.game].append(event)
    sitting = read_sitting(connection, ids)
    noted = {
        job.game: Turn(job.version, job.owner, job.weight)
        for job in connection.execute(select(jobs).where(jobs.c.kind == TURN, jobs.c.game.in_(ids)))
    }
    deadlines = {
        job.game: Until(job.version, job.due)
        for job in connection.execute(select(jobs).where(jobs.c.kind == DEADLINE, jobs.c.game.in_(ids)))
    }
    for row in connection.execute(select(games).where(games.c.id.in_(ids)).order_by(games.c.id)):
        known = Rows(sitting.get(row.id, Sitting((), ())), noted.get(row.id), deadlines.get(row.id))
        for said in _of_one(row, happened[row.id], known, rated):
            yield f"game {row.id}: {said}"


def _of_one(
    row: Row[tuple[object, ...]],
    happened: Sequence[Row[tuple[object, ...]]],
    known: Rows,
    rated: dict[str, Settled],
) -> Iterator[str]:
    numbers = [event.number for event in happened]
    if numbers != list(range(len(happened))):
        yield f"expected the events 0 to {len(happened) - 1}, found {numbers}"
        return
    try:
        table = fold(row.id, [read_event(event.kind, event.at, event.data) for event in happened])
    except (ValueError, TypeError, LookupError) as error:
        yield f"cannot be read: {error}"
        return
    if counted := rating_check.settled(table):
        rated[row.id] = counted
    early = BACK * sum(event.kind == Resumed.kind for event in happened)
    yield from _otherwise(table, row, known, early)


def _otherwise(table: Table, row: Row[tuple[object, ...]], known: Rows, early: timedelta) -> Iterator[str]:
    for column, expected in {**fixed_row_of(table), **row_of(table)}.items():
        found = row._mapping[column]
        if found != expected and (column, found, expected) != BEFORE:
            yield f"{column} should be {expected!r}, is {found!r}"
    if known.sitting.seats != table.seats:
        yield f"seats should be {table.seats!r}, are {known.sitting.seats!r}"
    elif known.sitting.players != table.players:
        yield f"players should be {table.players!r}, are {known.sitting.players!r}"
    if known.turn != turn_of(table) and not (table.is_watched and known.turn):  # there a turn is asked for
        yield f"a computer's turn should be {turn_of(table)!r}, is {known.turn!r}"
    if not _is_noted(known.until, until_of(table), early):
        yield f"a deadline should be {until_of(table)!r}, is {known.until!r}"


def _is_noted(noted: Until | None, expected: Until | None, early: timedelta) -> bool:
    """Whether a deadline is noted; who comes `early` finds nothing to be done, and notes it anew."""
    if noted is None or expected is None:
        return noted is expected
    return noted.version == expected.version and expected.due - early <= noted.due <= expected.due
