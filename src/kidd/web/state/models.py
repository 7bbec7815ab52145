"""A game as data: the one value that the API sends, the socket tells and the pages are built from."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, cast

from pydantic import BaseModel, ConfigDict, Field

Colour = Literal["R", "B", "G"]


def colour_of(letter: str) -> Colour:
    """A letter of the rules as the type that the API has for it."""
    return cast(Colour, letter)


class Value(BaseModel):
    """A value that never changes; fields that are None, empty or as usual are left out of what is sent."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)


def as_json(value: Value) -> bytes:
    """A value as it is sent."""
    return value.model_dump_json(exclude_defaults=True).encode()


def as_members(value: Value) -> bytes:
    """The same without its braces, to be joined with others."""
    return as_json(value)[1:-1]


class PieceState(Value):
    """A token or tower where it stands."""

    crew: str = Field(description="Colours from the top down: `R`, or `RB` for red over blue.")
    ids: tuple[str, ...] = Field(description="The tokens from the top down, by names that last for the whole game.")
    space: str
    back: str = Field(description="The space that its back is turned to, `~` for the sea.")


class MoveState(Value):
    """A legal move, in parts and as one sends it."""

    act: str = Field(description="What to send to play it.")
    origin: str | None = Field(default=None, alias="from", description="Absent where a token enters.")
    target: str | None = Field(default=None, alias="to", description="Absent for `pass`, `red` and `blue`.")
    via: str | None = Field(default=None, description="The last space before `to`, where several walks lead there.")
    escapes: tuple[str, ...] = Field(default=(), description="Where those step to whom the move frees, in order.")
    entry: str | None = Field(default=None, description="The hatch on which a token enters with this move.")


class ActState(Value):
    """Something that may be said: an offer, a claim, an answer, a resignation."""

    act: str = Field(description="What to send: `draw?`, or `B:resign` for a crew that is not waited for.")
    word: str = Field(description="The same without the crew: `draw?`, `resign`.")
    by: Colour
    answer: bool = Field(default=False, description="Whether it answers what somebody else has said.")
    final: bool = Field(default=False, description="Whether it ends the game at once.")


class SeatState(Value):
    """A player and what is theirs; seats come in the order of colours."""

    number: int
    colour: Colour
    kind: Literal["person", "computer", "open"]
    name: str = Field(default="", description="As the player gave it; computers and nameless people have none.")
    level: int | None = Field(default=None, description="Of a computer, 1 to 8.")
    bot: bool = Field(default=False, description="Whether a program plays there with an account of its own.")
    you: bool = False
    hand: int = Field(description="Tokens still to be entered.")
    captured: str = Field(default="", description="Colours taken (Loyal Captain) or held on the deck, as `BBG`.")
    to_act: bool = False
    out: bool = Field(default=False, description="Whether this crew has lost everything (Madagascar for three).")
    left: bool = Field(default=False, description="Whether its player has left, so that a computer plays on.")
    was: str = Field(default="", description="The name of the player who has left.")
    rating: int | None = Field(default=None, description="Of whoever plays a rated game, before it.")
    provisional: bool = Field(default=False, description="Whether that rests on few games.")
    rating_change: int | None = Field(default=None, description="What the game has made of it, once it counts.")


class ContestState(Value):
    """A contested stalemate."""

    by: Colour
    turns_left: int


class OfferState(Value):
    """A draw offered or a stalemate claimed, and who has yet to answer."""

    kind: Literal["draw", "stalemate"]
    by: Colour
    asked: str


class TakebackState(Value):
    """A takeback that somebody asks for, and who has yet to agree."""

    by: Colour
    ply: int = Field(description="Where the game would stand.")
    asked: str


class RecessState(Value):
    """An adjournment: one that somebody asks for, or one that lasts."""

    by: Colour | None = Field(default=None, description="Who asks for it.")
    asked: str = Field(default="", description="Who has yet to agree.")
    since: datetime | None = Field(default=None, description="From when on no clock runs and nobody moves.")
    house: bool = Field(default=False, description="Whether an operator has adjourned the game, and lets it go on.")
    ready: str = Field(default="", description="The crews whose players have said last that they want to go on.")


