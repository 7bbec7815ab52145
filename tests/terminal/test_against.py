"""People against computers in the terminal."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kidd
from kidd.errors import IllegalAct, OptionError
from kidd.logbook import read_logbook
from kidd.match import Match
from kidd.match.standing import WORDS
from kidd.terminal.playing.hotseat import Hotseat
from kidd.terminal.playing.keeping import Keeper
from kidd.terminal.playing.opponents import Opponents
from kidd.terminal.playing.patience import Patience
from kidd.terminal.playing.places import computer, seat_players, title
from tests.patience import PATIENCE, until
from tests.shell import refusal, run
from tests.terminal.keyboard import Terminal, sitting

SLOW = "computer seconds:1000"


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class TestSeating:
    """Who sits where."""

    @pytest.mark.parametrize(
        ("player", "name"),
        [
            ("5", "level 5, Boatswain"),
            ("level8", "level 8, Captain"),
            ("random", "computer random"),
            ("mcts:nodes:50", "computer mcts:nodes:50"),
        ],
    )
    def test_a_computer_is_known_by_its_name(self, player: str, name: str):
        """What a log book says of a seat is enough to find the computer again."""
        assert title(player) == name
        assert computer(name) == player.removeprefix("level")

    @pytest.mark.parametrize("name", ["", "Ann", "random", "5", "level 9, Admiral", "Computer", "computer Joe"])
    def test_people_are_no_computers(self, name: str):
        """Any other name is a person's."""
        assert computer(name) is None

    @pytest.mark.parametrize(
        ("code", "against", "colour", "people", "names"),
        [
            ("LC", ["5"], None, [], ["", "level 5, Boatswain"]),
            ("LC", ["5"], "blue", ["Ann"], ["level 5, Boatswain", "Ann"]),
            ("MG3", ["1", "2"], "blue", [], ["level 1, Ship's boy", "", "level 2, Deckhand"]),
            ("MG3", ["1"], "red", [], ["", "level 1, Ship's boy", "level 1, Ship's boy"]),
            ("MG3", ["1"], "gold", ["Ann", "Bob"], ["Bob", "level 1, Ship's boy", "Ann"]),
        ],
    )
    def test_seats(self, code: str, against: list[str], colour: str | None, people: list[str], names: list[str]):
        """People sit from the colour they ask for on; computers fill the table, one of them as often as needed."""
        assert seat_players(kidd.start(code), against, colour, people) == names

    def test_whoever_is_to_move_in_a_position(self):
        """Without a colour one begins, wherever the game is taken up."""
        assert seat_players(kidd.start("QM").play("@c1"), ["1"], None, ["Ann"])[1] == "Ann"
        assert seat_players(kidd.start("QM").play("@c1").play("@a3"), ["1"], None, ["Ann"])[0] == "Ann"

    def test_any_colour(self):
        """A random colour is every colour sooner or later."""
        found = {tuple(seat_players(kidd.start("LC"), ["1"], "random", ["Ann"])).index("Ann") for _ in range(64)}
        assert found == {0, 1}

    @pytest.mark.parametrize(
        "words",
        [
            ("LC", "--against", "9"),
            ("LC", "--against", "0"),
            ("LC", "--against", "nobody"),
            ("LC", "--against", "nodes:-1"),
            ("LC", "--against", "mcts:depth:3"),
            ("LC", "--against", "1", "--against", "2"),
            ("LC", "--against", "1", "--as", "gold"),
            ("LC", "--against", "1", "-p", "Ann", "-p", "Bob"),
            ("LC", "--as", "red"),
            ("MG3", "--against", "1", "--against", "2", "--against", "3"),
            ("x.kidd", "--against", "1"),
        ],
    )
    def test_refused(self, words: tuple[str, ...]):
        """What cannot be seat_players ends in one line."""
        refusal("play", *words)

    def test_a_colour_that_is_not_played(self):
        """The message lists those that are."""
        with pytest.raises(OptionError, match="--as red, blue or random, got 'gold'"):
            seat_players(kidd.start("LC"), ["1"], "gold", [])


