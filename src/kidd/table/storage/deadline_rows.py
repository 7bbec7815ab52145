"""When a game with a clock is to be looked at: rows of `jobs`, noted by the very commit that makes it so.

Nobody holds them: what is settled is settled within one transaction that has locked the game, so that a server that
dies leaves it to the next at once, and however many see a row that is due, one of them finds something to be done.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, func, select, update

from kidd.table.snapshot import Table
from kidd.table.storage import job_rows
from kidd.table.storage.database.schema import jobs

DEADLINE, REMINDER = "deadline", "reminder"
KINDS = (DEADLINE, REMINDER)
LIVE, DAYS = 1, 0  # the weight of a row
LATER = timedelta(minutes=1)  # until a game is tried again that could not be settled


class Due(NamedTuple):
    """A row that is to be seen to."""

    kind: str
    game: str


class Outlook(NamedTuple):
    """When the next row is due, and whether any is of a live game."""

    due: datetime | None
    is_live: bool


class Until(NamedTuple):
    """What the row of a deadline repeats of a game."""

    version: int
    due: datetime


def until_of(table: Table) -> Until | None:
    """What is to be noted of a game, None where no time goes by."""
    due = table.clock.deadline if table.clock is not None else None
    return None if due is None else Until(table.version, due.at)


def note(connection: Connection, table: Table) -> None:
    """Note when a game is to be looked at, or that it is not any more."""
    clock = table.clock
    live = clock is not None and clock.control.is_live
    _note(connection, DEADLINE, table, LIVE if live else DAYS, until_of(table))
    if not live:  # who sits at the table need not be reminded of it
        reminder = clock.reminder if clock is not None else None
        _note(connection, REMINDER, table, DAYS, Until(table.version, reminder) if reminder else None)


def _note(connection: Connection, kind: str, table: Table, weight: int, until: Until | None) -> None:
    if until is None:
        job_rows.strike(connection, kind, table.id)
    else:
        job_rows.note(connection, kind, table, table.host, weight, until.due)


def due(connection: Connection, moment: datetime, limit: int) -> Sequence[Due]:
    """The rows that are due, the oldest first."""
    wanted = select(jobs.c.kind, jobs.c.game).where(jobs.c.kind.in_(KINDS), jobs.c.due <= moment)
    return [Due(row.kind, row.game) for row in connection.execute(wanted.order_by(jobs.c.due, jobs.c.id).limit(limit))]


def outlook(connection: Connection) -> Outlook:
    """What is to come."""
    row = connection.execute(select(func.min(jobs.c.due), func.max(jobs.c.weight)).where(jobs.c.kind.in_(KINDS))).one()
    return Outlook(row[0], row[1] == LIVE)


def timed_games(connection: Connection) -> Sequence[str]:
    """The games in which time goes by."""
    return connection.execute(select(jobs.c.game).where(jobs.c.kind == DEADLINE).order_by(jobs.c.game)).scalars().all()


def set_back(connection: Connection, kind: str, game: str, moment: datetime) -> None:
    """Try a game later that could not be settled."""
    row = update(jobs).where(jobs.c.kind == kind, jobs.c.game == game)
    connection.execute(row.values(due=moment + LATER, attempts=jobs.c.attempts + 1))
