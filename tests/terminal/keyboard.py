"""Somebody who types: at the hot seat, and at a real terminal."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Iterable
from contextlib import suppress

import pytest

from kidd.match import Match
from kidd.terminal.playing.hotseat import Hotseat
from kidd.terminal.playing.keeping import Keeper
from tests.patience import PATIENCE
from tests.shell import COMMAND, ENVIRONMENT


def sitting(
    lines: Iterable[str],
    match: Match,
    keeper: Keeper,
    monkeypatch: pytest.MonkeyPatch,
    *,
    dice: Iterable[int] = (),
    seed: int | None = None,
) -> int:
    """Somebody types these lines at the hot seat, and then leaves."""
    typed, rolls = iter(lines), iter(dice)

    def answer(prompt: str) -> str:
        print(prompt, end="")
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", answer)
    return Hotseat(match, keeper, lambda: next(rolls), seed).run()


class Terminal:
    """The command at a real terminal, as far as it can tell."""

    def __init__(self, *words: str) -> None:
        pty = pytest.importorskip("pty")
        self.screen, line = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, *words],
            stdin=line,
            stdout=line,
            stderr=line,
            start_new_session=True,
            env=ENVIRONMENT,
        )
        os.close(line)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def wait_for(self, text: str, seconds: float = PATIENCE) -> None:
        """Read until the text has appeared, and forget what came before."""
        end = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.screen], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise TimeoutError(f"{text!r} did not appear in {self.seen!r}")
            try:
                self.seen += os.read(self.screen, 4096).decode(errors="replace")
            except OSError:  # how a terminal ends on Linux
                assert text in self.seen, f"{text!r} did not appear in {self.seen!r}"
        self.seen = self.seen.partition(text)[2]

    def interrupt(self, number: signal.Signals, text: str) -> None:
        """Send a signal until it brings the text: one that comes before the prompt is ready waits for a key."""
        for _ in range(20):
            self.process.send_signal(number)
            with suppress(TimeoutError):
                self.wait_for(text, 1)
                return
        pytest.fail(f"{number.name} did not bring {text!r}")

    def code(self) -> int:
        """The exit code, when the command has come to its end."""
        return self.process.wait(timeout=PATIENCE)

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self.screen)
        self.screen = -1

    def clear(self) -> None:
        """Leave nothing behind, whatever happened."""
        self.process.kill()
        self.process.wait()
        if self.screen >= 0:
            self.hang_up()
