"""Ropes between spaces, the spaces themselves, hatches, and the black paths to the sea."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from kidd.draw import ink
from kidd.draw.ink import Brush, Point
from kidd.draw.ship.chart import RADIUS, Chart

LAY = 6.5  # from one twist of a rope to the next


def ways(chart: Chart, brush: Brush, ornament: bool) -> str:
    """Everything that tokens stand and walk on, bow up."""
    places = chart.moorings
    d = "".join(f"M{ink.spot(places[a])}L{ink.spot(places[b])}" for a, b in chart.deck.paths)
    parts = [brush.path("rope-edge", d), brush.path("rope", d)]
    if ornament:
        twists = (twist for a, b in chart.deck.paths for twist in _twists(places[a], places[b]))
        parts.append(brush.path("twist", "".join(twists)))
    gangways = "".join(f"M{ink.spot(places[hatch])}L{ink.spot(end)}" for hatch, end in chart.outlets.items())
    parts += [brush.path("gangway-edge", gangways), brush.path("gangway", gangways)]
    for space, at in enumerate(places):
        parts += _hatch(at, brush) if space in chart.outlets else _plate(at, brush, ornament)
    return "".join(parts)


def _twists(start: Point, end: Point) -> Iterator[str]:
    """The strands that cross a rope, aslant."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    across = ink.number(-y * 7.4 + x * 4), ink.number(x * 7.4 + y * 4)
    for step in range(int(RADIUS / LAY), int((length - RADIUS) / LAY) + 1):
        at = start[0] + x * LAY * step + y * 3.7 - x * 2, start[1] + y * LAY * step - x * 3.7 - y * 2
        yield f"M{ink.spot(at)}l{across[0]} {across[1]}"


def _plate(at: Point, brush: Brush, ornament: bool) -> Iterator[str]:
    """A space inside the deck: worn wood."""
    yield brush.disc("plate", RADIUS, at)
    if ornament:
        yield brush.disc("plate-ring", RADIUS * 0.78, at)


def _hatch(at: Point, brush: Brush) -> Iterator[str]:
    """A space on the rim where tokens enter: a dark grating in a coaming."""
    yield brush.disc("coaming-edge", RADIUS * 1.09, at)
    yield brush.disc("coaming", RADIUS * 0.96, at)
    bars = []
    for across in (-0.48, 0.0, 0.48):
        reach, aside = RADIUS * 0.8 * (1 - across * across) ** 0.5, RADIUS * across
        x, y, both = at[0], at[1], ink.number(2 * reach)
        bars += [f"M{ink.spot((x + aside, y - reach))}v{both}", f"M{ink.spot((x - reach, y + aside))}h{both}"]
    yield brush.path("grating", "".join(bars))
