"""Conditional moves as data: the lines of a plan, and the same told act by act."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pydantic import Field

from kidd.table.snapshot import Table
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.state.models import Value
from kidd.words.club.plans import step_words


class PlanStep(Value):
    """An act of a line."""

    act: str
    yours: bool = Field(default=False, description="Whether it is played for the asker; else it may come.")
    words: str = Field(description="In the asker's language: `if c3 → c4`, `then b2 → c3`.")


class PlanState(Value):
    """The asker's conditional moves."""

    lines: tuple[tuple[str, ...], ...] = Field(default=(), description="Each begins with the next act.")
    told: tuple[tuple[PlanStep, ...], ...] = Field(default=(), description="The same, act by act.")


def plan_state(table: Table, viewer: Viewer, lines: Iterable[Sequence[str]]) -> PlanState:
    """Lines that were planned beside a game, for whoever has planned them."""
    kept = tuple(tuple(line) for line in lines)
    return PlanState(lines=kept, told=tuple(_told(table, viewer, line) for line in kept))


def _told(table: Table, viewer: Viewer, line: Sequence[str]) -> tuple[PlanStep, ...]:
    match, found = table.match.copy(), []
    for act in line:
        own = not match.position.is_chance and table.seats[match.seat(match.mover)].is_of(viewer.person)
        match.play(act)
        words = step_words(match.move(len(match) - 1), viewer.tongue, own=own)
        found.append(PlanStep(act=act, yours=own, words=words))
    return tuple(found)
