"""What the API answers besides the state of a game."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from kidd.table.limits import ANALYSED
from kidd.web.state.models import Colour, ContestState, GameState, MoveState, PieceState, ResultState, Value
from kidd.web.state.study_models import StudyState


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
    study: StudyState | None = Field(default=None, description="The same of a study.")


class ListedSeat(Value):
    """A player of a listed game."""

    number: int
    kind: Literal["person", "computer", "open"]
    name: str = ""
    level: int | None = None
    bot: bool = False
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
    rated: bool = False
    time: str = Field(default="", description="`300+5` seconds and what each move adds, `3d` days per move, or none.")
    due: datetime | None = Field(default=None, description="When the time of whoever is to act is up.")
    adjourned: bool = False
    left: bool = Field(default=False, description="Whether the asker has left it, and a computer plays on for them.")


class GameList(Value):
    """A leaf of a list: games that go on come first, of these where it is the asker's turn, then the latest."""

    games: tuple[ListedGame, ...]
    more: bool = Field(default=False, description="Whether there is another leaf.")


class VacationState(Value):
    """The asker's vacation from games of days."""

    until: datetime | None = Field(default=None, description="Absent where the asker is not on vacation.")
    days_left: int = Field(description="This year.")
    allowance: int = Field(description="Days in a year.")


class NextGame(Value):
    """Where it is the asker's turn."""

    id: str | None = Field(default=None, description="The game; absent where there is no other.")


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
    rule: str | None = Field(default=None, description="The number of the rule that speaks against it, such as `C3`.")


class HintState(Value):
    """What a good player would do."""

    act: str = Field(description="What to send to do it.")
    move: MoveState | None = Field(default=None, description="The same in parts, unless something is to be said.")
    words: str
    way: tuple[str, ...] = Field(description="The spaces that the move leads over.")
    arrow: str = Field(description="The line along them on the asker's deck, as the `d` of an SVG path.")


class JudgementState(Value):
    """What an analysis says of a move."""

    ply: int = Field(description="After the move.")
    round: int
    by: Colour
    act: str
    mark: str = Field(description="`best`, `fine`, `inaccuracy`, `mistake`, `blunder` or `forced`.")
    glyph: str = Field(default="", description="`?!`, `?` or `??` for weak moves.")
    label: str = Field(description="The mark in words.")
    chances: tuple[int, ...] = Field(description="What each crew could expect after it, in per cent.")
    lost: float = Field(default=0.0, description="What it gave away, in points of per cent.")
    standing: str
    words: str


class BalanceState(Value):
    """Luck against skill of a crew, in points of per cent."""

    crew: Colour
    rolls: int = 0
    luck: float = Field(default=0.0, description="What its rolls were worth against the mean of the three.")
    moves: int = 0
    lost: float = Field(default=0.0, description="What its moves gave away against the best.")
    words: str = ""


class RollState(Value):
    """What the analysis says of a roll."""

    ply: int = Field(description="After the roll.")
    by: Colour
    roll: int
    luck: float = Field(description="In points of per cent against the mean of the three.")


class AnalysisState(Value):
    """An analysis as far as it has come."""

    state: Literal["none", "running", "done", "cancelled", "failed"]
    done: int = 0
    total: int = Field(
        default=0, description=f"How many notes there will be: on the last {ANALYSED} moves at the most."
    )
    place: int = Field(
        default=0,
        description="Which it is of those that wait and were asked for at the same place; 0 where it is made.",
    )
    notes: tuple[JudgementState, ...] = ()
    rolls: tuple[RollState, ...] = Field(default=(), description="With a die.")
    balance: tuple[BalanceState, ...] = Field(default=(), description="Luck and skill of each crew, with a die.")


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
