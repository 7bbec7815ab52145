from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import kidd
from kidd.search.answer import Line, Score
from kidd.terminal.advice_report import summary
from kidd.words.language import tongue
from kidd.words.study.chances import figure
from kidd.words.study.notes import WordedNote
from tests.patience import PATIENCE
from tests.shell import ENVIRONMENT, printed, run

# Ctrl-C as at a terminal, even where whoever runs the tests ignores it; and a word when the search begins.
SEARCHING = """
import concurrent.futures, signal
class Pool(concurrent.futures.ThreadPoolExecutor):
    def submit(self, work, *words):
        return super().submit(lambda: print("searching", flush=True) or work(*words))
concurrent.futures.ThreadPoolExecutor = Pool
signal.signal(signal.SIGINT, signal.default_int_handler)
from kidd.cli import main
main()
"""
THREAT = "LC Bc1~,Rb2a3,Rc3c4,Ba7~ R R5B5 -"
LAST_CHANCE = "LC Rb2c3,Ba3~,Rc3b2,Be3d2,Bc4b5,Bd5c4,Be5e3,Rc6b5,Ba7~,Be7~,Rb8c9,Rc9b8 R R0B0 -"

pytestmark = pytest.mark.once


def interrupted(*words: str | Path) -> tuple[int, str, str]:
    """The exit code of a command that was interrupted in its search, and what it said."""
    with subprocess.Popen(
        [sys.executable, "-c", SEARCHING, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert "searching\n" in process.stdout
        process.send_signal(signal.SIGINT)
        try:
            said, complained = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    return process.returncode, said, complained


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A log book of two matches, the first of which throws a win away."""
    lost = kidd.Match(LAST_CHANCE, ["Anne", "Bo"])
    lost.play("b2-c1")
    short = kidd.Match("QM")
    for act in ("@c1", "@a7", "*2", "c1-c3/b2@c1"):
        short.play(act)
    path = tmp_path / "two.kidd"
    kidd.write_logbook([lost, short], path)
    return path


class TestAnalyse:
    """`kidd analyse`."""

    def test_for_people(self):
        """A line has its worth in figures and words, its moves, and what it does."""
        said = printed("analyse", *THREAT.split(), "--nodes", "5000", "--lines", "2")
        assert said.startswith("depth ")
        assert "1. c3-d2  77%  Red stands much better" in said
        assert "Red moves from c3 to d2 and captures blue on c1." in said
        assert "\n2. " in said
        assert "\n3. " not in said

    def test_for_programs(self):
        """JSON has all of it, with the chance of each colour by its letter."""
        told = json.loads(printed("analyse", LAST_CHANCE, "--nodes", "5000", "--lines", "2", "--json", "-l", "fr"))
        assert (told["position"], told["turn"], told["options"]) == (LAST_CHANCE, "R", {})
        assert {"depth", "nodes", "seconds", "nodes_per_second"} <= told.keys()
        first, second = told["lines"]
        assert (first["move"], first["chances"]) == ("c9-d8", {"R": 100.0, "B": 0.0})
        assert first["moves"][0] == "c9-d8"
        assert first["win"] == {"by": "R", "in": 3}
        assert second["win"]["by"] == "B"
        assert first["explanation"][0] == "Rouge va de c9 à d8."
        assert first["verdict"].startswith("Rouge gagne à coup sûr")

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["QM Rc1~,Be7~ R R6B6 -"], "roll the die first"),
            (["MG2 BRRBBRRBRBRBBRe3e5 R R0B0 -"], "the game is over"),
            (["LC", "--seconds", "-1"], "seconds"),
            (["LC", "--language", "nl"], "unknown language 'nl'"),
        ],
    )
    def test_refusals(self, words: list[str], said: str):
        """What cannot be analysed is refused in one line."""
        done = run("analyse", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("kidd: ")
        assert done.stderr.count("\n") == 1
        assert said in done.stderr

    def test_ctrl_c_keeps_what_was_found(self):
        """A long search ends at once and prints its lines."""
        code, said, _ = interrupted("analyse", "LC", "--seconds", "1000")
        assert code == 0
        assert said.startswith("depth ")
        assert "\n1. @" in said


class TestAnnotate:
    """`kidd annotate`."""

    def test_for_people(self, book: Path):
        """Each move has its mark and worth, a weak one its sign and why; players are summed up."""
        said = printed("annotate", book, "--nodes-per-move", "4000")
        assert said.startswith("1. LC, Anne - Bo, *\n   1. R b2-c1 ??")
        assert "blunder" in said
        assert "loses in 3" in said
        assert "Better was c9-d8 (red: wins in" in " ".join(said.split())
        assert "red (Anne): 1 blunder; 100.0 points of per cent given away on average" in said
        assert "2. QM, *" in said
        assert "   2. R c1-c3/b2@c1" in said

    def test_for_programs(self, book: Path):
        """JSON has the notes of each match with both lines, and how often each player earned which mark."""
        lost, short = json.loads(printed("annotate", book, "--nodes-per-move", "4000", "--json"))
        (note,) = lost["notes"]
        assert (note["number"], note["round"], note["by"], note["move"]) == (0, 1, "R", "b2-c1")
        assert (note["mark"], note["glyph"], note["lost"]) == ("blunder", "??", 100.0)
        assert (note["best"]["move"], note["best"]["win"]["by"], note["played"]["win"]["by"]) == ("c9-d8", "R", "B")
        assert "Better was c9-d8 (red: wins in" in note["words"]
        assert lost["summary"]["R"] == {"marks": {"blunder": 1}, "mean_lost": 100.0, "luck": 0.0}
        assert [note["number"] for note in short["notes"]] == [0, 1, 3]

    def test_a_book_without_games_is_refused(self, tmp_path: Path):
        """Nothing to annotate is said, not printed as nothing."""
        (tmp_path / "empty.kidd").write_text("")
        done = run("annotate", tmp_path / "empty.kidd")
        assert (done.returncode, done.stdout) == (2, "")
        assert "there is no game in it" in done.stderr

    def test_saving(self, book: Path, tmp_path: Path):
        """The notes go into a new book as comments, and the old one stays as it was."""
        before = book.read_bytes()
        printed("annotate", book, "--nodes-per-move", "4000", "--save", tmp_path / "notes.kidd", "-l", "de")
        lost, _ = kidd.read_logbook(tmp_path / "notes.kidd")
        assert lost.acts == ("b2-c1",)
        assert lost.comments[1].startswith("?? Rot hatte den sicheren Sieg")
        assert book.read_bytes() == before

    @pytest.mark.parametrize("words", [["--seconds-per-move", "0"], ["--nodes-per-move", "0"], ["-l", "nl"]])
    def test_refusals(self, book: Path, words: list[str]):
        """Impossible limits and unknown languages are refused before anything is printed."""
        done = run("annotate", book, *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("kidd: ")

    def test_ctrl_c_writes_nothing(self, book: Path, tmp_path: Path):
        """An annotation that was stopped leaves no half book."""
        saved = tmp_path / "notes.kidd"
        code, _, complained = interrupted("annotate", book, "--seconds-per-move", "1000", "--save", saved)
        assert (code, complained) == (130, "stopped; nothing was written\n")
        assert not saved.exists()


def test_nothing_is_written_as_nothing():
    """What rounds to a half is a half, and several mistakes are called by their plural in every language."""
    pos = kidd.start("LC")
    assert figure(Score((-0.001, 0.001)), pos, "R", tongue("en")) == "50%"
    assert figure(Score((1.0, -1.0), 7, "R"), pos, "B", tongue("de")) == "verliert in 4"
    match = kidd.Match("LC")
    played, best = Line((), Score((-0.3, 0.3))), Line((), Score((0.3, -0.3)))
    notes = [WordedNote(0, "R", pos.legal_moves()[0], "blunder", 0.6, played, best)]
    assert (
        summary(match, "R", notes * 2, tongue("fr"))
        == "Rouge: 2 gaffes\u202f; 30,0 points de pourcentage perdus en moyenne"
    )
    assert summary(match, "R", notes * 2, tongue("en")).startswith("red: 2 blunders")


def test_a_folder_that_is_not_there(tmp_path: Path):
    """A place to save in is looked for before the long work, and not after it."""
    book = tmp_path / "one.kidd"
    book.write_text(kidd.write_logbook(kidd.Match("LC")))
    done = run("annotate", str(book), "--save", str(tmp_path / "none" / "two.kidd"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "no folder" in done.stderr
