"""Calls into an event loop from other threads: the writer's answers and the hub's news go that way."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any


class LoopCalls:
    """The calls that wait for one loop, from other threads: those that come while it is busy need one wake-up together.

    They are made in the order in which they came.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._waiting: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._woken = False

    def call(self, function: Callable[..., object], *values: Any) -> None:
        """Have a function called in the loop; from any thread."""
        self._waiting.append((function, values))
        if not self._woken:
            self._woken = True
            try:  # noqa: SIM105 - every move comes here, and `suppress` is three more calls
                self.loop.call_soon_threadsafe(self._make)
            except RuntimeError:  # the loop is closed: nobody is there any more
                pass

    def _make(self) -> None:
        self._woken = False  # before the first is looked at: whoever comes from now on wakes the loop again
        for _ in range(len(self._waiting)):
            function, values = self._waiting.popleft()
            try:
                function(*values)
            except Exception as error:  # noqa: BLE001 - as any callback of the loop's, and the others are made all the same
                self.loop.call_exception_handler({"message": "a call into the loop has failed", "exception": error})
