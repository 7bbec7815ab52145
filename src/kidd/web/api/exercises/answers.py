"""What the API says of problems, and what it is sent."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from kidd.web.api.bodies import ActText, Body
from kidd.web.state.models import Colour, Value

MOST_ACTS = 20  # of a line; the longest has nine
Outcome = Literal["solved", "solved-later", "failed"]


class ProblemState(Value):
    """A problem, without its solution."""

    id: str
    game: str
    options: dict[str, str | int] = Field(default={}, description="Those that are not as usual.")
    position: str = Field(description="In notation.")
    turn: Colour
    kind: Literal["win", "gain", "save", "keep", "best"]
    proof: Literal["forced", "margin"] = Field(description="Proven by trying everything, or best by a clear margin.")
    task: str = Field(description="What is asked, in a sentence.")
    themes: tuple[str, ...]
    grade: int = Field(description="From 1, very easy, to 5, very hard.")
    length: int = Field(description="How many moves are to be found.")
    outcome: Outcome | None = Field(default=None, description="What became of it, if the asker has tried it.")
    drawing: str = Field(description="The address of a picture (SVG).")


class ProblemList(Value):
    """A leaf of problems."""

    problems: tuple[ProblemState, ...]
    total: int = Field(description="How many there are on all leaves.")
    more: bool = Field(default=False, description="Whether there is another leaf.")


class ProblemsOfTheDay(Value):
    """The problem of the day for each game."""

    day: date = Field(description="By UTC.")
    problems: tuple[ProblemState, ...]


class GradeCount(Value):
    """How the asker fared with the problems of a game and grade."""

    game: str
    grade: int
    solved: int = Field(description="At once, without a wrong move.")
    failed: int


class ProblemRecord(Value):
    """How the asker has fared."""

    streak: int = Field(description="Solved at once since the last that was not.")
    best_streak: int
    solved: int = Field(description="Sooner or later.")
    counts: tuple[GradeCount, ...] = ()


class ProblemMove(Body):
    """A move to be tried."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"move": "c6-d5", "acts": []}]})

    move: ActText
    acts: Annotated[list[ActText], Field(max_length=MOST_ACTS)] = Field(
        default=[], description="What was found so far with the answers to it: `acts` of the last answer."
    )


class ProblemAnswer(Value):
    """What came of a move."""

    status: Literal["right", "solved", "wrong", "shown"]
    acts: tuple[str, ...] = Field(default=(), description="To be sent with the next move.")
    line: tuple[str, ...] = Field(
        default=(), description="What stands on the deck now: with the answers to a wrong move, or the solution."
    )
    headline: str
    words: tuple[str, ...] = Field(default=(), description="Why, in sentences.")
    solution: tuple[str, ...] = Field(default=(), description="When it is solved or shown.")
    streak: int = Field(description="Solved at once since the last that was not.")
