"""Work that outlives the process: rows that are leased, so that a process that dies loses and doubles nothing.

Whoever works on a row is its holder until the lease runs out, and renews it in time. On a database that is one
process's alone (`Store.is_ours_alone`) the holder is None: nobody has to be kept off, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select, tuple_, update
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.snapshot import Table
from kidd.table.storage.database.prepared import Prepared
from kidd.table.storage.database.schema import games, jobs, persons
from kidd.table.storage.persons import people

TURN, ANALYSIS = "turn", "analysis"
KEY = ("kind", "game")
WORK = ("kind", "game", "version", "owner", "attempts")
ROW = ("version", "owner", "weight", "due", "attempts", "holder", "leased_until")

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
    share: str = ""
    """Whose part of the computers' time it takes (`people.share_of`), as far as that is known."""


class Noted(NamedTuple):
    """For whom something is to be done on a game, and whose part of the computers' time it takes."""

    game: str
    owner: str
    share: str


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


def note_asked(table: Table, due: datetime, connection: Connection) -> bool:
    """Note that the next computer is to act in a game between computers; False if the game has moved on."""
    query = select(games.c.version).where(games.c.id == table.id).with_for_update()
    seat = table.waits_for
    if seat is None or connection.execute(query).scalar_one_or_none() != table.version:
        return False
    note_once(connection, TURN, table, table.host, seat.level or 1, due)
    return True


def turn_of(table: Table) -> Turn | None:
    """What is to be noted where a computer is to act by itself, None where none is."""
    seat = table.waits_for
    if seat is None or seat.kind != "computer" or table.is_watched:
        return None
    return Turn(table.version, table.host, seat.level or 1)


def note(connection: Connection, kind: str, table: Table, owner: str, weight: int, due: datetime) -> None:
    """Note work to be done on a game; whatever was noted of that kind before is outdated, and so is its lease."""
    row = {"kind": kind, "game": table.id, **_row(table, owner, weight, due)}
    _NOTED[connection.dialect.name].run(connection, row)


def note_once(connection: Connection, kind: str, table: Table, owner: str, weight: int, due: datetime) -> None:
    """Note work to be done on a game, unless it is noted already."""
    made = _dialect(connection).insert(jobs).values(kind=kind, game=table.id, **_row(table, owner, weight, due))
    connection.execute(made.on_conflict_do_nothing(index_elements=["kind", "game"]))


def due(
    connection: Connection,
    moment: datetime,
    *,
    kind: str,
    limit: int,
    weighing: range | None = None,
    skip_shares: Collection[str] = (),
    skip_games: Collection[str] = (),
) -> Sequence[Job]:
    """Work that is due and that nobody holds, of some weights or any.

    Shares take turns, and in each of them owners; of one owner's that comes first which has waited longest. So however
    much somebody has left behind, others come second at the latest.
    """
    is_due = or_(jobs.c.due <= moment, jobs.c.attempts == 0)  # at once when it is noted, by whatever clock that was
    wanted = and_(jobs.c.kind == kind, is_due, _is_free(moment), jobs.c.game.not_in(skip_games))
    if weighing is not None:
        wanted = and_(wanted, jobs.c.weight.between(weighing.start, weighing.stop - 1))
    share, is_theirs = people.share_of(jobs.c.owner)
    of_owner = func.row_number().over(partition_by=jobs.c.owner, order_by=(jobs.c.due, jobs.c.id))
    all_own = select(*(jobs.c[name] for name in WORK), jobs.c.due, jobs.c.id, share.label("share"))
    own = all_own.add_columns(of_owner.label("turn")).select_from(jobs.outerjoin(persons, is_theirs))
    own_turns = own.where(wanted, share.not_in(skip_shares)).subquery()
    older = own_turns.c.turn, own_turns.c.due, own_turns.c.id
    turn = func.row_number().over(partition_by=own_turns.c.share, order_by=older)
    query = select(*(own_turns.c[name] for name in WORK), own_turns.c.share)
    rows = connection.execute(query.order_by(turn, own_turns.c.due, own_turns.c.id).limit(limit))
    return [Job._make(row) for row in rows]


