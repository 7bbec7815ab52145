"""The fourth game in the terminal."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import kidd
from tests.fourth_game.conftest import PLUGIN
from tests.shell import ENVIRONMENT, run

pytestmark = pytest.mark.once
PATH = os.pathsep.join([str(PLUGIN), ENVIRONMENT["PYTHONPATH"]])


def test_two_people_play_it(tmp_path: Path):
    """`kidd play DR` draws the deck, refuses what is not allowed, hints, and tells who has won; the book is kept."""
    typed = "@c1\n@c9\nc1-c9\nc1-b2\nhint\nc9-b8\nb2-a3\nquit\n"
    done = run("play", "DR", "--save", "x.kidd", "-o", "landings=1", typed=typed, where=tmp_path, PYTHONPATH=PATH)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Drift. Type help for help." in done.stdout
    assert "c1-c9: no path leads from c1 to c9" in done.stdout
    assert "Red wins." in done.stdout
    (match,) = kidd.read_logbook(tmp_path / "x.kidd")
    assert (match.acts, match.outcome) == (("@c1", "@c9", "c1-b2", "c9-b8", "b2-a3"), "1-0")


@pytest.mark.parametrize("player", ["3", "random"])
def test_a_computer_plays_it(tmp_path: Path, player: str):
    """Computers answer, as they do in any game."""
    done = run("play", "DR", "--against", player, typed="@c1\nquit!\n", where=tmp_path, PYTHONPATH=PATH)
    assert (done.returncode, done.stderr) == (0, "")
    assert "enters" in done.stdout or "@" in done.stdout.partition("@c1")[2]


@pytest.mark.parametrize("command", ["", "play", "arena"])
def test_help_names_it(tmp_path: Path, command: str):
    """Beside the games of the box, wherever a game is asked for."""
    done = run(*command.split(), "--help", where=tmp_path, PYTHONPATH=PATH, COLUMNS="200")
    assert "Drift (DR)" in done.stdout if not command else "MG3, DR" in done.stdout


def test_without_the_package_it_is_unknown(tmp_path: Path):
    """Games that are not installed are refused with those that are."""
    done = run("play", "DR", where=tmp_path)
    assert (done.returncode, done.stderr) == (2, "kidd: There is no game 'DR'. There are LC, QM, MG2, MG3.\n")
