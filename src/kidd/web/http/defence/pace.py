"""How fast and how many requests may come: by person, or by token, and by network; what is remembered is bounded.

Each process counts for itself. A bucket of requests fills at an even rate, so that a page that asks for much at once is
not held up; of each key only the moment is kept at which its bucket is full again.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable
from time import monotonic

from kidd.table.play.actors import Actor
from kidd.table.storage.persons.throttles import WIDER, is_here, networks

KEYS = 20_000  # of each kind that are remembered
BURST = 30.0  # seconds' worth of requests that may come at once
PROGRAMS = 0.5  # of a person's pace
NETWORKS = 8.0  # times a person's pace: a club may come from one address


def frame_gap(rate: float) -> float:
    """Seconds from one frame of a socket to the next: what a page or a program may say there is an act, or less."""
    return 1 / (rate * PROGRAMS) if rate > 0 else 0.0


class Pace:
    """So many requests in a second, and those of some seconds at once, for each key."""

    def __init__(self, rate: float, timer: Callable[[], float] = monotonic) -> None:
        self._gap = 1 / rate
        self._timer = timer
        self._full: OrderedDict[str, float] = OrderedDict()

    def take(self, key: str) -> float:
        """Count a request, or say after how many seconds it may come again."""
        now = self._timer()
        full = max(now, self._full.get(key, now)) + self._gap
        late = full - now - BURST
        if late > 0:
            return late
        self._full[key] = full
        self._full.move_to_end(key)
        if len(self._full) > KEYS:
            self._full.popitem(last=False)
        return 0.0

    def __len__(self) -> int:
        return len(self._full)


class Paces:
    """The paces of one server; with a rate of 0 nobody is held up."""

    def __init__(self, rate: float, timer: Callable[[], float] = monotonic) -> None:
        self._on = rate > 0
        rate = rate or 1.0
        self._people, self._programs = Pace(rate, timer), Pace(rate * PROGRAMS, timer)
        self._networks, self._parts = (
            tuple(Pace(rate * NETWORKS * times, timer) for times in (1, WIDER)) for _ in range(2)
        )

    def wait(self, actor: Actor, address: str) -> int:
        """After how many whole seconds somebody may ask again, 0 if they may now."""
        return self.wait_of_network(address) or self.wait_of_person(actor)

    def wait_of_network(self, address: str) -> int:
        """The same by where they come from, which is known before who they are."""
        return self._wait_there(self._networks, address)

    def wait_of_parts(self, address: str) -> int:
        """The same for scripts, decks and probes, which have a bucket of their own: one page asks for dozens."""
        return self._wait_there(self._parts, address)

    def wait_of_person(self, actor: Actor) -> int:
        """The same by who they are, or by token."""
        if not self._on or not actor.person:
            return 0
        return math.ceil((self._people if actor.scopes is None else self._programs).take(actor.person))

    def _wait_there(self, paces: tuple[Pace, ...], address: str) -> int:
        if not self._on or is_here(address):
            return 0
        paced = zip(paces, networks(address), strict=False)
        return math.ceil(next((late for pace, one in paced if (late := pace.take(one.name))), 0.0))


class Crowd:
    """So many requests, or sockets, under way at once from one network, whoever they are of."""

    def __init__(self, most: int) -> None:
        self._most = most  # 0: nobody counts them
        self._there: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Whether there is room for one more; whoever enters leaves in the end."""
        if not self._most or is_here(address):
            return True
        there = networks(address)
        if any(self._there[one.name] >= self._most * one.times for one in there):
            return False
        self._there.update(one.name for one in there)
        return True

    def leave(self, address: str) -> None:
        """One of them is done."""
        if self._most and not is_here(address):
            for where, _ in networks(address):
                self._there[where] -= 1
                if not self._there[where]:
                    del self._there[where]

    def __len__(self) -> int:
        return len(self._there)
