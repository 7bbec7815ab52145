"""Which games there are: a person's list."""

from __future__ import annotations

from sqlalchemy import select

from kidd.table import limits
from kidd.table.snapshot import Summary
from kidd.table.storage.database.schema import games, seats
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import read_seats
from kidd.table.storage.reducer import ABANDONED


def games_of(
    store: Store, person: str, *, finished: bool | None = None, limit: int = limits.LISTED, skip: int = 0
) -> list[Summary]:
    """A person's games, unfinished ones first, then the latest, or only those of one kind; none that was abandoned."""
    mine = select(seats.c.game).where(seats.c.person == person)
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
