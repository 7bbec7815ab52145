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
    you: bool = False
    hand: int = Field(description="Tokens still to be entered.")
    captured: str = Field(default="", description="Colours taken (Loyal Captain) or held on the deck, as `BBG`.")
    to_act: bool = False
    out: bool = Field(default=False, description="Whether this crew has lost everything (Madagascar for three).")


class ContestState(Value):
    """A contested stalemate."""

    by: Colour
    turns_left: int


class OfferState(Value):
    """A draw offered or a stalemate claimed, and who has yet to answer."""

    kind: Literal["draw", "stalemate"]
    by: Colour
    asked: str


class ResultState(Value):
    """How the game ended."""

    outcome: str = Field(description="As a log book closes with it: `1-0`, `1/2-1/2`.")
    winner: Colour | None = Field(default=None, description="Absent for a draw.")
    reason: str


class LogEntry(Value):
    """One act of the game; `ply` counts the acts up to and with this one."""

    ply: int
    round: int
    act: str
    by: Colour | None = Field(default=None, description="Absent for a roll of the die.")
    colour: Colour | None = Field(default=None, description="Of the token, where players have no colours yet (LC6).")
    word: bool = Field(default=False, description="Whether something was said and nothing moved.")
    roll: int | None = None
    path: tuple[str, ...] = Field(default=(), description="The spaces walked over, from the first to the last.")
    reached: tuple[str, ...] = Field(default=(), description="Where tokens came to stand by it.")
    words: str = Field(description="The act in words: `From c3 to c4`.")
    said: str = Field(description="The same as a sentence with who did it.")


class Rights(Value):
    """What the asker may do now besides the moves and acts that are listed."""

    take_back: bool = False
    abandon: bool = False
    hint: bool = False
    rematch: bool = False
    analyse: bool = False


class Sentences(Value):
    """Where the game stands, in the asker's language; empty where there is nothing to say."""

    state: str
    told: str = Field(default="", description="The act that led here.")
    offer: str = ""
    contest: str = ""
    ended: str = ""


class SharedState(Value):
    """What everybody sees of a game, whoever asks in whatever language."""

    id: str
    version: int = Field(description="Grows with everything that happens, takebacks included.")
    game: str = Field(description="The code of the game, such as `LC`, `QM`, `MG2` or `MG3`.")
    options: dict[str, str | int]
    ply: int = Field(description="How many acts this state shows.")
    last_ply: int = Field(description="How many acts there are; equal to `ply` unless one looks back.")
    position: str = Field(description="In notation.")
    pieces: tuple[PieceState, ...]
    hands: dict[Colour, int]
    turn: Colour | None = Field(default=None, description="The crew that acts or rolls; absent when all is over.")
    die: int | None = None
    contest: ContestState | None = None
    offer: OfferState | None = None
    result: ResultState | None = None
    abandoned: bool = False
    thinking: bool = Field(default=False, description="Whether a computer is to act.")
    dice_hash: str | None = Field(default=None, description="What was promised of the die's seed before the game.")
    dice_seed: str | None = Field(default=None, description="Published when the game is over.")
    created: datetime
    updated: datetime


class PersonalState(Value):
    """What differs with the seats and the language of whoever asks."""

    seats: tuple[SeatState, ...]
    you: tuple[Colour, ...] = Field(default=(), description="The asker's crews; none for those who watch.")
    moves: tuple[MoveState, ...] = Field(default=(), description="The asker's legal moves now.")
    acts: tuple[ActState, ...] = Field(default=(), description="What the asker may say now.")
    rights: Rights = Rights()
    threatened: tuple[str, ...] = Field(default=(), description="Where tokens stand that could be taken next.")
    sentences: Sentences


class LogState(Value):
    """The log of a game, or what is new in it."""

    log_from: int = Field(default=0, description="`log` takes the place of everything after this ply.")
    log: tuple[LogEntry, ...] = ()


class GameState(LogState, PersonalState, SharedState):
    """A game as one person may see it, now or at an earlier ply."""
