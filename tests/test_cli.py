from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import kidd
from kidd.position import Position
from kidd.terminal import commands
from tests.books import deck_text
from tests.matches import CIRCLES
from tests.shell import COMMAND, ENVIRONMENT, line_of, printed, refusal, run, run_here


class TestCommands:
    """What can be asked without playing."""

    def test_moves(self):
        """A code alone means the start; five words are as good as one quoted argument."""
        assert printed("moves", "LC").split() == [str(move) for move in kidd.start("LC").legal_moves()]
        assert sorted(printed("moves", CIRCLES).split()) == ["b2-a3", "b2-c3"]
        assert printed("moves", *CIRCLES.split()) == printed("moves", CIRCLES)

    def test_moves_as_json(self):
        """The position and its options stand beside the moves."""
        told = json.loads(printed("moves", "QM", "--option", "entry=fresh", "-o", "blocked=any", "--json"))
        assert told["options"] == {"entry": "fresh", "blocked": "any"}
        assert (told["position"], told["turn"], told["result"], len(told["moves"])) == ("QM - R R7B7 -", "R", None, 6)

    def test_no_moves(self):
        """A position that is over says so, beside an empty list."""
        done = run("moves", "MG2 BRRBBRRBRBRBBRe3e5 R R0B0 -")
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == "no moves: Blue wins. Everything else is captured.\n"

    def test_show(self):
        """The deck is drawn as text, the same as the library draws it."""
        assert printed("show", CIRCLES) == kidd.parse(CIRCLES).sketch().rstrip() + "\n"

    def test_show_without_unicode(self):
        """A terminal that knows ASCII only gets a deck, not a traceback."""
        done = run("show", "LC", PYTHONUTF8="0", LC_ALL="C", PYTHONIOENCODING="ascii")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.isascii()
        assert "?" not in done.stdout

    def test_perft(self):
        """The last word is the depth."""
        assert printed("perft", "LC", "4").startswith("1008 nodes in ")
        assert printed("perft", "LC", "0").startswith("1 node in ")
        assert printed("perft", *["LC", "-", "R", "R7B7", "-"], "2").startswith("30 nodes in ")
        told = json.loads(printed("perft", "QM", "4", "--json"))
        assert (told["nodes"], told["depth"]) == (1582, 4)
        assert told["nodes_per_second"] > 0

    def test_a_deck_file_is_an_option(self, tmp_path: Path):
        """A path is read; the deck's name then stands among the options."""
        path = tmp_path / "other.toml"
        path.write_text(deck_text().replace('"kidd-18"', '"other"'))
        assert json.loads(printed("moves", "LC", "-o", f"deck={path}", "--json"))["options"] == {"deck": "other"}
        assert len(printed("moves", "LC", "-o", "deck=kidd-18").split()) == 6

    def test_replay(self, tmp_path: Path):
        """Every match is checked, and its end told."""
        book = tmp_path / "book.kidd"
        book.write_text('[Game "LC"]\n[Red "A\\nn\x1b[2Jn"]\n\n@c1 B:resign 1-0\n\n[Game "QM"]\n\n@c1 *\n')
        lines = printed("replay", str(book)).splitlines()
        assert lines[0] == "1. LC, A?n?[2Jn - ?, 2 acts, 1-0: Red wins. Blue has resigned."
        assert lines[1] == "   LC Rc1~ B R6B7 -"
        assert lines[2] == "2. QM, 1 act, *: Blue to enter a token."
        told = json.loads(printed("replay", str(book), "--json"))
        assert [match["outcome"] for match in told] == ["1-0", "*"]
        assert told[0]["acts"] == ["@c1", "resign"]

    def test_replay_of_several_books(self, tmp_path: Path):
        """Each is told under its name; an empty one is said to be empty, and a fault names its file."""
        for name, text in {"one": "@c1 B:resign 1-0", "two": "@c1 *", "wrong": "c1-c9 *"}.items():
            (tmp_path / f"{name}.kidd").write_text(f'[Game "LC"]\n\n{text}\n')
        (tmp_path / "empty.kidd").write_text("")
        done = run("replay", "one.kidd", "empty.kidd", "two.kidd", where=tmp_path)
        assert [line for line in done.stdout.splitlines() if not line.startswith(" ")] == [
            "one.kidd",
            "1. LC, 2 acts, 1-0: Red wins. Blue has resigned.",
            "two.kidd",
            "1. LC, 1 act, *: Blue to enter a token.",
        ]
        assert (done.returncode, done.stderr) == (0, "empty.kidd: There is no match in this logbook.\n")
        told = json.loads(run("replay", "one.kidd", "two.kidd", "--json", where=tmp_path).stdout)
        assert [match["file"] for match in told] == ["one.kidd", "two.kidd"]
        assert "'wrong.kidd': Line 3, " in refusal("replay", "one.kidd", "wrong.kidd", where=tmp_path)

    def test_perft_in_small_parts(self, monkeypatch: pytest.MonkeyPatch):
        """Ctrl-C is heard between two of them."""
        depths, perft = list[int](), kidd.perft
        whole = perft(kidd.start("LC"), 7)

        def count(pos: Position, depth: int) -> int:
            depths.append(depth)
            return perft(pos, depth)

        monkeypatch.setattr(kidd, "perft", count)
        assert commands._count(kidd.start("LC"), 7) == whole
        assert max(depths) == commands.PART_PLIES
        assert len(depths) == 30

    def test_as_a_module(self):
        """`python -m kidd` is the same command."""
        done = subprocess.run(
            [sys.executable, "-m", "kidd", "moves", "LC"],
            capture_output=True,
            encoding="utf-8",
            env=ENVIRONMENT,
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, printed("moves", "LC"), "")

    def test_replay_on_another_deck(self, tmp_path: Path):
        """The book names the deck, the user brings it."""
        (tmp_path / "other.toml").write_text(deck_text().replace('"kidd-18"', '"other"'))
        book = tmp_path / "book.kidd"
        book.write_text('[Game "LC"]\n[Options "deck=other"]\n\n@c1 *\n')
        assert "deck 'other': give it in decks= (to a command: --deck FILE)" in refusal("replay", str(book))
        assert printed("replay", str(book), "--deck", str(tmp_path / "other.toml")).startswith("1. LC, 1 act, ")

    def test_version(self):
        """The version says which speed runs."""
        assert re.fullmatch(r"kidd .+, (compiled|interpreted)\n", printed("--version"))
        assert run("--version", KIDD_PURE="1").stdout.endswith(", interpreted\n")

    def test_help(self):
        """Asked for nothing, the command explains itself."""
        assert "replay" in run("--help").stdout
        assert printed() == printed("--help")

    def test_nobody_reads(self):
        """A pipe that its reader closes ends the command without a word."""
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([*COMMAND, "moves", "LC"], stdout=writer, stderr=-1, env=ENVIRONMENT, check=False)
        os.close(writer)
        assert (done.returncode, done.stderr) == (1, b"")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no disk is always full here")
    def test_a_full_disk(self):
        """What cannot be written is told in one line."""
        with Path("/dev/full").open("wb") as full:
            done = subprocess.run([*COMMAND, "moves", "LC"], stdout=full, stderr=-1, env=ENVIRONMENT, check=False)
        assert (done.returncode, done.stderr) == (1, b"kidd: No space left on device\n")


