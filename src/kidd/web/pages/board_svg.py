"""The deck of a match at some ply, drawn with everything that is marked on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from kidd.advice.threats import prey
from kidd.draw.hint import line
from kidd.draw.marks import Marks
from kidd.draw.scene import scene
from kidd.draw.ship.chart import chart
from kidd.match import Match
from kidd.move import Move
from kidd.position import Position
from kidd.table.play.games import Table
from kidd.token_ids import walk
from kidd.web.http.prefs import Prefs
from kidd.web.http.viewer import Viewer
from kidd.words.moves import space_labels


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


def threatened(pos: Position, owners: tuple[str, ...]) -> tuple[str, ...]:
    """Where tokens of these colours stand that others could take with their next move."""
    if pos.result or pos.choosing:
        return ()
    hunters = [colour for colour in pos.game.colours if colour not in owners]
    return tuple(
        dict.fromkeys(
            space for hunter in hunters for one in prey(pos, hunter) if one.owner in owners for space in one.spaces
        )
    )


def deck_svg(table: Table, ply: int, last: Move | None, viewer: Viewer) -> Markup:
    """The live layers of the deck as the viewer has set them up."""
    match, prefs, _ = table.match, viewer.prefs, viewer.tongue
    pos, yours = match.position_at(ply), tuple(table.colours_of(viewer.visitor))
    guarded = yours if 0 < len(yours) < len(pos.game.colours) else (pos.turn,)
    helped = threatened(pos, guarded) if prefs.threats else ()
    return Markup(  # the renderer escapes what it is given
        scene(
            pos.deck,
            pos.pieces,
            ids=table.ids[ply],
            turn="" if pos.result else pos.turn,
            marks=marks_of(last, helped),
            coordinates=prefs.coordinates,
            rotation=prefs.turned,
            flip=prefs.flip,
            labels=space_labels(pos.deck, pos.pieces, _),
            title=_("The deck"),
            layers="live",
        )
    )


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


def picture(table: Table, ply: int, title: str, palette: str = "light") -> str:
    """One self-contained SVG of a ply, to keep."""
    match = table.match
    pos = match.position_at(ply)
    marks = marks_of(trace_at(match, ply).move)
    return scene(pos.deck, pos.pieces, ids=table.ids[ply], marks=marks, title=title, palette=palette)


def marks_of(last: Move | None, helped: tuple[str, ...] = ()) -> Marks:
    """The marks of the last move, and of those whom the help shows as threatened."""
    if last is None or last.target is None:
        return Marks(threatened=helped)
    reached = (last.target, *last.escapes, *([last.entry] if last.entry and last.origin else []))
    return Marks(last_from=last.origin or "", last_to=reached, threatened=helped)
