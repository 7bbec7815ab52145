"""Tokens of programs: the database knows their hashes, whose they are, and what they are good for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.storage.database.pubsub import announce_people
from kidd.table.storage.database.schema import persons, tokens
from kidd.table.storage.persons.people import new_id, session_id

PREFIX = "kidd_"  # by which those who look for lost secrets know one


class Token(NamedTuple):
    """A token as its owner sees it."""

    id: str
    person: str
    name: str
    scopes: frozenset[str]
    created: datetime
    used: datetime | None


class Bearer(NamedTuple):
    """Who comes with a token."""

    token: Token
    name: str
    kind: str
    operator: bool
    origin: str


def issue(connection: Connection, person: str, name: str, scopes: frozenset[str], moment: datetime) -> str:
    """A new token of a person's, which is told once."""
    there = select(func.count()).select_from(tokens).where(tokens.c.person == person)
    if connection.execute(there).scalar_one() >= limits.TOKENS:
        raise TooMany("tokens", limits.TOKENS)
    secret = f"{PREFIX}{new_id()}{new_id()}"
    row = {"id": session_id(secret), "person": person, "name": name, "scopes": " ".join(sorted(scopes))}
    connection.execute(insert(tokens), row | {"created": moment})
    return secret


def find(connection: Connection, secret: str) -> Bearer | None:
    """Who comes with that token, None if it is nobody's, or that of somebody whose account is closed."""
    query = (
        select(*tokens.c, func.coalesce(persons.c.name, "").label("owner"), persons.c.kind, persons.c.operator)
        .add_columns(func.coalesce(persons.c.origin, "").label("origin"))
        .join(persons, persons.c.id == tokens.c.person)
        .where(tokens.c.id == session_id(secret), persons.c.closed.is_(None))
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        return None
    scopes = frozenset(row.scopes.split())
    token = Token(row.id, row.person, row.name, scopes, row.created, row.used)
    return Bearer(token, row.owner, row.kind, row.operator, row.origin)


def list_of(connection: Connection, person: str) -> Sequence[Token]:
    """A person's tokens, the latest first."""
    query = select(*tokens.c).where(tokens.c.person == person).order_by(tokens.c.created.desc(), tokens.c.id)
    return [
        Token(row.id, row.person, row.name, frozenset(row.scopes.split()), row.created, row.used)
        for row in connection.execute(query)
    ]


def touch(connection: Connection, token: str, moment: datetime) -> None:
    """Note that a token is in use."""
    connection.execute(update(tokens).where(tokens.c.id == token).values(used=moment))


def end(connection: Connection, person: str, token: str) -> bool:
    """Let a token of a person's be good no more; False if there is none."""
    announce_people(connection)
    return connection.execute(delete(tokens).where(tokens.c.id == token, tokens.c.person == person)).rowcount == 1


def end_all(connection: Connection, person: str) -> None:
    """Let none of a person's tokens be good any more."""
    announce_people(connection)
    connection.execute(delete(tokens).where(tokens.c.person == person))