class ResultState(Value):
    """How the game ended."""

    outcome: str = Field(description="As a log book closes with it: `1-0`, `1/2-1/2`, `1/2-0-1/2`.")
    winner: Colour | None = Field(default=None, description="Absent for a draw.")
    sharing: str = Field(description="The crews that share the point: the winner, or `RG` for a draw of two of three.")
    reason: str


class RescueState(Value):
    """A captive that went free, and its step."""

    crew: Colour
    id: str = ""
    start: str = Field(alias="from")
    end: str = Field(alias="to")


class LogEntry(Value):
    """One act of the game; `ply` counts the acts up to and with this one."""

    ply: int
    round: int
    act: str
    by: Colour | None = Field(default=None, description="Absent for a roll of the die.")
    colour: Colour | None = Field(default=None, description="Of the token, where players have no colours yet (LC6).")
    word: bool = Field(default=False, description="Whether something was said and nothing moved.")
    roll: int | None = None
    salt: str = Field(default="", description="What a player's browser has added to a roll.")
    path: tuple[str, ...] = Field(default=(), description="The spaces walked over, from the first to the last.")
    reached: tuple[str, ...] = Field(default=(), description="Where tokens came to stand by it.")
    back: str = Field(default="", description="What the mover's back was turned to before it walked.")
    taken: tuple[PieceState, ...] = Field(default=(), description="Whom it took, as they stood before.")
    freed: tuple[RescueState, ...] = Field(default=(), description="Whom it freed (Quedah Merchant), in order.")
    brief: str = Field(description="The act as a log shows it: `c3 → c4`, `offers a draw`.")
    words: str = Field(description="The act in words: `From c3 to c4`.")
    said: str = Field(description="The same as a sentence with who did it.")


class Rights(Value):
    """What the asker may do now besides the moves and acts that are listed."""

    take_back: bool = False
    ask_takeback: bool = Field(default=False, description="Whether the others can be asked for leave to take back.")
    answer_takeback: bool = Field(default=False, description="Whether somebody asks the asker for that leave.")
    withdraw_takeback: bool = Field(default=False, description="Whether the asker waits for it.")
    ask_adjourn: bool = Field(default=False, description="Whether the others can be asked to adjourn the game.")
    answer_adjourn: bool = Field(default=False, description="Whether somebody asks the asker for that.")
    withdraw_adjourn: bool = Field(default=False, description="Whether the asker waits for it.")
    resume: bool = Field(default=False, description="Whether the asker may say that they are ready to go on.")
    plan: bool = Field(default=False, description="Whether the asker may plan conditional moves while they wait.")
    abandon: bool = False
    hint: bool = False
    rematch: bool = False
    go_on: bool = Field(default=False, description="Whether the next computer acts when the asker says so.")
    analyse: bool = False
    study: bool = Field(default=False, description="Not a game that one plays against others just now.")


class Sentences(Value):
    """Where the game stands, in the asker's language; empty where there is nothing to say."""

    state: str
    told: str = Field(default="", description="The act that led here.")
    offer: str = ""
    takeback: str = ""
    recess: str = Field(default="", description="An adjournment that is asked for, or who lets the game go on.")
    contest: str = ""
    ended: str = Field(default="", description="How it ended, as one line.")
    verdict: str = Field(default="", description="How it ended for the asker, without why: `You won`.")
    why: str = Field(default="", description="Why it ended so.")


class ClockState(Value):
    """The clocks of a game in milliseconds, as they stood at `since`; computers have none."""

    left: dict[Colour, int]
    running: Colour | None = Field(default=None, description="Whose time goes by.")
    since: datetime | None = Field(default=None, description="From when on; later than `now` after a pause.")
    started: bool = Field(default=False, description="Whether everybody has acted once; before that no time is used.")
    falls: datetime | None = Field(
        default=None, description="When the time is up that runs; before the start, when the game is closed."
    )
    short: int = Field(description="What is little: from then on a clock warns.")
    away: dict[Colour, datetime] = Field(default={}, description="Who has left, and when that is a loss.")
    vacation: dict[Colour, datetime] = Field(default={}, description="Who is on vacation, and until when.")


