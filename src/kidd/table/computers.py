"""Computers think in processes of their own: a few workers, and a queue before them that has an end."""

from __future__ import annotations

import heapq
import logging
from concurrent.futures import InvalidStateError
from contextlib import suppress
from itertools import count
from threading import Condition, Thread
from time import monotonic

from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.thoughts import Question
from kidd.table.worker_pipe import FAREWELL, Lost, Thought, Worker

log = logging.getLogger(__name__)

URGENT, SOON, SOMETIME = range(3)  # somebody waits for a move; for a hint; an analysis goes on
ATTEMPTS = 3  # a question that kills three workers is not asked again
PATIENCE = 60.0  # seconds after which a worker is taken for dead


class ThinkingFailed(RuntimeError):
    """No worker could answer: a bug, or a machine without memory."""


class Stopped(ThinkingFailed):
    """The thinkers were closed: what they had thought so far is nobody's answer."""


class Thinkers:
    """The workers and their queue; whoever asks gets a future, and no thread of the caller's thinks."""

    def __init__(self, workers: int = 1, *, queue: int = limits.JOBS, patience: float = PATIENCE) -> None:
        self._limit = queue
        self._order = count()
        self._queue: list[tuple[int, int, Thought]] = []
        self._change = Condition()
        self._closed = False
        self._busy: set[Thought] = set()
        self._workers = [Worker(patience) for _ in range(max(workers, 1))]
        self._threads = [Thread(target=self._run, args=(worker,), daemon=True) for worker in self._workers]
        for thread in self._threads:
            thread.start()

    def ask(self, question: Question, urgency: int = URGENT, *, at_any_rate: bool = False) -> Thought:
        """Have a question thought about; TooMany if the queue is full, unless it must be asked at any rate."""
        thought = Thought(question)
        share = max(self._limit // 2, 1)  # so that there is always room for moves
        limit = self._limit if urgency == URGENT else min(share, self._limit)
        with self._change:
            if len(self._queue) >= limit:
                self._queue = [item for item in self._queue if not item[2].cancelled()]
                heapq.heapify(self._queue)
            if self._closed or (len(self._queue) >= limit and not at_any_rate):
                raise TooMany("thoughts", limit)
            heapq.heappush(self._queue, (urgency, next(self._order), thought))
            self._change.notify()
        return thought

    @property
    def waiting(self) -> int:
        """How many questions wait for a worker."""
        with self._change:
            return sum(not thought.cancelled() for _, _, thought in self._queue)

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
            left = [thought for kind, _, thought in self._queue if kind == urgency]
        for thought in left:
            thought.cancel()

    def close(self) -> None:
        """Stop all thinking; questions that are left are cancelled, those under way end with Stopped."""
        with self._change:
            self._closed = True
            left, self._queue = self._queue, []
            busy = list(self._busy)
            self._change.notify_all()
        for _, _, thought in left:
            thought.cancel()
        for thought in busy:
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
                _, _, thought = heapq.heappop(self._queue)
                if thought.set_running_or_notify_cancel():
                    self._busy.add(thought)
                    return thought
        return None

    def _answer(self, worker: Worker, thought: Thought) -> None:
        for _ in range(ATTEMPTS):
            try:
                answer, fault = worker.ask(thought)
            except Lost:
                if self._closed:
                    break
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
