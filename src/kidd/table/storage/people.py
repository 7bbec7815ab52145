"""People and their sessions: a cookie holds a token, the database its hash, and a session can be ended."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.storage.database.schema import persons, sessions

TOKEN_BYTES = 16


class Session(NamedTuple):
    """A person on one device; `name` is empty for a guest."""

    id: str
    person: str
    name: str
    created: datetime


def new_id() -> str:
    """An id that nobody can guess: of a person, or the token of a session."""
    return secrets.token_hex(TOKEN_BYTES)


def session_id(token: str) -> str:
    """What the database knows of a token: nobody who reads it can make a cookie of that."""
    return sha256(token.encode()).hexdigest()


def remember(connection: Connection, person: str, moment: datetime) -> None:
    """Keep a person, who may be known already."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(persons).values(id=person, created=moment).on_conflict_do_nothing())


def begin_session(connection: Connection, person: str, token: str, moment: datetime) -> None:
    """Let a token stand for a person from now on."""
    remember(connection, person, moment)
    connection.execute(insert(sessions), {"id": session_id(token), "person": person, "created": moment})


def find_session(connection: Connection, token: str) -> Session | None:
    """The session that a token stands for, None where there is none or it was ended."""
    query = (
        select(sessions.c.id, sessions.c.person, persons.c.name, sessions.c.created)
        .join(persons, persons.c.id == sessions.c.person)
        .where(sessions.c.id == session_id(token), sessions.c.ended.is_(None))
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Session(row.id, row.person, row.name or "", row.created)


def sessions_of(connection: Connection, person: str) -> Sequence[Session]:
    """Where a person is logged in."""
    query = (
        select(sessions.c.id, sessions.c.person, persons.c.name, sessions.c.created)
        .join(persons, persons.c.id == sessions.c.person)
        .where(sessions.c.person == person, sessions.c.ended.is_(None))
        .order_by(sessions.c.created, sessions.c.id)
    )
    return [Session(row.id, row.person, row.name or "", row.created) for row in connection.execute(query)]


def end_session(connection: Connection, person: str, ended: str, moment: datetime) -> bool:
    """End a session of a person's, by its id; False if there is none."""
    change = update(sessions).where(sessions.c.id == ended, sessions.c.person == person, sessions.c.ended.is_(None))
    return connection.execute(change.values(ended=moment)).rowcount == 1