def hold(connection: Connection, holder: str, work: Collection[Job], moment: datetime, seconds: float) -> Sequence[Job]:
    """Take work that was found due, as far as it still is: by whoever is first, and what others change is skipped."""
    found = {(job.kind, job.game, job.version): job for job in work}
    key = tuple_(jobs.c.kind, jobs.c.game, jobs.c.version)
    query = select(jobs.c.id, jobs.c.kind, jobs.c.game, jobs.c.version).where(key.in_(found), _is_free(moment))
    rows = connection.execute(query.with_for_update(skip_locked=True)).all()
    held = {"holder": holder, "leased_until": moment + timedelta(seconds=seconds)}
    connection.execute(update(jobs).where(jobs.c.id.in_([row.id for row in rows])).values(held))
    taken = {(row.kind, row.game, row.version) for row in rows}
    return [job for key, job in found.items() if key in taken]


def lease_one(connection: Connection, holder: str, job: Job, moment: datetime, seconds: float) -> bool:
    """Take one piece of work, or hold on to it; False if another has it, or if it is no longer to be done."""
    wanted = and_(_is_of(job), or_(_is_free(moment), jobs.c.holder == holder))
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


def turn_back(connection: Connection, moment: datetime) -> None:
    """Have nothing held or put off by a clock that was ahead, and was put back to this moment."""
    held, put_off = jobs.c.leased_until > moment, and_(jobs.c.kind.in_((TURN, ANALYSIS)), jobs.c.due > moment)
    connection.execute(update(jobs).where(held).values(holder=None, leased_until=None))
    connection.execute(update(jobs).where(put_off).values(due=moment))


def is_waiting(connection: Connection, kind: str, game: str) -> bool:
    """Whether such work on a game is still to be done."""
    query = select(jobs.c.id).where(jobs.c.kind == kind, jobs.c.game == game)
    return connection.execute(query).first() is not None


def noted(connection: Connection, kind: str) -> Sequence[Noted]:
    """All work of a kind that is to be done, be it held or not, the oldest first."""
    share, is_theirs = people.share_of(jobs.c.owner)
    query = select(jobs.c.game, jobs.c.owner, share).select_from(jobs.outerjoin(persons, is_theirs))
    return [Noted(*row) for row in connection.execute(query.where(jobs.c.kind == kind).order_by(jobs.c.id))]


def place(connection: Connection, kind: str, game: str, moment: datetime, skip_games: Collection[str] = ()) -> int:
    """Which of the work that waits for the same share that on a game is, by when it is due; 0 where it does not wait.

    So it comes, as each place that becomes free is taken by one (`due`).
    """
    share, is_theirs = people.share_of(jobs.c.owner)
    number = func.row_number().over(partition_by=share, order_by=(jobs.c.due, jobs.c.id)).label("number")
    waits = and_(jobs.c.kind == kind, _is_free(moment), jobs.c.game.not_in(skip_games))
    placed = select(jobs.c.game, number).select_from(jobs.outerjoin(persons, is_theirs)).where(waits).subquery()
    return connection.execute(select(placed.c.number).where(placed.c.game == game)).scalar_one_or_none() or 0


def _dialect(connection: Connection) -> Any:
    return postgresql if connection.dialect.name == "postgresql" else sqlite


def _noted(insert: Callable[[SqlTable], Any]) -> Prepared:
    made = insert(jobs)
    changed = {name: made.excluded[name] for name in ROW}
    return Prepared(made.on_conflict_do_update(index_elements=KEY, set_=changed), [*KEY, *ROW])


_NOTED = {"sqlite": _noted(sqlite.insert), "postgresql": _noted(postgresql.insert)}


def _row(table: Table, owner: str, weight: int, due: datetime) -> dict[str, Any]:
    asked = {"version": table.version, "owner": owner, "weight": weight, "due": due}
    return {**asked, "attempts": 0, "holder": None, "leased_until": None}


def _is_free(moment: datetime) -> ColumnElement[bool]:
    return or_(jobs.c.holder.is_(None), jobs.c.leased_until < moment)


def _is_of(job: Job) -> ColumnElement[bool]:
    return and_(jobs.c.kind == job.kind, jobs.c.game == job.game, jobs.c.version == job.version)


def _is_held(holder: Holder, job: Job) -> ColumnElement[bool]:
    return and_(_is_of(job), jobs.c.holder == holder)
