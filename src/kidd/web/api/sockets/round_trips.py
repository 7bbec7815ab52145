"""How long the way to a player and back takes, as this server measures it: so much is forgiven of a move.

To each player of a live game a state is sent when the others have acted, and the page says at once that it has come.
"""

from __future__ import annotations

import re
from collections import deque
from time import monotonic

from kidd.table.clocks import LAG
from kidd.table.snapshot import Table
from kidd.table.timekeeper.presence import Page, Presence

SEEN = re.compile(r'\{"seen":(\d{1,8})\}', re.ASCII)  # what a page says
MEASURES = 5  # of which the shortest counts: a page that dawdles now and then gains nothing

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

    def __init__(self, presence: Presence, trips: RoundTrips) -> None:
        self._page = Page(presence)
        self._trips = trips
        self._key: Key | None = None
        self._sent = (-1, 0.0)

    def shows(self, table: Table, person: str) -> None:
        """What is sent next, and to whom: whoever's session has ended is here no more."""
        if self._key is not None and self._key != (table.id, person):
            self.close()
            self._key, self._sent = None, (-1, 0.0)
        if self._key is None and self._page.shows(table, person):
            self._key = table.id, person

    def sent(self, version: int) -> None:
        """A state of that version is sent now."""
        if self._key is not None:
            self._sent = version, monotonic()

    def heard(self, said: str) -> None:
        """What the page has said; anything else than what is waited for means nothing."""
        version, since = self._sent
        if self._key is not None and (found := SEEN.fullmatch(said)) and int(found[1]) == version:
            self._trips.note(self._key, round((monotonic() - since) * 1000))
            self._sent = (-1, 0.0)

    def close(self) -> None:
        """The page is gone."""
        self._page.close()
        if self._key is not None:
            self._trips.forget(self._key)
