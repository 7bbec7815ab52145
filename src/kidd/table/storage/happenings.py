"""What has happened in somebody's games, for those who are told of it: from a version, or since a moment."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, select

from kidd.table.seats import Seat
from kidd.table.storage.database.schema import events, games, seats
from kidd.table.storage.event_log import read_seats
from kidd.table.storage.events import Event, read_event

OPEN = 100  # games that somebody who comes is told of, the latest first
CHANGED = 200  # games in which something may have happened while they were away


class Happening(NamedTuple):
    """An event, and the version of its game after it."""

    version: int
    event: Event


class Underway(NamedTuple):
    """A game that is not over, as its row tells it."""

    id: str
    version: int
    code: str
    seats: tuple[Seat, ...]
    owner: str
    time: str
    rated: bool
    ply: int
    waits_for: int | None
    updated: datetime


def since(connection: Connection, game_id: str, version: int, until: int) -> list[Happening]:
    """What happened to a game between two versions."""
    number = events.c.number
    query = select(events).where(events.c.game == game_id, number >= version, number < until).order_by(number)
    rows = connection.execute(query)
    return [Happening(row.number + 1, read_event(row.kind, row.at, row.data)) for row in rows]


def versions(connection: Connection, person: str) -> dict[str, int]:
    """The versions of a person's games that are not over, the latest ones."""
    query = _mine(person).with_only_columns(games.c.id, games.c.version).where(games.c.outcome == "*")
    rows = connection.execute(query.order_by(games.c.updated.desc(), games.c.id).limit(OPEN))
    return {row.id: row.version for row in rows}


def live(connection: Connection, person: str) -> set[str]:
    """A person's games that are played on clocks just now."""
    query = _mine(person).with_only_columns(games.c.id).where(games.c.outcome == "*", games.c.time.contains("+"))
    return set(connection.execute(query.limit(OPEN)).scalars())


def underway(connection: Connection, person: str) -> list[Underway]:
    """A person's games that are not over and those in which a seat is kept for them, the latest first."""
    query = _mine(person).where(games.c.outcome == "*").order_by(games.c.updated.desc(), games.c.id).limit(OPEN)
    rows = connection.execute(query).all()
    sitting = read_seats(connection, [row.id for row in rows])
    return [
        Underway(
            row.id,
            row.version,
            row.code,
            sitting[row.id],
            row.owner,
            row.time,
            row.rated,
            row.ply,
            row.waiting_seat,
            row.updated,
        )
        for row in rows
    ]


def changed(connection: Connection, person: str, moment: datetime) -> dict[str, int] | None:
    """A person's games that changed since a moment, with their versions before that; None if there are too many."""
    query = _mine(person).with_only_columns(games.c.id, games.c.version).where(games.c.updated >= moment)
    rows = connection.execute(query.limit(CHANGED + 1)).all()
    if len(rows) > CHANGED:
        return None
    first = select(events.c.game, func.min(events.c.number).label("first")).group_by(events.c.game)
    first = first.where(events.c.game.in_([row.id for row in rows]), events.c.at >= moment)
    numbers = {row.game: row.first for row in connection.execute(first)}
    return {row.id: numbers.get(row.id, row.version) for row in rows}


def _mine(person: str) -> Select[Any]:
    return select(games).where(games.c.id.in_(select(seats.c.game).where(seats.c.person == person)))
