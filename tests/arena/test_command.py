from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

import kidd
from kidd.arena.ledger import BOOK
from tests.patience import PATIENCE, until
from tests.shell import COMMAND, ENVIRONMENT, run

pytestmark = pytest.mark.once

SLOW = ("LC", "nodes:3000", "nodes:3000", "--games", "16", "--seed", "4", "--jobs", "2", "--json", "--out")


def arena(*words: str, where: Path) -> subprocess.CompletedProcess[str]:
    """The command as a user runs it."""
    return run("arena", *words, where=where)


def rounds(folder: Path) -> list[str]:
    """The rounds that a folder holds, in order."""
    return sorted(match.headers["Round"] for match in kidd.read_logbook(folder / BOOK))


def started(folder: Path, games: int) -> subprocess.Popen[str]:
    """A slow run that has finished a few games."""
    process = subprocess.Popen(
        [*COMMAND, "arena", *SLOW, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=ENVIRONMENT,
        start_new_session=True,
    )
    book = folder / BOOK
    until(lambda: book.exists() and book.read_bytes().count(b"[Arena ") >= games)
    return process


def alive(group: int) -> bool:
    """Whether any process of a group is still there."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def all_rounds() -> list[str]:
    """What the slow run holds when it is done."""
    return sorted(f"{pair}.{game}" for pair in range(1, 9) for game in (1, 2))


def test_a_report_in_words(tmp_path):
    """Score, results by seat, Elo, length and a folder that is named after the run."""
    done = arena("LC", "nodes:100", "random", "--games", "6", "--jobs", "1", where=tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^LC, nodes:100 against random: 6 games of 6$", done.stdout, re.MULTILINE)
    assert re.search(r"^  score     \d+\.\d% \(\d+\.\d to \d+\.\d\)$", done.stdout, re.MULTILINE)
    assert re.search(r"won, \d+ drawn, \d+ lost; by seat: Red \d-\d-\d, Blue \d-\d-\d$", done.stdout, re.MULTILINE)
    assert re.search(r"^6 of 6 games: nodes:100 ", done.stderr, re.MULTILINE)
    assert rounds(tmp_path / "arena-LC-nodes-100-random-0") == ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]


def test_json_and_options(tmp_path):
    """Options reach the games, and the report says so."""
    words = ("QM", "random", "random", "--games", "2", "--jobs", "1", "--json", "--out", "run")
    done = arena(*words, "-o", "entry=fresh", "--sprt", "-9", "9", "--random-moves", "3", where=tmp_path)
    found = json.loads(done.stdout)
    assert found["options"] == {"entry": "fresh"}
    assert (found["games"], found["random_moves"], found["folder"]) == (2, 3, "run")
    assert (found["sprt"]["low"], found["sprt"]["verdict"]) == (-9.0, "undecided")


def test_other_settings_on_the_same_folder_are_refused(tmp_path):
    """One line says what is different, and nothing is played."""
    words = ("QM", "random", "random", "--games", "2", "--jobs", "1", "--out", "run")
    assert arena(*words, where=tmp_path).returncode == 0
    before = (tmp_path / "run" / BOOK).read_bytes()
    done = arena(*words, "--seed", "1", where=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "kidd: 'run' holds another run: seed 0, not 1\n"
    assert (tmp_path / "run" / BOOK).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("LC", "random"), "expected two players’ names"),
        (("LC", "random", "captain"), "'captain'"),
        (("LC", "random", "random", "--sprt", "9", "3"), "the lower first"),
        (("LC", "random", "random", "--option", "entry=fresh"), "no option 'entry'"),
        (("LC", "openspiel:hours:1", "random"), "openspiel:seconds:S"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(tmp_path, words, message):
    """And leaves no folder behind."""
    done = arena(*words, where=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"kidd: [^\n]*{re.escape(message)}[^\n]*\n", done.stderr), done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.slow
def test_ctrl_c_stops_and_the_same_command_goes_on(tmp_path):
    """The whole process group gets the signal, as from a terminal; the report is printed, and no game is lost."""
    process = started(tmp_path, 3)
    os.killpg(process.pid, signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, stderr
    assert stderr.endswith("stopped; the same command goes on with it\n")
    assert "Traceback" not in stderr
    stored = rounds(tmp_path)
    assert len(stored) == json.loads(stdout)["games"] < 16
    done = arena(*SLOW, str(tmp_path), where=tmp_path)
    assert json.loads(done.stdout)["games"] == 16
    assert rounds(tmp_path) == all_rounds()


@pytest.mark.slow
def test_a_killed_coordinator_loses_no_game(tmp_path):
    """Killed without a chance to tidy up: its processes go, too, and the next start takes over the folder."""
    process = started(tmp_path, 3)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate(timeout=PATIENCE)
    until(lambda: not alive(process.pid), "the end of the run's processes")
    before = (tmp_path / BOOK).read_bytes().count(b"[Arena ")
    done = arena(*SLOW, str(tmp_path), where=tmp_path)
    assert before >= 3
    assert json.loads(done.stdout)["games"] == 16
    assert rounds(tmp_path) == all_rounds()
