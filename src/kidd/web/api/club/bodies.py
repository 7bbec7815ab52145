"""What programs send to find one another."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from kidd.table import limits
from kidd.table.terms import HIGHEST_RATING
from kidd.web.api.bodies import HIGHEST_LEVEL, OPTIONS, Body, GameCode, OptionNumber, OptionText

Level = Annotated[int, Field(ge=1, le=HIGHEST_LEVEL)]
Rating = Annotated[int, Field(ge=0, le=HIGHEST_RATING)]
Salt = Annotated[str, Field(max_length=64)]
Name = Annotated[str, Field(max_length=limits.NAME)]
SeatNumber = Annotated[int, Field(ge=0, le=2)]


class NewInvitation(Body):
    """A game with a seat for somebody else."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"game": "LC", "time": "300+5", "colour": "red", "listed": True}]}
    )

    game: GameCode
    options: dict[OptionText, OptionText | OptionNumber] = Field(
        default={}, max_length=OPTIONS, description="Those of the game that are not to be as usual; see the rules."
    )
    time: str = Field(default="", max_length=9, description="`300+5` seconds and what each move adds, `3d`, or none.")
    rated: bool = Field(default=False, description="For members only.")
    listed: bool = Field(default=False, description="Whether the lobby shows it, for anybody to join or to watch.")
    lowest: Rating | None = Field(default=None, description="The ratings of those who are wished for.")
    highest: Rating | None = None
    colour: Literal["red", "blue", "gold", "random"] = Field(default="random", description="The asker's own.")
    name: Name = Field(default="", description="The asker's; made up for guests who leave it out.")
    friend: Name = Field(default="", description="The name of a member: the seat is kept for them.")
    computers: list[Level] = Field(default=[], max_length=1, description="With three players: a computer in one seat.")
    salt: Salt = Field(default="", description="16 to 64 random hexadecimal digits that go into the dice.")


class Sitting(Body):
    """A seat to sit down in."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Bea"}]})

    seat: SeatNumber | None = Field(default=None, description="If left out, the one that is kept, or any open one.")
    name: Name = Field(default="", description="The asker's; made up for guests who leave it out.")
    salt: Salt = Field(default="", description="16 to 64 random hexadecimal digits that go into the dice.")


class ComputerWish(Body):
    """A computer for a seat that is open."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"level": 3}]})

    seat: SeatNumber | None = Field(default=None, description="If left out, the last open one.")
    level: Level = 2
