"""How long the way to a player and back takes, as this server measures it: so much is forgiven of a move.

Every few seconds a socket is pinged, and browsers answer that by themselves: no page has to say anything.
"""

from __future__ import annotations

from collections import deque

from kidd.table.clocks import LAG
from kidd.table.snapshot import Table
from kidd.table.timekeeper.presence import Page, Presence
from kidd.web.http.lines import Line

MEASURES = 5  # of which the shortest counts: a program that dawdles now and then gains nothing

Key = tuple[str, str]  # a game and a person


class RoundTrips:
    """What was measured last, for as long as a page of the player is open."""

    def __init__(self) -> None:
        self._measured: dict[Key, deque[int]] = {}

    def lag(self, game: str, person: str) -> int:
        """The milliseconds that are forgiven of a player's move."""
        measured = self._measured.get((game, person))
        return min(LAG, *measured) if measured else 0

    def note(self, key: Key, milliseconds: int) -> None:
        """Note what was measured."""
        self._measured.setdefault(key, deque(maxlen=MEASURES)).append(milliseconds)

    def forget(self, key: Key) -> None:
        """A page of the player is gone."""
        self._measured.pop(key, None)


class Place:
    """One page over its socket: that it is there, and how far away."""

    def __init__(self, presence: Presence, trips: RoundTrips, line: Line | None) -> None:
        self._page = Page(presence)
        self._trips = trips
        self._line = line
        self._key: Key | None = None

    def shows(self, table: Table, person: str) -> None:
        """What is sent next, and to whom: whoever's session has ended is here no more."""
        if self._key is not None and self._key != (table.id, person):
            self.close()
        if self._key is None and self._page.shows(table, person):
            self._key = table.id, person
            if self._line is not None:
                self._line.measure(self._measured)

    def _measured(self, seconds: float) -> None:
        if self._key is not None:
            self._trips.note(self._key, round(seconds * 1000))

    def close(self) -> None:
        """The page is gone."""
        self._page.close()
        if self._key is not None:
            self._trips.forget(self._key)
            self._key = None
