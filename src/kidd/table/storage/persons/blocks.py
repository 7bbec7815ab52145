"""Whom somebody does not want to hear of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, func, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.storage.database.schema import blocks, persons


class Blocked(NamedTuple):
    """Somebody on a list."""

    id: str
    name: str


def block(connection: Connection, person: str, other: str, moment: datetime) -> None:
    """Put somebody on a person's list, where they may be already."""
    there = select(func.count()).select_from(blocks).where(blocks.c.person == person)
    if connection.execute(there).scalar_one() >= limits.BLOCKS:
        raise TooMany("blocks", limits.BLOCKS)
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = dialect.insert(blocks).values(person=person, blocked=other, at=moment)
    connection.execute(row.on_conflict_do_nothing())


def unblock(connection: Connection, person: str, other: str) -> bool:
    """Take somebody off a person's list; False if they are not there."""
    gone = delete(blocks).where(blocks.c.person == person, blocks.c.blocked == other)
    return connection.execute(gone).rowcount == 1


def list_of(connection: Connection, person: str) -> Sequence[Blocked]:
    """A person's list, by name."""
    query = (
        select(persons.c.id, func.coalesce(persons.c.name, "").label("name"))
        .join(blocks, blocks.c.blocked == persons.c.id)
        .where(blocks.c.person == person)
        .order_by(persons.c.name)
    )
    return [Blocked(*row) for row in connection.execute(query)]


def blocked_by(connection: Connection, person: str) -> frozenset[str]:
    """The ids of those whom a person has blocked."""
    return frozenset(connection.execute(select(blocks.c.blocked).where(blocks.c.person == person)).scalars())


def are_apart(connection: Connection, person: str, others: Collection[str]) -> bool:
    """Whether one of the others has blocked a person, or the person one of them."""
    mine = and_(blocks.c.person == person, blocks.c.blocked.in_(others))
    theirs = and_(blocks.c.blocked == person, blocks.c.person.in_(others))
    return connection.execute(select(blocks.c.person).where(or_(mine, theirs)).limit(1)).first() is not None
