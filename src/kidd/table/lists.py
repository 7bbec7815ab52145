"""Which games there are: a visitor's, and those that wait for a computer."""

from __future__ import annotations

from sqlalchemy import select

from kidd.table import limits
from kidd.table.chronicle import read_seats
from kidd.table.records import games, seats
from kidd.table.seating import Summary
from kidd.table.store import Store


def games_of(store: Store, visitor: str, *, limit: int = limits.LISTED) -> list[Summary]:
    """The games in which a visitor has a seat, unfinished ones first, then the latest."""
    mine = select(seats.c.game).where(seats.c.visitor == visitor)
    order = ((games.c.outcome != "*"), games.c.updated.desc(), games.c.id)
    query = select(games).where(games.c.id.in_(mine)).order_by(*order).limit(limit)
    with store.reading() as connection:
        rows = connection.execute(query).all()
        sitting = read_seats(connection, [row.id for row in rows])
    return [
        Summary(
            row.id,
            row.code,
            sitting[row.id],
            row.ply,
            row.version,
            row.outcome,
            row.waiting_seat,
            row.created,
            row.updated,
        )
        for row in rows
    ]


def waiting(store: Store, *, limit: int = limits.JOBS) -> list[str]:
    """The ids of games in which it is a computer's turn, those first that have waited longest."""
    query = select(games.c.id).where(games.c.waiting == "computer").order_by(games.c.updated).limit(limit)
    with store.reading() as connection:
        return list(connection.execute(query).scalars())
