"""What a move leaves behind on the deck, as facts: its way, whom it took as they stood, whom it freed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from kidd.advice.threats import find_captures, nobody_left
from kidd.deck import SEA_NAME, Piece
from kidd.draw.marks import Marks
from kidd.draw.trail import Trail
from kidd.match import Match
from kidd.move import Move
from kidd.position import Position
from kidd.rules.descriptor import Piles
from kidd.token_ids import walk


class Rescue(NamedTuple):
    """A captive that went free: its colour, where it lay, and where it stepped to."""

    crew: str
    start: str
    end: str


class Trace(NamedTuple):
    """A move as it is still seen afterwards; `back` is what the mover's back was turned to before it walked."""

    crew: str = ""
    path: tuple[str, ...] = ()
    reached: tuple[str, ...] = ()
    back: str = ""
    taken: tuple[Piece, ...] = ()
    freed: tuple[Rescue, ...] = ()


NONE = Trace()


def trace(match: Match, number: int) -> Trace:
    """What the act of a number left behind: nothing where no token was moved."""
    if match.word(number):
        return NONE
    before, move = match.position_at(number), match.move(number)
    return trace_of(before, move, match.position_at(number + 1)) if move.target else NONE


def trace_of(before: Position, move: Move, after: Position) -> Trace:
    """The same for a move between two positions."""
    stood = next((piece for piece in before.pieces if piece.space == move.origin), None)
    return Trace(
        before.turn,
        walk(before, move),
        reached(move),
        stood.back if stood else "",
        tuple(find_taken(before, move, after)),
        tuple(find_freed(before, move)),
    )


def reached(move: Move) -> tuple[str, ...]:
    """Where tokens come to stand by a move."""
    if move.target is None:
        return ()
    return (move.target, *move.escapes, *([move.entry] if move.entry and move.origin else []))


def find_taken(before: Position, move: Move, after: Position) -> list[Piece]:
    """Everybody whom a move took, as they stood before it; one's own who were lost by it, too (LC3)."""
    spaces = [space for _, group in find_captures(before, move, after) for space in group]
    lost = find_lost(before, move, after) if before.game.descriptor.captured_leave else []
    if not spaces and not lost:  # as with most moves
        return []
    there = {piece.space: piece for piece in before.pieces}
    taken = [there[space] for space in spaces]
    if before.game.descriptor.piles is Piles.CAPTIVE:  # whom the captor held goes free
        return [piece._replace(crew=piece.crew[0]) for piece in taken]
    return taken + [there.get(space, Piece(before.turn, space, SEA_NAME)) for space in lost]


def find_lost(before: Position, move: Move, after: Position) -> list[str]:
    """LC3: where one's own tokens stood that were surrounded after the others had left."""
    if nobody_left(before, move, after):
        return []
    mover = before.turn
    kept = {piece.space for piece in after.pieces if piece.crew == mover}
    had = {piece.space for piece in before.pieces if piece.crew == mover} - {move.origin} | {move.target or ""}
    return sorted(had - kept, key=before.deck.index)


def find_freed(before: Position, move: Move) -> list[Rescue]:
    """QM4: whom a move freed, each with its step."""
    if before.game.descriptor.piles is not Piles.CAPTIVE:
        return []
    return [Rescue(before.turn, *step) for step in pairwise((move.target or "", *move.escapes))]


def last_traces(match: Match, ply: int) -> list[Trace]:
    """The trace of the last move up to a ply, past rolls, words and passes."""
    found = (trace(match, number) for number in reversed(range(ply)))
    return [one for one in (next((one for one in found if one.reached), None),) if one]


def fresh_moves(match: Match, mine: Collection[str], doer: Callable[[int], str | None]) -> tuple[int, ...]:
    """The ply of the last move, and of one of every other crew since these colours moved; a pass leaves no trace."""
    found: dict[str | None, int] = {}
    for number in reversed(range(len(match))):
        move = match.standing(number + 1).move
        if move is None or move.target is None:
            continue
        by = doer(number)
        if by in found or (found and (by in mine or not mine)):
            break
        found[by] = number + 1
        if by in mine:
            break
    return tuple(sorted(found.values()))


def marks(traces: Sequence[Trace], pieces: Collection[Piece], threatened: tuple[str, ...] = ()) -> Marks:
    """How moves are marked on the deck that `pieces` stand on now."""
    return Marks(
        last_from=tuple(one.path[0] for one in traces if len(one.path) > 1),
        last_to=tuple(space for one in traces for space in one.reached),
        threatened=threatened,
        taken=tuple(piece.space for one in traces for piece in one.taken),
        trail=trail(traces, pieces),
    )


def trail(traces: Sequence[Trace], pieces: Collection[Piece]) -> Trail:
    """The ways of moves, and a ghost of whoever stood last on a space that is empty now."""
    standing = {piece.space for piece in pieces}
    gone = {piece.space: piece for one in traces for piece in (*_left(one), *one.taken)}
    return Trail(
        ways=tuple(one.path for one in traces if one.path),
        rescues=tuple((rescue.start, rescue.end) for one in traces for rescue in one.freed),
        ghosts=tuple(piece for space, piece in gone.items() if space not in standing),
    )


def _left(one: Trace) -> list[Piece]:
    """The mover where it stood; of a tower, its leader."""
    return [Piece(one.crew, one.path[0], one.back)] if one.back else []
