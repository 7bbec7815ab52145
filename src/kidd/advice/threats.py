"""Who could be taken if a crew were to move, found by letting it move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kidd.advice.surround import groups
from kidd.move import Move
from kidd.position import Position, parse


class Prey(NamedTuple):
    """Tokens that one move can take together: with which rolls, or in Loyal Captain by closing which exit."""

    owner: str
    spaces: tuple[str, ...]
    rolls: tuple[int, ...]
    exits: tuple[str, ...]


def turned(pos: Position, colour: str) -> Position:
    """The same deck with a colour to act, before any roll, and without a contest or passes."""
    code, men, _, hands, _ = str(pos).split()
    return parse(f"{code} {men} {colour} {hands} -", deck=pos.deck, **pos.game.options)


def rolled(pos: Position) -> Iterator[tuple[int, Position]]:
    """What a player may have to move in: after each roll where there is a die, else the position with a 0."""
    if pos.is_chance:
        for roll in pos.legal_moves():
            yield roll.roll or 0, pos.play(roll)
    else:
        yield 0, pos


def taken(pos: Position, move: Move, after: Position | None = None) -> list[tuple[str, tuple[str, ...]]]:
    """Whose tokens a move takes, and where: a group each in Loyal Captain, else one space each."""
    if move.target is None or pos.is_chance:
        return []
    if pos.game.code == "LC":
        after = after or pos.play(move)
        other = "B" if pos.turn == "R" else "R"
        gone = _spaces(pos, other) - _spaces(after, other)
        return [(other, group) for group in groups(pos, other) if gone.issuperset(group)] if gone else []
    leaders = {piece.space: piece.crew[0] for piece in pos.pieces if piece.crew[0] != pos.turn}
    return [(leaders[space], (space,)) for space in (move.target, *move.escapes) if space in leaders]


def prey(pos: Position, hunter: str) -> list[Prey]:
    """Everything that a colour could take with one move if it were its turn."""
    found: dict[tuple[str, tuple[str, ...]], tuple[set[int], set[str]]] = {}
    for roll, eve in rolled(turned(pos, hunter)):
        for move in eve.legal_moves():
            for caught in taken(eve, move):
                rolls, exits = found.setdefault(caught, (set(), set()))
                rolls.update([roll] if roll else [])
                exits.update([move.target] if move.target and pos.game.code == "LC" else [])
    return [Prey(*caught, tuple(sorted(rolls)), tuple(sorted(exits))) for caught, (rolls, exits) in found.items()]


def _spaces(pos: Position, colour: str) -> set[str]:
    return {piece.space for piece in pos.pieces if piece.crew[0] == colour}
