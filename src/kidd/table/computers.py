"""Computers think in processes of their own: a few workers, and a queue before them that has an end."""

from __future__ import annotations

import heapq
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Condition, Lock, Thread
from time import monotonic

from kidd.table import limits
from kidd.table.refusals import TooMany
from kidd.table.thoughts import Answer, Question
from kidd.table.worker import STOP, serve

log = logging.getLogger(__name__)

URGENT, SOON, SOMETIME = range(3)  # somebody waits for a move; for a hint; an analysis goes on
ATTEMPTS = 3  # a question that kills three workers is not asked again
PATIENCE = 60.0  # seconds after which a worker is taken for dead
FAREWELL = 2.0  # seconds for a worker to leave


class ThinkingFailed(RuntimeError):
    """No worker could answer: a bug, or a machine without memory."""


class Stopped(ThinkingFailed):
    """The thinkers were closed: what they had thought so far is nobody's answer."""


class Thought(Future[Answer]):
    """An answer to come; cancelled while it is thought about, it comes soon and is poor."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self.hush: Callable[[], None] | None = None  # set while a worker thinks about it

    def cancel(self) -> bool:
        """Drop the question; False if a worker has it, who is then told to stop."""
        if super().cancel():
            return True
        if hush := self.hush:
            hush()
        return False


class _Lost(Exception):
    """The worker has died or does not answer."""


class _Worker:
    """One process at a time, and the pipe to it; all but `hush` and `kill` is called on one thread."""

    starting = Lock()  # multiprocessing keeps a list of processes that two threads must not change at once

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._numbers = count()
        self._sending = Lock()
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None
        self.pid: int | None = None

    def start(self) -> None:
        """Start the process, if none is alive."""
        if self._pipe is not None:
            return
        spawn = multiprocessing.get_context("spawn")
        pipe, theirs = spawn.Pipe()
        process = spawn.Process(target=serve, args=(theirs,), name="kidd-thinker", daemon=True)
        with theirs:
            try:
                with self.starting:
                    process.start()
            except OSError:
                pipe.close()
                raise
        self._pipe, self._process, self.pid = pipe, process, process.pid

    def ask(self, thought: Thought) -> tuple[Answer, str]:
        """The answer of the process, or what went wrong in it."""
        number = next(self._numbers)
        try:
            self.start()
            assert self._pipe is not None
            self._send(number, thought.question)
            thought.hush = partial(self.hush, number)
            if not self._pipe.poll(self._patience):
                self.kill()
            _, answer, fault = self._pipe.recv()
        except (EOFError, OSError):
            self.end()
            raise _Lost from None
        finally:
            thought.hush = None
        return answer, fault

    def hush(self, number: int) -> None:
        """Tell the process to stop thinking about a question; one that is dead needs not be told."""
        with suppress(OSError):
            self._send(number, STOP)

    def _send(self, number: int, question: Question | None) -> None:
        with self._sending:
            if self._pipe is None:
                raise BrokenPipeError
            self._pipe.send((number, question))

    def kill(self) -> None:
        """End the process by force: its pipe then ends too, which whoever waits for an answer notices."""
        if (process := self._process) is not None:
            process.kill()

    def end(self) -> None:
        """Let the process go."""
        with self._sending:
            pipe, self._pipe = self._pipe, None
        if pipe is not None:
            pipe.close()
        if (process := self._process) is not None:
            process.join(FAREWELL)
            process.kill()
            process.join()
            self._process = self.pid = None


class Thinkers:
    """The workers and their queue; whoever asks gets a future, and no thread of the caller's thinks."""

    def __init__(self, workers: int = 1, *, queue: int = limits.JOBS, patience: float = PATIENCE) -> None:
        self._limit = queue
        self._order = count()
        self._queue: list[tuple[int, int, Thought]] = []
        self._change = Condition()
        self._closed = False
        self._busy: set[Thought] = set()
        self._workers = [_Worker(patience) for _ in range(max(workers, 1))]
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

    def _run(self, worker: _Worker) -> None:
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

    def _answer(self, worker: _Worker, thought: Thought) -> None:
        for _ in range(ATTEMPTS):
            try:
                answer, fault = worker.ask(thought)
            except _Lost:
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
