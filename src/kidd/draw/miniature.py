"""A position as a small picture for lists: the deck lying, without ornament, names or marks."""

from __future__ import annotations

from collections.abc import Iterable

from kidd.deck import Deck, Piece
from kidd.draw import ink
from kidd.draw.ink import Brush
from kidd.draw.scene import crews, heights, sheet
from kidd.draw.ship.chart import chart
from kidd.draw.ship.ways import ways

LYING = 90  # degrees by which the ship is turned, bow to the right


def miniature(deck: Deck, pieces: Iterable[Piece], palette: str) -> str:
    """The picture, some kilobytes: the ship as one shape, what tokens stand and walk on, and the tokens."""
    plan, brush, standing = chart(deck, LYING), Brush(palette), tuple(pieces)
    corner, size = plan.frame
    sea = brush("rect", "sea", x=corner[0], y=corner[1], width=size[0], height=size[1])
    ship = ink.tag("g", brush.path("planks", plan.hull.rim()) + ways(plan, brush, False), **plan.turning)
    layers = [sea, ship, crews(plan, standing, None, brush), heights(plan, standing, None, brush)]
    return sheet(plan, layers, {"class": "deck miniature", "role": "img", "aria-hidden": "true"})
