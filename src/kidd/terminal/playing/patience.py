"""Waiting for a computer: it shows when it takes longer, and Ctrl-C hurries it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import Event
from typing import TypeVar

T = TypeVar("T")
SHOWN_AFTER = 0.5  # seconds in which nobody wonders
LOOK = 0.1  # seconds between two looks: some systems deliver Ctrl-C only then


class Patience:
    """Lets something think in a thread; the first Ctrl-C sets `stop`, and the next one ends the sitting."""

    def __init__(self) -> None:
        self.stop = Event()
        self._hurried = False

    def renew(self) -> None:
        """Somebody was asked something again: the next Ctrl-C while a computer thinks is a first one."""
        self._hurried = False

    def wait(self, work: Callable[[], T], whom: str) -> T:
        """What the work returns, which must come to an end when `stop` is set."""
        self.stop.clear()
        with self._hurrying(), ThreadPoolExecutor(1) as pool:
            try:
                future = pool.submit(work)
                _watch(future, whom)
            except BaseException:
                self.stop.set()  # leaving, but not before the thread has ended
                raise
            return future.result()

    @contextmanager
    def _hurrying(self) -> Iterator[None]:
        def hurry(number: int, frame: object) -> None:
            if self._hurried and callable(before):
                before(number, None)
            self._hurried = True
            self.stop.set()

        before = signal.signal(signal.SIGINT, hurry)
        try:
            yield
        finally:
            if signal.getsignal(signal.SIGINT) is hurry:  # whoever is leaving has made sure of not being disturbed
                signal.signal(signal.SIGINT, before)


def _watch(future: Future[T], whom: str) -> None:
    if not wait([future], SHOWN_AFTER).not_done:
        return
    from kidd.terminal.speech import current_tongue
    from kidd.words.terminal.hotseat import say_thinking  # late, as are all texts: most commands need few of them

    said = say_thinking(whom, current_tongue())
    fleeting = sys.stdout.isatty()
    print(said, end="" if fleeting else "\n", flush=True)
    try:
        while wait([future], LOOK).not_done:
            pass
    finally:
        if fleeting:
            print(f"\r{' ' * len(said)}\r", end="", flush=True)
