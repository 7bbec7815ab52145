"""A thread that looks for work again and again, whatever goes wrong."""

from __future__ import annotations

import heapq
import logging
from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic

log = logging.getLogger(__name__)


class Rounds:
    """Calls `look` at the start, every so many seconds, and when it is woken; `soon` after it has failed."""

    def __init__(self, name: str, look: Callable[[], None], *, every: float, soon: float) -> None:
        self._name = name
        self._look = look
        self._every = every
        self._soon = soon
        self._due = monotonic()
        self._kept: list[float] = []
        self._change = Condition()
        self._closed = False
        self._thread: Thread | None = None

    def start(self) -> None:
        """Begin to look."""
        self._thread = Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def wake(self, after: float = 0.0) -> None:
        """Have it look after so many seconds, if it would not before."""
        due = monotonic() + after
        with self._change:
            if due < self._due:  # else it is awake by then, and to rouse it for nothing costs every move its time
                self._due = due
                self._change.notify()

    def wake_also(self, after: float) -> None:
        """Have it look after so many seconds even if it does before, which may be too early for what this is for."""
        with self._change:
            heapq.heappush(self._kept, monotonic() + after)
            self._change.notify()

    def close(self) -> None:
        """Look no more."""
        with self._change:
            self._closed = True
            self._change.notify()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while self._wait():
            try:
                self._look()
            except Exception:  # the database is gone, perhaps only for a moment
                log.exception("%s cannot look for work", self._name)
                self.wake(self._soon)

    def _wait(self) -> bool:
        """Wait until it is time to look; False if it is time to end."""
        with self._change:
            while not self._closed and (pause := min([self._due, *self._kept[:1]]) - monotonic()) > 0:
                self._change.wait(pause)
            moment = monotonic()
            while self._kept and self._kept[0] <= moment:
                heapq.heappop(self._kept)
            self._due = moment + self._every
            return not self._closed
