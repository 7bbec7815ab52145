"""What programs send; anything else than what stands here is refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, FailFast, Field

from kidd.dice import SALT
from kidd.game import descriptor, descriptors
from kidd.table import limits

HIGHEST_LEVEL = 8
HIGHEST_PLY = 1_000_000  # of a ply or a version
OPTIONS = 20  # of a game; no game has more than a few


def _known_game(code: str) -> str:
    return descriptor(code).code


def _list_games(schema: dict[str, Any]) -> None:
    """Say in the document which games there are, those of installed packages included."""
    schema["enum"] = [known.code for known in descriptors()]


GameCode = Annotated[str, AfterValidator(_known_game), Field(json_schema_extra=_list_games)]
Count = Annotated[int, Field(ge=0, le=HIGHEST_PLY)]
ActText = Annotated[str, Field(max_length=limits.ACT)]
Acts = Annotated[list[ActText], FailFast()]  # of thousands that do not fit one is enough to say so
OptionText = Annotated[str, Field(max_length=40)]
OptionNumber = Annotated[int, Field(ge=0, le=HIGHEST_PLY)]


class Body(BaseModel):
    """A body: no other fields, and no text where a number belongs."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class NewVacation(Body):
    """Days from now on in which one's clock stands in games of days."""

    days: int = Field(ge=1, le=366)


class NewSeat(Body):
    """Who plays a crew: whoever opens the game, or a computer."""

    kind: Literal["person", "computer"] = "person"
    level: int | None = Field(default=None, ge=1, le=HIGHEST_LEVEL, description="Of a computer; 2 if left out.")
    name: str = Field(default="", max_length=limits.NAME)


class NewGame(Body):
    """A game to be opened."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"game": "LC", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "computer", "level": 3}]},
                {"game": "QM", "options": {"entry": "fresh"}},
            ]
        }
    )

    game: GameCode
    options: dict[OptionText, OptionText | OptionNumber] = Field(
        default={}, max_length=OPTIONS, description="Those of the game that are not to be as usual; see the rules."
    )
    seats: list[NewSeat] | None = Field(
        default=None,
        max_length=3,
        description="In the order of play. If left out, the first seat is the asker's and computers have the others.",
    )
    position: str | None = Field(
        default=None, max_length=limits.POSITION, description="In notation, to begin elsewhere than at the start."
    )
    acts: Acts = Field(default=[], max_length=limits.EVENTS, description="What was played before the game came here.")


class Act(Body):
    """A move or a word: `act` of one of the `moves` or `acts` of the state that was seen."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"act": "@c1", "ply": 0, "version": 1}]})

    act: ActText
    ply: Count = Field(description="`ply` of the state that was seen.")
    version: Count | None = Field(default=None, description="`version` of the state that was seen.")
    salt: str = Field(
        default="",
        pattern=f"^({SALT})?$",
        max_length=64,
        description="Random hexadecimal digits that go into the next roll, where the state says `salted`.",
    )


class Takeback(Body):
    """A wish to go back to before one's last move, or the answer to somebody else's."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 2, "version": 3}]})

    ply: Count
    version: Count | None = None
    answer: Literal["yes", "no"] | None = Field(
        default=None, description="To somebody's wish; `no` to one's own takes it back."
    )


class Adjournment(Body):
    """A wish to adjourn the game, or the answer to somebody else's."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"version": 3}]})

    version: Count | None = Field(default=None, description="`version` of the state that was seen.")
    answer: Literal["yes", "no"] | None = Field(
        default=None, description="To somebody's wish; `no` to one's own takes it back."
    )


class GoOn(Body):
    """Where the next computer is to act in a game between computers."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 0}]})

    ply: Count = Field(description="`ply` of the state that was seen.")
    version: Count | None = Field(default=None, description="`version` of the state that was seen.")


class HintWish(Body):
    """Where a hint is asked for."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 0}]})

    ply: Count = Field(description="`ply` of the state that was seen.")
