"""Notices in the database: written by the very commit that they tell of, read by pages, handed on by the postman."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, case, delete, func, insert, or_, select, update

from kidd.table.moments import now
from kidd.table.snapshot import Table
from kidd.table.storage.database.prepared import Prepared
from kidd.table.storage.database.pubsub import announce_call
from kidd.table.storage.database.schema import notices, persons
from kidd.table.storage.events import Event
from kidd.table.storage.notices.telling import DEADLINE, INVITED, OPEN, OVER, PASSING, Told, news

GRACE = timedelta(seconds=12)  # in which a page that somebody looks at may say that a notice was seen
LISTED = 50  # notices that a page shows
KEPT_FOR = timedelta(days=60)  # of what needs no answer
ROW = ("person", "kind", "game", "version", "at", "data", "seen", "due")

# What every move between people writes who are not in a hurry.
_SETTLED = Prepared(
    delete(notices).where(
        notices.c.game == bindparam("game"),
        notices.c.person == bindparam("person"),
        notices.c.kind == bindparam("kind"),
    )
)
_TOLD = Prepared(insert(notices), ROW)


class Notice(NamedTuple):
    """Something that a person is told of."""

    id: int
    person: str
    kind: str
    game: str
    version: int
    at: datetime
    data: Mapping[str, Any]
    seen: bool

    @property
    def key(self) -> str:
        """What pages call it."""
        return f"{self.kind}-{self.game}-{self.version}"


def tell(connection: Connection, before: Table | None, after: Table, events: Sequence[Event]) -> None:
    """Write down who is told of a change, and strike out what it settles."""
    found = news(before, after, events)
    gone = {*found.settled, *((one.person, one.kind) for one in found.told)}
    if gone:
        _SETTLED.run(connection, *({"game": after.id, "person": one, "kind": kind} for one, kind in sorted(gone)))
    if told := _known(connection, found.told):
        _TOLD.run(connection, *(_row(after, one, after.updated) for one in told))
    for person in {person for person, _ in gone}:
        announce_call(connection, person)


def _known(connection: Connection, told: Sequence[Told]) -> Sequence[Told]:
    """Those who are there: whoever is only asked to come may be gone."""
    if all(one.kind != INVITED for one in told):
        return told
    query = select(persons.c.id).where(persons.c.id.in_([one.person for one in told]))
    there = set(connection.execute(query).scalars())
    return [one for one in told if one.person in there]


def remind(connection: Connection, table: Table, seat: int) -> None:
    """Warn whoever sits there that their time runs out: once, unless they have much more of it since then."""
    person, moment, clock = table.seats[seat].person, now(), table.clock
    if person is None or clock is None or clock.falls is None:
        return
    same = and_(notices.c.person == person, notices.c.kind == DEADLINE, notices.c.game == table.id)
    told = connection.execute(select(notices.c.data).where(same)).scalar_one_or_none()
    if told is not None and clock.falls - _until(told) <= timedelta(milliseconds=clock.control.short):
        return
    connection.execute(delete(notices).where(same))
    row = _row(table, Told(person, DEADLINE), moment, {"until": clock.falls.isoformat()})
    connection.execute(insert(notices), row)
    announce_call(connection, person)


def _until(data: str) -> datetime:
    """The end that somebody was warned of."""
    return datetime.fromisoformat(json.loads(data)["until"])


def _row(table: Table, told: Told, moment: datetime, more: Mapping[str, Any] | None = None) -> dict[str, Any]:
    mine = set(table.seats_of(told.person))
    others = [seat for seat in table.seats if seat.number not in mine and seat.kind != "open"]
    said: dict[str, Any] = {
        "code": table.match.game.code,
        "others": [{"name": seat.name, "level": seat.level, "colour": _colour(table, seat.number)} for seat in others],
        **(more or {}),
    }
    if told.kind == OVER:
        result = table.match.result
        said["end"] = None if result is None else _end(table, told.person)
    data = _written(said)
    seen, due = (moment, None) if told.seen else (None, moment + GRACE)
    values = (told.person, told.kind, table.id, table.version, moment, data, seen, due)
    return dict(zip(ROW, values, strict=True))


def _written(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _colour(table: Table, seat: int) -> str:
    return table.match.seating[seat]


def _end(table: Table, person: str) -> str:
    """What the end is to somebody: won, lost or drawn."""
    winner = table.match.result.winner if table.match.result else None
    if winner is None:
        return "drawn"
    return "won" if winner in table.colours_of(person) else "lost"


_LESS = case((notices.c.kind == INVITED, 1), else_=0)  # what strangers can make more of than one reads
_COLUMNS = [notices.c[name] for name in Notice._fields]


def _notice(row: Any) -> Notice:
    known = row._mapping
    return Notice(**{**known, "data": json.loads(row.data), "seen": row.seen is not None})


def of_person(connection: Connection, person: str) -> Sequence[Notice]:
    """What stands open for somebody and what they have not seen yet, the latest first.

    Where there is more than is listed, invitations make way: nobody's turn is buried in them.
    """
    wanted = and_(notices.c.person == person, or_(notices.c.kind.in_(OPEN), notices.c.seen.is_(None)))
    query = select(*_COLUMNS).where(wanted).order_by(_LESS, notices.c.at.desc(), notices.c.id.desc()).limit(LISTED)
    return sorted(map(_notice, connection.execute(query)), key=lambda one: (one.at, one.id), reverse=True)


def for_digest(connection: Connection, person: str) -> Sequence[Notice]:
    """What a letter tells of: what was neither seen nor mailed."""
    wanted = and_(notices.c.person == person, notices.c.seen.is_(None), notices.c.mailed.is_(None))
    query = select(*_COLUMNS).where(wanted, notices.c.kind != DEADLINE).order_by(_LESS, notices.c.at, notices.c.id)
    return sorted(map(_notice, connection.execute(query.limit(LISTED))), key=lambda one: (one.at, one.id))


def find(connection: Connection, number: int) -> Notice | None:
    """A notice by its number."""
    row = connection.execute(select(*_COLUMNS).where(notices.c.id == number)).one_or_none()
    return None if row is None else _notice(row)


def mark_seen(connection: Connection, person: str, keys: Collection[str], moment: datetime) -> int:
    """Note that a page which somebody looks at has shown notices, and let their others know; says how many were new."""
    found = [one.id for one in of_person(connection, person) if one.key in keys and not one.seen]
    if not found:
        return 0
    change = update(notices).where(notices.c.id.in_(found), notices.c.person == person)
    announce_call(connection, person)
    return connection.execute(change.values(seen=moment, due=None)).rowcount


def mark_mailed(connection: Connection, numbers: Collection[int], moment: datetime) -> None:
    """Note that a letter has told of them."""
    connection.execute(update(notices).where(notices.c.id.in_(numbers)).values(mailed=moment))


def take_due(connection: Connection, moment: datetime, limit: int) -> Sequence[Notice]:
    """Notices that nobody has seen in time, to be handed on in this transaction."""
    query = select(*_COLUMNS).where(notices.c.due <= moment).order_by(notices.c.due, notices.c.id).limit(limit)
    found = [_notice(row) for row in connection.execute(query.with_for_update(skip_locked=True))]
    if found:
        taken = update(notices).where(notices.c.id.in_([one.id for one in found]))
        connection.execute(taken.values(due=None))
    return found


def next_due(connection: Connection) -> datetime | None:
    """When the next notice is to be handed on."""
    found: datetime | None = connection.execute(select(func.min(notices.c.due))).scalar_one()
    return found


def forget_old(connection: Connection, moment: datetime) -> None:
    """Drop what needs no answer and is long past."""
    connection.execute(delete(notices).where(notices.c.kind.in_(PASSING), notices.c.at < moment - KEPT_FOR))


def forget(connection: Connection, person: str) -> None:
    """Drop all that somebody was told, who is no more."""
    connection.execute(delete(notices).where(notices.c.person == person))
    announce_call(connection, person)


def call_otherwise(connection: Connection, games: Select[Any], name: str, other: str) -> None:
    """Have what is told of somebody's games say another name for them, on open pages, too."""
    said = notices.c.data.contains(json.dumps(name, ensure_ascii=False), autoescape=True)
    query = select(notices.c.id, notices.c.person, notices.c.data).where(notices.c.game.in_(games), said)
    rows = connection.execute(query).all()
    for row in rows:
        data = json.loads(row.data)
        for one in data["others"]:
            if one["name"] == name:
                one["name"] = other
        connection.execute(update(notices).where(notices.c.id == row.id).values(data=_written(data)))
    for person in {row.person for row in rows}:
        announce_call(connection, person)
