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
from time import monotonic
from typing import Protocol

from kidd.table.computers.jobs import Answer, Question
from kidd.table.computers.worker import ALIVE, STOP, serve

FAREWELL = 2.0  # seconds for a worker to leave
PULSE_EVERY = 1.0  # seconds of thinking after which a worker is asked whether it is alive
UNFELT = 4  # times that it was asked in vain, after which one that has spoken before is taken for frozen


class Thought(Future[Answer]):
    """An answer to come; cancelled while it is thought about, it comes soon and is poor."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question
        self.hush: Callable[[], None] | None = None  # set while a worker thinks about it
        self.hurried = False

    def cancel(self) -> bool:
        """Drop the question; False if a worker has it, who is then told to stop."""
        if super().cancel():
            return True
        self.hurry()
        return False

    def hurry(self) -> None:
        """Have the worker who thinks about it end at once with what was found, as others cannot wait."""
        self.hurried = True
        if hush := self.hush:
            hush()


class Lost(Exception):
    """The worker has died or does not answer; the question may be to blame, unless all others are lost as well."""

    def __init__(self, *, blame: bool = True) -> None:
        super().__init__()
        self.blame = blame


class Worker(Protocol):
    """Whoever thinks about one question after the other; all but `kill` is called on one thread."""

    @property
    def pid(self) -> int | None:
        """The process, if it is one of this machine's."""

    def start(self) -> None:
        """Get ready, which may take a moment."""

    def ask(self, thought: Thought) -> tuple[Answer, str]:
        """The answer, or what went wrong; raises Lost if there is nobody any more who could answer."""

    def kill(self) -> None:
        """End at once: whoever waits for an answer gets Lost."""

    def end(self) -> None:
        """Leave."""


class PipedWorker:
    """One process at a time, and the pipe to it; all but `hush` and `kill` is called on one thread."""

    starting = Lock()  # multiprocessing keeps a list of processes that two threads must not change at once

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._numbers = count()
        self._sending = Lock()
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None
        self._has_spoken = False  # before that it reads its modules, however long it takes
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
        self._pipe, self._process, self.pid, self._has_spoken = pipe, process, process.pid, False

    def ask(self, thought: Thought) -> tuple[Answer, str]:
        """The answer of the process, or what went wrong in it."""
        number = next(self._numbers)
        try:
            self.start()
            assert self._pipe is not None
            self._send(number, thought.question)
            thought.hush = partial(self.hush, number)
            if thought.hurried:  # before there was anybody to be told
                thought.hush()
            answer, fault = self._hear(number, self._pipe)
        except (EOFError, OSError):
            self.end()
            raise Lost from None
        finally:
            thought.hush = None
        return answer, fault

    def _hear(self, number: int, pipe: Connection) -> tuple[Answer, str]:
        """Wait for the answer as long as the process lives and shows that it does."""
        end, unfelt = monotonic() + self._patience, 0  # counted, as this process may be frozen itself
        while True:
            if pipe.poll(min(PULSE_EVERY, self._patience)):
                _, answer, fault = pipe.recv()
                self._has_spoken, unfelt = True, 0
                if fault != ALIVE:
                    return answer, fault
            elif monotonic() > end or (self._has_spoken and unfelt == UNFELT):
                self.kill()
            else:
                self._send(number, ALIVE)
                unfelt += 1

    def hush(self, number: int) -> None:
        """Tell the process to stop thinking about a question; one that is dead needs not be told."""
        with suppress(OSError):
            self._send(number, STOP)

    def _send(self, number: int, question: Question | str | None) -> None:
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
