"""Which games there are: a visitor's, and those that wait for a computer."""

from __future__ import annotations

from sqlalchemy import select

from kidd.table import limits
from kidd.table.seats import Summary
from kidd.table.storage.event_log import ABANDONED, read_seats
from kidd.table.storage.schema import games, seats
from kidd.table.storage.store import Store


def games_of(
    store: Store, visitor: str, *, finished: bool | None = None, limit: int = limits.LISTED, skip: int = 0
) -> list[Summary]:
    """A visitor's games, unfinished ones first, then the latest, or only those of one kind; none that was abandoned."""
    mine = select(seats.c.game).where(seats.c.visitor == visitor)
    over = games.c.outcome != "*"
    query = select(games).where(games.c.id.in_(mine), games.c.outcome != ABANDONED)
    if finished is not None:
        query = query.where(over if finished else ~over)
    query = query.order_by(over, games.c.updated.desc(), games.c.id).limit(limit).offset(skip)
    with store.reading() as connection:
        rows = connection.execute(query).all()
        sitting = read_seats(connection, [row.id for row in rows])
    return [
        Summary(
            row.id,
            row.code,
            sitting[row.id],
            row.ply,
            row.outcome,
            row.reason,
            row.winner_seat,
            row.turn,
            row.waiting_seat,
            row.updated,
        )
        for row in rows
    ]


def waiting(store: Store, *, limit: int = limits.JOBS, skip: int = 0) -> list[tuple[str, str]]:
    """The games in which it is a computer's turn, by id and owner, those first that have waited longest."""
    order = games.c.updated, games.c.id
    query = select(games.c.id, games.c.owner).where(games.c.waiting == "computer").order_by(*order)
    with store.reading() as connection:
        return [(row.id, row.owner) for row in connection.execute(query.limit(limit).offset(skip))]
