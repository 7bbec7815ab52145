"""What a move does at once: it takes, frees, enters, ends the game."""

from __future__ import annotations

from kidd.advice.event import ENDS, Event
from kidd.advice.threats import find_captures
from kidd.advice.traces import find_lost
from kidd.move import Move
from kidd.position import Position
from kidd.rules.descriptor import Piles
from kidd.search.deadlock import is_dead
from kidd.standing import crews_left


def find_effects(before: Position, move: Move, after: Position) -> list[Event]:
    """What happened between two positions, in the order of happening, with how the game ended by it."""
    if before.choosing:
        return find_doings(before, move, after)
    walked = move.roll is None and not move.is_pass
    return find_doings(before, move, after) + (_end(after) or (_deadlock(before, after) if walked else []))


def find_doings(before: Position, move: Move, after: Position) -> list[Event]:
    """What the mover did, without what came of it."""
    mover = before.turn
    if move.roll is not None:
        return [Event("rolls", mover, number=move.roll)]
    if move.is_pass:
        return [Event("passes", mover)]
    if before.choosing:
        return [Event("picks", "R" if move.text == "red" else "B")]
    found = [_walk(before, move)]
    found += _captures(before, move, after)
    if before.game.descriptor.captured_leave:
        found += _losses(before, move, after)
    if move.origin and move.entry:
        found.append(Event("reinforces", mover, spaces=(move.entry,)))
    return found + _eliminations(before, after)


def _walk(pos: Position, move: Move) -> Event:
    if move.origin is None:
        return Event("enters", pos.turn, spaces=(move.target or "",))
    height = max(len(piece.crew) for piece in pos.pieces if piece.space == move.origin)
    if move.origin == move.target:  # MG4: a long walk may end where it began
        return Event("returns", pos.turn, spaces=(move.origin,), number=height)
    return Event("moves", pos.turn, spaces=(move.origin, move.target or ""), number=height)


def _captures(before: Position, move: Move, after: Position) -> list[Event]:
    caught = find_captures(before, move, after)
    if not caught:  # as with most moves
        return []
    mover, described = before.turn, before.game.descriptor
    crews = {piece.space: piece.crew for piece in before.pieces}
    steps = dict(zip((move.target, *move.escapes), move.escapes, strict=False))
    heights = {piece.space: len(piece.crew) for piece in after.pieces}
    found = []
    for owner, spaces in caught:
        space = spaces[0]
        if described.captured_leave:
            found.append(Event("captures", mover, owner, spaces, len(spaces)))
        elif described.piles is Piles.CAPTIVE:
            found.append(Event("seizes", mover, owner, spaces, 1))
            if len(crews[space]) > 1:
                found.append(Event("frees", mover, owner, (space, steps[space]), 1))
        else:
            found.append(Event("tops", mover, owner, spaces, heights[space]))
    return found


def _losses(before: Position, move: Move, after: Position) -> list[Event]:
    mover, lost = before.turn, find_lost(before, move, after)
    return [Event("loses", mover, mover, tuple(lost), len(lost))] if lost else []


def _eliminations(before: Position, after: Position) -> list[Event]:
    """MG7: who of three has nothing left now."""
    if not before.game.descriptor.crews_fall:
        return []
    return [
        Event("eliminates", before.turn, colour) for colour in crews_left(before) if colour not in crews_left(after)
    ]


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
