"""What the API answers besides the state of a game."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from kidd.web.state.models import Colour, ContestState, GameState, MoveState, PieceState, ResultState, Value


class Fault(Value):
    """What is wrong with one part of a body or a query."""

    where: str
    what: str


class Problem(Value):
    """An error (RFC 9457)."""

    type: str = Field(description="Stays the same, such as `/problems/stale`.")
    title: str
    status: int
    detail: str = Field(description="A sentence for people, in the asker's language.")
    reason: str = Field(description="A key that says more exactly why, such as `turn` or `claim-early`; often empty.")
    faults: tuple[Fault, ...] = Field(default=(), description="With `/problems/unfit`: what does not fit, and where.")
    state: GameState | None = Field(default=None, description="With `/problems/stale`: the game as it stands.")


class ListedSeat(Value):
    """A player of a listed game."""

    number: int
    kind: Literal["person", "computer", "open"]
    name: str = ""
    level: int | None = None
    you: bool = False


class ListedGame(Value):
    """A game in the asker's list."""

    id: str
    game: str
    seats: tuple[ListedSeat, ...]
    ply: int
    outcome: str | None = Field(default=None, description="Absent while the game goes on.")
    reason: str | None = None
    turn: Colour | None = None
    your_turn: bool = False
    updated: datetime


class GameList(Value):
    """A leaf of the asker's list: games that go on come first, then the latest."""

    games: tuple[ListedGame, ...]
    more: bool = Field(default=False, description="Whether there is another leaf.")


class SessionState(Value):
    """A device on which the asker is known."""

    id: str
    created: datetime
    this: bool = Field(default=False, description="Whether it is the one that asks.")


class SessionList(Value):
    """Where the asker is known."""

    sessions: tuple[SessionState, ...]


class Sentence(Value):
    """Why a move is not possible; empty if it is."""

    sentence: str


class HintState(Value):
    """What a good player would do."""

    act: str = Field(description="What to send to do it.")
    move: MoveState | None = Field(default=None, description="The same in parts, unless something is to be said.")
    words: str
    way: tuple[str, ...] = Field(description="The spaces that the move leads over.")
    arrow: str = Field(description="The line along them on the asker's deck, as the `d` of an SVG path.")


class NoteState(Value):
    """What an analysis says of a move."""

    ply: int = Field(description="After the move.")
    round: int
    by: Colour
    act: str
    mark: str = Field(description="`best`, `fine`, `inaccuracy`, `mistake`, `blunder` or `forced`.")
    glyph: str = Field(default="", description="`?!`, `?` or `??` for weak moves.")
    chances: tuple[int, ...] = Field(description="What each crew could expect after it, in per cent.")
    standing: str
    words: str


class AnalysisState(Value):
    """An analysis as far as it has come."""

    state: Literal["none", "running", "done", "cancelled", "failed"]
    done: int = 0
    total: int = 0
    notes: tuple[NoteState, ...] = ()


class PositionState(Value):
    """A position that is nobody's game."""

    game: str
    options: dict[str, str | int]
    position: str = Field(description="In notation, as this site writes it.")
    pieces: tuple[PieceState, ...]
    hands: dict[Colour, int]
    turn: Colour | None = None
    die: int | None = None
    contest: ContestState | None = None
    moves: tuple[MoveState, ...] = Field(default=(), description="All that the rules allow.")
    rolls: tuple[int, ...] = Field(default=(), description="What the die may show, where it is rolled next.")
    result: ResultState | None = None
    sentence: str = Field(description="Who is to do what, or how it ended.")
    drawing: str = Field(description="The address of a picture (SVG).")
