"""One thread writes to the database: what waits together is committed together, with one sync of the disk.

Nobody is told that something was written before it is on the disk. Where other processes write to the same database,
two of them could wait for one another's rows: so each takes the rows of one transaction in one order, and gives all of
them back when it has to wait for one. The work that needed it is put aside and tried again; the rest goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from operator import attrgetter
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from kidd.errors import KiddError
from kidd.table.errors import Entangled, Unavailable
from kidd.table.storage.database.aside import PAUSE, Aside
from kidd.table.storage.database.loop_calls import LoopCalls

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
Outcome = tuple[Any, BaseException | None]  # what became of a piece of work: its result, or why there is none

AT_ONCE = 100  # pieces of work that one commit holds at the most
LAST = "~"  # where work is done that names no place: after all games
WAITING = 1000  # pieces of work that may wait
LONG = 5.0  # seconds after which what still waits is given up


class Transaction(Protocol):
    """Runs a body and commits; it hardly waits for what others hold where it has met that lately (`again`)."""

    def __call__(self, body: Callable[[Connection], None], *, again: bool) -> None: ...


class Task:
    """A piece of work, and who waits for it: a thread, or somebody in a loop, who is called there."""

    __slots__ = ("calls", "future", "is_placed", "met", "place", "several", "since", "then", "work")

    def __init__(
        self,
        work: Work[Any],
        future: Future[Any] | asyncio.Future[Any],
        several: bool,
        then: Callable[[Any], None] | None,
        place: str,
        calls: LoopCalls | None = None,
    ) -> None:
        self.work = work
        self.place = place or LAST  # by which the work of one transaction is ordered
        self.is_placed = bool(place)
        self.met: Entangled | None = None  # what the database said when others held what it needs
        self.several = several  # whether it may fail after it has changed something, which is then to be undone alone
        self.then = then  # what is to be done once it is on the disk, before it is answered
        self.future = future
        self.calls = calls
        self.since = monotonic()


_PLACE = attrgetter("place")


class Writer:
    """Takes work from any thread; a `transaction` runs it, commits, and tells its `tidings`."""

    def __init__(
        self, transaction: Transaction, tidings: list[Any] | None = None, *, patience: float = LONG, room: int = WAITING
    ) -> None:
        self._transaction = transaction
        self._tidings: list[Any] = [] if tidings is None else tidings
        self._patience = patience
        self._room = room
        self._tasks: deque[Task] = deque()
        self._aside: Aside[Task] = Aside()
        self._lock = Lock()  # of the tasks
        self._bell: SimpleQueue[None] = SimpleQueue()  # rung when there may be some: waiting costs no call
        self._closed = False
        self._thread = Thread(target=self._run, name="kidd-writer", daemon=True)
        self._thread.start()

    def submit(
        self,
        work: Work[Result],
        *,
        several: bool = True,
        then: Callable[[Result], None] | None = None,
        place: str = "",
    ) -> Future[Result]:
        """Have something written; the future is done when it is on the disk, and `then` was called."""
        future: Future[Result] = Future()
        self._add(Task(work, future, several, then, place))
        self._bell.put(None)
        return future

    def submit_in_loop(
        self,
        work: Work[Result],
        calls: LoopCalls,
        *,
        several: bool = True,
        then: Callable[[Result], None] | None = None,
        place: str = "",
    ) -> asyncio.Future[Result]:
        """The same for whoever waits in an event loop; nobody can call it off there, but may wait no more."""
        future: asyncio.Future[Result] = calls.loop.create_future()
        waiting = self._add(Task(work, future, several, then, place, calls))
        if waiting == 1:  # else the writer is called for those before it
            # When the loop has done what is at hand: it may have more to be written, and is not disturbed at it.
            calls.loop.call_soon(self._bell.put, None)
        return future

    def _add(self, task: Task) -> int:
        """Let a task wait; says how many do."""
        with self._lock:
            if self._closed:
                raise Unavailable("closed")
            if len(self._tasks) >= self._room:
                raise Unavailable("crowded")
            self._tasks.append(task)
            return len(self._tasks)

    def close(self) -> None:
        """Write what waits, and end."""
        with self._lock:
            self._closed = True
        self._bell.put(None)
        self._thread.join()

    def _run(self) -> None:
        while tasks := self._next():
            try:
                self._write(tasks)
            except BaseException as error:  # unforeseen, but the thread has to go on
                log.exception("work for the database could not be done")
                _answer(tasks, [(None, error)] * len(tasks))

    def _next(self) -> list[Task]:
        """Wait for work; empty when all is written and the writer is closed."""
        while True:
            with self._lock:
                taken: list[Task] = []
                while self._tasks and len(taken) < AT_ONCE:
                    taken.append(self._tasks.popleft())
                ends = self._closed and not taken
            if ends and not self._aside:
                return []
            wanted = [task for task in self._aside.take() if not self._is_late(task)]
            for task in taken:
                if self._is_late(task) or not _is_begun(task):
                    continue
                (self._aside if self._aside.holds(task) else wanted).append(task)
            if wanted:
                return wanted
            if not taken and (self._aside or not ends):
                with suppress(Empty):
                    self._bell.get(timeout=PAUSE if self._aside else None)

    def _is_late(self, task: Task) -> bool:
        """Whether a piece of work has waited too long, and is answered so."""
        is_late = monotonic() - task.since > self._patience
        if is_late:
            said = task.met.details.get("why") if task.met is not None else None
            _answer([task], [(None, Unavailable("no-answer", why=said) if said else Unavailable("busy"))])
        return is_late

    def _write(self, tasks: list[Task]) -> None:
        """All of it in one transaction; if that fails, each in one of its own, so that nobody fails for another."""
        again = any(task.met is not None for task in tasks)
        while tasks:
            outcomes: list[Outcome] = []
            if len(tasks) > 1:
                tasks.sort(key=_PLACE)  # what has the same place keeps its order
            try:
                self._transaction(partial(_do, tasks, outcomes, self._tidings), again=again)
            except Entangled as error:
                culprit = tasks[min(len(outcomes), len(tasks) - 1)]
                culprit.met, again = error, True
                tasks = self._aside.put(tasks, culprit)
                continue
            except Exception as error:  # noqa: BLE001 - whoever waits for it is told
                # The database itself is no better for one.
                if len(tasks) == 1 or isinstance(error, Unavailable):
                    _answer(tasks, [(None, error)] * len(tasks))
                    return
                for task in tasks:
                    self._write([task])
                return
            _tell(tasks, outcomes)
            return


def _is_begun(task: Task) -> bool:
    """Begin a piece of work, unless nobody wants it any more."""
    return isinstance(task.future, asyncio.Future) or task.future.set_running_or_notify_cancel()


def _tell(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> None:
    """Do what was to follow once it is on the disk, and let those know who wait."""
    for task, (result, refused) in zip(tasks, outcomes, strict=True):
        if refused is None and task.then is not None:
            try:
                task.then(result)
            except Exception:  # it is on the disk all the same, and the others are to be answered, too
                log.exception("something was written, and what was to follow could not be done")
    _answer(tasks, outcomes)


def _do(tasks: Sequence[Task], outcomes: list[Outcome], tidings: list[Any], connection: Connection) -> None:
    """Work on tasks in a transaction, and note what becomes of each; of what is refused nothing is told."""
    together = len(tasks) > 1
    for task in tasks:
        told = len(tidings)
        try:
            if task.several and together:
                with connection.begin_nested():
                    outcomes.append((task.work(connection), None))
            else:
                outcomes.append((task.work(connection), None))
        except Unavailable:
            raise
        except KiddError as refused:
            if task.several and not together:
                raise  # and with it all that this work has changed
            del tidings[told:]
            outcomes.append((None, refused))


def _answer(tasks: Sequence[Task], outcomes: Sequence[Outcome]) -> None:
    """Let those know who wait: those in a loop all by one call."""
    ways: dict[LoopCalls, list[tuple[asyncio.Future[Any], Outcome]]] = {}
    for task, outcome in zip(tasks, outcomes, strict=True):
        future = task.future
        if isinstance(future, Future):
            if future.done():
                continue
            result, error = outcome
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)
        elif task.calls is not None:
            ways.setdefault(task.calls, []).append((future, outcome))
    for calls, answers in ways.items():
        calls.call(_settle, answers)


def _settle(answers: Sequence[tuple[asyncio.Future[Any], Outcome]]) -> None:
    """Called in the loop."""
    for future, (result, error) in answers:
        if future.done():  # cancelled meanwhile
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)
