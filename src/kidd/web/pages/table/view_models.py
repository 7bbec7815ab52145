"""What a page shows of a table: plain frozen values, made by `table_view` and read by the templates."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from kidd.table import limits
from kidd.web.http.visitors.prefs import Prefs
from kidd.web.pages.links import Links
from kidd.web.state.models import Rights, TalkState
from kidd.web.state.plan_state import PlanState


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
class ClockView:
    """What a player has left, when the page is drawn."""

    face: str
    left: int
    """In seconds."""
    note: str
    running: bool
    short: bool


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
    bot: bool
    """Whether a program plays there with an account of its own."""
    hand: int
    """Tokens still to be entered."""
    captured: str
    """The colours of the tokens this crew has taken (Loyal Captain) or holds captive on the deck, as `BBG`."""
    to_act: bool
    out: bool
    """Whether they have lost everything (Madagascar for three)."""
    left: bool
    """Whether the player has gone, so that a computer plays on."""
    was: str
    """The name of that player."""
    won: bool
    shares: bool
    """Whether they have a part of the point; as long as there is none, everybody may yet."""
    rating: str
    """The rating of whoever plays a rated game, and what the game has made of it."""
    hand_words: str
    """How many tokens are in hand, as a sentence for screen readers."""
    captured_words: str
    clock: ClockView | None = None


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
    """In notation."""
    brief: str
    """In a few words, as the log shows it."""
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
    took: str = ""
    """Where somebody was taken: `×c1×b2`; no part of the notation."""
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
class Talking:
    """What is said beside a game, the phrases that may be said, and what the viewer has noted."""

    state: TalkState
    phrases: tuple[tuple[str, str], ...]
    note: str
    planning: bool = False
    """Whether the viewer may plan ahead while they wait."""
    plan: PlanState = field(default_factory=PlanState)
    """What they have planned."""
    longest: int = limits.MESSAGE
    longest_note: int = limits.NOTE


@dataclass(frozen=True)
class TableView:
    """All that the table page shows to one viewer at one ply."""

    id: str
    code: str
    title: str
    """The game's name in the viewer's language."""
    aim: str
    """How one wins it, in a sentence; empty where nobody has written one."""
    family: str
    """The code of the game for any number of players."""
    family_name: str
    claims: bool
    """Whether stalemate can be claimed: then there is one button more."""
    taken_off: bool
    """Whether captured tokens leave the deck."""
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
    watched: bool
    """Whether computers play among themselves."""
    leads: bool
    """Whether they do so for this viewer, who opened the game."""
    may: Rights
    """What the viewer may do; of a past ply nothing that changes the game as it stands."""
    takeback: str
    """A takeback that waits for an answer, in one sentence, or empty."""
    recess: str
    """An adjournment that is asked for, or who lets an adjourned game go on; empty where it goes on."""
    ready: bool
    """Whether the viewer has said that an adjourned game may go on."""
    over: bool
    verdict: str
    """How it ended for the viewer, in a word or two."""
    why: str
    """Why it ended so, in a sentence or two."""
    winner: str
    """The winner's colour, empty for a draw or while the game goes on."""
    thinking: bool
    """Whether a computer is to act."""
    path: tuple[str, ...]
    """The spaces that the last move walked over, from its start to its end."""
    said: str
    """The act that led to this ply, in whole sentences: Deckhand moves from c9 to b8 and captures red on c7."""
    members: tuple[str, ...]
    """Whose pages are of interest: those who play a rated game."""
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
    rematch_offered: bool = False
    """Whether another player wants to play again, and the viewer has yet to say so."""
    stranded: str = ""
    """That nobody is there who could think for the computer that is to act."""
