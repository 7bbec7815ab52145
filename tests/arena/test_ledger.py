import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kidd
from kidd.arena import ArenaError, Spec
from kidd.arena.ledger import BOOK, MANIFEST, Ledger
from kidd.arena.play import play_game

pytestmark = pytest.mark.once

SPEC = Spec.of("QM", "random", "random", games=4, seed=2)
GAMES = [play_game(SPEC, number) for number in range(4)]


def write(folder: Path, count: int = 3) -> bytes:
    """A folder with the first games in it; returns the book."""
    with Ledger(SPEC, folder) as ledger:
        for played in GAMES[:count]:
            assert ledger.add(played)
    return (folder / BOOK).read_bytes()


def numbers(folder: Path) -> list[int]:
    """The games that a new start finds."""
    with Ledger(SPEC, folder) as ledger:
        return sorted(ledger.entries)


def test_what_was_added_is_there_again(tmp_path):
    """Every entry is the same after opening the folder anew."""
    with Ledger(SPEC, tmp_path) as ledger:
        added = [ledger.add(played) for played in GAMES]
    with Ledger(SPEC, tmp_path) as ledger:
        assert list(ledger.entries.values()) == added


def test_the_book_is_a_log_book(tmp_path):
    """Whatever reads log books reads it."""
    write(tmp_path)
    assert [match.headers["Round"] for match in kidd.read_logbook(tmp_path / BOOK)] == ["1.1", "1.2", "2.1"]


def test_a_game_counts_once(tmp_path):
    """The second time it is not written."""
    before = write(tmp_path)
    with Ledger(SPEC, tmp_path) as ledger:
        assert ledger.add(GAMES[1]) is None
    assert (tmp_path / BOOK).read_bytes() == before


def test_a_record_cut_off_anywhere_is_cut_away(tmp_path):
    """However much of the last game a crash left, the ones before it stay and it is played again."""
    two, three = len(write(tmp_path / "two", 2)), write(tmp_path / "three", 3)
    book = tmp_path / "three" / BOOK
    for end in [*range(two, len(three), 5), len(three) - 1]:
        book.write_bytes(three[:end])
        assert numbers(tmp_path / "three") == [0, 1]
        assert book.read_bytes() == three[:two]
    with Ledger(SPEC, tmp_path / "three") as ledger:
        ledger.add(GAMES[2])
    assert book.read_bytes() == three


@pytest.mark.parametrize("rubbish", [b"\0" * 4096, b"[Arena", b'[Arena "3 5 00000000"]\n12345', b"\xff\xfe"])
def test_what_a_full_disk_leaves_is_cut_away(tmp_path, rubbish):
    """A tail that is no game goes, be it zeros or a wrong sum."""
    good = write(tmp_path)
    (tmp_path / BOOK).write_bytes(good + rubbish)
    assert numbers(tmp_path) == [0, 1, 2]
    assert (tmp_path / BOOK).read_bytes() == good


def test_damage_before_whole_games_is_not_cut_away(tmp_path):
    """Games that were counted are never dropped in silence: the error names the line."""
    good = write(tmp_path)
    second = good.index(b'[Arena "2 ')
    changed = good[: second + 60] + b"X" + good[second + 61 :]
    (tmp_path / BOOK).write_bytes(changed)
    line = good[:second].count(b"\n") + 1
    with pytest.raises(ArenaError, match=f"damaged from line {line} on"):
        Ledger(SPEC, tmp_path)
    assert (tmp_path / BOOK).read_bytes() == changed


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (Spec.of("LC", "random", "random", seed=2), "game"),
        (Spec.of("QM", "random", "1", seed=2), "players"),
        (Spec.of("QM", "random", "random", seed=3), "seed"),
        (Spec.of("QM", "random", "random", seed=2, cap=99), "cap"),
        (Spec.of("QM", "random", "random", seed=2, random_moves=5), "random_moves"),
        (Spec.of("QM", "random", "random", seed=2, entry="fresh"), "options"),
    ],
)
def test_another_run_is_refused(tmp_path, other, what):
    """A folder belongs to one description; the error says what is different."""
    write(tmp_path)
    with pytest.raises(ArenaError, match=f"holds another run: {what} "):
        Ledger(other, tmp_path)


def test_more_games_are_the_same_run(tmp_path):
    """How many games there are to be is no part of the description."""
    write(tmp_path)
    with Ledger(Spec.of("QM", "random", "random", games=100, seed=2), tmp_path) as ledger:
        assert len(ledger.entries) == 3


def test_games_without_a_description_are_refused(tmp_path):
    """Nobody can know what they are."""
    write(tmp_path)
    (tmp_path / MANIFEST).unlink()
    with pytest.raises(ArenaError, match=r"holds games but no run\.json"):
        Ledger(SPEC, tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{"])
def test_a_broken_description_is_refused(tmp_path, text):
    """It is not taken for an empty folder."""
    write(tmp_path)
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(ArenaError, match="not the description of a run"):
        Ledger(SPEC, tmp_path)


def test_the_description_is_readable(tmp_path):
    """It says who plays what."""
    write(tmp_path)
    found = json.loads((tmp_path / MANIFEST).read_text())
    assert (found["game"], found["players"], found["seed"]) == ("QM", ["random", "random"], 2)


def test_a_folder_has_one_run_at_a_time(tmp_path):
    """A second process is refused while the first one is alive, and welcome after."""
    program = (
        "import sys; from kidd.arena import Spec; from kidd.arena.ledger import Ledger;"
        "Ledger(Spec.of('QM', 'random', 'random', games=4, seed=2), __import__('pathlib').Path(sys.argv[1]))"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(Path(kidd.__file__).parents[1])}
    with Ledger(SPEC, tmp_path):
        second = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert "another arena is running in" in second.stderr
    assert subprocess.run(command, env=environment, capture_output=True, check=False).returncode == 0


def test_a_folder_that_cannot_be_is_refused(tmp_path):
    """A file is in the way."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="cannot keep games in"):
        Ledger(SPEC, tmp_path / "file")
