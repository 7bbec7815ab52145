"""What a page shows of a table: plain frozen values, made by `lookout` and read by the templates."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from kidd.web.http.prefs import Prefs
from kidd.web.pages.links import Links


@dataclass(frozen=True)
class MoveItem:
    """A legal move: its notation, and what it says to somebody who does not see the deck."""

    text: str
    words: str


@dataclass(frozen=True)
class ActItem:
    """A word that the viewer may say now (`draw?`, `B:resign`); a dangerous one ends the game at once."""

    act: str
    label: str
    answer: bool = False
    """Whether somebody has asked for it."""
    danger: bool = False
    question: str = ""
    """What to ask before a dangerous one is sent."""


@dataclass(frozen=True)
class SeatView:
    """A player and what is theirs, in the order of colours."""

    colour: str
    """R, B or G."""
    crew: str
    """The colour's name in the viewer's language."""
    name: str
    """The player's name, a computer's rank, or the crew's name: never empty."""
    you: bool
    computer: bool
    hand: int
    """Tokens still to be entered."""
    captured: str
    """The colours of the tokens this crew has taken (Loyal Captain) or holds captive on the deck, as `BBG`."""
    to_act: bool
    out: bool
    """Whether they have lost everything (Madagascar for three)."""
    won: bool
    hand_words: str
    """How many tokens are in hand, as a sentence for screen readers."""
    captured_words: str


@dataclass(frozen=True)
class Remark:
    """What an analysis says of a weak move."""

    mark: str
    """`inaccuracy`, `mistake` or `blunder`."""
    glyph: str
    """`?!`, `?` or `??`."""
    label: str
    """The mark in words."""
    words: str


@dataclass(frozen=True)
class LogCell:
    """One act in the log; `ply` is where a link to the position after it leads."""

    ply: int
    text: str
    words: str
    said: str
    """The same with who did it, in whole sentences."""
    by: str
    """R, B, G, or empty for a roll of the die."""
    colour: str
    """The same, but before the players have colours that of the token."""
    word: bool = False
    """Whether something was said and nothing moved."""
    now: bool = False
    """Whether the view shows the position right after this act."""
    remark: Remark | None = None
    """Once the game was analysed, what is wrong with this move, if anything is."""


@dataclass(frozen=True)
class LogRow:
    """A round of the log."""

    number: int
    cells: tuple[LogCell, ...]


@dataclass(frozen=True)
class Contest:
    """A contested stalemate: the turns that are left, and who contests in a sentence."""

    left: int
    sentence: str


@dataclass(frozen=True)
class TableView:
    """All that the table page shows to one viewer at one ply."""

    id: str
    code: str
    title: str
    """The game's name in the viewer's language."""
    aim: str
    """How one wins it, in a sentence; empty where nobody has written one."""
    claims: bool
    """Whether stalemate can be claimed: then there is one button more."""
    ply: int
    last_ply: int
    version: int
    live: bool
    """Whether this is the game as it stands now, and not a look back."""
    turn: str
    """The colour that acts or rolls; empty when the game is over."""
    die: int | None
    result: str
    """As a log book closes with it (`1-0`), empty while the game goes on."""
    sentence: str
    """Where the game stands, in one sentence."""
    svg: Markup
    moves: tuple[MoveItem, ...]
    """The legal moves of the viewer, empty when they are not to move."""
    acts: tuple[ActItem, ...]
    seats: tuple[SeatView, ...]
    rows: tuple[LogRow, ...]
    contest: Contest | None
    offer: str
    """An offer or claim that waits for an answer, in one sentence, or empty."""
    yours: tuple[str, ...]
    """The colours of this viewer; empty for a spectator."""
    may_move: bool
    can_take_back: bool
    can_abandon: bool
    """Whether the viewer may close the game without a result."""
    can_hint: bool
    over: bool
    winner_sentence: str
    winner: str
    """The winner's colour, empty for a draw or while the game goes on."""
    thinking: bool
    """Whether a computer is to act."""
    path: tuple[str, ...]
    """The spaces that the last move walked over, from its start to its end."""
    said: str
    """The act that led to this ply, in whole sentences: Deckhand moves from c9 to b8 and captures red on c7."""
    dice_hash: str
    """Empty where no die is rolled."""
    options: tuple[str, ...]
    """The options that differ from the usual, each in words."""
    prefs: Prefs
    links: Links
    notices: tuple[str, ...] = field(default=())
    """Sentences for this answer only, such as a refusal to a form without JavaScript."""
    date: str = ""
    """The day the game was opened, for print."""
