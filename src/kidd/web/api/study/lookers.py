"""Who has the engine think along: one socket for each person, and an end to how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic

MOST_LOOKERS = 64  # sockets in all: each of them has one question in the queue at the most
MOST_STRANGERS = 16  # of them, of people without a session
QUICK_LOOKS = 8.0  # that somebody may begin in a row before others' analyses, and then
QUICK_LOOKS_A_SECOND = 2.0


@dataclass(eq=False)
class Looker:
    """Somebody with an open socket; `leave` closes it."""

    person: str
    """Empty for a stranger."""
    share: str
    """Of the computers' time: guests and strangers of one place have one together."""
    leave: Callable[[], None]
    quick: float = QUICK_LOOKS
    at: float = field(default_factory=monotonic)

    def may_hurry(self) -> bool:
        """Whether what they look at next comes before analyses: who flips through positions would hold those up."""
        now = monotonic()
        self.quick = min(self.quick + (now - self.at) * QUICK_LOOKS_A_SECOND, QUICK_LOOKS)
        self.at = now
        if self.quick < 1:
            return False
        self.quick -= 1
        return True


class Lookers:
    """All who look; everything here happens in the server's loop."""

    def __init__(self) -> None:
        self._here: list[Looker] = []  # who came first stands first

    def __len__(self) -> int:
        return len(self._here)

    def enter(self, person: str, share: str, leave: Callable[[], None]) -> Looker | None:
        """Let somebody in: a person's older socket makes way, and where it is full one of whoever has the most."""
        if person:
            for other in [one for one in self._here if one.person == person]:
                self._send_away(other)
        elif len(strangers := [one for one in self._here if not one.person]) >= MOST_STRANGERS:
            self._send_away(_crowded(strangers, share))
        if len(self._here) >= MOST_LOOKERS:
            greedy = _crowded(self._here, share)
            crowd = Counter(one.share for one in self._here)
            if crowd[greedy.share] < crowd[share] + 2:
                return None
            self._send_away(greedy)
        looker = Looker(person, share, leave)
        self._here.append(looker)
        return looker

    def go(self, looker: Looker) -> None:
        """Somebody has left."""
        if looker in self._here:
            self._here.remove(looker)

    def _send_away(self, looker: Looker) -> None:
        self.go(looker)
        looker.leave()


def _crowded(lookers: Sequence[Looker], share: str) -> Looker:
    """Who came first of the share that has the most, with one more of a share that is about to."""
    crowd = Counter(one.share for one in lookers)
    crowd[share] += 1
    greedy = max(crowd[one.share] for one in lookers)
    return next(one for one in lookers if crowd[one.share] == greedy)
