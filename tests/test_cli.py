from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import kidd
from kidd.logbook import read_logbook
from kidd.match import Match
from kidd.terminal.hotseat import Hotseat
from kidd.terminal.keeping import Keeper
from kidd.terminal.sentences import state

COMMAND = [sys.executable, "-c", "from kidd.cli import main; main()"]
CIRCLES = "LC Rb2c1,Bb8c9 R R0B0 -"
DECK = Path(kidd.deck.__file__).parent / "decks" / "kidd-18.toml"
# Commands run in other folders and must find the same package as the tests do.
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(DECK.parents[2].resolve()), "PYTHONUTF8": "1", "TERM": "dumb"}


def run(
    *words: str, typed: str = "", where: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command as a user runs it."""
    return subprocess.run(
        [*COMMAND, *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        cwd=where,
        env={**ENVIRONMENT, **environment},
        check=False,
    )


def printed(*words: str) -> str:
    """What a command prints when all is well."""
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(*words: str, where: Path | None = None) -> str:
    """The one line on stderr of a command that was refused."""
    done = run(*words, where=where)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"kidd: [^\n]+\n", done.stderr), done.stderr
    return done.stderr


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
        assert done.stderr == "no moves: blue wins: everything else is captured\n"

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
        path.write_text(DECK.read_text().replace('"kidd-18"', '"other"'))
        assert json.loads(printed("moves", "LC", "-o", f"deck={path}", "--json"))["options"] == {"deck": "other"}
        assert len(printed("moves", "LC", "-o", "deck=kidd-18").split()) == 6

    def test_replay(self, tmp_path: Path):
        """Every match is checked, and its end told."""
        book = tmp_path / "book.kidd"
        book.write_text('[Game "LC"]\n[Red "A\\nn\x1b[2Jn"]\n\n@c1 B:resign 1-0\n\n[Game "QM"]\n\n@c1 *\n')
        lines = printed("replay", str(book)).splitlines()
        assert lines[0] == "1. LC, A?n?[2Jn - ?, 2 acts, 1-0: Red wins: resignation."
        assert lines[1] == "   LC Rc1~ B R6B7 -"
        assert lines[2] == "2. QM, 1 act, *: Blue to move."
        told = json.loads(printed("replay", str(book), "--json"))
        assert [match["outcome"] for match in told] == ["1-0", "*"]
        assert told[0]["acts"] == ["@c1", "resign"]

    def test_replay_on_another_deck(self, tmp_path: Path):
        """The book names the deck, the user brings it."""
        (tmp_path / "other.toml").write_text(DECK.read_text().replace('"kidd-18"', '"other"'))
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
        assert len(refusal(*words, where=tmp_path)) < 500

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
            (("replay",), "Missing argument 'FILE.kidd'"),
            (("replay", "a", "b\x1b[2J\n"), "Got unexpected extra argument"),
            (("bench", "--nonsense"), "No such option"),
            (("play",), "Missing argument 'GAME'"),
        ],
    )
    def test_usage(self, words: tuple[str, ...], said: str):
        """A wrong command line is refused in the same form."""
        line = refusal(*words)
        assert said in line
        assert len(line) < 500

    def test_without_its_extra(self):
        """Without typer the command says in one line what to install."""
        code = "import sys; sys.modules['typer'] = None; from kidd.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (2, "kidd: the command needs typer: install kidd[cli]\n")


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


class TestHotseat:
    """Two or three people at one keyboard."""

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)

    def test_a_short_game(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """Moves, an offer, an answer; then the match is kept."""
        match = Match("LC", ["Ann", "Bob"])
        assert sitting(["@c1", "bad", "draw?", "draw!", "quit"], match, Keeper(Path("x.kidd")), monkeypatch) == 0
        said = capsys.readouterr().out
        for words in ("Red (Ann) to move.", "blue> ", "red> ", "offers a draw", "Draw: the players agree.", "over> "):
            assert words in said
        assert "expected a move" in said
        assert read_logbook(Path("x.kidd"))[0].acts == ("@c1", "draw?", "draw!")

    def test_what_may_be_typed(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """A question mark lists the legal acts, help the commands, and an empty line nothing."""
        sitting(["?", "help", "", "deck", "quit!"], Match(CIRCLES), Keeper(), monkeypatch)
        said = capsys.readouterr().out
        assert "b2-c3  draw?  stalemate?  resign" in said or "b2-a3  draw?  stalemate?  resign" in said
        assert "quit! leaves without saving" in said
        assert said.count("Red to move.") == 2

    def test_choices_for_tab(self):
        """Tab knows every legal act of whoever may act, and the commands."""
        match = Match("LC")
        seat = Hotseat(match, Keeper())
        assert {"@c1", "draw?", "undo", "quit"} <= set(seat.choices())
        match.play("draw?")
        assert {"draw!", "draw.", "@c1"} <= set(seat.choices())

    def test_the_program_rolls(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """QM2: nobody types a roll."""
        match = Match("QM")
        sitting(["@c1", "@a7", "*3", "R:*3", "c1-b2@e3"], match, Keeper(), monkeypatch, dice=[1, 2])
        said = capsys.readouterr().out
        assert "red rolls 1" in said
        assert "Red to move 1 step." in said
        assert "the program rolls the die" in said
        assert match.acts == ("@c1", "@a7", "*1", "c1-b2@e3", "*2")

    def test_the_chooser_opening(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """LC6: players are called by their names, or their order, until they have colours."""
        sitting(["@c1", "@a7", "draw?", "draw.", "red", "quit!"], Match("LC", opening="chooser"), Keeper(), monkeypatch)
        said = [line for line in capsys.readouterr().out.splitlines() if line.endswith(".") and line[0] != " "]
        assert [line.removesuffix(".").rpartition("> ")[2] for line in said][1:] == [
            "First player to enter a red token",
            "First player to enter a blue token",
            "Second player to pick red or blue",
            "Second player to pick red or blue; blue offers a draw: draw! accepts, draw. declines",
            "Second player to pick red or blue",
            "Red to move",
        ]

    def test_undo_is_no_second_throw(self, monkeypatch: pytest.MonkeyPatch):
        """QM2: what was rolled comes again after undo, in the same order."""
        match = Match("QM")
        lines = ["undo", "@c1", "@a7", "c1-b2@e3", "undo", "undo", "@a3", "c1-b2@e3"]
        sitting(lines, match, Keeper(), monkeypatch, dice=[1, 2, 3])
        assert match.acts == ("@c1", "@a3", "*1", "c1-b2@e3", "*2")

    def test_who_cannot_move_passes(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """MG2: passing is nobody's decision, and undo goes back beyond it."""
        match = Match("MG3 Ga3b2,RBRGGRBc6b5,GBRBRBGGRBc7d8 B R0B0G0 -")
        sitting([], match, Keeper(), monkeypatch)
        assert "blue cannot move and passes" in capsys.readouterr().out
        assert match.acts == ("pass",)
        sitting(["undo", "a3-c1", "undo", "?"], match, Keeper(), monkeypatch)
        assert "there is nothing to take back" in capsys.readouterr().out
        assert match.acts == ("pass",)

    def test_leaving_keeps_the_match(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """The end of the input saves under a fresh name, and tells how to go on."""
        sitting(["@c1"], Match("LC"), Keeper(), monkeypatch)
        (book,) = Path().glob("kidd-LC-*.kidd")
        assert f"saved in {book}; go on with: kidd play {book}" in capsys.readouterr().out
        keeper, match = Keeper.resumed(book, {})
        sitting(["@a7", "note well entered", "quit"], match, keeper, monkeypatch)
        (match,) = read_logbook(book)
        assert (match.acts, match.comments) == (("@c1", "@a7"), {2: "well entered"})

    def test_nothing_played_nothing_kept(self, monkeypatch: pytest.MonkeyPatch):
        """No file for no match, and none when somebody insists."""
        sitting([], Match("LC"), Keeper(), monkeypatch)
        sitting(["quit"], Match("LC"), Keeper(), monkeypatch)
        sitting(["@c1", "quit!"], Match("LC"), Keeper(), monkeypatch)
        assert list(Path().iterdir()) == []

    def test_other_matches_in_the_file_stay(self, monkeypatch: pytest.MonkeyPatch):
        """A match is added to a book, and takes its own place when saved again."""
        for _ in range(2):
            sitting(["@c1", "save", "@a7"], Match("LC"), Keeper(Path("x.kidd")), monkeypatch)
        assert [match.acts for match in read_logbook(Path("x.kidd"))] == [("@c1", "@a7")] * 2

    def test_saving_elsewhere(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """A name may be given; one that cannot be written is refused and the sitting goes on."""
        Path("notes.txt").write_text("not a log book")
        lines = ["@c1", "save none/x.kidd", "save notes.txt", "save y.kidd", "quit"]
        sitting(lines, Match("LC"), Keeper(), monkeypatch)
        said = capsys.readouterr().out
        assert "there is no folder for the log book 'none/x.kidd'" in said
        assert "line 1: expected a header" in said
        assert Path("notes.txt").read_text() == "not a log book"
        assert len(read_logbook(Path("y.kidd"))) == 1

    def test_when_nothing_can_be_written(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """The match is printed rather than lost."""

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("os.fsync", full)
        sitting(["@c1", "quit"], Match("LC"), Keeper(), monkeypatch)
        said = capsys.readouterr().out
        assert "No space left on device" in said
        assert '[Game "LC"]' in said
        assert "1. @c1 *" in said

    def test_what_fails_is_not_the_end_of_the_input(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ):
        """An error of the system in a command comes out, and the match is kept."""

        def fail(_: object) -> str:
            raise OSError(24, "Too many open files")

        monkeypatch.setattr("kidd.terminal.rivals.Rivals.hint", fail)
        with pytest.raises(OSError, match="Too many open files"):
            sitting(["@c1", "hint"], Match("LC"), Keeper(Path("x.kidd")), monkeypatch)
        assert "saved in x.kidd" in capsys.readouterr().out
        assert read_logbook(Path("x.kidd"))[0].acts == ("@c1",)

    def test_the_terminal_is_gone(self, monkeypatch: pytest.MonkeyPatch):
        """An error in reading is the end of the input."""

        def gone(_: str) -> str:
            raise OSError(5, "Input/output error")

        monkeypatch.setattr("builtins.input", gone)
        assert Hotseat(Match("LC"), Keeper()).run() == 0

    @pytest.mark.parametrize(("left", "said"), [(1, "contested: 1 turn left"), (2, "contested: 2 turns left")])
    def test_the_last_turn_of_a_contest(self, left: int, said: str):
        """LC5: one turn is no turns."""
        assert said in state(Match(f"LC Rb2c1,Bb8c9 R R0B0 R{left}"))

    def test_a_match_that_is_over_is_not_resumed(self):
        """There is nothing to play on."""
        Path("x.kidd").write_text('[Game "LC"]\n\nresign 0-1\n')
        done = run("play", "x.kidd")
        assert (done.returncode, done.stderr) == (2, "kidd: the last match in 'x.kidd' is over (0-1)\n")

    def test_as_a_command(self):
        """The same from outside, through a pipe."""
        done = run(
            "play", "LC", "-p", "Ann", "-p", "Bob", "--save", "x.kidd", "-o", "claim_after=1", typed="@c1\nB:draw?\n"
        )
        assert (done.returncode, done.stderr) == (0, "")
        (match,) = read_logbook(Path("x.kidd"))
        assert (match.players, match.acts, len(match.headers["Date"])) == (("Ann", "Bob"), ("@c1", "draw?"), 10)
        assert match.game.changed == {"claim_after": 1}
        assert run("play", "x.kidd", typed="draw.\nquit\n").returncode == 0
        assert len(read_logbook(Path("x.kidd"))[0]) == 3


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

    def wait_for(self, text: str, seconds: float = 20) -> None:
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
        return self.process.wait(timeout=20)

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
