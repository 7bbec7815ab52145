from __future__ import annotations

from pathlib import Path

import pytest

from kidd.logbook import read_logbook
from kidd.match import Match
from kidd.terminal.playing.hotseat import Hotseat
from kidd.terminal.playing.keeping import Keeper
from kidd.words.language import tongue
from kidd.words.terminal.hotseat import state
from tests.matches import CIRCLES
from tests.shell import run
from tests.terminal.keyboard import sitting


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
        for words in (
            "Red (Ann) to enter a token.",
            "blue> ",
            "red> ",
            "offers a draw",
            "Draw. All have agreed on it.",
            "over> ",
        ):
            assert words in said
        assert "is not a move. Moves look like" in said
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
        assert "Red rolls a 1." in said
        assert "Red to move 1 step." in said
        assert "The program rolls the die." in said
        assert match.acts == ("@c1", "@a7", "*1", "c1-b2@e3", "*2")

    def test_the_chooser_opening(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """LC6: players are called by their names, or their order, until they have colours."""
        sitting(["@c1", "@a7", "draw?", "draw.", "red", "quit!"], Match("LC", opening="chooser"), Keeper(), monkeypatch)
        said = [line for line in capsys.readouterr().out.splitlines() if line.endswith(".") and line[0] != " "]
        assert [line.removesuffix(".").rpartition("> ")[2] for line in said][1:] == [
            "First player to enter a red token",
            "First player to enter a blue token",
            "Second player to pick a colour, red or blue",
            "Second player to pick a colour, red or blue. Blue offers a draw: draw! accepts it, draw. declines it",
            "Second player to pick a colour, red or blue",
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
        assert "Blue cannot move and passes." in capsys.readouterr().out
        assert match.acts == ("pass",)
        sitting(["undo", "a3-c1", "undo", "?"], match, Keeper(), monkeypatch)
        assert "There is nothing to take back yet." in capsys.readouterr().out
        assert match.acts == ("pass",)

    def test_leaving_keeps_the_match(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
        """The end of the input saves under a fresh name, and tells how to go on."""
        sitting(["@c1"], Match("LC"), Keeper(), monkeypatch)
        (book,) = Path().glob("kidd-LC-*.kidd")
        assert f"saved in {book}; go on with: kidd play {book}" in capsys.readouterr().out
        keeper, match = Keeper.resume(book, {})
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
        assert "there is no folder for the logbook 'none/x.kidd'" in said
        assert "Line 1: a match begins with a header" in said
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

        monkeypatch.setattr("kidd.terminal.playing.opponents.Opponents.hint", fail)
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

    @pytest.mark.parametrize(("left", "said"), [(1, "Contested: 1 turn left"), (2, "Contested: 2 turns left")])
    def test_the_last_turn_of_a_contest(self, left: int, said: str):
        """LC5: one turn is no turns."""
        assert said in state(Match(f"LC Rb2c1,Bb8c9 R R0B0 R{left}"), tongue("en"))

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
