"""Members as others see them: their ratings and games, what is between them and whoever looks, and leader boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from kidd.table import limits
from kidd.table.errors import NoSuchMember
from kidd.table.play.actors import Actor
from kidd.table.rating import Pool
from kidd.table.storage.club import ratings
from kidd.table.storage.club.ratings import Leader, Record, Step
from kidd.table.storage.database.store import Store
from kidd.table.storage.game_lists import Balance, Wanted, balance, games_of
from kidd.table.storage.persons import accounts
from kidd.table.summary import Summary


class Member(NamedTuple):
    """Somebody with an account."""

    person: str
    name: str
    is_bot: bool
    since: datetime


class Standing(NamedTuple):
    """What a member has in a pool, and where that puts them on its leader board, if it does."""

    record: Record
    place: int | None


class Profile(NamedTuple):
    """What there is to say of a member."""

    member: Member
    standings: Sequence[Standing]
    """With the pool first in which they play most."""
    against_me: Balance | None
    """What the games between whoever looks and the member have brought the former; None where there are none."""


def member_named(store: Store, name: str) -> Member:
    """The member of that name, however it is written."""
    account = None
    if 0 < len(name) <= limits.NAME and name.isprintable():
        with store.reading() as connection:
            account = accounts.named(connection, name)
    if account is None or account.kind not in (accounts.MEMBER, accounts.BOT):
        raise NoSuchMember(name)
    return Member(account.id, account.name or "", account.kind == accounts.BOT, account.created)


def profile(store: Store, member: Member, viewer: Actor) -> Profile:
    """What somebody sees of a member."""
    with store.reading() as connection:
        records = ratings.of_person(connection, member.person)
        standings = [Standing(one, ratings.place_of(connection, member.person, one.pool)) for one in records]
        known = viewer.is_known and viewer.person != member.person
        between = balance(connection, viewer.person, member.person) if known else None
    return Profile(member, standings, between if between and between.games else None)


def course_of(store: Store, member: Member, pool: Pool) -> Sequence[Step]:
    """A member's last games in a pool, the oldest of them first."""
    with store.reading() as connection:
        return ratings.course(connection, member.person, pool, limits.CURVE)


def member_games(
    store: Store, member: Member, viewer: Actor, wanted: Wanted, *, leaf: int
) -> tuple[list[Summary], bool]:
    """A leaf of a member's finished games, and whether there are more; others' private games stay private."""
    seen = Wanted(True, wanted.codes, wanted.opponent, wanted.result, wanted.rated, viewer.person)
    found = games_of(store, member.person, seen, limit=limits.LEAF + 1, skip=(leaf - 1) * limits.LEAF)
    return found[: limits.LEAF], len(found) > limits.LEAF


def changes_of(store: Store, member: Member, games: Sequence[Summary]) -> Mapping[str, int]:
    """By how many points each of some games has changed a member's rating."""
    with store.reading() as connection:
        return ratings.changes_of(connection, member.person, [game.id for game in games if game.rated])


def leaders(store: Store, pool: Pool, leaf: int) -> tuple[Sequence[Leader], bool]:
    """A leaf of a leader board, and whether there are more."""
    with store.reading() as connection:
        found = ratings.leaders(connection, pool, limits.LEADERS + 1, (leaf - 1) * limits.LEADERS)
    return found[: limits.LEADERS], len(found) > limits.LEADERS


def busiest_pool(store: Store, codes: Sequence[str]) -> Pool:
    """The pool of some games with most games in it, or that of the first of them without a clock."""
    with store.reading() as connection:
        known = ratings.pools(connection)
    return next((pool for pool in known if pool.code in codes), Pool(codes[0], "calm"))
