"""The height of a tower: a figure on the rim of its lowest disc, on a black ground with a skull where flags lie."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, sin
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.ink import Brush, Point
from kidd.draw.tokens.emblem import SKULL
from kidd.draw.tokens.token import SIZE, THICK, drops, flown

HALF = 12.5  # of the ground of a figure, which is round unless a skull stands beside it
RIM = SIZE + 2  # from the middle of the lowest disc to the middle of the figure
SPAN = 20, 160  # the lower side of a disc in degrees: farther up the figure would cover the leader's face
_DROP = 6.8  # from the middle of a figure to the line it is written on


def breadth(height: int) -> float:
    """Half the breadth of the ground: a skull needs room, and so does a second digit."""
    return HALF + (8.0 + 4.5 * (len(str(height)) - 1)) * bool(flown(height))


class Rim(NamedTuple):
    """Where a figure lies from the middle of the lowest disc, and how much of what it is broader it stands out."""

    x: float
    y: float
    out: float


def rim(angle: float) -> Rim:
    """The rim of the lowest disc in a direction."""
    return Rim(RIM * cos(angle), THICK + RIM * sin(angle), round(cos(angle), 1))


def spot(at: Point, height: int, angle: float) -> Point:
    """The middle of the ground, in a direction from the lowest disc; what is broader stands out farther."""
    x, y, out = rim(angle)
    return at[0] + x + (breadth(height) - HALF) * out, at[1] + drops(height).discs[-1] + y


def tally(at: Point, height: int, angle: float, brush: Brush, known: Mapping[str, str] | None = None) -> str:
    """How many stand in a tower, with the attributes by which a page finds the figure again."""
    wide, place = breadth(height), spot(at, height, angle)
    if not flown(height):
        inside = brush.disc("figure", HALF) + brush("text", "number", str(height), x=0, y=_DROP)
    else:
        ground = brush("rect", "furl", x=-wide, y=-HALF, width=2 * wide, height=2 * HALF, rx=6)
        skull = brush.path("bones", SKULL, transform=f"translate({ink.number(10.5 - wide)} 0)")
        inside = ground + skull + brush("text", "count", str(height), x=7.5, y=_DROP)
    return ink.tag("g", inside, **known or {}, class_="height", **brush.moved(place))
