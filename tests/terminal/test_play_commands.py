from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from kidd.logbook import read_logbook
from tests.terminal.keyboard import Terminal


class TestTerminal:
    """At a real terminal."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    @pytest.fixture
    def terminal(self, _folder: None) -> Iterator[Terminal]:
        """A match of Loyal Captain that is kept in x.kidd."""
        terminal = Terminal("play", "LC", "--save", "x.kidd")
        yield terminal
        terminal.clear()

    def test_tab(self, terminal: Terminal):
        """Tab completes a move that has begun, or lists what there is."""
        pytest.importorskip("readline")
        terminal.wait_for("red> ")
        terminal.type("\t")
        terminal.wait_for("stalemate?")
        terminal.type("@c1\n")
        terminal.wait_for("blue> ")
        terminal.type("@a7\n")
        terminal.wait_for("red> ")
        terminal.type("c1-b\t\n")
        terminal.wait_for("blue> ")
        terminal.type("\x04")
        assert terminal.code() == 0
        assert read_logbook(Path("x.kidd"))[0].acts == ("@c1", "@a7", "c1-b2")

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_interrupted(self, terminal: Terminal, number: signal.Signals):
        """Ctrl-C, a closed window and a polite kill keep the match."""
        terminal.wait_for("red> ")
        terminal.type("@c1\n")
        terminal.wait_for("blue> ")
        terminal.interrupt(number, "go on with: kidd play x.kidd")
        assert terminal.code() == 130
        assert read_logbook(Path("x.kidd"))[0].acts == ("@c1",)

    def test_the_window_is_closed(self, terminal: Terminal):
        """When the whole terminal goes away, the match does not."""
        terminal.wait_for("red> ")
        terminal.type("@c1\n")
        terminal.wait_for("blue> ")
        terminal.hang_up()
        terminal.code()
        assert read_logbook(Path("x.kidd"))[0].acts == ("@c1",)

    def test_impatience(self, terminal: Terminal):
        """Ctrl-C twice keeps the match no less."""
        terminal.wait_for("red> ")
        terminal.type("@c1\n")
        terminal.wait_for("blue> ")
        for _ in range(5):
            terminal.process.send_signal(signal.SIGINT)
        terminal.interrupt(signal.SIGINT, "go on with: kidd play x.kidd")
        assert terminal.code() == 130
