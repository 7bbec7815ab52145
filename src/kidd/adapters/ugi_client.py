"""Another program that speaks UGI, run as a child of this one: asked for moves, and ended when it does not answer.

What it is asked is said whole each time, so that nothing is lost with a program that has to be started again.
"""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import NamedTuple

HEARD = ("id", "option", "ugiok", "readyok", "bestmove")  # first words of lines that matter
LINES = 1000  # of them that wait: an engine has some dozens of options
LONGEST_LINE = 10_000  # characters of a line
FIRST = 60.0  # seconds in which it has to say who it is
MARGIN = 30.0  # seconds beyond its time in which a move has to come
FAREWELL = 2.0  # seconds in which it may end by itself


class EngineGone(Exception):
    """The engine has ended, says nothing, or nothing that can be used; `str` of it says which."""


class Question(NamedTuple):
    """A game as an engine is told of it."""

    game: str
    """The code."""
    options: Mapping[str, str | int]
    start: str
    """The first position in notation."""
    acts: Sequence[str]


class Thinking(NamedTuple):
    """How long it may think; whatever is None is no limit."""

    milliseconds: int
    nodes: int | None = None
    depth: int | None = None

    @property
    def words(self) -> str:
        """As `go` takes it."""
        said = {"movetime": self.milliseconds, "nodes": self.nodes, "depth": self.depth}
        return " ".join(f"{name} {value}" for name, value in said.items() if value is not None)


class UgiClient:
    """An engine that runs as long as it answers."""

    def __init__(self, command: Sequence[str]) -> None:
        self._said: queue.Queue[str] = queue.Queue(LINES)
        self._knows: set[str] = set()
        self.name = command[0]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
                start_new_session=True,  # Ctrl-C is for whoever runs it
            )
        except (OSError, ValueError) as error:
            raise EngineGone(getattr(error, "strerror", None) or str(error)) from error
        threading.Thread(target=self._read, daemon=True).start()
        try:
            self._introduce()
        except BaseException:
            self.close()
            raise

    def best(self, question: Question, thinking: Thinking) -> str:
        """What it would do."""
        wanted = {"Game": question.game, **question.options}
        for name, value in wanted.items():
            if name.lower() in self._knows:
                self._tell(f"setoption name {name} value {value}")
        self._tell("isready")
        self._wait("readyok", FIRST)
        moves = f" moves {' '.join(question.acts)}" if question.acts else ""
        self._tell(f"position fen {question.start}{moves}")
        self._tell(f"go {thinking.words}")
        words = self._wait("bestmove", thinking.milliseconds / 1000 + MARGIN).split()
        return words[1] if len(words) > 1 else "(none)"

    def close(self) -> None:
        """Have it end, or end it; one that has ended already is as good."""
        assert self._process.stdin is not None
        with suppress(EngineGone):
            self._tell("quit")
        with suppress(OSError):  # what it was never told is lost with it
            self._process.stdin.close()
        try:
            self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _introduce(self) -> None:
        self._tell("ugi")
        until = monotonic() + FIRST
        while True:
            words = self._next(until).split()
            if words[0] == "ugiok":
                return
            if words[:2] == ["id", "name"] and len(words) > 2:
                self.name = " ".join(words[2:])[:80]
            if words[:2] == ["option", "name"] and len(words) > 2:
                self._knows.add(words[2].lower())

    def _tell(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineGone("it has ended") from error

    def _wait(self, word: str, seconds: float) -> str:
        until = monotonic() + seconds
        while True:
            line = self._next(until)
            if line.split()[0] == word:
                return line

    def _next(self, until: float) -> str:
        try:
            line = self._said.get(timeout=max(0.0, until - monotonic()))
        except queue.Empty:
            raise EngineGone("it does not answer") from None
        if not line:
            raise EngineGone("it has ended")
        return line

    def _read(self) -> None:
        """Pass on what matters, and at the end an empty line."""
        assert self._process.stdout is not None
        with suppress(OSError, ValueError), self._process.stdout as said:
            while line := said.readline(LONGEST_LINE):
                first = line.split(maxsplit=1)[:1]
                if first and first[0] in HEARD:
                    self._pass_on(line.strip())
        self._pass_on("")

    def _pass_on(self, line: str) -> None:
        with suppress(queue.Full):  # whoever says so much is not waited for
            self._said.put_nowait(line)
