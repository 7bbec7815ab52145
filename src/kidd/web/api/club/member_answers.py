"""What the API answers about members and ratings."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from kidd.table.rating import Speed
from kidd.web.api.answers import GameList
from kidd.web.state.models import Value


class RatingState(Value):
    """What somebody has in a pool: a game, which says for how many it is, at a speed."""

    game: str
    speed: Speed = Field(
        description="`blitz`, `rapid` (8 minutes or more for 40 moves), `days`, `calm` without a clock."
    )
    rating: int
    spread: int = Field(description="So many points up or down it may well be (one standard deviation).")
    provisional: bool = Field(default=False, description="Whether there are too few games to rely on it.")
    games: int
    won: int = 0
    drawn: int = 0
    lost: int = 0
    place: int | None = Field(default=None, description="On the leader board; absent for those with none.")


class BalanceCount(Value):
    """What finished games have brought the asker."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


class MemberState(Value):
    """A member."""

    name: str
    bot: bool = False
    since: datetime
    ratings: tuple[RatingState, ...] = ()
    against_you: BalanceCount | None = Field(default=None, description="Absent where there was no such game.")


class CourseStep(Value):
    """A rated game of a member's."""

    game: str = Field(description="Its id.")
    at: datetime
    rating: int = Field(description="After it.")
    spread: int
    change: int = 0
    place: int = Field(description="1 for the best; equal places are a draw.")


class CourseState(Value):
    """How a rating went."""

    game: str
    speed: Speed
    steps: tuple[CourseStep, ...] = ()


class MemberGames(GameList):
    """A leaf of a member's finished games."""

    changes: dict[str, int] = Field(default={}, description="Of the member's rating, by the ids of rated games.")


class LeaderState(RatingState):
    """A line of a leader board."""

    name: str
    bot: bool = False


class LeaderBoard(Value):
    """A leaf of a leader board, the best first."""

    game: str
    speed: Speed
    enough: int = Field(description="So many rated games in the pool one needs to stand here.")
    leaders: tuple[LeaderState, ...] = ()
    more: bool = Field(default=False, description="Whether there is another leaf.")
