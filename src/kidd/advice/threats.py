"""Who could be taken if a crew were to move, found by letting it move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kidd.advice.move_facts import find_captures
from kidd.game import COLOURS
from kidd.position import Position


class Threat(NamedTuple):
    """Tokens that one move can take together: with which rolls, or in Loyal Captain by closing which exit."""

    owner: str
    spaces: tuple[str, ...]
    rolls: tuple[int, ...]
    exits: tuple[str, ...]


def with_turn(pos: Position, colour: str) -> Position:
    """The same deck with a colour to act, before any roll, and without a contest or passes."""
    if pos.turn == colour and pos.fields.extra == "-":
        return pos
    board = pos.game.board()
    board.put_all(pos.board, range(3 * len(pos.deck.spaces)))
    board.hand_out(COLOURS.index(colour), pos.board.in_hand())
    board.ready()
    return Position(pos.game, board)


def after_rolls(pos: Position) -> Iterator[tuple[int, Position]]:
    """What a player may have to move in: after each roll where there is a die, else the position with a 0."""
    if pos.is_chance:
        for roll in pos.legal_moves():
            yield roll.roll or 0, pos.play(roll)
    else:
        yield 0, pos


def find_threats(pos: Position, hunter: str) -> list[Threat]:
    """Everything that a colour could take with one move if it were its turn."""
    found: dict[tuple[str, tuple[str, ...]], tuple[set[int], set[str]]] = {}
    leave = pos.game.descriptor.captured_leave
    spaces = frozenset() if leave else _preys(pos, hunter)
    for roll, eve in after_rolls(with_turn(pos, hunter)):
        for move in eve.taking_moves() if leave else eve.legal_moves():
            if not leave and move.target not in spaces and spaces.isdisjoint(move.escapes):
                continue  # as with most moves: nobody stands there
            for caught in find_captures(eve, move):
                rolls, exits = found.setdefault(caught, (set(), set()))
                rolls.update([roll] if roll else [])
                exits.update([move.target] if move.target and leave else [])
    return [Threat(*caught, tuple(sorted(rolls)), tuple(sorted(exits))) for caught, (rolls, exits) in found.items()]


def _preys(pos: Position, hunter: str) -> frozenset[str]:
    """Where others stand than this colour."""
    return frozenset(piece.space for piece in pos.pieces if piece.crew[0] != hunter)
