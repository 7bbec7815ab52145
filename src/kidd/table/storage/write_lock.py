"""Who writes to a database that takes one write at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from kidd.table.errors import Unavailable

PLACES = 20  # threads that wait their turn; more would leave none to those who only read
HURRY = 1.0  # seconds to wait for a place


class Turns:
    """Lets one in at a time; nobody waits for ever."""

    def __init__(self, patience: float, places: int = PLACES, hurry: float = HURRY) -> None:
        self._patience = patience
        self._hurry = hurry
        self._places = BoundedSemaphore(places)
        self._turn = Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn and have it; Unavailable where it does not come."""
        if not self._places.acquire(timeout=self._hurry):
            raise Unavailable("too many wait for the database")
        try:
            if not self._turn.acquire(timeout=self._patience):
                raise Unavailable("the database is busy")
            try:
                yield
            finally:
                self._turn.release()
        finally:
            self._places.release()
