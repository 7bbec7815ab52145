"""What is locked while a rated game goes on: for its players, the computer's help with games of that kind.

Help that went by positions could be had for the one that has to be played a move later, or with a token moved. So there
is no engine, no hint, no analysis and no computer that plays on from somewhere for whoever plays a rated game of the
same family. A board without an engine asks no computer: there the position is locked that is to be played.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import Connection, exists, select

from kidd.game import Game, descriptor
from kidd.position import Position, start
from kidd.search.tree.mirrors import folded_symmetries, mirror_position
from kidd.table.errors import NoSuchGame, NotYours
from kidd.table.play.actors import Actor
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import games, seats
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import load

MOST_RATED_GAMES = 100  # rated games of one person that are looked at
KEPT_POSITIONS = 100  # positions whose neighbours are known


class Running(NamedTuple):
    """A rated game that somebody plays just now."""

    id: str
    code: str
    since: datetime


def check_help(store: Store, actor: Actor, game: Game) -> None:
    """Refuse the computer's help with a game to whoever plays a rated one of its family."""
    with store.reading() as connection:
        _check(connection, actor, game)


def check_analysis(store: Store, actor: Actor, table: Table) -> None:
    """Refuse to begin an analysis likewise, but of a game that was over before any of these rated ones was opened."""
    with store.reading() as connection:
        _check(connection, actor, table.match.game, since=table.updated)


def check_computers(
    connection: Connection, actor: Actor, sitting: Iterable[Seat], first: Position, acts: int = 0
) -> None:
    """Refuse computers that would play on from anywhere but the start of a game; at the start they are always there."""
    if any(seat.kind == "computer" for seat in sitting) and (acts or str(first) != str(start(first.game.code))):
        _check(connection, actor, first.game)


def check_board(store: Store, actor: Actor, positions: Iterable[Position]) -> None:
    """Refuse to look at the position of one's rated game, at what comes next, and at the mirror images of both."""
    with store.reading() as connection:
        running = _running(connection, actor)
    asked: set[tuple[str, str]] = {(pos.game.code, str(pos)) for pos in positions} if running else set()
    for one in running:
        if not any(code == one.code for code, _ in asked):
            continue
        try:
            here = load(store, one.id).match.position
        except NoSuchGame:
            continue
        if not asked.isdisjoint((one.code, text) for text in _around(here)):
            raise NotYours("rated-position")


def _check(connection: Connection, actor: Actor, game: Game, since: datetime | None = None) -> None:
    family = game.descriptor.group
    for one in _running(connection, actor):
        if descriptor(one.code).group == family and (since is None or since >= one.since):
            raise NotYours("rated-running", title=game.descriptor.group_name)


@lru_cache(KEPT_POSITIONS)
def _around(pos: Position) -> frozenset[str]:
    """A position and those after its next move, with their mirror images."""
    near = [pos, *(pos.play(move) for move in pos.legal_moves())]
    return frozenset(str(mirror_position(one, mirror)) for mirror in folded_symmetries(pos.deck) for one in near)


def _running(connection: Connection, actor: Actor) -> list[Running]:
    """The rated games that somebody plays: one that still waits for people is none yet."""
    if not actor.is_known:
        return []
    mine = seats.alias()
    waiting = exists().where(seats.c.game == games.c.id, seats.c.kind == "open")
    query = (
        select(games.c.id, games.c.code, games.c.created)
        .join(mine, mine.c.game == games.c.id)
        .where(mine.c.person == actor.person, mine.c.kind == "person", games.c.outcome == "*", games.c.rated, ~waiting)
        .distinct()
        .limit(MOST_RATED_GAMES)
    )
    return [Running(*row) for row in connection.execute(query)]
