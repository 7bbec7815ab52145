"""Pictures of games and positions to keep, and the arrow of a hint."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kidd.advice.move_marks import last_facts, marks
from kidd.draw.arrow import line
from kidd.draw.marks import UNMARKED, Marks
from kidd.draw.scene import scene
from kidd.draw.ship.chart import chart
from kidd.match.token_ids import walk
from kidd.move import Move
from kidd.position import Position
from kidd.table.snapshot import Table
from kidd.web.http.visitors.prefs import Prefs
from kidd.words.language import Tongue
from kidd.words.play.act_sentences import act_said
from kidd.words.play.spaces import deck_said, space_labels


def picture(table: Table, ply: int, _: Tongue, palette: str = "light") -> str:
    """One self-contained SVG of a ply, to keep."""
    pos = table.match.position_at(ply)
    left = marks(last_facts(table.match, ply), pos.pieces)
    return _drawn(pos, _, palette, marks=left, said=act_said(table, ply - 1, _) if ply else "")


def position_picture(pos: Position, _: Tongue, palette: str = "light") -> str:
    """One self-contained SVG of a position, to keep."""
    return _drawn(pos, _, palette)


def _drawn(pos: Position, _: Tongue, palette: str, *, marks: Marks = UNMARKED, said: str = "") -> str:
    deck, pieces = pos.deck, pos.pieces
    labels, spoken = space_labels(deck, pieces, _), f"{said} {deck_said(pieces, _)}".strip()
    title = _(pos.game.descriptor.name)
    return scene(deck, pieces, marks=marks, labels=labels, title=title, spoken=spoken, palette=palette)


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
