"""Calls into an event loop from other threads: those that come while the loop is busy need one wake-up together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


class LoopCalls:
    """The calls that wait for one loop; they are made in the order in which they came."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._waiting: deque[tuple[Callable[..., object], tuple[Any, ...]]] = deque()
        self._woken = False

    def call(self, function: Callable[..., object], *values: Any) -> None:
        """Have a function called in the loop; from any thread."""
        self._waiting.append((function, values))
        if not self._woken:
            self._woken = True
            with suppress(RuntimeError):  # the loop is closed: nobody is there any more
                self.loop.call_soon_threadsafe(self._make)

    def _make(self) -> None:
        self._woken = False  # before the first is looked at: whoever comes from now on wakes the loop again
        for _ in range(len(self._waiting)):
            function, values = self._waiting.popleft()
            try:
                function(*values)
            except Exception as error:  # noqa: BLE001 - as any callback of the loop's, and the others are made all the same
                self.loop.call_exception_handler({"message": "a call into the loop has failed", "exception": error})


class LoopPromise(Generic[Result]):
    """What a writer keeps to whoever waits in a loop, in place of a future that threads can wait for.

    Whoever waits no more changes nothing: it is written all the same.
    """

    def __init__(self, calls: LoopCalls) -> None:
        self.future: asyncio.Future[Result] = calls.loop.create_future()
        self._calls = calls
        self._kept = False

    def set_running_or_notify_cancel(self) -> bool:
        """Nobody can call it off."""
        return True

    def done(self) -> bool:
        """Whether it was kept."""
        return self._kept

    def set_result(self, result: Result) -> None:
        """Keep it; from any thread."""
        self._kept = True
        self._calls.call(_settle, self.future, result, None)

    def set_exception(self, error: BaseException) -> None:
        """Break it; from any thread."""
        self._kept = True
        self._calls.call(_settle, self.future, None, error)


def _settle(future: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if future.done():  # cancelled meanwhile
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)
