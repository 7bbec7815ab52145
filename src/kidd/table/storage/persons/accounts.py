"""Accounts in the database: who has one, by name or by id, and what it holds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, or_, select, update

from kidd.table.errors import AccountError
from kidd.table.people.names import keys_of
from kidd.table.storage.database.pubsub import announce_people
from kidd.table.storage.database.schema import persons
from kidd.table.storage.persons import people

GUEST, MEMBER, BOT, FORMER = "guest", "member", "bot", "former"


class Account(NamedTuple):
    """A person as the database knows them."""

    id: str
    name: str | None
    created: datetime
    kind: str
    password: str | None
    mail: str | None
    mail_verified: datetime | None
    language: str
    zone: str
    operator: bool
    closed: datetime | None
    maker: str | None


class Who(NamedTuple):
    """What others see of a person."""

    name: str
    kind: str


_COLUMNS = [persons.c[name] for name in Account._fields]


def find(connection: Connection, person: str) -> Account | None:
    """A person by id."""
    row = connection.execute(select(*_COLUMNS).where(persons.c.id == person)).one_or_none()
    return None if row is None else Account(*row)


def named(connection: Connection, name: str) -> Account | None:
    """The member or bot of that name, however it is written."""
    if not (key := keys_of(name).small):
        return None
    row = connection.execute(select(*_COLUMNS).where(persons.c.name_key == key)).one_or_none()
    return None if row is None else Account(*row)


def by_mail(connection: Connection, mail: str, limit: int) -> Sequence[Account]:
    """Those whose verified address that is."""
    query = select(*_COLUMNS).where(persons.c.mail == mail, persons.c.mail_verified.is_not(None))
    return [Account(*row) for row in connection.execute(query.order_by(persons.c.created).limit(limit))]


def who(connection: Connection, ids: Collection[str]) -> dict[str, Who]:
    """What others see of some people, by their ids."""
    query = select(persons.c.id, persons.c.name, persons.c.kind).where(persons.c.id.in_(ids))
    return {row.id: Who(row.name or "", row.kind) for row in connection.execute(query)}


def hands_of(connection: Connection, ids: Collection[str]) -> int:
    """By how many hands some people play, whose bots may be among them."""
    query = select(persons.c.id, persons.c.maker).where(persons.c.id.in_(ids))
    makers = {row.id: row.maker for row in connection.execute(query)}
    return len({makers.get(one) or one for one in ids})


def enrol(connection: Connection, person: str, name: str, moment: datetime, **more: Any) -> None:
    """Give a person, who may be new, a name and an account; the name must look like nobody else's.

    The account is as old as its name: many guests who wait for a day are no old members.
    """
    keys = keys_of(name)
    alike = select(persons.c.id).where(or_(persons.c.name_key == keys.small, persons.c.name_caps == keys.capital))
    if connection.execute(alike).first() is not None:
        raise AccountError("name-taken")
    people.remember(connection, person, moment)
    named = {"name": name, "name_key": keys.small, "name_caps": keys.capital}
    values = {"kind": MEMBER, "created": moment, "origin": None, **named, **more}
    change_row = update(persons).where(persons.c.id == person, persons.c.kind == GUEST).values(values)
    if connection.execute(change_row).rowcount != 1:
        raise AccountError("has-account")
    announce_people(connection)


def settle(connection: Connection, person: str) -> None:
    """Let a member be counted by themselves from now on, and so their bots: where they came from matters no more."""
    mine = or_(persons.c.id == person, persons.c.maker == person)
    connection.execute(update(persons).where(mine, persons.c.origin.is_not(None)).values(origin=None))


def fill_zone(connection: Connection, person: str, zone: str) -> None:
    """Keep a person's time zone where none is known yet."""
    connection.execute(update(persons).where(persons.c.id == person, persons.c.zone == "").values(zone=zone))


def change(connection: Connection, person: str, **values: Any) -> None:
    """Change what a person's row says."""
    announce_people(connection)
    connection.execute(update(persons).where(persons.c.id == person).values(values))
