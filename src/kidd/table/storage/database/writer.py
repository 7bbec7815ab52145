"""One thread writes to the database: what waits together is committed together, with one sync of the disk.

Nobody is told that something was written before it is on the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Condition, Thread
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection

from kidd.errors import KiddError
from kidd.table.errors import Entangled, Unavailable
from kidd.table.storage.database.loop_calls import LoopCalls, LoopPromise

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
Transaction = Callable[[Callable[[Connection], None]], None]

AT_ONCE = 100  # pieces of work that one commit holds at the most
WAITING = 1000  # pieces of work that may wait
LONG = 5.0  # seconds after which what still waits is given up


class Task(NamedTuple):
    """A piece of work, and who waits for it."""

    work: Work[Any]
    several: bool
    """Whether it may fail after it has changed something, which is then to be undone alone."""
    then: Callable[[Any], None] | None
    """What is to be done once it is on the disk, before anybody is told."""
    future: Future[Any] | LoopPromise[Any]
    since: float


class Writer:
    """Takes work from any thread; `transaction(body)` runs `body(connection)` and commits."""

    def __init__(self, transaction: Transaction, *, patience: float = LONG, room: int = WAITING) -> None:
        self._transaction = transaction
        self._patience = patience
        self._room = room
        self._tasks: deque[Task] = deque()
        self._change = Condition()
        self._closed = False
        self._thread = Thread(target=self._run, name="kidd-writer", daemon=True)
        self._thread.start()

    def submit(
        self, work: Work[Result], *, several: bool = True, then: Callable[[Result], None] | None = None
    ) -> Future[Result]:
        """Have something written; the future is done when it is on the disk, and `then` was called."""
        future: Future[Result] = Future()
        self._add(Task(work, several, then, future, monotonic()))
        return future

    def submit_in_loop(
        self,
        work: Work[Result],
        calls: LoopCalls,
        *,
        several: bool = True,
        then: Callable[[Result], None] | None = None,
    ) -> asyncio.Future[Result]:
        """The same for whoever waits in an event loop."""
        promise: LoopPromise[Result] = LoopPromise(calls)
        self._add(Task(work, several, then, promise, monotonic()), calls.loop)
        return promise.future

    def _add(self, task: Task, loop: asyncio.AbstractEventLoop | None = None) -> None:
        with self._change:
            if self._closed:
                raise Unavailable("closed")
            if len(self._tasks) >= self._room:
                raise Unavailable("crowded")
            self._tasks.append(task)
            if loop is None:
                self._change.notify()
            elif len(self._tasks) == 1:  # else the writer has been called for those before it
                # When the loop has done what is at hand: it may have more to be written, and is not disturbed at it.
                loop.call_soon(self._call)

    def _call(self) -> None:
        with self._change:
            self._change.notify()

    def close(self) -> None:
        """Write what waits, and end."""
        with self._change:
            self._closed = True
            self._change.notify()
        self._thread.join()

    def _run(self) -> None:
        while tasks := self._next():
            try:
                self._write(tasks)
            except BaseException as error:  # unforeseen, but the thread has to go on
                log.exception("work for the database could not be done")
                for task in tasks:
                    if not task.future.done():
                        task.future.set_exception(error)

    def _next(self) -> list[Task]:
        """Wait for work; empty when all is written and the writer is closed."""
        with self._change:
            while True:
                while not self._tasks and not self._closed:
                    self._change.wait()
                taken = [self._tasks.popleft() for _ in range(min(len(self._tasks), AT_ONCE))]
                wanted = [task for task in taken if self._is_wanted(task)]
                if wanted or (self._closed and not self._tasks):
                    return wanted

    def _is_wanted(self, task: Task) -> bool:
        if monotonic() - task.since > self._patience:
            task.future.set_exception(Unavailable("busy"))
            return False
        return task.future.set_running_or_notify_cancel()

    def _write(self, tasks: list[Task]) -> None:
        """All of it in one transaction; if that fails, each in one of its own, so that nobody fails for another."""
        try:
            outcomes = self._together(tasks)
        except Exception as error:  # noqa: BLE001 - whoever waits for it is told
            if len(tasks) == 1:
                tasks[0].future.set_exception(error)
                return
            if isinstance(error, Unavailable) and not isinstance(error, Entangled):
                # The database itself, which is no better for one.
                for task in tasks:
                    task.future.set_exception(error)
                return
            for task in tasks:
                self._write([task])
            return
        for task, (result, refused) in zip(tasks, outcomes, strict=True):
            if refused is not None:
                task.future.set_exception(refused)
                continue
            self._tell(task, result)
            task.future.set_result(result)

    def _tell(self, task: Task, result: Any) -> None:
        try:
            if task.then is not None:
                task.then(result)
        except Exception:  # it is on the disk all the same, and the others are to be told, too
            log.exception("something was written, and whoever listens could not be told")

    def _together(self, tasks: list[Task]) -> list[tuple[Any, KiddError | None]]:
        outcomes: list[tuple[Any, KiddError | None]] = []

        def body(connection: Connection) -> None:
            for task in tasks:
                try:
                    if task.several and len(tasks) > 1:
                        with connection.begin_nested():
                            outcomes.append((task.work(connection), None))
                    else:
                        outcomes.append((task.work(connection), None))
                except Unavailable:
                    raise
                except KiddError as refused:
                    if task.several and len(tasks) == 1:
                        raise  # and with it all that this work has changed
                    outcomes.append((None, refused))

        self._transaction(body)
        return outcomes
