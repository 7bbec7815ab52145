"""People and their sessions: a cookie holds a token, the database its hash, and a session can be ended."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, func, insert, literal, literal_column, select, update
from sqlalchemy.dialects import postgresql, sqlite

from kidd.table.storage.database.prepared import Prepared
from kidd.table.storage.database.pubsub import announce_people
from kidd.table.storage.database.schema import persons, sessions

TOKEN_BYTES = 16


class Session(NamedTuple):
    """A person on one device; `name` is empty for who has none."""

    id: str
    person: str
    name: str
    created: datetime
    kind: str = "guest"
    operator: bool = False
    agent: str = ""
    seen: datetime | None = None
    before: str | None = None
    origin: str = ""


def new_id() -> str:
    """An id that nobody can guess: of a person, or the token of a session."""
    return secrets.token_hex(TOKEN_BYTES)


def session_id(token: str) -> str:
    """What the database knows of a token: nobody who reads it can make a cookie of that."""
    return sha256(token.encode()).hexdigest()


def remember(connection: Connection, person: str, moment: datetime, origin: str = "") -> None:
    """Keep a person, who may be known already, and where they came from if that is not."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = {"id": person, "created": moment, "origin": origin or None}
    if connection.execute(dialect.insert(persons).values(row).on_conflict_do_nothing()).rowcount or not origin:
        return
    late = update(persons).where(persons.c.id == person, persons.c.origin.is_(None))
    connection.execute(late.values(origin=origin))


def share_of(person: ColumnElement[str]) -> tuple[ColumnElement[str], ColumnElement[bool]]:
    """Whose share of the computers' time somebody takes: their own, or that of where they came from, while it is kept.

    The second is on what `persons` has to be joined, from outside.
    """
    return func.coalesce(persons.c.origin, person), persons.c.id == person


_NONE: ColumnElement[str] = literal_column("''")
_ALL = (
    select(
        sessions.c.id,
        sessions.c.person,
        func.coalesce(persons.c.name, _NONE).label("name"),
        sessions.c.created,
        persons.c.kind,
        persons.c.operator,
        sessions.c.agent,
        sessions.c.seen,
        sessions.c.before,
        func.coalesce(persons.c.origin, _NONE).label("origin"),
    )
    .join(persons, persons.c.id == sessions.c.person)
    .where(sessions.c.ended.is_(None))
)
_ONE = Prepared(_ALL.where(sessions.c.id == bindparam("wanted")))  # it is asked for everybody every few seconds


def begin_session(
    connection: Connection,
    person: str,
    token: str,
    moment: datetime,
    agent: str = "",
    before: str | None = None,
    origin: str = "",
) -> None:
    """Let a token stand for a person from now on, in whose place a guest was here `before`."""
    remember(connection, person, moment, origin)
    row = {"id": session_id(token), "person": person, "created": moment, "agent": agent, "before": before}
    connection.execute(insert(sessions), row | {"seen": moment})


def find_share(connection: Connection, person: str) -> str:
    """Whose share of the computers' time a person takes."""
    share, is_theirs = share_of(literal(person))
    return connection.execute(select(share).where(is_theirs)).scalar_one_or_none() or person


def find_session(connection: Connection, token: str) -> Session | None:
    """The session that a token stands for, None where there is none or it was ended."""
    row = _ONE.first(connection, {"wanted": session_id(token)})
    return None if row is None else Session._make(row)


def sessions_of(connection: Connection, person: str) -> Sequence[Session]:
    """Where a person is logged in."""
    query = _ALL.where(sessions.c.person == person).order_by(sessions.c.created, sessions.c.id)
    return [Session._make(row) for row in connection.execute(query)]


def touch_session(connection: Connection, touched: str, moment: datetime) -> None:
    """Note that a session is in use."""
    connection.execute(update(sessions).where(sessions.c.id == touched).values(seen=moment))


def end_session(connection: Connection, person: str, ended: str, moment: datetime) -> bool:
    """End a session of a person's, by its id; False if there is none."""
    change = update(sessions).where(sessions.c.id == ended, sessions.c.person == person, sessions.c.ended.is_(None))
    announce_people(connection)
    return connection.execute(change.values(ended=moment)).rowcount == 1


def end_sessions(connection: Connection, person: str, moment: datetime, *, but: str = "") -> None:
    """End all sessions of a person, perhaps but one."""
    change = update(sessions).where(sessions.c.person == person, sessions.c.id != but, sessions.c.ended.is_(None))
    announce_people(connection)
    connection.execute(change.values(ended=moment))
