"""What a move did, found by comparing the positions before and after it."""

from __future__ import annotations

from kidd.advice.consequences import find_consequences
from kidd.advice.effects import find_effects
from kidd.advice.event import Event
from kidd.move import Move
from kidd.position import Position

__all__ = ["Event", "events"]


def events(before: Position, move: Move, after: Position) -> tuple[Event, ...]:
    """What a move did, and then what it brings about, for a move of any of the games or a roll of the die."""
    return (*find_effects(before, move, after), *find_consequences(before, move, after))
