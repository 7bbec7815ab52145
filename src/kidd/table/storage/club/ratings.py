"""Ratings in the database: settled by the very transaction that ends a rated game, once, and read by lists and pages.

The games of a pool are numbered in the order in which they were settled, so that all of it can be recomputed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from kidd.match.standing import PARTING
from kidd.table.rating import ENOUGH, NEW, SPEEDS, Pool, Rating, SeatRating, points, rate, speed_of
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import persons, rating_changes, rating_pools, ratings
from kidd.table.storage.persons import accounts
from kidd.table.storage.persons.accounts import BOT, MEMBER


class Player(NamedTuple):
    """Who came in where."""

    seat: int
    person: str
    place: int


class Record(NamedTuple):
    """What somebody has in a pool."""

    pool: Pool
    rating: Rating
    won: int
    drawn: int
    updated: datetime

    @property
    def lost(self) -> int:
        """The games that brought nothing."""
        return self.rating.games - self.won - self.drawn


class Leader(NamedTuple):
    """A line of a leader board."""

    name: str
    kind: str
    record: Record


class Step(NamedTuple):
    """A point of a curve: the rating after a game."""

    game: str
    at: datetime
    rating: Rating
    before: Rating
    place: int


def pool_of(table: Table) -> Pool:
    """Where a game counts if it is rated."""
    return Pool(table.match.game.code, speed_of(table.time))


def counts(table: Table) -> bool:
    """Whether a game that is over changes ratings: everybody has moved who did not leave it to the others."""
    return may_have_counted(table) and _is_in_earnest(table)


def may_have_counted(table: Table) -> bool:
    """The same without a look at who has moved, as games were settled before; not one that was called off at once."""
    if not table.rated or not table.is_over or None in table.players:
        return False
    return not table.abandoned or (bool(table.match.left) and not table.is_beginning)


def _is_in_earnest(table: Table) -> bool:
    """Whether everybody has moved, and not only given up or agreed on something, but for who left a game of three."""
    match = table.match
    moved = {table.doers[ply] for ply in range(table.given, len(match)) if not match.word(ply)}
    return {seat.number for seat in table.seats} <= moved | {match.seat(colour) for colour in match.left}


def standings(table: Table) -> list[Player]:
    """Who came in where: those who share the point first; who has left or run out of time last (MG8)."""
    match = table.match
    colours = match.game.colours
    gone = [match.act_by(ply) for ply in range(table.given, len(match)) if match.word(ply) in PARTING]
    stayed = "".join(colour for colour in colours if colour not in match.left)
    sharing = match.sharing or stayed

    def place(colour: str) -> int:
        if colour in match.left:
            return len(colours) - gone.index(colour)
        return 1 if colour in sharing else 2

    found = [Player(match.seat(colour), table.players[match.seat(colour)] or "", place(colour)) for colour in colours]
    return sorted(found)


def settle(connection: Connection, table: Table) -> None:
    """Change the ratings of those who have played; the pool's row keeps others waiting who end a game of it."""
    pool, players = pool_of(table), standings(table)
    number = _next_number(connection, pool)
    known = of_people(connection, pool, [player.person for player in players])
    before = [known.get(player.person, NEW) for player in players]
    after = rate(before, [player.place for player in players])
    best = sum(player.place == 1 for player in players)
    for player, old, new in zip(players, before, after, strict=True):
        drawn = int(player.place == 1 and best > 1)
        _keep(connection, player.person, pool, new, int(player.place == 1) - drawn, drawn, table.updated)
        connection.execute(insert(rating_changes), _change_row(table, pool, number, player, old, new))


def _next_number(connection: Connection, pool: Pool) -> int:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    first = dialect.insert(rating_pools).values(**pool._asdict(), games=1)
    place = [rating_pools.c.code, rating_pools.c.speed]
    one_more = first.on_conflict_do_update(index_elements=place, set_={"games": rating_pools.c.games + 1})
    number: int = connection.execute(one_more.returning(rating_pools.c.games)).scalar_one()
    return number


def _keep(
    connection: Connection, person: str, pool: Pool, rating: Rating, won: int, drawn: int, moment: datetime
) -> None:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    known = {**rating._asdict(), "updated": moment}
    first = dialect.insert(ratings).values(person=person, **pool._asdict(), **known, won=won, drawn=drawn)
    more = {**known, "won": ratings.c.won + won, "drawn": ratings.c.drawn + drawn}
    place = [ratings.c.person, ratings.c.code, ratings.c.speed]
    connection.execute(first.on_conflict_do_update(index_elements=place, set_=more))


def _change_row(table: Table, pool: Pool, number: int, player: Player, old: Rating, new: Rating) -> dict[str, Any]:
    return {
        "game": table.id,
        **pool._asdict(),
        **player._asdict(),
        "number": number,
        "games": new.games,
        "mu_before": old.mu,
        "sigma_before": old.sigma,
        "mu": new.mu,
        "sigma": new.sigma,
        "at": table.updated,
    }


