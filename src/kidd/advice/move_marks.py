"""How moves are still seen on the deck: what is marked for them, their ways, and ghosts of those who have left."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kidd.advice.move_facts import MoveFacts, facts_at
from kidd.deck import Piece
from kidd.draw.marks import Marks
from kidd.draw.trail import Trail
from kidd.match import Match


def last_facts(match: Match, ply: int) -> list[MoveFacts]:
    """What the last move up to a ply did, past rolls, words and passes."""
    found = (facts_at(match, number) for number in reversed(range(ply)))
    return [one for one in (next((one for one in found if one.reached), None),) if one]


def marks(moves: Sequence[MoveFacts], pieces: Collection[Piece], threatened: tuple[str, ...] = ()) -> Marks:
    """How moves are marked on the deck that `pieces` stand on now."""
    return Marks(
        last_from=tuple(one.path[0] for one in moves if len(one.path) > 1),
        last_to=tuple(space for one in moves for space in one.reached),
        threatened=threatened,
        taken=tuple(piece.space for one in moves for piece in one.taken),
        trail=trail(moves, pieces),
    )


def trail(moves: Sequence[MoveFacts], pieces: Collection[Piece]) -> Trail:
    """The ways of moves, and a ghost of whoever stood last on a space that is empty now."""
    standing = {piece.space for piece in pieces}
    gone = {piece.space: piece for one in moves for piece in (*_left(one), *one.taken)}
    return Trail(
        ways=tuple(one.path for one in moves if one.path),
        rescues=tuple((rescue.start, rescue.end) for one in moves for rescue in one.freed),
        ghosts=tuple(piece for space, piece in gone.items() if space not in standing),
    )


def _left(one: MoveFacts) -> list[Piece]:
    """The mover where it stood; of a tower, its leader."""
    return [Piece(one.crew, one.path[0], one.back)] if one.back else []
