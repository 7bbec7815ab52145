"""What is thrown away by and by: games that guests have left, sessions that have ended, codes that are too old."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, exists, or_, select, update

from kidd.table.moments import now
from kidd.table.play.people import farewell
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import games, persons, proofs, seats, sessions, studies, throttles
from kidd.table.storage.database.store import Store
from kidd.table.storage.database.writer import Work
from kidd.table.storage.persons import accounts

AT_ONCE = 200  # games that one transaction removes
ENDED = timedelta(days=30)  # that an ended session is still known
NEW = timedelta(days=30)  # that it is known where a guest came from
UNUSED = timedelta(days=400)  # that a cookie of a guest is, who never comes back
HARDLY_BEGUN = 3  # events: it was opened, the die was rolled or a computer has moved, and somebody once

ANY = 1 << 30  # number of events


class Keeping(NamedTuple):
    """For how many days unfinished games of guests are kept without a move; 0: for ever."""

    guest_days: int = 0
    untouched_days: int = 0
    """Those in which hardly anything has happened; 0: as long as the others."""

    def days(self, version: int) -> int:
        """For how long a game of so many events is kept."""
        hardly = self.untouched_days if version <= HARDLY_BEGUN else 0
        return min(hardly, self.guest_days) if hardly and self.guest_days else hardly or self.guest_days


def tidy(store: Store, keeping: Keeping) -> int:
    """Throw away what is too old, a little at a time; how many games that were. Any number of servers may do so."""
    farewell.finish(store)
    store.write(_old_rows)
    removed = 0
    for most in (HARDLY_BEGUN, ANY):
        if days := keeping.days(most):
            removed += _remove(store, partial(_old_games, now() - timedelta(days=days), most))
    while store.write(_lone_guests) == AT_ONCE:
        pass
    return removed


def _remove(store: Store, work: Work[list[str]]) -> int:
    """Have games removed until there are no more of them."""
    removed = 0
    while gone := store.write(work):
        for game_id in gone:
            store.snapshots.drop(game_id)
        removed += len(gone)
    return removed


def is_nobodys(connection: Connection, table: Table) -> bool:
    """Whether nobody has an account who is or was at a table, so that it is thrown away when it is left."""
    there = (*table.players, *(seat.person for seat in table.seats))
    known = accounts.who(connection, {table.owner, *(person for person in there if person)})
    return not any(one.kind in (accounts.MEMBER, accounts.BOT) for one in known.values())


def _old_games(before: datetime, most: int, connection: Connection) -> list[str]:
    """Remove some unfinished games of so many events in which nobody has an account, and nobody has acted since."""
    has_account = persons.c.kind.in_((accounts.MEMBER, accounts.BOT))
    owner = select(persons.c.id).where(persons.c.id == games.c.owner, has_account)
    sitting = select(persons.c.id).join(seats, persons.c.id.in_((seats.c.person, seats.c.player)))
    named = or_(exists(owner), exists(sitting.where(seats.c.game == games.c.id, has_account)))
    old = select(games.c.id).where(games.c.outcome == "*", games.c.updated < before, games.c.version <= most, ~named)
    found = list(connection.execute(old.limit(AT_ONCE)).scalars())
    if found:
        connection.execute(delete(games).where(games.c.id.in_(found), games.c.updated < before))
    return found


def _old_rows(connection: Connection) -> None:
    moment = now()
    for until in (throttles.c.until, proofs.c.until):
        connection.execute(delete(until.table).where(until <= moment))
    seen = or_(sessions.c.seen < moment - UNUSED, and_(sessions.c.seen.is_(None), sessions.c.created < moment - UNUSED))
    connection.execute(delete(sessions).where(or_(sessions.c.ended < moment - ENDED, seen)))
    no_longer_new = persons.c.origin.is_not(None), persons.c.created < moment - NEW
    connection.execute(update(persons).where(*no_longer_new).values(origin=None))


def _lone_guests(connection: Connection) -> int:
    """Forget some guests of whom nothing is left: no game, no study, no session, no invitation; how many."""
    left = [
        exists(select(column).where(column == persons.c.id))
        for column in (
            seats.c.person,
            seats.c.player,
            games.c.owner,
            studies.c.owner,
            sessions.c.person,
            proofs.c.person,
        )
    ]
    alone = select(persons.c.id).where(persons.c.kind == accounts.GUEST, ~or_(*left)).limit(AT_ONCE)
    found = list(connection.execute(alone).scalars())
    connection.execute(delete(persons).where(persons.c.id.in_(found)))
    return len(found)
