"""Whether the ratings are what the rated games make of them: every pool is settled anew, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from math import isclose
from typing import NamedTuple

from sqlalchemy import Connection, Row, select

from kidd.table.rating import NEW, Pool, Rating, rate
from kidd.table.snapshot import Table
from kidd.table.storage.club.ratings import Player, counts, may_have_counted, pool_of, standings
from kidd.table.storage.database.schema import rating_changes, rating_pools, ratings

NEARLY = 1e-9  # machines may differ in the last digit of a root


class Settled(NamedTuple):
    """What the events say of a game that counts."""

    pool: Pool
    players: tuple[Player, ...]
    surely: bool = True
    """False of one in which somebody has not moved: versions before counted it, this one does not."""


class Sum(NamedTuple):
    """What a row of ratings should say."""

    rating: Rating
    won: int = 0
    drawn: int = 0


NOTHING = Sum(NEW)


def settled(table: Table) -> Settled | None:
    """What is to be found of a game among the ratings, None where it does not count and never did."""
    if not may_have_counted(table):
        return None
    return Settled(pool_of(table), tuple(standings(table)), counts(table))


def otherwise(connection: Connection, games: Mapping[str, Settled]) -> Iterator[str]:
    """All that the rows of ratings say otherwise than these games, which are all that count or may have counted."""
    changes = rating_changes.c
    order = (changes.code, changes.speed, changes.number, changes.seat)
    rows = connection.execute(select(rating_changes).order_by(*order)).all()
    found = {row.game for row in rows}
    for game in sorted({game for game, said in games.items() if said.surely} - found):
        yield f"game {game}: counts, but has changed no rating"
    for game in sorted(found - games.keys()):
        yield f"game {game}: has changed ratings, but does not count"
    sums: dict[tuple[str, Pool], Sum] = {}
    numbers: dict[Pool, int] = {}
    for (code, speed, number), several in groupby(rows, lambda row: (row.code, row.speed, row.number)):
        pool = Pool(code, speed)
        numbers[pool] = numbers.get(pool, 0) + 1
        together = list(several)
        if together[0].game in games:
            yield from _of_game(together, pool, games[together[0].game], sums)
        if number != numbers[pool]:
            yield f"pool {code} {speed}: expected game {numbers[pool]}, found {number}"
    yield from _of_rows(connection, sums, numbers)


def _of_game(
    rows: list[Row[tuple[object, ...]]], pool: Pool, said: Settled, sums: dict[tuple[str, Pool], Sum]
) -> Iterator[str]:
    game = rows[0].game
    players = tuple(Player(row.seat, row.person, row.place) for row in rows)
    if (pool, players) != (said.pool, said.players) or any(row.game != game for row in rows):
        yield f"game {game}: ratings should be of {said!r}, are of {Settled(pool, players)!r}"
    before = [sums.get((player.person, pool), NOTHING) for player in players]
    after = rate([one.rating for one in before], [player.place for player in players])
    best = sum(player.place == 1 for player in players)
    for player, old, new, row in zip(players, before, after, rows, strict=True):
        kept = Rating(row.mu_before, row.sigma_before, row.games - 1), Rating(row.mu, row.sigma, row.games)
        if not all(map(_is_near, (old.rating, new), kept)):
            yield f"game {game}: a rating should go from {old.rating!r} to {new!r}, goes so: {kept!r}"
        drawn = int(player.place == 1 and best > 1)
        sums[player.person, pool] = Sum(new, old.won + int(player.place == 1) - drawn, old.drawn + drawn)


def _of_rows(connection: Connection, sums: dict[tuple[str, Pool], Sum], numbers: dict[Pool, int]) -> Iterator[str]:
    left = dict(sums)
    for row in connection.execute(select(ratings)):
        said = Sum(Rating(row.mu, row.sigma, row.games), row.won, row.drawn)
        wanted = left.pop((row.person, Pool(row.code, row.speed)), NOTHING)
        if not _is_near(said.rating, wanted.rating) or said[1:] != wanted[1:]:
            yield f"rating of {row.person} in {row.code} {row.speed}: should be {wanted!r}, is {said!r}"
    for person, pool in left:
        yield f"rating of {person} in {pool.code} {pool.speed}: is missing"
    kept = {Pool(row.code, row.speed): row.games for row in connection.execute(select(rating_pools))}
    if kept != numbers:
        yield f"pools should have had {numbers!r} games, have had {kept!r}"


def _is_near(one: Rating, other: Rating) -> bool:
    same = isclose(one.mu, other.mu, rel_tol=NEARLY) and isclose(one.sigma, other.sigma, rel_tol=NEARLY)
    return same and one.games == other.games
