"""What moves leave behind: ghosts of those who are gone, the ways they walked, a line through what was taken."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from kidd.deck import Piece
from kidd.draw import ink
from kidd.draw.arrow import hop, line
from kidd.draw.ink import Brush, Point
from kidd.draw.ship.chart import Chart
from kidd.draw.tokens.token import ghost

# A line aslant through a whole space, and its two ends where somebody stands before the rest of it.
STRIKE = "M-38-30 36 35 40 31-34-34Z"
ENDS = "M-41-33-25-19-21-23-37-37ZM41 33 25 19 21 23 37 37Z"
ROLES = "way-edge", "way-walked", "way-freed"


class Trail(NamedTuple):
    """Ways of spaces, a hatch alone for an entry; steps of those who were freed; who stood where nobody does now."""

    ways: tuple[tuple[str, ...], ...] = ()
    rescues: tuple[tuple[str, ...], ...] = ()
    ghosts: tuple[Piece, ...] = ()


def trail(plan: Chart, left: Trail, brush: Brush) -> str:
    """Ghosts and ways, to lie under the crews."""
    ghosts = (ghost(piece.crew[0], *_seen(plan, piece), brush) for piece in left.ghosts)
    walked, freed = [line(plan, way, ()) for way in left.ways], [hop(plan, step) for step in left.rescues]
    lines = zip(ROLES, (walked + freed, walked, freed), strict=True)
    drawn = (brush.path(role, "".join(some)) for role, some in lines if some)
    return ink.tag("g", *ghosts, *drawn, class_="trail", **brush.deaf)


def _seen(plan: Chart, piece: Piece) -> tuple[Point, float, tuple[float, ...]]:
    space, back, ahead = plan.bearing(piece)
    return plan.places[space], back, ahead


def struck(plan: Chart, taken: tuple[str, ...], manned: Collection[str], brush: Brush) -> str:
    """A line through everybody who was taken; who stands there now covers its middle."""
    lines = (
        brush.path("struck", ENDS if space in manned else STRIKE, **brush.moved(plan.places[plan.deck.index(space)]))
        for space in dict.fromkeys(taken)
    )
    return ink.tag("g", *lines, class_="strikes", **brush.deaf)
