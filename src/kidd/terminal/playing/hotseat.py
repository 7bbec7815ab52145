"""Two or three players at one keyboard, people and computers."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shlex import quote
from textwrap import wrap

from kidd.advice.move_facts import facts_at, fresh_moves
from kidd.advice.move_marks import marks
from kidd.errors import IllegalAct, KiddError
from kidd.logbook import write_logbook
from kidd.match import Match
from kidd.match.standing import is_opening
from kidd.position import Position
from kidd.terminal.playing.keeping import Keeper
from kidd.terminal.playing.lines import farewell, with_tab
from kidd.terminal.playing.opponents import Opponents
from kidd.terminal.playing.picture import picture
from kidd.terminal.speech import current_tongue
from kidd.words.errors import text
from kidd.words.terminal import hotseat as words

FORCED = ("pass", "*1", "*2", "*3")


def throw() -> int:
    """A die that nobody can foresee."""
    return secrets.randbelow(3) + 1


class Hotseat:
    """One sitting: asks, plays, draws, until somebody leaves."""

    def __init__(self, match: Match, keeper: Keeper, dice: Callable[[], int] = throw, seed: int | None = None) -> None:
        self.match = match
        self._opponents = Opponents(match, secrets.randbits(32) if seed is None else seed)
        self._keeper = keeper
        self._tongue = current_tongue()
        self._dice = dice
        self._thrown: list[int] = []  # rolls that were taken back and will come again: undo is no second chance
        self._unsaved = self._left = self._told = False
        self._drawn: Position | None = None
        self._commands: dict[str, Callable[[str], None]] = {
            "?": self._list,
            "moves": self._list,
            "help": lambda _: print(self._tongue(words.HELP)),
            "hint": lambda _: print(self._opponents.hint()),
            "undo": self._undo,
            "note": self._note,
            "deck": self._draw,
            "save": self._save,
            "quit": self._quit,
            "quit!": self._leave,
        }

    def run(self) -> int:
        """Play until somebody leaves, whichever way; returns the exit code."""
        code = 0
        with farewell():
            try:
                self._sit(with_tab(self.choices))
            except KeyboardInterrupt:
                code = 130
            except KiddError as error:  # a computer that broke the rules cannot be asked again
                print(text(error, self._tongue))
                code = 2
            finally:  # whatever went wrong, the match is kept
                with suppress(OSError):
                    print(end="" if self._left else "\n")
                if self._unsaved:
                    self._rescue()
        return code

    def _sit(self, ask: Callable[[str], str]) -> None:
        _ = self._tongue
        print(words.welcome(_(self.match.game.descriptor.name), _))
        if self._opponents:
            print(words.greeting(self.match, self._opponents, _))
        while not self._left:
            self._fate()
            if self.match.actor in self._opponents:
                self._play_opponent()
                continue
            if self._drawn != self.match.position:
                self._draw("")
            if not self._told:
                print(words.state(self.match, _))
                self._told = True
            self._opponents.patience.renew()
            try:
                line = ask(f"{words.prompt(self.match, _)}> ")
            except (EOFError, OSError):  # the end of the input, or of the terminal
                return
            self._obey(line.strip())

    def choices(self) -> list[str]:
        """Everything that may be typed now."""
        pos, match = self.match.position, self.match
        acts = match.legal_acts()
        if match.seat(pos.turn) not in self._opponents:
            acts += match.legal_acts(pos.turn)
        return [*dict.fromkeys(acts), *self._commands]

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif line:
                if "*" in line:
                    raise IllegalAct("program-rolls")
                self._opponents.check(line)
                self._play(line)
        except KiddError as error:
            print(text(error, self._tongue))

    def _play(self, act: str) -> None:
        self.match.play(act)
        self._unsaved, self._told = True, False

    def _play_opponent(self) -> None:
        whom, before = words.speaker(self.match, self._tongue), self.match.position
        act = self._opponents.act()
        self._play(act)
        print(words.describe_act(whom, before, act, self._tongue))

    def _fate(self) -> None:
        """What nobody decides: the die, and passing for lack of any move."""
        match = self.match
        while match.result is None and match.offer is None:
            pos = match.position
            if pos.is_chance:
                self._play(f"*{self._thrown.pop() if self._thrown else self._dice()}")
                print(words.say_roll(match, pos.turn, match.position.die, self._tongue))
            elif [str(move) for move in pos.legal_moves()] == ["pass"]:
                self._play("pass")
                print(words.say_pass(match, pos.turn, self._tongue))
            else:
                return

    def _draw(self, _: str) -> None:
        match, pieces = self.match, self.match.position.pieces
        people = [colour for colour in match.game.colours if match.seat(colour) not in self._opponents]
        fresh = [facts_at(match, ply - 1) for ply in fresh_moves(match, people, match.act_by)]
        print(f"\n{picture(match.position, marks(fresh, pieces))}\n")
        self._drawn = self.match.position
        self._told = False

    def _list(self, _: str) -> None:
        acts = self.match.legal_acts() or ("undo", "save", "quit")
        print("\n".join(wrap("  ".join(acts), 78, break_on_hyphens=False)))

    def _undo(self, _: str) -> None:
        """Back to before the last thing that somebody at the keyboard decided."""
        numbers = range(len(self.match))
        last = next((number for number in reversed(numbers) if self._was_decided(number)), None)
        if last is None:
            raise IllegalAct("nothing-back")
        while len(self.match) > last:
            self._take_back()

    def _was_decided(self, number: int) -> bool:
        """Whether an act was a person's choice, not one of the die, of the rules or of a computer."""
        match = self.match
        colour = match.act_by(number)
        if colour is None or match.act(number) in FORCED:
            return False
        # Until the colours are chosen (LC6) the first player counts as red, whatever comes then.
        seat = match.game.colours.index(colour) if is_opening(match.position_at(number)) else match.seat(colour)
        return seat not in self._opponents

    def _take_back(self) -> None:
        if self.match.position.die and self.match.acts[-1].startswith("*"):
            self._thrown.append(self.match.position.die)
        self.match.undo()
        self._unsaved, self._told = True, False

    def _note(self, text: str) -> None:
        if not text:
            raise IllegalAct("no-note")
        number = len(self.match)
        before = self.match.comments.get(number)
        self.match.comments[number] = f"{before}\n{text}" if before else text
        self._unsaved = True

    def _save(self, name: str) -> None:
        path = self._keeper.keep(self.match, Path(name).expanduser() if name else None)
        self._unsaved = False
        print(words.say_saved(path, "", self._tongue))

    def _quit(self, _: str) -> None:
        if self._unsaved:
            self._save("")
        self._left = True

    def _leave(self, _: str) -> None:
        self._unsaved = False
        self._left = True

    def _rescue(self) -> None:
        """The players are gone: what they played must not go with them."""
        path = self._keeper.keep_somewhere(self.match)
        with suppress(OSError):  # the terminal may be gone, too
            if path is None:
                print(words.say_lost(write_logbook(self.match), self._tongue))
            else:
                again = "" if self.match.result else f"kidd play {quote(str(path))}"
                print(words.say_saved(path, again, self._tongue))
