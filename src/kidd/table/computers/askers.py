"""Who of those who share some places makes way where all are taken: whoever asks without pause, or was given more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

REMEMBERED = 1000  # answers to those who share, after which half of each one's are forgotten
PAUSE = 1.0  # seconds between one's questions in the long run: nobody waits less who comes back when they are told to
IN_A_ROW = 5  # questions that come sooner
PEOPLE = 1000  # who asked lately, until those are forgotten who pause


class Askers:
    """What each was given lately, and who asks without pause; to be refused counts against nobody."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._given = Counter[str]()
        self._free: dict[str, float] = {}  # when each will have paused for all of their questions

    def gave(self, person: str) -> None:
        """A question of somebody's is being answered."""
        self._given[person] += 1
        if self._given.total() > REMEMBERED:
            self._given = Counter({one: times // 2 for one, times in self._given.items() if times > 1})

    def asked(self, person: str) -> None:
        """Somebody asks where all places are taken."""
        moment = self._clock()
        most = moment + 2 * IN_A_ROW * PAUSE  # so that they are forgiven soon
        self._free[person] = min(max(self._free.get(person, moment), moment) + PAUSE, most)
        if len(self._free) > PEOPLE:
            self._free = {one: free for one, free in self._free.items() if free > moment}

    def had(self, person: str) -> tuple[bool, int]:
        """By which it is compared who makes way: whether they ask without pause, and how often they were answered."""
        is_hasty = self._free.get(person, 0.0) > self._clock() + IN_A_ROW * PAUSE
        return is_hasty, self._given[person]
