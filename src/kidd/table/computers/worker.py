"""The process in which computers think: it takes questions from a pipe, one at a time, and puts the answers back."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue

from kidd.table.computers.jobs import Answer, Question, Thinker

POLITENESS = 5  # the server itself comes first
STOP = None  # in place of a question
ALIVE = "alive?"  # the same, and in place of what went wrong in the answer to it


class Inbox:
    """Reads the pipe on a thread of its own: a word to stop is heard while somebody thinks, and the pulse is felt."""

    def __init__(self, pipe: Connection) -> None:
        self.stop = threading.Event()
        self._pipe = pipe
        self._answering = threading.Lock()
        self._questions: SimpleQueue[tuple[int, Question]] = SimpleQueue()
        self._latest = -1
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> tuple[int, Question]:
        """Wait for a question."""
        return self._questions.get()

    def answer(self, number: int, answer: Answer | None, fault: str) -> None:
        """Put an answer into the pipe; if nobody listens any more, that is noticed by whoever reads."""
        with self._answering, suppress(OSError):
            self._pipe.send((number, answer, fault))

    def _read(self) -> None:
        while True:
            try:
                number, question = self._pipe.recv()
            except (EOFError, OSError):
                os._exit(0)  # the server is gone, whatever is being thought about
            if question == ALIVE:
                self.answer(number, None, ALIVE)
            elif question is not STOP:
                self.stop.clear()
                self._latest = number
                self._questions.put((number, question))
            elif number == self._latest:
                self.stop.set()


def serve(pipe: Connection) -> None:
    """Answer questions until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then closes the pipe
    with suppress(OSError, AttributeError):
        os.nice(POLITENESS)
    inbox = Inbox(pipe)
    thinker = Thinker(inbox.stop)
    inbox.answer(-1, None, ALIVE)  # from now on silence means something
    while True:
        number, question = inbox.next()
        try:
            inbox.answer(number, thinker.think(question), "")
        except Exception:  # noqa: BLE001 - told to the server, which has the log
            inbox.answer(number, None, traceback.format_exc())
