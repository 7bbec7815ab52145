"""Pictures of games and positions to keep, and the arrow of a hint."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kidd.draw.hint import line
from kidd.draw.marks import Marks
from kidd.draw.scene import scene
from kidd.draw.ship.chart import chart
from kidd.match import Match
from kidd.move import Move
from kidd.position import Position
from kidd.table.snapshot import Table
from kidd.token_ids import enlisted, walk
from kidd.web.http.prefs import Prefs
from kidd.web.state.log_entries import reached


class Trace(NamedTuple):
    """What the last move up to a ply left behind: the move, and the spaces that it walked over."""

    move: Move | None = None
    path: tuple[str, ...] = ()


def trace_at(match: Match, ply: int) -> Trace:
    """The last move up to a ply, past rolls and words."""
    for number in reversed(range(ply)):
        before = match.position_at(number)
        if match.word(number) or before.is_chance:
            continue
        move = match.move(number)
        return Trace(move, tuple(walk(before, move)) if move.target else ())
    return Trace()


def marks_of(last: Move | None, helped: tuple[str, ...] = ()) -> Marks:
    """The marks of the last move, and of those whom the help shows as threatened."""
    return Marks(last_from=(last.origin if last else "") or "", last_to=reached(last), threatened=helped)


def picture(table: Table, ply: int, title: str, palette: str = "light") -> str:
    """One self-contained SVG of a ply, to keep."""
    match = table.match
    pos = match.position_at(ply)
    marks = marks_of(trace_at(match, ply).move)
    return scene(pos.deck, pos.pieces, ids=table.ids[ply], marks=marks, title=title, palette=palette)


def position_picture(pos: Position, title: str, palette: str = "light") -> str:
    """One self-contained SVG of a position, to keep."""
    return scene(pos.deck, pos.pieces, ids=enlisted(pos), title=title, palette=palette)


class Pointer(NamedTuple):
    """The spaces that a hint leads over, and the arrow along them."""

    way: tuple[str, ...] = ()
    arrow: str = ""


def pointer(pos: Position, move: Move | None, prefs: Prefs) -> Pointer:
    """How a hint is drawn on the deck as the viewer has turned it; nothing where it leads nowhere."""
    way = tuple(walk(pos, move)) if move else ()
    if not way:
        return Pointer()
    plan, manned = chart(pos.deck, prefs.turned, prefs.flip), {piece.space for piece in pos.pieces}
    return Pointer(way, "".join(line(plan, leg, manned) for leg in (way, *_further(move))))


def _further(move: Move | None) -> Iterator[tuple[str, ...]]:
    """Where those go whom a move frees, and where the token enters that it brings in."""
    if move is None or move.origin is None or move.target is None:
        return
    yield from pairwise((move.target, *move.escapes))
    if move.entry:
        yield (move.entry,)
