"""Loyal Captain's groups and their ways out, for words only: who is captured the rule book says."""

from __future__ import annotations

from kidd.deck import SEA
from kidd.position import Position


def neighbours(pos: Position, space: str) -> list[str]:
    """The spaces next to a space."""
    deck = pos.deck
    return [deck.spaces[port] for port in deck.ports[deck.index(space)] if port != SEA]


def groups(pos: Position, colour: str) -> list[tuple[str, ...]]:
    """The groups of a colour, each and all in the order of the deck (LC2)."""
    left = [piece.space for piece in pos.pieces if piece.crew[0] == colour]
    found = []
    while left:
        group = [left.pop(0)]
        for space in group:
            joined = [other for other in neighbours(pos, space) if other in left]
            group += joined
            left = [other for other in left if other not in joined]
        found.append(tuple(sorted(group, key=pos.deck.index)))
    return found


def exits(pos: Position, group: tuple[str, ...]) -> tuple[str, ...]:
    """What saves a group: the vacant spaces next to it, and the enemies there with a back to one of its members."""
    there = {piece.space: piece for piece in pos.pieces}
    around = {other for space in group for other in neighbours(pos, space)} - set(group)
    saving = [space for space in around if space not in there or there[space].back in group]
    return tuple(sorted(saving, key=pos.deck.index))
