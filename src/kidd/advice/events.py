"""What a move did, found by comparing the positions before and after it."""

from __future__ import annotations

from kidd.advice.consequences import prospects
from kidd.advice.effects import deeds
from kidd.advice.event import Event
from kidd.move import Move
from kidd.position import Position

__all__ = ["Event", "events"]


def events(before: Position, move: Move, after: Position) -> tuple[Event, ...]:
    """What a move did, and then what it brings about, for a move of any of the games or a roll of the die."""
    return (*deeds(before, move, after), *prospects(before, move, after))
