"""Challenges that wait for an answer: games in which a seat is kept for somebody who has not sat down yet."""

from __future__ import annotations

from sqlalchemy import Connection, Select, func, select

from kidd.table.storage.database.schema import games, persons, seats
from kidd.table.storage.persons.accounts import GUEST


def count(connection: Connection, owner: str, whom: str = "") -> int:
    """How many challenges of somebody's wait, perhaps only those to one person."""
    mine = _waiting().where(games.c.owner == owner)
    return connection.execute(mine.where(seats.c.person == whom) if whom else mine).scalar_one()


def count_of_guests(connection: Connection, origin: str, whom: str) -> int:
    """How many challenges to one person wait that are of guests who came from one place."""
    theirs = _waiting().join(persons, persons.c.id == games.c.owner).where(seats.c.person == whom)
    return connection.execute(theirs.where(persons.c.kind == GUEST, persons.c.origin == origin)).scalar_one()


def _waiting() -> Select[int]:
    kept = seats.c.kind == "open", seats.c.person.is_not(None), games.c.outcome == "*"
    return select(func.count()).select_from(seats).join(games, games.c.id == seats.c.game).where(*kept)
