"""What there is to know of a game besides its moves: forms, lists, words and adapters ask here, never by a code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple, Protocol

from kidd.deck import COLOURS, Deck, Piece
from kidd.errors import NotationError, shown
from kidd.rules.board import Board, Ports

HIGHEST_NUMBER = 999  # of an option that is a number

Value = str | int


def marked(text: str) -> str:
    """The text itself: this marks a text for the catalogs that is said elsewhere."""
    return text


def marked_plural(one: str, many: str) -> tuple[str, str]:
    """A text for one and for many, marked for the catalogs."""
    return one, many


class Piles(Enum):
    """Who may stand on whom."""

    NONE = "none"
    CAPTIVE = "captive"
    """A token holds at most one of the others, which may be freed (QM3, QM4)."""
    TOWERS = "towers"
    """Any number on each other, for good (MG3)."""


class Pace(Enum):
    """How far a piece walks in a turn."""

    ONE_STEP = "one step"
    DIE = "die"
    HEIGHT = "height"


class Repetition(Enum):
    """Whether a position that comes for the third time is a draw."""

    NEVER = "never"
    BY_OPTION = "by option"
    """Where option `repetition` is not 0 (LC7)."""
    ALWAYS = "always"


class Option(NamedTuple):
    """A choice that a table makes before the game: its name, what it may be, and how people are told of it."""

    name: str
    values: tuple[Value, ...] | None
    """The default first; None stands for any number from 0, which is the default, to `HIGHEST_NUMBER`."""
    label: str
    """Over the field of a form."""
    words: tuple[str, ...] = ()
    """What each value means, in the order of the values."""
    said: tuple[str, ...] = ()
    """What is told of a game that is not played by the default: a sentence, or for a number one and many."""
    notes: tuple[str, ...] = ()
    """A sentence or two more about each value, where it takes more than words to choose."""
    online: Value | None = None
    """The default at tables and against computers, where it is another one."""
    programs: Value | None = None
    """The default between programs, where it is another one."""
    openly: bool = False
    """Whether it is asked for openly where a game begins, as it makes another game of it."""
    at_start: bool = False
    """Whether it matters only before the first token has entered."""

    @property
    def default(self) -> Value:
        """What is played where nobody says otherwise."""
        return 0 if self.values is None else self.values[0]

    @property
    def is_number(self) -> bool:
        """Whether any number may be given, and not one of a few values."""
        return self.values is None


class Rules(Protocol):
    """A game with its deck and options, as boards and codecs see it."""

    @property
    def deck(self) -> Deck: ...
    @property
    def options(self) -> Mapping[str, Value]: ...
    @property
    def tokens(self) -> int: ...
    @property
    def colours(self) -> str: ...


class Given(Protocol):
    """The fields of a position that is set up."""

    @property
    def pieces(self) -> tuple[Piece, ...]: ...
    @property
    def turn(self) -> str: ...
    @property
    def hands(self) -> Mapping[str, int]: ...
    @property
    def extra(self) -> str: ...


class Extra:
    """Reads and writes the last field of a position; this one is of a game that needs none."""

    follows_board = False
    """Whether it says of boards with the same `besides()` the same, so that each text has to be made once only."""

    def __init_subclass__(cls) -> None:
        """Whoever writes something else than the one they derive from says anew whether that follows."""
        if "write" in vars(cls) and "follows_board" not in vars(cls):
            cls.follows_board = False

    def read(self, rules: Rules, board: Board, given: Given) -> None:
        """Tell a board what the field says, which is something else than `-`."""
        raise NotationError("no-extra", came=shown(given.extra))

    def write(self, board: Board) -> str:
        """What the field says of a board."""
        return "-"

    def remark(self, extra: str) -> str:
        """The same in words, for those who see a drawing of the pieces only."""
        return ""


NO_EXTRA = Extra()


class Descriptor(NamedTuple):
    """One game: what distinguishes it from the others, said once."""

    code: str
    name: str
    board: Callable[[Ports, Rules], Board]
    """Makes the empty board, before anybody holds tokens."""
    colours: str = COLOURS[:2]
    """The seats, in the order of turns."""
    tokens: int = 7
    """Of each crew."""
    options: tuple[Option, ...] = ()
    extra: Extra = NO_EXTRA
    """The codec of notation's last field."""

    family: str = ""
    """What games for different numbers of players are called together: `MG` for MG2 and MG3. Else the code."""
    family_name: str = ""
    slug: str = ""
    """Where the rules stand, below /rules/; empty for a game without such a page."""
    motto: str = ""
    """A sentence on its card."""
    aim: str = ""
    """How one wins."""
    emblem: str = ""
    """Which of the small pictures in `draw.badge` stands for it."""

    faces: int = 0
    """Of the die, which shows 1 to so many; 0 where there is none."""
    pace: Pace = Pace.ONE_STEP
    piles: Piles = Piles.NONE
    captured_leave: bool = False
    """Whether captured tokens leave the deck (LC2)."""
    repetition: Repetition = Repetition.NEVER
    claims: bool = False
    """Whether stalemate can be claimed and contested (LC5)."""
    passes: bool = False
    """Whether players who cannot move pass, and all of them in a row end the game (MG7)."""
    hatches_first: bool = False
    """Whether players only enter until every hatch has been taken once (MG1)."""
    reinforces: bool = False
    """Whether tokens enter as the last part of a move and not instead of one (QM5)."""
    crews_fall: bool = False
    """Whether a crew can be out while the others play on (MG7)."""
    random_moves: int = 6
    """At the beginning of games between programs: enough that those seldom repeat a game."""

    @property
    def group(self) -> str:
        """The code of the family, which may be the game's own."""
        return self.family or self.code

    @property
    def group_name(self) -> str:
        """The name of the family, as a text for the catalogs."""
        return self.family_name or self.name

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.colours)

    @property
    def online(self) -> dict[str, Value]:
        """The options that have another default at tables and against computers."""
        return {option.name: option.online for option in self.options if option.online is not None}

    @property
    def between_programs(self) -> dict[str, Value]:
        """The options that have another default between programs."""
        return {option.name: option.programs for option in self.options if option.programs is not None}

    @property
    def highest(self) -> int | None:
        """How many tokens may stand on one space; None for any number."""
        return {Piles.NONE: 1, Piles.CAPTIVE: 2, Piles.TOWERS: None}[self.piles]

    def option(self, name: str) -> Option | None:
        """The option of a name, if there is one."""
        return next((option for option in self.options if option.name == name), None)

    def counts_repetition(self, options: Mapping[str, Value]) -> bool:
        """Whether with these options the third occurrence of a position is a draw."""
        if self.repetition is Repetition.BY_OPTION:
            return bool(options.get("repetition"))
        return self.repetition is Repetition.ALWAYS
