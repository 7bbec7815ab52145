"""Push services, which are somebody else's: one delivery at a time to each house, and a rest from those that fail.

A house is the last two parts of a name, as whoever has those has as many before them as they like. What rests is one
name alone, and only where nobody answers: else an address that somebody made up would have everybody's service rest.
Each server process keeps this in mind for itself.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from datetime import datetime, timedelta
from ipaddress import ip_address
from threading import Lock
from typing import NamedTuple
from urllib.parse import urlsplit

FIRST_REST, LONGEST_REST = timedelta(seconds=30), timedelta(hours=1)
RESTING = 50  # names that are remembered; of more the oldest are tried again
ENDS = ("/", ":")  # what comes after a name in an address


def house_of(endpoint: str) -> str:
    """Whose server an address leads to; empty for none."""
    name = _name(endpoint)
    try:
        return str(ip_address(name))
    except ValueError:
        return ".".join(name.split(".")[-2:])


def _name(endpoint: str) -> str:
    try:
        return urlsplit(endpoint).hostname or ""
    except ValueError:
        return ""


class _Rest(NamedTuple):
    until: datetime
    pause: timedelta


class Hosts:
    """Which houses are busy, and which names rest."""

    def __init__(self) -> None:
        self._busy: set[str] = set()
        self._resting: OrderedDict[str, _Rest] = OrderedDict()
        self._lock = Lock()

    def shut(self, moment: datetime) -> Collection[str]:
        """Parts of addresses to which nothing is to be sent now."""
        with self._lock:
            names = [f"//{name}" for name, rest in self._resting.items() if rest.until > moment]
            names += [f"{mark}{house}" for house in self._busy for mark in ("//", ".")]
        return [f"{name}{end}" for name in names for end in ENDS]

    def enter(self, endpoint: str) -> None:
        """Something is sent there."""
        if house := house_of(endpoint):
            with self._lock:
                self._busy.add(house)

    def leave(self, endpoint: str) -> None:
        """Nothing is sent there any more."""
        with self._lock:
            self._busy.discard(house_of(endpoint))

    def settle(self, endpoint: str, moment: datetime, *, well: bool) -> None:
        """It was answered, or it was not: then that name is left alone for a while, each time longer."""
        name = _name(endpoint)
        with self._lock:
            before = self._resting.pop(name, None)
            if well or not name:
                return
            pause = FIRST_REST if before is None else min(2 * before.pause, LONGEST_REST)
            self._resting[name] = _Rest(moment + pause, pause)
            if len(self._resting) > RESTING:
                self._resting.popitem(last=False)
