"""What is thrown away by and by: what guests have left behind, sessions that have ended, codes that are too old."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select, tuple_, update
from sqlalchemy import Table as Rows

from kidd.table.moments import now
from kidd.table.play.people import farewell
from kidd.table.snapshot import Table
from kidd.table.storage.database.schema import games, notes, persons, proofs, seats, sessions, studies, throttles
from kidd.table.storage.database.store import Store
from kidd.table.storage.persons import accounts

AT_ONCE = 200  # rows that one transaction removes
FOUND = 10_000  # that are looked for at a time
ENDED = timedelta(days=30)  # that an ended session is still known
NEW = timedelta(days=30)  # that it is known where a guest came from
YOUNG = timedelta(days=1)  # and where a member or a bot did: so long they are counted as guests of one place are
UNUSED = timedelta(days=400)  # that a cookie of a guest is, who never comes back
HARDLY_BEGUN = 3  # events: it was opened, the die was rolled or a computer has moved, and somebody once

ANY = 1 << 30  # number of events

_HAS_ACCOUNT = persons.c.kind.in_((accounts.MEMBER, accounts.BOT))
_OWNER = select(persons.c.id).where(persons.c.id == games.c.owner, _HAS_ACCOUNT)
_SITTING = select(persons.c.id).join(seats, persons.c.id.in_((seats.c.person, seats.c.player)))
_NAMED = or_(exists(_OWNER), exists(_SITTING.where(seats.c.game == games.c.id, _HAS_ACCOUNT)))
"""Whether somebody has an account who is or was at a game's table, or has opened it."""
_SITS = exists(
    select(seats.c.number).where(seats.c.game == notes.c.game, notes.c.person.in_((seats.c.person, seats.c.player)))
)
"""Whether a note is beside a game of one's own."""


class Keeping(NamedTuple):
    """For how many days what guests leave behind is kept; 0: for ever."""

    guest_days: int = 0
    """Their unfinished games without a move."""
    untouched_days: int = 0
    """Those in which hardly anything has happened; 0: as long as the others."""
    finished_days: int = 0
    """Their finished games, and studies and notes that nobody changes."""

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
        removed += _remove_games(store, keeping.days(most), games.c.outcome == "*", games.c.version <= most)
    removed += _remove_games(store, keeping.finished_days, games.c.outcome != "*")
    for rows, is_theirs in ((studies, _is_guest(studies.c.owner)), (notes, and_(_is_guest(notes.c.person), ~_SITS))):
        if keeping.finished_days:
            _remove(store, rows, and_(rows.c.updated < now() - timedelta(days=keeping.finished_days), is_theirs))
    while store.write(_lone_guests) == AT_ONCE:
        pass
    return removed


def _remove_games(store: Store, days: int, *which: ColumnElement[bool]) -> int:
    """Remove games in which nobody has an account, and in which nobody has acted for so many days; 0: none."""
    if not days:
        return 0
    old = and_(games.c.updated < now() - timedelta(days=days), ~_NAMED, *which)
    gone = _remove(store, games, old)
    for (game_id,) in gone:
        store.snapshots.drop(game_id)
    return len(gone)


def _remove(store: Store, rows: Rows, old: ColumnElement[bool]) -> list[Any]:
    """Remove the rows that are old, until there are no more of them; their keys.

    They are looked for beside whoever writes: to see that hardly anything is too old takes long on a large database.
    """
    key, gone = tuple_(*rows.primary_key), list[Any]()
    while True:
        with store.reading() as connection:
            found = [tuple(row) for row in connection.execute(select(*rows.primary_key).where(old).limit(FOUND))]
        for first in range(0, len(found), AT_ONCE):
            change = delete(rows).where(key.in_(found[first : first + AT_ONCE]), old)
            store.write(partial(Connection.execute, statement=change))
        gone += found
        if len(found) < FOUND:
            return gone


def is_nobodys(connection: Connection, table: Table) -> bool:
    """Whether nobody has an account who is or was at a table, so that it is thrown away when it is left."""
    there = (*table.players, *(seat.person for seat in table.seats))
    known = accounts.who(connection, {table.owner, *(person for person in there if person)})
    return not any(one.kind in (accounts.MEMBER, accounts.BOT) for one in known.values())


def _is_guest(person: ColumnElement[str]) -> ColumnElement[bool]:
    return exists(select(persons.c.id).where(persons.c.id == person, persons.c.kind == accounts.GUEST))


def _old_rows(connection: Connection) -> None:
    moment = now()
    for until in (throttles.c.until, proofs.c.until):
        connection.execute(delete(until.table).where(until <= moment))
    seen = or_(sessions.c.seen < moment - UNUSED, and_(sessions.c.seen.is_(None), sessions.c.created < moment - UNUSED))
    connection.execute(delete(sessions).where(or_(sessions.c.ended < moment - ENDED, seen)))
    is_old = and_(persons.c.kind != accounts.GUEST, persons.c.created < moment - YOUNG)
    no_longer_new = persons.c.origin.is_not(None), or_(is_old, persons.c.created < moment - NEW)
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
