"""How people are reached: their browsers, their mail, and what they want to be told."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, select, union
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.storage.database.schema import devices, notice_settings, persons
from kidd.table.storage.persons import people

MOST_DEVICES = 10  # of one person: the oldest makes way


class Device(NamedTuple):
    """A browser that takes notices, by the address and the keys that it has given us."""

    id: str
    person: str
    endpoint: str
    p256dh: str
    auth: str
    language: str


class Wishes(NamedTuple):
    """What somebody wants to be told beside the pages."""

    push: bool = True
    digest: bool = True
    warnings: bool = True


class Receiver(NamedTuple):
    """Somebody who can be written to; no address if they have given none or not shown that it is theirs."""

    person: str
    name: str
    address: str
    language: str
    zone: str
    wishes: Wishes


def device_id(endpoint: str) -> str:
    """What a browser is called here."""
    return sha256(endpoint.encode()).hexdigest()


def add_device(connection: Connection, device: Device, moment: datetime) -> None:
    """Keep a browser, which may have been another person's before; the oldest of too many are dropped."""
    people.remember(connection, device.person, moment)
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {**device._asdict(), "created": moment}
    made = dialect.insert(devices).values(row)
    connection.execute(made.on_conflict_do_update(index_elements=["id"], set_=row))
    mine = select(devices.c.id).where(devices.c.person == device.person).order_by(devices.c.created.desc())
    old = connection.execute(mine.offset(MOST_DEVICES)).scalars().all()
    if old:
        connection.execute(delete(devices).where(devices.c.id.in_(old)))


def drop_device(connection: Connection, device: str, person: str | None = None) -> bool:
    """Write to a browser no more, only if it is that person's; False if there is none."""
    own = devices.c.person == person if person is not None else devices.c.id == device
    return connection.execute(delete(devices).where(and_(devices.c.id == device, own))).rowcount > 0


def devices_of(connection: Connection, person: str) -> Sequence[Device]:
    """A person's browsers, the first first."""
    query = select(*(devices.c[name] for name in Device._fields)).where(devices.c.person == person)
    return [Device(*row) for row in connection.execute(query.order_by(devices.c.created, devices.c.id))]


def device(connection: Connection, number: str) -> Device | None:
    """A browser by its id."""
    query = select(*(devices.c[name] for name in Device._fields)).where(devices.c.id == number)
    row = connection.execute(query).one_or_none()
    return None if row is None else Device(*row)


def wishes_of(connection: Connection, person: str) -> Wishes:
    """What somebody wants to be told."""
    query = select(*(notice_settings.c[name] for name in Wishes._fields)).where(notice_settings.c.person == person)
    row = connection.execute(query).one_or_none()
    return Wishes() if row is None else Wishes(*row)


def wish(connection: Connection, person: str, wishes: Wishes, moment: datetime) -> None:
    """Keep what somebody wants to be told."""
    people.remember(connection, person, moment)
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    made = dialect.insert(notice_settings).values(person=person, **wishes._asdict())
    connection.execute(made.on_conflict_do_update(index_elements=["person"], set_=wishes._asdict()))


def reached(connection: Connection, people: Collection[str]) -> Collection[str]:
    """Those of some people who have told us of a browser or of an address of theirs: few of all who play."""
    browsers = select(devices.c.person).where(devices.c.person.in_(people))
    proven = persons.c.id.in_(people), persons.c.mail_verified.is_not(None), persons.c.closed.is_(None)
    return frozenset(connection.execute(union(browsers, select(persons.c.id).where(*proven))).scalars())


def receiver(connection: Connection, person: str) -> Receiver | None:
    """How somebody is reached, None if there is nobody of that id."""
    row = connection.execute(select(persons).where(persons.c.id == person)).one_or_none()
    if row is None:
        return None
    proven = row.mail_verified is not None and row.closed is None
    address = (row.mail or "") if proven else ""
    return Receiver(person, row.name or "", address, row.language, row.zone, wishes_of(connection, person))
