"""One process that thinks, seen from the server: started when needed, asked, told to stop, buried."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock

from kidd.table.computers.jobs import Answer, Question
from kidd.table.computers.worker import STOP, serve

FAREWELL = 2.0  # seconds for a worker to leave


class Thought(Future[Answer]):
    """An answer to come; cancelled while it is thought about, it comes soon and is poor."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self.hush: Callable[[], None] | None = None  # set while a worker thinks about it
        self.dropped = False

    def cancel(self) -> bool:
        """Drop the question; False if a worker has it, who is then told to stop."""
        if super().cancel():
            return True
        self.dropped = True
        if hush := self.hush:
            hush()
        return False


class Lost(Exception):
    """The worker has died or does not answer."""


class Worker:
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
            if thought.dropped:  # before there was anybody to be told
                thought.hush()
            if not self._pipe.poll(self._patience):
                self.kill()
            _, answer, fault = self._pipe.recv()
        except (EOFError, OSError):
            self.end()
            raise Lost from None
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
