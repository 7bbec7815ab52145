"""The outbox: what is to be sent, to one place each, put there in the same transaction as what it tells of.

A row is leased by whoever sends it and struck out when that is done; what fails waits longer each time, and is given up
in the end. Rows of a notice that is settled, or of a device that is gone, go with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.storage.database.schema import devices, outbox

PUSH, MAIL = "push", "mail"
NOTICE, DIGEST = "notice", "digest"
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=6)
MOST_ATTEMPTS = 12  # over some 28 hours
OLD = timedelta(days=7)
LETTERS = 20  # about one person's account that wait at a time
CANDIDATES = 4  # rows that are looked at for each that is taken, as those of one person go one after the other


class Item(NamedTuple):
    """Something to be sent."""

    id: int
    mark: str
    channel: str
    kind: str
    person: str
    notice: int | None
    device: str | None
    address: str
    language: str
    data: Mapping[str, Any]
    created: datetime
    due: datetime
    attempts: int
    endpoint: str = ""
    """Of the device, where it goes to one."""


_COLUMNS = [outbox.c[name] for name in Item._fields if name in outbox.c]


def put(connection: Connection, mark: str, channel: str, kind: str, person: str, moment: datetime, **more: Any) -> None:
    """Put something into the outbox, unless it is there already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    usual = {"address": "", "language": "", "due": moment, "attempts": 0, "notice": None, "device": None}
    data = json.dumps(more.pop("data", {}), ensure_ascii=False, separators=(",", ":"))
    row = {**usual, "mark": mark, "channel": channel, "kind": kind, "person": person, "created": moment, **more}
    connection.execute(dialect.insert(outbox).values(**row, data=data).on_conflict_do_nothing(index_elements=["mark"]))


def put_letter(
    connection: Connection,
    kind: str,
    person: str,
    address: str,
    moment: datetime,
    *,
    language: str,
    mark: str,
    data: Mapping[str, Any],
) -> bool:
    """Put a letter about an account into the outbox; False if too many of that person's wait there already."""
    waiting = select(func.count()).where(outbox.c.person == person, outbox.c.channel == MAIL)
    if connection.execute(waiting).scalar_one() >= LETTERS:
        return False
    put(connection, f"{kind}:{mark}", MAIL, kind, person, moment, address=address, language=language, data=dict(data))
    return True


def lease(
    connection: Connection,
    channel: str,
    holder: str,
    moment: datetime,
    seconds: float,
    *,
    limit: int,
    skip_persons: Collection[str] = (),
    shut: Collection[str] = (),
    apart: Callable[[str], str] = str,
) -> Sequence[Item]:
    """Take what is due, that first which was never tried and has waited longest.

    Of each person one at a time, and of addresses that `apart` does not tell apart; none with a part that is `shut`.
    """
    free = or_(outbox.c.leased_until.is_(None), outbox.c.leased_until <= moment)
    wanted = and_(outbox.c.channel == channel, outbox.c.due <= moment, free, outbox.c.person.not_in(skip_persons))
    endpoint = func.coalesce(devices.c.endpoint, "")
    elsewhere = [~endpoint.icontains(part, autoescape=True) for part in shut]
    query = (
        select(*_COLUMNS, endpoint.label("endpoint"))
        .outerjoin(devices, devices.c.id == outbox.c.device)
        .where(wanted, *elsewhere)
        .order_by(outbox.c.attempts > 0, outbox.c.due, outbox.c.id)
        .limit(limit * CANDIDATES)
    )
    found: dict[str, Item] = {}
    places: set[str] = set()
    for row in connection.execute(query.with_for_update(skip_locked=True, of=outbox)):
        place = apart(row.endpoint)
        if row.person in found or len(found) >= limit or (place and place in places):
            continue
        places.add(place)
        found[row.person] = Item(**{**row._mapping, "data": json.loads(row.data)})
    if found:
        held = {"holder": holder, "leased_until": moment + timedelta(seconds=seconds)}
        taken = update(outbox).where(outbox.c.id.in_([one.id for one in found.values()]))
        connection.execute(taken.values(held))
    return list(found.values())


def is_held(connection: Connection, holder: str, item: Item) -> bool:
    """Whether something is still to be sent, and by this holder."""
    return connection.execute(select(outbox.c.id).where(_held(holder, item))).first() is not None


def finish(connection: Connection, holder: str, item: Item) -> None:
    """Strike out what was sent, or is not to be sent any more."""
    connection.execute(delete(outbox).where(_held(holder, item)))


def set_back(connection: Connection, holder: str, item: Item, moment: datetime) -> bool:
    """Try again later, each time after a longer pause; False if it is given up."""
    if item.attempts + 1 >= MOST_ATTEMPTS:
        finish(connection, holder, item)
        return False
    pause = min(FIRST_PAUSE * 4 ** min(item.attempts, 8), LONGEST_PAUSE)
    change = {"attempts": item.attempts + 1, "due": moment + pause, "holder": None, "leased_until": None}
    connection.execute(update(outbox).where(_held(holder, item)).values(change))
    return True


def release(connection: Connection, holder: str) -> None:
    """End all leases of a holder who sends no more."""
    connection.execute(update(outbox).where(outbox.c.holder == holder).values(holder=None, leased_until=None))


def forget_old(connection: Connection, moment: datetime) -> None:
    """Drop what could not be sent for so long that nobody waits for it."""
    connection.execute(delete(outbox).where(outbox.c.created < moment - OLD))


def next_due(connection: Connection) -> datetime | None:
    """When the next row is due that nobody holds."""
    query = select(func.min(outbox.c.due)).where(outbox.c.holder.is_(None))
    found: datetime | None = connection.execute(query).scalar_one()
    return found


def count(connection: Connection) -> int:
    """How much is to be sent."""
    return connection.execute(select(func.count()).select_from(outbox)).scalar_one()


def _held(holder: str, item: Item) -> ColumnElement[bool]:
    return and_(outbox.c.id == item.id, outbox.c.mark == item.mark, outbox.c.holder == holder)
