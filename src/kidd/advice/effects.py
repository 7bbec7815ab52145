"""What a move does at once: it takes, frees, enters, ends the game."""

from __future__ import annotations

from kidd.advice.event import ENDS, Event
from kidd.advice.move_facts import find_immediate_effects
from kidd.move import Move
from kidd.position import Position
from kidd.search.deadlock import is_dead


def find_effects(before: Position, move: Move, after: Position) -> list[Event]:
    """What happened between two positions, in the order of happening, with how the game ended by it."""
    if before.choosing:
        return find_immediate_effects(before, move, after)
    walked = move.roll is None and not move.is_pass
    return find_immediate_effects(before, move, after) + (_end(after) or (_deadlock(before, after) if walked else []))


def _end(after: Position) -> list[Event]:
    if after.result is None:
        return []
    winner, reason = after.result
    if reason not in ENDS:  # of a game that has words of its own for none of its ends
        return [Event("wins-now", winner)] if winner else []
    loser = "".join(colour for colour in after.game.colours if winner and colour != winner)
    return [Event(reason, winner or "", loser if len(loser) == 1 else "")]


def _deadlock(before: Position, after: Position) -> list[Event]:
    """MG4: nobody can ever capture again, since this move."""
    return [Event("deadlock", "")] if is_dead(after) and not is_dead(before) else []
