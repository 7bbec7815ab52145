"""Codes that prove something to whoever knows them: sent by mail or handed over, good once and for a while."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from kidd.table.storage.database.schema import proofs
from kidd.table.storage.persons.people import new_id, session_id

LASTS = {
    "mail": timedelta(days=3),
    "reset": timedelta(hours=2),
    "invite": timedelta(days=30),
    "undo": timedelta(days=3),
}
MOST_OF_A_KIND = {"mail": 5, "reset": 5, "invite": 200, "undo": 5}  # of one person that are good at a time


class Proof(NamedTuple):
    """What a code proves: something of a person, about a mail address."""

    person: str
    about: str
    until: datetime


def issue(connection: Connection, kind: str, person: str, about: str, moment: datetime) -> str:
    """A new code; empty where there are too many already."""
    connection.execute(delete(proofs).where(proofs.c.until <= moment))
    there = select(func.count()).select_from(proofs).where(proofs.c.person == person, proofs.c.kind == kind)
    if connection.execute(there).scalar_one() >= MOST_OF_A_KIND[kind]:
        return ""
    code = new_id()
    row = {"id": session_id(code), "kind": kind, "person": person, "about": about, "until": moment + LASTS[kind]}
    connection.execute(insert(proofs), row)
    return code


def find(connection: Connection, kind: str, code: str, moment: datetime) -> Proof | None:
    """What a code proves, None if it is none, or good no more."""
    query = select(proofs.c.person, proofs.c.about, proofs.c.until).where(
        proofs.c.id == session_id(code), proofs.c.kind == kind, proofs.c.until > moment
    )
    row = connection.execute(query).one_or_none()
    return None if row is None else Proof(*row)


def redeem(connection: Connection, kind: str, code: str, moment: datetime) -> Proof | None:
    """The same, and from now on it is good no more: of two who come with one code, one is late."""
    found = find(connection, kind, code, moment)
    if found is None:
        return None
    gone = connection.execute(delete(proofs).where(proofs.c.id == session_id(code), proofs.c.kind == kind))
    return found if gone.rowcount == 1 else None


def drop(connection: Connection, person: str, kind: str) -> None:
    """Let all codes of a person be good no more."""
    connection.execute(delete(proofs).where(proofs.c.person == person, proofs.c.kind == kind))


def drop_later(connection: Connection, person: str, kind: str, until: datetime) -> None:
    """Let the codes of a person be good no more that were made after one that is good until then."""
    later = proofs.c.person == person, proofs.c.kind == kind, proofs.c.until >= until
    connection.execute(delete(proofs).where(*later))


def waiting(connection: Connection, kind: str, person: str, moment: datetime) -> str:
    """What a code of a person's that was not used yet is about, empty if there is none."""
    query = select(proofs.c.about).where(proofs.c.person == person, proofs.c.kind == kind, proofs.c.until > moment)
    return connection.execute(query.order_by(proofs.c.until.desc()).limit(1)).scalar_one_or_none() or ""
