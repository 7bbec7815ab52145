"""Work that is put aside, as others hold the rows that it needs: one try finds out for all that has the same place."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Protocol, TypeVar

PAUSE = 0.3  # seconds until what was put aside is tried again


class Placed(Protocol):
    """What has a place by which others need the same rows; with none, nobody knows which rows it needs."""

    place: str
    is_placed: bool


One = TypeVar("One", bound=Placed)


class Aside(list[One]):
    """What waits for others, in the order in which it came."""

    def __init__(self) -> None:
        super().__init__()
        self._again: dict[str, float] = {}  # when each place is tried again

    def put(self, tasks: Sequence[One], culprit: One) -> list[One]:
        """Put aside what needed rows that others hold, and whatever has the same place; gives what is left."""
        self._again[culprit.place] = monotonic() + PAUSE
        left = []
        for task in tasks:
            if task is culprit or (culprit.is_placed and task.place == culprit.place):
                self.append(task)
            else:
                left.append(task)
        return left

    def take(self) -> list[One]:
        """What is to be tried again by now."""
        if not self:
            return []
        now = monotonic()
        self._again = {place: again for place, again in self._again.items() if again > now}
        ripe = [task for task in self if task.place not in self._again]
        self[:] = [task for task in self if task.place in self._again]
        return ripe

    def holds(self, task: One) -> bool:
        """Whether something waits that comes before it."""
        return task.is_placed and task.place in self._again
