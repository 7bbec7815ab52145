"""What the lobby shows: open seats that anybody may take, and games that anybody may watch."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection, exists, func, or_, select

from kidd.table.rating import NEW, Pool, Rating, speed_of
from kidd.table.seats import Seat
from kidd.table.storage.club import ratings
from kidd.table.storage.club.presences import HERE
from kidd.table.storage.database.schema import events, games, presences, seats
from kidd.table.storage.event_log import read_seats
from kidd.table.storage.events import Opened, read_event

SEEKS, RUNNING = 100, 30  # that are shown, the latest first
PATIENT = timedelta(days=14)  # for which a game without a clock, or by days, looks for players
LATELY = timedelta(days=3)  # in which something happened in a game that is worth watching
LIVE = "%+%"


class Seek(NamedTuple):
    """A game that looks for players."""

    id: str
    code: str
    options: dict[str, str | int]
    seats: tuple[Seat, ...]
    owner: str
    time: str
    rated: bool
    lowest: int | None
    highest: int | None
    created: datetime
    rating: Rating | None = None
    """Of whoever opened it; None for guests, and for members who have none yet unless the game is rated."""


class Running(NamedTuple):
    """A game that anybody may watch."""

    id: str
    code: str
    seats: tuple[Seat, ...]
    ply: int
    time: str
    rated: bool
    updated: datetime


def seeks(connection: Connection, now: datetime) -> Sequence[Seek]:
    """Games with a seat for anybody; those to be played at once only while their owner is here."""
    free = exists().where(seats.c.game == games.c.id, seats.c.kind == "open", seats.c.person.is_(None))
    owner_here = exists().where(presences.c.person == games.c.owner, presences.c.seen > now - HERE)
    query = (
        select(games, events.c.kind, events.c.at, events.c.data)
        .join(events, (events.c.game == games.c.id) & (events.c.number == 0))
        .where(games.c.listed, games.c.outcome == "*", games.c.open_seats > 0, free)
        .where(games.c.created > now - PATIENT, or_(games.c.time.not_like(LIVE), owner_here))
        .order_by(games.c.updated.desc(), games.c.id)
        .limit(SEEKS)
    )
    rows = connection.execute(query).all()
    sitting = read_seats(connection, [row.id for row in rows])
    pools = {row.id: (row.owner, Pool(row.code, speed_of(row.time))) for row in rows}
    known = ratings.of_several(connection, set(pools.values()))
    return [
        Seek(
            row.id,
            row.code,
            _options(read_event(row.kind, row.at, row.data)),
            sitting[row.id],
            row.owner,
            row.time,
            row.rated,
            row.lowest,
            row.highest,
            row.created,
            known.get(pools[row.id], NEW if row.rated else None),
        )
        for row in rows
    ]


def running(connection: Connection, now: datetime) -> Sequence[Running]:
    """Games of people that were open to all, and go on."""
    query = (
        select(games)
        .where(games.c.listed, games.c.outcome == "*", games.c.open_seats == 0, games.c.updated > now - LATELY)
        .order_by(games.c.updated.desc(), games.c.id)
        .limit(RUNNING)
    )
    rows = connection.execute(query).all()
    sitting = read_seats(connection, [row.id for row in rows])
    return [Running(row.id, row.code, sitting[row.id], row.ply, row.time, row.rated, row.updated) for row in rows]


def count_seeks(connection: Connection, owner: str) -> int:
    """How many games of somebody's look for players in the lobby."""
    mine = games.c.owner == owner, games.c.listed, games.c.outcome == "*", games.c.open_seats > 0
    return connection.execute(select(func.count()).select_from(games).where(*mine)).scalar_one()


def options_of(connection: Connection, ids: Sequence[str]) -> dict[str, dict[str, str | int]]:
    """The options that games were opened with."""
    first = select(events).where(events.c.game.in_(ids), events.c.number == 0)
    return {row.game: _options(read_event(row.kind, row.at, row.data)) for row in connection.execute(first)}


def _options(event: object) -> dict[str, str | int]:
    assert isinstance(event, Opened)
    return {name: value for name, value in event.options.items() if name != "deck"}
