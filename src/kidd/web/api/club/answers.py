"""What the API says of invitations and of the lobby."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from kidd.web.api.answers import ListedSeat
from kidd.web.state.models import Value


class SeekState(Value):
    """A game that looks for players: whoever takes its open seat plays."""

    id: str
    game: str
    options: dict[str, str | int] = Field(description="All of them.")
    by: str = Field(default="", description="The name of whoever opened it.")
    yours: bool = False
    seats: tuple[ListedSeat, ...]
    time: str = Field(default="", description="`300+5` seconds and what each move adds, `3d` days per move, or none.")
    rated: bool = False
    lowest: int | None = Field(default=None, description="The ratings of those who are wished for.")
    highest: int | None = None
    rating: int | None = Field(default=None, description="Of whoever opened it, in this kind of game.")
    provisional: bool = Field(default=False, description="Whether that rests on few games.")
    created: datetime


class WatchedState(Value):
    """A game that goes on and may be watched."""

    id: str
    game: str
    seats: tuple[ListedSeat, ...]
    ply: int
    time: str = ""
    rated: bool = False
    updated: datetime


class LobbyState(Value):
    """Who is here, who looks for players, and what can be watched."""

    here: int = Field(description="People with a page or a socket open.")
    seeks: tuple[SeekState, ...] = Field(default=(), description="The latest first, 100 at the most.")
    games: tuple[WatchedState, ...] = Field(default=(), description="The latest first, 30 at the most.")
