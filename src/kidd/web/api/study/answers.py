"""What looks and the engine answer."""

from __future__ import annotations

from datetime import datetime

from pydantic import Field

from kidd.web.api.answers import Sentence
from kidd.web.state.models import (
    Colour,
    ContestState,
    LogEntry,
    MoveState,
    OfferState,
    PieceState,
    ResultState,
    Value,
)
from kidd.web.state.study_models import NodeState


class LookSentences(Value):
    """Where a line stands, in the asker's language."""

    state: str
    told: str = Field(default="", description="The act that led here.")
    contest: str = ""


class LookState(Value):
    """The deck after so many acts of a line."""

    ply: int
    position: str
    pieces: tuple[PieceState, ...]
    hands: dict[Colour, int]
    captured: dict[Colour, str] = Field(default={}, description="Colours that each crew took or holds, as `BBG`.")
    out: tuple[Colour, ...] = Field(default=(), description="Crews that have lost everything (Madagascar for three).")
    turn: Colour | None = Field(default=None, description="The crew that acts or rolls; absent when all is over.")
    die: int | None = None
    contest: ContestState | None = None
    offer: OfferState | None = None
    result: ResultState | None = None
    moves: tuple[MoveState, ...] = Field(default=(), description="All legal moves; `*1` and so on where a roll is due.")
    last: LogEntry | None = Field(default=None, description="The act that led here.")
    threatened: tuple[str, ...] = Field(default=(), description="Where tokens of the mover's could be taken next.")
    sentences: LookSentences


class Looks(Value):
    """A line as far as it was asked for."""

    game: str
    options: dict[str, str | int]
    last_ply: int
    looks: tuple[LookState, ...]
    why: Sentence | None = Field(default=None, description="Why what was asked about is no move after the last act.")


class EditState(Value):
    """What has changed in a study."""

    version: int
    title: str = ""
    node: int | None = Field(default=None, description="The move that the change was about, such as the one added.")
    nodes: tuple[NodeState, ...] = Field(default=(), description="Those that are new or not as they were, whole.")
    removed: tuple[int, ...] = ()


class ListedStudy(Value):
    """A study in the asker's list."""

    id: str
    title: str = ""
    game: str
    version: int
    nodes: int = Field(description="How many moves it has.")
    source: str = Field(default="", description="The id of the game that it was made of.")
    created: datetime
    updated: datetime


class StudyList(Value):
    """A leaf of the asker's list, the latest first."""

    studies: tuple[ListedStudy, ...]
    more: bool = Field(default=False, description="Whether there is another leaf.")


class WinState(Value):
    """A proven win."""

    by: Colour
    turns: int = Field(alias="in", description="Turns of the winner's own, the one at hand counted.")


class LineMove(MoveState):
    """A move of a line, with the spaces it walks over."""

    path: tuple[str, ...] = ()


class EngineLine(Value):
    """A line that the engine expects, and what it is worth."""

    acts: tuple[str, ...]
    moves: tuple[LineMove, ...]
    chances: dict[Colour, float]
    win: WinState | None = None
    words: str = ""


class EngineRoll(Value):
    """What a roll of the die is or would have been worth, and the best act after it."""

    roll: int
    chances: dict[Colour, float]
    win: WinState | None = None
    act: str | None = None
    words: str = ""


class EngineRefusal(Value):
    """What is wrong with a message."""

    seq: int | None = None
    error: str
    reason: str = ""


class EngineAnswer(Value):
    """What the engine has found so far."""

    seq: int
    depth: int = 0
    nodes: int = 0
    done: bool = Field(default=False, description="Whether nothing more will come.")
    chances: dict[Colour, float] = Field(description="To win, in per cent; a draw is shared.")
    win: WinState | None = None
    lines: tuple[EngineLine, ...] = ()
    rolls: tuple[EngineRoll, ...] = Field(default=(), description="Where a roll is due, and beside a die that lies.")
