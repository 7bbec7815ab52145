"""Computers think in processes of their own: a few workers, and a queue before them that has an end."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import InvalidStateError
from contextlib import suppress
from itertools import count
from threading import Condition, Thread
from time import monotonic
from typing import NamedTuple

from kidd.table import limits
from kidd.table.computers.jobs import MoveQuestion, Question
from kidd.table.computers.worker_pipe import FAREWELL, Lost, Thought, Worker
from kidd.table.errors import TooMany

log = logging.getLogger(__name__)

URGENT, SOON, SOMETIME = range(3)  # somebody waits for a move; for a hint; an analysis goes on
ATTEMPTS = 3  # a question that kills three workers is not asked again
PATIENCE = 60.0  # seconds after which a worker is taken for dead
SHARE = 8  # no person's questions fill more than this part of the queue
KNOWN = 1000  # people of whom it is remembered when they had their turn


class ThinkingFailed(RuntimeError):
    """No worker could answer: a bug, or a machine without memory."""


class Stopped(ThinkingFailed):
    """The thinkers were closed: what they had thought so far is nobody's answer."""


class Waiting(NamedTuple):
    """A question in the queue, and whose it is."""

    urgency: int
    owner: str
    since: int
    """The turn at which it was asked: for somebody new, as if they had been thought for then."""
    order: int
    thought: Thought

    @property
    def level(self) -> int:
        """Of the computer that is asked: the higher, the longer it takes."""
        question = self.thought.question
        return question.level if isinstance(question, MoveQuestion) else 0


class ThinkerPool:
    """The workers and their queue; whoever asks gets a future, and no thread of the caller's thinks."""

    def __init__(self, workers: int = 1, *, queue: int = limits.JOBS, patience: float = PATIENCE) -> None:
        self._limit = queue
        self._order = count()
        self._queue: list[Waiting] = []
        self._turn = 0  # how many questions were taken up so far
        self._turns: OrderedDict[str, int] = OrderedDict()  # at which of them each person was thought for last
        self._change = Condition()
        self._closed = False
        self._busy: set[Thought] = set()
        self._workers = [Worker(patience) for _ in range(max(workers, 1))]
        self._threads = [Thread(target=self._run, args=(worker,), daemon=True) for worker in self._workers]
        for thread in self._threads:
            thread.start()

    def ask(
        self,
        question: Question,
        urgency: int = URGENT,
        *,
        owner: str = "",
        at_any_rate: bool = False,
        then: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """Have a question of a person's thought about; TooMany if there is no room, unless it must be at any rate.

        `then` is called on the thread of the worker that has answered, or on that of whoever cancels; never on this.
        """
        thought = Thought(question)
        if then is not None:
            thought.add_done_callback(then)  # type: ignore[arg-type]
        with self._change:
            self._queue = [one for one in self._queue if not one.thought.cancelled()]
            full = len(self._queue) >= self._limit_of(urgency) or self._has_enough(owner)
            if self._closed or (full and not at_any_rate):
                raise TooMany("thoughts", self._limit_of(urgency))
            self._queue.append(Waiting(urgency, owner, self._turn - 1, next(self._order), thought))
            self._change.notify()
        return thought

    def room(self, urgency: int = URGENT) -> int:
        """How many more questions are taken on."""
        return 0 if self._closed else max(self._limit_of(urgency) - self.waiting, 0)

    def sated(self) -> frozenset[str]:
        """The people for whom so much waits that others would have no room beside it."""
        with self._change:
            return frozenset(owner for owner in {one.owner for one in self._queue} if self._has_enough(owner))

    def _limit_of(self, urgency: int) -> int:
        """There is always room for moves."""
        return self._limit if urgency == URGENT else min(max(self._limit // 2, 1), self._limit)

    def _has_enough(self, owner: str) -> bool:
        share = max(self._limit // SHARE, 1)
        waiting = (one for one in self._queue if one.owner == owner and not one.thought.cancelled())
        return bool(owner) and sum(1 for _ in waiting) >= share

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        with self._change:
            return sum(not one.thought.cancelled() for one in self._queue)

    @property
    def thinking(self) -> int:
        """How many questions are being thought about."""
        with self._change:
            return len(self._busy)

    @property
    def pids(self) -> list[int]:
        """The processes, for those who watch or test them."""
        pids = [worker.pid for worker in self._workers]
        return [pid for pid in pids if pid is not None]

    def hush(self, urgency: int) -> None:
        """Drop the questions of one kind that wait for a worker, as when the server is about to stop."""
        with self._change:
            left = [one.thought for one in self._queue if one.urgency == urgency]
        for thought in left:
            thought.cancel()

    def close(self) -> None:
        """Stop all thinking; questions that are left are cancelled, those under way end with Stopped."""
        with self._change:
            self._closed = True
            left, self._queue = self._queue, []
            busy = list(self._busy)
            self._change.notify_all()
        for thought in [one.thought for one in left] + busy:
            thought.cancel()
        end = monotonic() + FAREWELL
        for thread, worker in zip(self._threads, self._workers, strict=True):
            thread.join(max(end - monotonic(), 0))
            if thread.is_alive():
                worker.kill()
                thread.join(FAREWELL)

    def _run(self, worker: Worker) -> None:
        with suppress(OSError):  # tried again when there is a question
            worker.start()  # at once, as it takes a moment
        while (thought := self._next()) is not None:
            try:
                self._answer(worker, thought)
            except Exception as error:  # unforeseen, but the thread has to go on, with a new process
                log.exception("a worker could not be asked")
                with suppress(OSError):
                    worker.end()
                with suppress(InvalidStateError):
                    thought.set_exception(error)
            finally:
                with self._change:
                    self._busy.discard(thought)
        worker.end()

    def _next(self) -> Thought | None:
        """Wait for a question that somebody still wants an answer to."""
        with self._change:
            while not self._closed:
                if not self._queue:
                    self._change.wait()
                    continue
                chosen = min(self._queue, key=self._rank)
                self._queue.remove(chosen)
                if chosen.thought.set_running_or_notify_cancel():
                    self._count_turn(chosen.owner)
                    self._busy.add(chosen.thought)
                    return chosen.thought
        return None

    def _rank(self, one: Waiting) -> tuple[int, int, int, int]:
        """Who comes first: what is urgent, then whoever had no turn for longest, and of theirs what is quick."""
        return one.urgency, self._turns.get(one.owner, one.since), one.level, one.order

    def _count_turn(self, owner: str) -> None:
        self._turn += 1
        if not owner:
            return
        self._turns[owner] = self._turn
        self._turns.move_to_end(owner)
        if len(self._turns) > KNOWN:
            self._turns.popitem(last=False)

    def _answer(self, worker: Worker, thought: Thought) -> None:
        for _ in range(ATTEMPTS):
            try:
                answer, fault = worker.ask(thought)
            except Lost:
                if self._closed:
                    break
                log.warning("a worker died or did not answer, and is replaced")
                continue
            if self._closed:  # thought in haste
                break
            if fault:
                thought.set_exception(ThinkingFailed(fault))
            else:
                thought.set_result(answer)
            return
        stopped = Stopped("the thinkers have stopped")
        thought.set_exception(stopped if self._closed else ThinkingFailed("the worker died, whoever was asked"))