@pytest.mark.once
class TestRefusals:
    """Bad input ends in one line on stderr and exit code 2."""

    @pytest.mark.parametrize(
        "words",
        [
            ("moves", "XX"),
            ("moves", "LC", "-", "R"),
            ("moves", "LC nonsense R R7B7 -"),
            ("moves", "LC Rz9~ R R6B7 -"),
            ("moves", "LC", "-o", "entry=any"),
            ("moves", "QM", "-o", "entry"),
            ("moves", "QM", "-o", "=fresh"),
            ("moves", "QM", "-o", "entry=any", "-o", "entry=fresh"),
            ("moves", "LC", "-o", "deck=missing.toml"),
            ("moves", "LC", "-o", "deck=missing"),
            ("moves", "LC", "-o", "players=3"),
            ("moves", "LC", "-o", "code=LC"),
            ("moves", "LC", "-o", "text=LC"),
            ("show", "LC" * 10_000),
            ("show", "line\nfeed"),
            ("perft", "LC"),
            ("perft", "LC", "x"),
            ("perft", "LC", "-o", "opening=chooser", "1.5"),
            ("perft", "LC", "1000"),
            ("replay", "missing.kidd"),
            ("replay", "."),
            ("play", "XX"),
            ("play", "LC", "-p", "Ann"),
            ("play", "missing.kidd"),
            ("play", "LC", "--save", "missing/book.kidd"),
            ("play", "LC", "--save", "."),
            ("play", "LC", "-p", "Ann", "-p", "\udcff"),
        ],
    )
    def test_one_line(self, words: tuple[str, ...], tmp_path: Path):
        """Whatever was wrong."""
        assert len(line_of(run_here(*words, where=tmp_path))) < 500

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("nonsense",), "No such command 'nonsense'"),
            (("x" * 100_000,), "No such command 'xxx"),
            (("moves",), "Missing argument 'POSITION'"),
            (("moves", "LC", "--nonsense"), "No such option"),
            (("moves", "LC", "--option"), "'--option' requires an argument"),
            (("perft",), "Missing argument 'POSITION DEPTH'"),
            (("perft", "LC", "-1"), "expected a depth, a number from 0 to 100, got '-1'"),
            (("perft", "LC", "3", "--nonsense"), "no such option: '--nonsense'"),
            (("replay",), "Missing argument 'FILE.kidd...'"),
            (("bench", "b\x1b[2J\n"), "Got unexpected extra argument"),
            (("bench", "--nonsense"), "No such option"),
            (("play",), "Missing argument 'GAME'"),
        ],
    )
    def test_usage(self, words: tuple[str, ...], said: str):
        """A wrong command line is refused in the same form."""
        line = refusal(*words)
        assert said in line
        assert len(line) < 500

    def test_nothing_that_speaks_http(self):
        """Only the command that plays on a server brings it in: the others answer sooner."""
        code = "import sys, kidd.terminal.commands; print(sorted({'http.client', 'ssl'} & sys.modules.keys()))"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "[]"

    def test_without_its_extra(self):
        """Without typer the command says in one line what to install."""
        code = "import sys; sys.modules['typer'] = None; from kidd.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, "kidd: the command needs typer: install kidd[cli]\n")
