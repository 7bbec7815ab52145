"""Work that outlives the process: rows that are leased, so that a process that dies loses and doubles nothing.

Whoever works on a row is its holder until the lease runs out, and renews it in time. On a database that is one
process's alone (`Store.is_ours_alone`) the holder is None: nobody has to be kept off, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import jobs

TURN, ANALYSIS = "turn", "analysis"

Holder = str | None


class Job(NamedTuple):
    """A piece of work that is to be done on a game as it stands at a version; there is one of each kind for a game."""

    kind: str
    game: str
    version: int
    owner: str
    """For whom it is done."""
    attempts: int = 0
    """That came to nothing."""


class Turn(NamedTuple):
    """What the row of a computer's turn repeats of the game."""

    version: int
    owner: str
    weight: int


def note_turn(connection: Connection, table: Table) -> None:
    """Note that a computer is to act in a game, or that none is any more."""
    turn = turn_of(table)
    if turn is None:
        strike(connection, TURN, table.id)
    else:
        note(connection, TURN, table, turn.owner, turn.weight, table.updated)


def turn_of(table: Table) -> Turn | None:
    """What is to be noted where a computer is to act, None where none is."""
    seat = table.waits_for
    if seat is None or seat.kind != "computer":
        return None
    return Turn(table.version, table.host, seat.level or 1)


def note(connection: Connection, kind: str, table: Table, owner: str, weight: int, due: datetime) -> None:
    """Note work to be done on a game; whatever was noted of that kind before is outdated, and so is its lease."""
    row = _row(table, owner, weight, due)
    made = _dialect(connection).insert(jobs).values(kind=kind, game=table.id, **row)
    connection.execute(made.on_conflict_do_update(index_elements=["kind", "game"], set_=row))


def note_once(connection: Connection, kind: str, table: Table, owner: str, weight: int, due: datetime) -> None:
    """Note work to be done on a game, unless it is noted already."""
    made = _dialect(connection).insert(jobs).values(kind=kind, game=table.id, **_row(table, owner, weight, due))
    connection.execute(made.on_conflict_do_nothing(index_elements=["kind", "game"]))


def lease(
    connection: Connection,
    holder: Holder,
    moment: datetime,
    seconds: float,
    *,
    kind: str,
    limit: int,
    skip_owners: Collection[str] = (),
    skip_games: Collection[str] = (),
) -> Sequence[Job]:
    """Take work that is due and that nobody holds, that first which has waited longest; without a holder only look.

    On PostgreSQL rows that another process is taking right now are skipped; SQLite has one writer at a time.
    """
    skipped = or_(jobs.c.owner.in_(skip_owners), jobs.c.game.in_(skip_games))
    wanted = and_(jobs.c.kind == kind, jobs.c.due <= moment, _is_free(moment), ~skipped)
    query = select(jobs).where(wanted).order_by(jobs.c.due, jobs.c.id).limit(limit)
    if holder is None:
        return [_job(row) for row in connection.execute(query)]
    rows = connection.execute(query.with_for_update(skip_locked=True)).all()
    if rows:
        held = {"holder": holder, "leased_until": moment + timedelta(seconds=seconds)}
        connection.execute(update(jobs).where(jobs.c.id.in_([row.id for row in rows])).values(held))
    return [_job(row) for row in rows]


def lease_one(connection: Connection, holder: str, job: Job, moment: datetime, seconds: float) -> bool:
    """Take one piece of work; False if another has it, or if it is no longer to be done."""
    wanted = and_(_is_of(job), _is_free(moment))
    query = select(jobs.c.id).where(wanted).with_for_update(skip_locked=True)
    found = connection.execute(query).scalar_one_or_none()
    if found is None:
        return False
    held = {"holder": holder, "leased_until": moment + timedelta(seconds=seconds)}
    connection.execute(update(jobs).where(jobs.c.id == found).values(held))
    return True


def renew(connection: Connection, holder: str, kind: str, games: Collection[str], until: datetime) -> Mapping[str, int]:
    """Hold work for longer; returns the games of what is still held, with their versions: the rest is lost.

    A row that another process is changing right now is about to be lost, and waiting for it could be for ever.
    """
    mine = and_(jobs.c.holder == holder, jobs.c.kind == kind, jobs.c.game.in_(games))
    query = select(jobs.c.id, jobs.c.game, jobs.c.version).where(mine).with_for_update(skip_locked=True)
    rows = connection.execute(query).all()
    connection.execute(update(jobs).where(jobs.c.id.in_([row.id for row in rows])).values(leased_until=until))
    return {row.game: row.version for row in rows}


def give_back(connection: Connection, holder: Holder, job: Job, due: datetime | None, *, failed: bool) -> None:
    """Let go of work that is not done: it is due again at some moment, or as it was."""
    change: dict[str, Any] = {"holder": None, "leased_until": None}
    if due is not None:
        change["due"] = due
    if failed:
        change["attempts"] = jobs.c.attempts + 1
    connection.execute(update(jobs).where(_is_held(holder, job)).values(change))


def is_held(connection: Connection, holder: Holder, job: Job) -> bool:
    """Whether work is still to be done, and by this holder."""
    return connection.execute(select(jobs.c.id).where(_is_held(holder, job))).first() is not None


def finish(connection: Connection, holder: Holder, job: Job) -> None:
    """Strike out work that is done."""
    connection.execute(delete(jobs).where(_is_held(holder, job)))


def strike(connection: Connection, kind: str, game: str) -> None:
    """Strike out work, whoever is at it: they notice when they renew their lease."""
    connection.execute(delete(jobs).where(jobs.c.kind == kind, jobs.c.game == game))


def release(connection: Connection, holder: str) -> None:
    """End all leases of a holder who works no more."""
    connection.execute(update(jobs).where(jobs.c.holder == holder).values(holder=None, leased_until=None))


def release_all(connection: Connection) -> None:
    """End every lease: for a database of which it is known that nobody works on it."""
    connection.execute(update(jobs).where(jobs.c.holder.is_not(None)).values(holder=None, leased_until=None))


def is_waiting(connection: Connection, kind: str, game: str) -> bool:
    """Whether such work on a game is still to be done."""
    query = select(jobs.c.id).where(jobs.c.kind == kind, jobs.c.game == game)
    return connection.execute(query).first() is not None


def count(connection: Connection, kind: str) -> int:
    """How much work of a kind is to be done."""
    return connection.execute(select(func.count()).where(jobs.c.kind == kind)).scalar_one()


def _dialect(connection: Connection) -> Any:
    return postgresql if connection.dialect.name == "postgresql" else sqlite


def _row(table: Table, owner: str, weight: int, due: datetime) -> dict[str, Any]:
    asked = {"version": table.version, "owner": owner, "weight": weight, "due": due}
    return {**asked, "attempts": 0, "holder": None, "leased_until": None}


def _job(row: Any) -> Job:
    return Job(row.kind, row.game, row.version, row.owner, row.attempts)


def _is_free(moment: datetime) -> ColumnElement[bool]:
    return or_(jobs.c.holder.is_(None), jobs.c.leased_until < moment)


def _is_of(job: Job) -> ColumnElement[bool]:
    return and_(jobs.c.kind == job.kind, jobs.c.game == job.game, jobs.c.version == job.version)


def _is_held(holder: Holder, job: Job) -> ColumnElement[bool]:
    return and_(_is_of(job), jobs.c.holder == holder)