def acting(seat: Hotseat) -> Callable[[str], str]:
    """Somebody who plays any first move, and leaves when the game is over."""

    def answer(_: str) -> str:
        match = seat.match
        if match.result:
            raise EOFError
        return "draw." if match.offer and match.offer.kind == "draw" else match.legal_acts()[-1 if match.offer else 0]

    return answer


class TestPlay:
    """A sitting with a computer."""

    @pytest.mark.parametrize("code", ["LC", "QM", "MG2", "MG3"])
    @pytest.mark.parametrize("colour", ["red", "blue"])
    def test_to_the_end(self, code: str, colour: str, monkeypatch: pytest.MonkeyPatch, capsys):
        """Every game comes to its end, and each move of a computer is told in a sentence."""
        pos = kidd.start(code)
        match = Match(pos, seat_players(pos, ["1"], colour, ["Ann"]))
        if code == "LC":
            match = Match(kidd.start(code, repetition=3), match.players)
        seat = Hotseat(match, Keeper(Path("x.kidd")), seed=1)
        monkeypatch.setattr("builtins.input", acting(seat))
        assert seat.run() == 0
        said = capsys.readouterr().out
        assert match.result is not None
        person = match.players.index("Ann")
        for number, act in enumerate(match.acts):
            by = match.act_by(number)
            if by and match.seat(by) != person and act not in WORDS and act != "pass":
                who = rf"{re.escape(act)}: \S+ \(level 1, Ship’s boy\)"
                assert re.search(rf"(?m)^{who} (moves|goes round|enters) .+\.$", said), act
        assert read_logbook(Path("x.kidd"))[0].acts == match.acts

    def test_who_plays_whom(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """The greeting names the colours; in the chooser opening (LC6) nobody has one."""
        sitting([], Match("LC", ["", title("5")]), Keeper(), monkeypatch)
        assert "You play Red against Blue (level 5, Boatswain)." in capsys.readouterr().out
        sitting([], Match("LC", [title("1"), "Ann"], opening="chooser"), Keeper(), monkeypatch)
        assert "You are the second player, against level 1, Ship’s boy." in capsys.readouterr().out

    def test_nobody_speaks_for_a_computer(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """A colour before an act is one's own, or a person's."""
        match = Match("LC", ["", title("1")])
        sitting(["B:resign", "B:draw?", "R:resign"], match, Keeper(), monkeypatch)
        assert capsys.readouterr().out.count("Blue (level 1, Ship’s boy) speaks for itself.") == 2
        assert match.acts == ("resign",)

    def test_offers_are_answered(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """An even game is not given up at its beginning; who wants no win takes every draw."""
        match = Match("LC", ["", title("2")])
        sitting(["draw?"], match, Keeper(), monkeypatch)
        assert match.acts == ("draw?", "draw.")
        assert "Blue (level 2, Deckhand) declines the draw." in capsys.readouterr().out
        match = Match("LC", ["", title("random")])
        sitting(["draw?", "undo", "stalemate?"], match, Keeper(), monkeypatch)
        assert match.acts == ("stalemate?", "stalemate!")
        assert "Blue (computer random) accepts the stalemate." in capsys.readouterr().out

    def test_a_computer_that_offers(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """LC5: after long quiet it claims or offers, the person answers, and it does not ask again at once."""
        match = Match("LC")
        monkeypatch.setattr("kidd.search.draw_policy.QUIET_IF_EVEN", 8)
        monkeypatch.setattr("kidd.search.draw_policy.EVEN_SCORE", 2.0)
        for act in ("@c1", "@c9", "@a3", "@e7", "@e3", "@a7", "c1-d2", "c9-b8"):
            match.play(act)
        match.players = (title("1"), "")
        sitting(["contest"], match, Keeper(), monkeypatch)
        assert match.acts[8:10] == ("stalemate?", "contest")
        assert "Red (level 1, Ship’s boy) claims stalemate." in capsys.readouterr().out
        assert len(match) == 11
        match.undo(3)
        match.play("draw?")
        sitting(["draw."], match, Keeper(), monkeypatch)
        assert match.acts[8:10] == ("draw?", "draw.")
        assert match.acts[10] not in WORDS

    def test_undo_goes_back_to_the_person(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """What the computers did after a move goes with it, and there is nothing to take back before one's own."""
        match = Match("MG3", [title("1"), "", title("2")])
        sitting(["undo", "?", "@e7", "undo", "@e7"], match, Keeper(), monkeypatch, seed=3)
        assert capsys.readouterr().out.count("There is nothing to take back yet.") == 1
        assert (len(match), match.acts[1]) == (4, "@e7")

    def test_undo_keeps_the_rolls(self, monkeypatch: pytest.MonkeyPatch):
        """QM2: the die falls as it fell, for the computer as well."""
        match = Match("QM", ["", title("1")])
        sitting(["@c1", "c1-b2@e3", "undo", "c1-b2@e3"], match, Keeper(), monkeypatch, dice=[1, 2, 3], seed=3)
        assert [act for act in match.acts if act.startswith("*")] == ["*1", "*2", "*3"]

    @pytest.mark.parametrize("pick", ["red", "blue"])
    def test_the_chooser_opening_as_second(self, pick: str, monkeypatch: pytest.MonkeyPatch, capsys):
        """LC6: the computer enters both tokens; undo goes back to the choice and not beyond."""
        match = Match("LC", [title("1"), ""], opening="chooser")
        sitting(["hint", pick, "undo", "undo", pick], match, Keeper(), monkeypatch)
        said = capsys.readouterr().out
        assert "Level 1, Ship’s boy enters a blue token on" in said
        assert "There is nothing to take back yet." in said
        assert match.player("R") == ("" if pick == "red" else "level 1, Ship's boy")
        assert len(match) == (3 if pick == "red" else 4)

    def test_the_chooser_opening_as_first(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """LC6: the computer picks, and undo goes back to the last entry, whichever colour it picked."""
        match = Match("LC", ["", title("1")], opening="chooser")
        lines = ["@c1", "@a3", "undo", "undo", "undo", "@c1", "@a3"]
        sitting(lines, match, Keeper(), monkeypatch)
        said = capsys.readouterr().out
        assert said.count("There is nothing to take back yet.") == 1
        assert re.search("Level 1, Ship’s boy picks (Red|Blue): the other player is (Red|Blue).", said)
        assert match.acts[:2] == ("@c1", "@a3")

    def test_a_kept_match_keeps_its_computer(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """Who takes up a log book meets the same opponent in the same seat."""
        assert run("play", "QM", "--against", "1", "--as", "blue", "-p", "Ann", "--save", "x.kidd").returncode == 0
        (match,) = read_logbook(Path("x.kidd"))
        assert (match.players, len(match)) == (("level 1, Ship's boy", "Ann"), 1)
        assert run("play", "x.kidd", typed="@c1\n@a3\n").returncode == 0
        (match,) = read_logbook(Path("x.kidd"))
        assert [match.act_by(number) for number in range(4)] == ["R", "B", None, "R"]

    def test_hints(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """A hint is a legal move with words, an answer where one is due, and refused when all is over."""
        match = Match("LC Bc1~,Rb2a3,Rc4b5,Ba7~ R R5B5 -")
        sitting(["hint", "draw?", "hint", "draw!", "hint"], match, Keeper(), monkeypatch)
        said = capsys.readouterr().out
        hint = re.search(r"([@\w-]+): Red (moves|goes round|enters) .+\.", said)
        assert hint
        assert hint[1] in map(str, match.start.legal_moves())
        assert re.search(r"draw[!.]\n", said)
        assert "The game is over: there is nothing to advise." in said

    def test_a_computer_that_breaks_the_rules(self, monkeypatch: pytest.MonkeyPatch, capsys):
        """The match is kept, and the error told, rather than asked for ever."""
        match = Match("LC", ["", title("1")])
        monkeypatch.setattr("kidd.search.players.SearchPlayer.act", lambda *_: "nonsense")
        assert sitting(["@c1"], match, Keeper(Path("x.kidd")), monkeypatch) == 2
        assert "nonsense" in capsys.readouterr().out
        assert read_logbook(Path("x.kidd"))[0].acts == ("@c1",)

    def test_choices_for_tab(self):
        """Tab offers nothing that a computer would have to say."""
        match = Match("LC", ["", title("1")])
        match.play("@c1")
        match.play("draw?")
        assert {"draw!", "draw.", "hint"} <= set(Hotseat(match, Keeper()).choices())
        assert "@a3" not in Hotseat(match, Keeper()).choices()


class TestPatience:
    """Waiting for a computer."""

    def test_only_long_thoughts_are_shown(self, capsys, monkeypatch):
        """A moment is not worth a word."""
        patience = Patience()
        monkeypatch.setattr("kidd.terminal.playing.patience.SHOWN_AFTER", PATIENCE)
        assert patience.wait(lambda: 1, "blue") == 1
        assert capsys.readouterr().out == ""
        shown = threading.Event()

        def show(*said: str, **more: Any) -> None:
            print(*said, **more)
            shown.set()

        monkeypatch.setattr("kidd.terminal.playing.patience.SHOWN_AFTER", 0.01)
        monkeypatch.setattr("kidd.terminal.playing.patience.print", show, raising=False)
        assert patience.wait(lambda: shown.wait(PATIENCE), "blue")
        assert capsys.readouterr().out == "blue is thinking ... (Ctrl-C: at once)\n"

    def test_hurry_once_then_leave(self):
        """The first Ctrl-C stops the thinking, the second the waiting, and after a question it is a first one again."""
        patience = Patience()

        def interrupted() -> bool:
            signal.raise_signal(signal.SIGINT)
            return patience.stop.wait(PATIENCE)

        assert patience.wait(interrupted, "blue") is True
        with pytest.raises(KeyboardInterrupt):
            patience.wait(interrupted, "blue")
        patience.renew()
        assert patience.wait(interrupted, "blue") is True
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

    def test_a_hurried_computer_moves(self):
        """Stopped at any moment it still has a legal move."""

        def interrupt() -> None:
            until(lambda: signal.getsignal(signal.SIGINT) is not signal.default_int_handler)
            signal.raise_signal(signal.SIGINT)

        match = Match("LC", [SLOW, ""])
        opponents = Opponents(match, 0)
        threading.Thread(target=interrupt).start()
        assert opponents.act() in match.legal_acts()
        with pytest.raises(IllegalAct):
            opponents.check("R:resign")


class TestTerminal:
    """At a real terminal."""

    @pytest.fixture
    def terminal(self, _folder: None) -> Iterator[Terminal]:
        """A match against a computer that thinks for ever."""
        terminal = Terminal("play", "LC", "--against", "seconds:1000", "--save", "x.kidd")
        yield terminal
        terminal.clear()

    def test_a_computer_that_is_hurried(self, terminal: Terminal):
        """It shows that it thinks; Ctrl-C lets it move at once, and the game goes on."""
        terminal.wait_for("red> ")
        terminal.type("@c1\n")
        terminal.wait_for("is thinking ... (Ctrl-C: at once)")
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for("Blue (computer seconds:1000) enters on")
        terminal.wait_for("red> ")
        terminal.type("quit\n")
        terminal.wait_for("saved in x.kidd")
        assert terminal.code() == 0
        assert len(read_logbook(Path("x.kidd"))[0]) == 2

    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
    def test_leaving_while_it_thinks(self, terminal: Terminal, number: signal.Signals):
        """A closed window or a polite kill does not wait for the computer, and keeps the match."""
        terminal.wait_for("red> ")
        terminal.type("@c1\n")
        terminal.wait_for("is thinking ...")
        terminal.process.send_signal(number)
        terminal.wait_for("go on with: kidd play x.kidd")
        assert terminal.code() == 130
        assert read_logbook(Path("x.kidd"))[0].acts == ("@c1",)


def test_no_stalemate_is_claimed_from_a_computer_on_the_first_turn():
    """LC5: against computers a claim waits for ten quiet turns of each side, unless an option says otherwise."""
    said = run("play", "LC", "--against", "2", typed="stalemate?\nquit!\n")
    assert "10 turns without a capture" in said.stdout + said.stderr
    said = run("play", "LC", "--against", "2", "-o", "claim_after=0", typed="stalemate?\nquit!\n")
    assert "10 turns without a capture" not in said.stdout + said.stderr
