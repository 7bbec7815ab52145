"""Whether the rows say what the events say: every game is folded anew, and compared with what repeats it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlalchemy import Connection, Row, select, text

from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import events, games, jobs
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import read_seats
from kidd.table.storage.events import read_event
from kidd.table.storage.job_rows import TURN, Turn, turn_of
from kidd.table.storage.reducer import fixed_row_of, fold, row_of

AT_ONCE = 200  # games that are held in memory


def differences(store: Store) -> list[str]:
    """All that the rows of games, seats and computers' turns say otherwise than the events; empty as it should be."""
    with store.reading() as connection:
        if connection.dialect.name == "postgresql":  # where others may write while this looks
            connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        ids = connection.execute(select(games.c.id).order_by(games.c.id)).scalars().all()
        parts = [ids[first : first + AT_ONCE] for first in range(0, len(ids), AT_ONCE)]
        return [line for part in parts for line in _among(connection, part)]


def _among(connection: Connection, ids: Sequence[str]) -> Iterator[str]:
    happened: dict[str, list[Row[tuple[object, ...]]]] = {game: [] for game in ids}
    query = select(events).where(events.c.game.in_(ids)).order_by(events.c.game, events.c.number)
    for event in connection.execute(query):
        happened[event.game].append(event)
    sitting = read_seats(connection, ids)
    noted = {
        job.game: Turn(job.version, job.owner, job.weight)
        for job in connection.execute(select(jobs).where(jobs.c.kind == TURN, jobs.c.game.in_(ids)))
    }
    for row in connection.execute(select(games).where(games.c.id.in_(ids)).order_by(games.c.id)):
        for said in _of_one(row, happened[row.id], sitting.get(row.id, ()), noted.get(row.id)):
            yield f"game {row.id}: {said}"


def _of_one(
    row: Row[tuple[object, ...]],
    happened: Sequence[Row[tuple[object, ...]]],
    sitting: tuple[Seat, ...],
    noted: Turn | None,
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
    yield from _otherwise(table, row, sitting, noted)


def _otherwise(
    table: Table, row: Row[tuple[object, ...]], sitting: tuple[Seat, ...], noted: Turn | None
) -> Iterator[str]:
    for column, expected in {**fixed_row_of(table), **row_of(table)}.items():
        if (found := row._mapping[column]) != expected:
            yield f"{column} should be {expected!r}, is {found!r}"
    if sitting != table.seats:
        yield f"seats should be {table.seats!r}, are {sitting!r}"
    if noted != turn_of(table):
        yield f"a computer's turn should be {turn_of(table)!r}, is {noted!r}"
