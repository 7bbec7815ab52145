"""How much may be begun that stays: by whoever shares an origin in an hour, and in all, by the size of the database.

Games that have begun go on in any case. New games, studies and guests are counted in the database. What is written
(studies, notes, talk) is counted by its bytes, which each process does for itself: a row for it would be one that the
servers of a database wait for with every note.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil
from threading import Lock
from time import monotonic
from typing import NamedTuple

from cachetools import LRUCache, TTLCache
from sqlalchemy import Connection, text

from kidd.table.errors import TooFast, TooMany
from kidd.table.storage.database.writer import LAST
from kidd.table.storage.persons.throttles import WIDER, Limit, charge, is_home, wider

HOUR = timedelta(hours=1)
ACTS = 100  # that are brought along for which a game counts once more
ROOM = 10 * 1024  # bytes that may be written for each thing that may begin
ROW = 100  # bytes that a note or a message takes besides its words
EARLY = 0.8  # of the bound: from then on it is worth to look
KNOWN = 10_000  # shares of which it is remembered that they have begun too much, or what they have written
REMINDED = 60.0  # seconds for which that is so, without asking the database

_SIZES = {
    # Pages that nobody needs any more are used again, so they count as room.
    "sqlite": "SELECT (page_count - freelist_count) * page_size"
    " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database())",
}


class Written(NamedTuple):
    """So many bytes, and when they are forgotten."""

    size: int
    until: float


class Growth:
    """What may begin in one database; 0 stands for as much as anybody likes."""

    def __init__(self, each: int = 0, most: int = 0) -> None:
        self.most = most
        """Bytes of the database."""
        self.size = 0
        """As it was measured last."""
        self._limit = Limit("begun", each, HOUR, "begun")
        self._room = each * ROOM
        self._written: LRUCache[str, Written] = LRUCache(KNOWN)
        self._late: TTLCache[str, float] = TTLCache(KNOWN, REMINDED)
        self._lock = Lock()

    @property
    def is_full(self) -> bool:
        """Whether nothing new fits in."""
        return bool(self.most) and self.size >= self.most

    @property
    def is_nearly_full(self) -> bool:
        """Whether somebody should look after it."""
        return bool(self.most) and self.size >= EARLY * self.most

    def check(self, share: str) -> None:
        """Refuse what is refused in any case, before anybody works for it."""
        if self.is_full:
            raise TooMany("database", 0)
        with self._lock:
            left = self._late.get(share, 0.0) - monotonic()
        if left > 0:
            raise TooFast(max(1, round(left)), "begun")

    def charge(self, connection: Connection, share: str, moment: datetime, acts: int = 0) -> None:
        """Count something that begins, with so many acts in it, or refuse it."""
        self.check(share)
        if not self._limit.times or not share or is_home(share):
            return
        try:
            _charge(connection, self._limit, share, moment, 1 + acts // ACTS)
        except TooFast as error:
            if not acts:
                with self._lock:
                    self._late[share] = monotonic() + error.seconds
            raise

    def charge_bytes(self, share: str, more: int) -> None:
        """Count so many bytes more that are kept from now on, or refuse them; what makes room is let in."""
        if more <= 0:
            return
        if self.is_full:
            raise TooMany("database", 0)
        if not self._room or not share or is_home(share):
            return
        moment, wide = monotonic(), wider(share)
        bounds = {share: self._room, **({wide: self._room * WIDER} if wide else {})}
        with self._lock:
            had = {one: self._written_by(one, moment) for one in bounds}
            for one, most in bounds.items():
                if had[one].size and had[one].size + more > most:
                    raise TooFast(max(1, ceil(had[one].until - moment)), "written")
            self._written.update({one: Written(size + more, until) for one, (size, until) in had.items()})

    def _written_by(self, share: str, moment: float) -> Written:
        found = self._written.get(share)
        return found if found and found.until > moment else Written(0, moment + HOUR.total_seconds())


def place_of(share: str) -> str:
    """Where work for the database is done that is charged to a share: one share after the other, after all else."""
    return LAST + share


def _charge(connection: Connection, limit: Limit, share: str, moment: datetime, times: int) -> None:
    if wide := wider(share):  # first, as shares that have it in common stand side by side by their places
        charge(connection, limit._replace(times=limit.times * WIDER), wide, moment, times)
    charge(connection, limit, share, moment, times)


def measure(connection: Connection) -> int:
    """How large a database is, in bytes."""
    return int(connection.execute(text(_SIZES[connection.dialect.name])).scalar_one())
