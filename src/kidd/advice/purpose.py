"""What a quiet move is good for: one that takes nothing and threatens nothing."""

from __future__ import annotations

from kidd.advice.event import GAINS, Event
from kidd.advice.events import events
from kidd.advice.surround import neighbours
from kidd.advice.threats import find_threats
from kidd.match.standing import crews_left
from kidd.move import Move
from kidd.position import Position

LOUD = (*GAINS, "captures", "seizes", "tops", "eliminates")  # what tells by itself why a move is made


def find_purpose(before: Position, move: Move, after: Position) -> list[Event]:
    """Why a quiet move may be the best one; nothing for all others, which say it themselves."""
    if move.target is None or after.result or any(event.key in LOUD for event in events(before, move, after)):
        return []
    mover = before.turn
    others = [colour for colour in crews_left(after) if colour != mover]
    at_risk = any(one.owner == mover for hunter in others for one in find_threats(after, hunter))
    found = [] if at_risk else [Event("keeps-safe", mover)]
    return (found + _nears(before, move, after)) or [Event("no-better", mover)]


def _nears(before: Position, move: Move, after: Position) -> list[Event]:
    """The enemy that is nearest now, where the way to it has become shorter."""
    enemies = [piece for piece in after.pieces if piece.crew[0] != before.turn]
    if move.origin is None or not enemies:
        return []
    now, was = (_ways(before, space) for space in (move.target or "", move.origin))
    nearest = min(enemies, key=lambda piece: now[piece.space])
    if now[nearest.space] >= min(was[piece.space] for piece in enemies):
        return []
    return [Event("nears", before.turn, nearest.crew[0], (nearest.space,))]


def _ways(pos: Position, space: str) -> dict[str, int]:
    """How many steps each space of the deck is away."""
    found, edge = {space: 0}, [space]
    for here in edge:
        fresh = [other for other in neighbours(pos, here) if other not in found]
        found |= dict.fromkeys(fresh, found[here] + 1)
        edge += fresh
    return found
