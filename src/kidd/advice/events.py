"""What a move did, found by comparing the positions before and after it."""

from __future__ import annotations

from collections.abc import Sequence

from kidd.advice.consequences import find_consequences
from kidd.advice.effects import find_effects
from kidd.advice.event import Event
from kidd.move import Move
from kidd.position import Position

__all__ = ["Event", "Step", "events", "first_events"]

Step = tuple[Position, Move, Position]  # a move between the positions before and after it


def events(before: Position, move: Move, after: Position) -> tuple[Event, ...]:
    """What a move did, and then what it brings about, for a move of any of the games or a roll of the die."""
    return (*find_effects(before, move, after), *find_consequences(before, move, after))


def first_events(line: Sequence[Step]) -> tuple[Event, ...]:
    """What the first move of a line did and brings about; no token is saved by it that the line loses later on."""
    found = []
    for event in events(*line[0]):
        if event.key != "saves":
            found.append(event)
        elif kept := tuple(space for space in event.spaces if _stays(space, event.by, line[1:])):
            found.append(event._replace(spaces=kept, number=len(kept)))
    return tuple(found)


def _stays(space: str, colour: str, line: Sequence[Step]) -> bool:
    """Whether a token that stands there before a line is nobody's prey in it, wherever it goes."""
    for _before, move, after in line:
        if move.origin == space:
            space = move.target or space
        if not any(piece.space == space and piece.crew[0] == colour for piece in after.pieces):
            return False
    return True