def attach(connection: Connection, table: Table) -> Table:
    """A rated game with what is known of its players: what it has changed, or how they stand now."""
    if not table.rated or None in table.players:
        return table
    query = select(rating_changes).where(rating_changes.c.game == table.id).order_by(rating_changes.c.seat)
    if table.is_over and (rows := connection.execute(query).all()):
        found = [_settled(row.mu_before, row.mu, row.games) for row in rows]
    else:
        known = of_people(connection, pool_of(table), [person for person in table.players if person])
        now = [known.get(person or "", NEW) for person in table.players]
        found = [SeatRating(one.points, one.is_provisional) for one in now]
    who = accounts.who(connection, [person for person in table.players if person])
    here = [one and who.get(one) for one in table.players]
    names = [one.name if one and one.kind in (MEMBER, BOT) else "" for one in here]
    together = zip(found, names, strict=True)
    return replace(table, ratings=tuple(rating._replace(member=name) for rating, name in together))


def _settled(before: float, after: float, games: int) -> SeatRating:
    return SeatRating(points(before), games <= ENOUGH, points(after) - points(before))


def of_people(connection: Connection, pool: Pool, people: Collection[str]) -> Mapping[str, Rating]:
    """What is known of some people in a pool; those who have not played there are not among them."""
    query = select(ratings).where(*_in(pool), ratings.c.person.in_(people))
    return {row.person: Rating(row.mu, row.sigma, row.games) for row in connection.execute(query)}


def of_several(connection: Connection, wanted: Collection[tuple[str, Pool]]) -> Mapping[tuple[str, Pool], Rating]:
    """What is known of some people, each in a pool of their own; those who have not played there are not among them."""
    query = select(ratings).where(ratings.c.person.in_({person for person, _ in wanted}))
    query = query.where(ratings.c.code.in_({pool.code for _, pool in wanted}))
    rows = connection.execute(query)
    found = {(row.person, Pool(row.code, row.speed)): Rating(row.mu, row.sigma, row.games) for row in rows}
    return {one: found[one] for one in wanted if one in found}


def of_person(connection: Connection, person: str) -> Sequence[Record]:
    """All pools that somebody has played in, the one with most games first."""
    query = select(ratings).where(ratings.c.person == person).order_by(ratings.c.games.desc(), *ratings.primary_key)
    return [_record(row) for row in connection.execute(query.limit(_MOST_POOLS))]


_MOST_POOLS = 64  # that a page shows of one member


def course(connection: Connection, person: str, pool: Pool, limit: int) -> Sequence[Step]:
    """Somebody's last games in a pool, the oldest of them first."""
    changes = rating_changes.c
    query = select(rating_changes).where(changes.person == person, changes.code == pool.code)
    query = query.where(changes.speed == pool.speed).order_by(changes.number.desc()).limit(limit)
    return [
        Step(
            row.game,
            row.at,
            Rating(row.mu, row.sigma, row.games),
            Rating(row.mu_before, row.sigma_before, row.games - 1),
            row.place,
        )
        for row in reversed(connection.execute(query).all())
    ]


def changes_of(connection: Connection, person: str, games: Sequence[str]) -> Mapping[str, int]:
    """By how many points each of some games has changed somebody's rating."""
    changes = rating_changes.c
    query = select(changes.game, changes.mu_before, changes.mu)
    rows = connection.execute(query.where(changes.person == person, changes.game.in_(games)))
    return {row.game: points(row.mu) - points(row.mu_before) for row in rows}


def leaders(connection: Connection, pool: Pool, limit: int, skip: int = 0) -> Sequence[Leader]:
    """Those with enough games in a pool, the best first."""
    query = (
        select(ratings, persons.c.name, persons.c.kind)
        .join(persons, persons.c.id == ratings.c.person)
        .where(*_on_board(pool))
        .order_by(ratings.c.mu.desc(), ratings.c.person)
    )
    return [Leader(row.name, row.kind, _record(row)) for row in connection.execute(query.limit(limit).offset(skip))]


def pools(connection: Connection) -> Sequence[Pool]:
    """The pools in which somebody has played, with the most games first."""
    query = select(rating_pools).order_by(rating_pools.c.games.desc(), rating_pools.c.code, rating_pools.c.speed)
    return [Pool(row.code, row.speed) for row in connection.execute(query.limit(_MOST_POOLS))]


def place_of(connection: Connection, person: str, pool: Pool) -> int | None:
    """Where somebody stands on the leader board of a pool, None for whoever does not."""
    mine = of_people(connection, pool, [person]).get(person)
    if mine is None or mine.is_provisional:
        return None
    better = and_(*_on_board(pool), ratings.c.mu > mine.mu)
    query = select(func.count()).select_from(ratings).join(persons, persons.c.id == ratings.c.person).where(better)
    return 1 + connection.execute(query).scalar_one()


def _in(pool: Pool) -> Iterable[ColumnElement[bool]]:
    return ratings.c.code == pool.code, ratings.c.speed == pool.speed


def _on_board(pool: Pool) -> Iterable[ColumnElement[bool]]:
    """Who stands on a leader board: those with enough games who are still here."""
    return *_in(pool), ratings.c.games >= ENOUGH, persons.c.kind.in_((MEMBER, BOT)), persons.c.closed.is_(None)


def _record(row: Any) -> Record:
    pool, rating = Pool(row.code, row.speed), Rating(row.mu, row.sigma, row.games)
    return Record(pool, rating, row.won, row.drawn, row.updated)


def checked_pool(code: str, speed: str) -> Pool | None:
    """A pool by its names, None where there is no such speed."""
    return next((Pool(code, known) for known in SPEEDS if known == speed), None)
