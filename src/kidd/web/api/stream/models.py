"""What the stream tells, each kind as the data of an event of that name."""

from __future__ import annotations

from pydantic import Field

from kidd.web.api.answers import ListedSeat
from kidd.web.state.models import Colour, Value


class Told(Value):
    """What all of them say."""

    game: str = Field(description="The id of the game.")
    version: int = Field(description="Of the game after it; the same version of a game is told once, or the same.")


class GameTold(Told):
    """`challenge`: a seat is kept for the asker, who may sit down. `begin`: a game of theirs has everybody it needs."""

    code: str = Field(description="Of the game, such as `LC`.")
    seats: tuple[ListedSeat, ...]
    by: str = Field(default="", description="The name of whoever opened it.")
    time: str = ""
    rated: bool = False
    ply: int = 0
    your_turn: bool = False


class ActTold(Told):
    """`act`: a move, a word such as `draw?`, or a roll of the die, which is nobody's."""

    ply: int = Field(description="How many acts there are with this one.")
    act: str
    by: Colour | None = None
    your_turn: bool = Field(default=False, description="Whether the asker is waited for now.")


class ChangeTold(Told):
    """`change`: anything else, such as `takeback` or `takeback-asked`; look at the game."""

    kind: str
    ply: int
    your_turn: bool = False


class EndTold(Told):
    """`end`: the game is over, with a result or without one; so is a challenge that nobody wants any more."""

    outcome: str = Field(default="", description="`1-0` and the like, empty if it was abandoned.")
    winner: Colour | None = None
    reason: str = ""
    abandoned: bool = False
