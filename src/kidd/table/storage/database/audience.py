"""How many look on at a game, and which players have it open, on all servers that share a database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from threading import Lock
from time import monotonic

SEATS = 1 << 3  # what the number of watchers is told in: below it stands which seats have a page
FORGOTTEN = 3600.0  # seconds after which the watchers of a server that says no more are not counted any more


class Audience:
    """Who looks on here, and how many do elsewhere; only of games that somebody has open here."""

    def __init__(self) -> None:
        self._pages: Counter[str] = Counter()
        self._watching: Counter[str] = Counter()
        self._seated: dict[str, Counter[int]] = {}
        self._elsewhere: dict[str, dict[str, tuple[int, float]]] = {}
        self._lock = Lock()

    def enter(self, game: str) -> bool:
        """A page shows a game; whether it is the first one here, so that others are asked how many they have."""
        with self._lock:
            self._pages[game] += 1
            return self._pages[game] == 1

    def leave(self, game: str) -> None:
        """It does so no more."""
        with self._lock:
            self._pages[game] -= 1
            if not self._pages[game]:
                del self._pages[game]
                self._elsewhere.pop(game, None)

    def watch(self, game: str, by: int) -> None:
        """One more looks on, or one less."""
        with self._lock:
            self._watching[game] += by
            if not self._watching[game]:
                del self._watching[game]

    def sit(self, game: str, seats: Collection[int], by: int) -> None:
        """One more page of whoever sits there shows the game, or one less."""
        with self._lock:
            there = self._seated.setdefault(game, Counter())
            for seat in seats:
                there[seat] += by
            self._seated[game] = +there
            if not self._seated[game]:
                del self._seated[game]

    def here(self, game: str) -> int:
        """How many look on here and which seats have a page, in one number for other servers."""
        with self._lock:
            return self._watching[game] * SEATS + sum(1 << seat for seat in self._seated.get(game, ()))

    def hear(self, game: str, origin: str, number: int) -> bool:
        """Another server tells how many look on there; whether anybody here wants to know."""
        with self._lock:
            if game not in self._pages:
                return False
            others = self._elsewhere.setdefault(game, {})
            if number:
                others[origin] = number, monotonic() + FORGOTTEN
            else:
                others.pop(origin, None)
            return True

    def number(self, game: str) -> int:
        """How many look on, wherever they do."""
        with self._lock:
            moment = monotonic()
            others = sum(number // SEATS for number, until in self._elsewhere.get(game, {}).values() if until > moment)
            return self._watching[game] + others

    def seated(self, game: str) -> frozenset[int]:
        """The seats whose players have a page of the game open, wherever that is."""
        with self._lock:
            moment = monotonic()
            told = [number for number, until in self._elsewhere.get(game, {}).values() if until > moment]
            there = {seat for seat in range(SEATS.bit_length() - 1) if any(number >> seat & 1 for number in told)}
            return frozenset(there.union(self._seated.get(game, ())))
