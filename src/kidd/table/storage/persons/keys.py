"""All by which somebody gets at an account besides its password: one of them may be in the wrong hands."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, or_, select

from kidd.table.storage.database.schema import devices, persons, tokens
from kidd.table.storage.persons import people, proofs
from kidd.table.storage.persons.accounts import BOT


def change_locks(connection: Connection, person: str, moment: datetime) -> None:
    """End the sessions, programs, bots' programs and devices of a member, and what letters on their way are good for.

    What takes back another mail address stays: it belongs to whoever reads the one of before.
    """
    people.end_sessions(connection, person, moment)
    bots = select(persons.c.id).where(persons.c.maker == person, persons.c.kind == BOT)
    connection.execute(delete(tokens).where(or_(tokens.c.person == person, tokens.c.person.in_(bots))))
    connection.execute(delete(devices).where(devices.c.person == person))
    for kind in ("mail", "reset"):
        proofs.drop(connection, person, kind)