class SharedState(Value):
    """What everybody sees of a game, whoever asks in whatever language, besides what stands on the deck."""

    id: str
    version: int = Field(description="Grows with everything that happens, takebacks included.")
    game: str = Field(description="The code of the game, such as `LC`, `QM`, `MG2` or `MG3`.")
    options: dict[str, str | int]
    ply: int = Field(description="How many acts this state shows.")
    last_ply: int = Field(description="How many acts there are; equal to `ply` unless one looks back.")
    position: str = Field(description="In notation.")
    hands: dict[Colour, int]
    turn: Colour | None = Field(default=None, description="The crew that acts or rolls; absent when all is over.")
    die: int | None = Field(default=None, description="What lies on the table; when all is over, the last roll.")
    contest: ContestState | None = None
    offer: OfferState | None = None
    takeback: TakebackState | None = None
    recess: RecessState | None = Field(default=None, description="Only where the game is adjourned, or is to be.")
    result: ResultState | None = None
    abandoned: bool = False
    thinking: bool = Field(default=False, description="Whether a computer is to act by itself.")
    watched: bool = Field(default=False, description="Whether computers play among themselves, each when asked to.")
    waiting: bool = Field(default=False, description="Whether a seat is open: nobody acts until all are taken.")
    time: str = Field(default="", description="`300+5` seconds and what each move adds, `3d` days per move, or none.")
    rated: bool = False
    dice_hash: str | None = Field(default=None, description="What was promised of the die's seed before the game.")
    dice_seed: str | None = Field(default=None, description="Published when the game is over.")
    salted: bool = Field(
        default=False, description="Whether what browsers add to their acts (`salt`) goes into the die."
    )
    clock: ClockState | None = Field(default=None, description="Absent where nobody is in a hurry.")
    created: datetime
    updated: datetime


class NowState(Value):
    """When a state was sent, where that matters."""

    now: datetime | None = Field(default=None, description="By the server's clock; only in games with a clock.")


class DeckState(Value):
    """What stands on the deck."""

    pieces: tuple[PieceState, ...]


class PersonalState(Value):
    """What differs with the seats of whoever asks, besides the moves."""

    you: tuple[Colour, ...] = Field(default=(), description="The asker's crews; none for those who watch.")
    acts: tuple[ActState, ...] = Field(default=(), description="What the asker may say now.")
    rights: Rights = Rights()
    premoves: tuple[str, ...] = Field(
        default=(), description="While others act in a live game: what may become a move of the asker's then."
    )
    threatened: tuple[str, ...] = Field(default=(), description="Where tokens stand that could be taken next.")
    fresh: tuple[int, ...] = Field(
        default=(), description="Plies of the moves to be marked: the last one, and others' since the asker's own."
    )


class SeatsState(Value):
    """Who plays."""

    seats: tuple[SeatState, ...]


class SaidState(Value):
    """What is said of the game in the asker's language."""

    sentences: Sentences


class MovesState(Value):
    """What the asker may play."""

    moves: tuple[MoveState, ...] = Field(default=(), description="The asker's legal moves now.")


class MessageState(Value):
    """Something that was said beside a game."""

    number: int
    room: Literal["players", "watchers"]
    by: Colour | None = Field(default=None, description="The crew of a player; absent for those who watch.")
    name: str = Field(description="Who said it.")
    you: bool = False
    phrase: str = Field(default="", description="The name of a quick phrase.")
    text: str = Field(description="What was said; a phrase in the asker's language.")
    at: datetime


class TalkState(Value):
    """What is said beside a game, as far as the asker hears it."""

    rooms: tuple[Literal["players", "watchers"], ...] = Field(
        default=(), description="Where the asker listens; the first is where they speak."
    )
    may_talk: bool = Field(default=False, description="Whether the asker has somewhere to speak.")
    watchers: int = Field(default=0, description="How many pages of others show the game.")
    here: tuple[Colour, ...] = Field(
        default=(), description="The crews of those who have the game open, where several people play."
    )
    last: int = Field(default=0, description="The number of the last message that the asker has heard.")
    messages: tuple[MessageState, ...] = ()


class LogState(Value):
    """The log of a game, or what is new in it."""

    log_from: int = Field(default=0, description="`log` takes the place of everything after this ply.")
    log: tuple[LogEntry, ...] = ()


class GameState(LogState, MovesState, SaidState, PersonalState, SeatsState, DeckState, NowState, SharedState):
    """A game as one person may see it, now or at an earlier ply."""
