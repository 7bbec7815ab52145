"""Who is at the table of a live game: players with a page that shows it, as far as this server knows.

Whoever has no page here for a while is said to be away, which is an event of the game; a server that has a page of
theirs contradicts at once. So no server has to know of all pages.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Lock
from time import monotonic

from kidd.errors import KiddError
from kidd.table.clocks import AWAY_WARNING, RETURN, SECOND
from kidd.table.errors import Unavailable
from kidd.table.play.deadlines import can_be_missed, decide_away, decide_back, is_missed
from kidd.table.play.transaction import run
from kidd.table.snapshot import Table
from kidd.table.storage.database.store import Store
from kidd.table.storage.event_log import Change, load

Key = tuple[str, str]  # a game and a person

MOST_MISSED = 10_000  # players that are missed at a time


class Presence:
    """Pages come and go on any thread; `look` says what follows, on the timekeeper's."""

    def __init__(self, store: Store, *, wake: Callable[[float], None], patience: float = AWAY_WARNING / SECOND) -> None:
        self._store = store
        self._wake = wake
        self._patience = patience
        self._pages: Counter[Key] = Counter()
        self._missing: dict[Key, float] = {}  # and when that is to be told
        self._returned: set[Key] = set()
        self._doubted: set[str] = set()
        self._lock = Lock()

    def came(self, key: Key) -> None:
        """A player's page shows their game."""
        with self._lock:
            self._pages[key] += 1
            self._missing.pop(key, None)

    def went(self, key: Key) -> None:
        """A player's page shows it no more."""
        with self._lock:
            self._pages[key] -= 1
            if not self._pages[key]:
                del self._pages[key]
                self._miss(key, self._patience)

    def expect(self, table: Table) -> None:
        """The players of a live game are to come back after the server was down, or the game was adjourned."""
        with self._lock:
            for person in table.people:
                if can_be_missed(table, person) and (table.id, person) not in self._pages:
                    self._miss((table.id, person), self._patience + RETURN / SECOND)

    def hear(self, table: Table) -> None:
        """A game has changed: whoever is said to be away may have a page here, and who is to come back none yet."""
        if table.recess.resumed == table.version - 1:
            self.expect(table)
        if table.clock is None or not any(table.clock.away):  # as with most changes
            return
        for person in table.people:
            if (table.id, person) in self._pages and is_missed(table, person):
                with self._lock:
                    self._returned.add((table.id, person))
                self._wake(0.0)

    def doubt(self, game: str) -> None:
        """Another server has changed a game, perhaps by saying that somebody is away who has a page here."""
        with self._lock:
            if not any(key[0] == game for key in self._pages):
                return
            self._doubted.add(game)
        self._wake(0.0)

    def look(self) -> None:
        """Say who is away, and who is not; what the database does not take is said again."""
        with self._lock:
            doubted, self._doubted = self._doubted, set()
        for game in doubted:
            self.hear(load(self._store, game))
        while (said := self._next()) is not None:
            (game, person), decide = said
            try:
                run(self._store, game, partial(decide, person))
            except Unavailable:
                with self._lock:
                    if decide is decide_back:
                        self._returned.add((game, person))
                    elif (game, person) not in self._pages:
                        self._missing[game, person] = monotonic()
                raise
            except KiddError:  # the game is gone, or cannot be read
                continue

    def _next(self) -> tuple[Key, Callable[[str, Table], Change | None]] | None:
        """Of whom something is to be said now."""
        with self._lock:
            if self._returned:
                return self._returned.pop(), decide_back
            moment = monotonic()
            key = min(self._missing, key=self._missing.__getitem__, default=None)
            if key is None:
                return None
            if self._missing[key] <= moment:
                del self._missing[key]
                return key, decide_away
            self._wake(self._missing[key] - moment)
            return None

    def _miss(self, key: Key, patience: float) -> None:
        if len(self._missing) < MOST_MISSED:
            self._missing[key] = monotonic() + patience
            self._wake(patience)


class Page:
    """One page that shows a game, as long as it does; only those of players of live games are counted."""

    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._key: Key | None = None

    def shows(self, table: Table, person: str) -> bool:
        """Whether this is the page of somebody who plays this live game, who may have sat down just now."""
        if self._key is not None:
            return True
        if not table.is_live or person not in table.people:
            return False
        self._key = table.id, person
        self._presence.came(self._key)
        self._presence.hear(table)
        return True

    def close(self) -> None:
        """The page is gone."""
        if self._key is not None:
            self._presence.went(self._key)
            self._key = None
