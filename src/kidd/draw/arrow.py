"""Arrows along the ropes: from where somebody stands to where they go, by way of the spaces between."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from math import atan2, pi

from kidd.deck import SEA
from kidd.draw import ink
from kidd.draw.ink import Brush, Point
from kidd.draw.ship.chart import Chart

TAIL, TIP = 28.0, 34.0  # from the middles of the first and the last space, so that faces stay free
BARB = 15.0
SPREAD = pi / 5
BOW = 0.6  # how far a hop swings out, of its length


def arrow(plan: Chart, hint: tuple[str, ...], manned: Collection[str], brush: Brush) -> str:
    """The arrow of a hint: a page has it always, empty without a hint; a picture only where there is one."""
    if not hint and brush.palette:
        return ""
    drawn = {"d": line(plan, hint, manned)} if hint else {}
    about: dict[str, str] = {"data_hint": " ".join(hint)} if hint else {}
    lines = (brush("path", role, **drawn) for role in ("hint-edge", "hint-arrow"))
    return ink.tag("g", *lines, class_="hint", **about)


def line(plan: Chart, way: tuple[str, ...], manned: Collection[str]) -> str:
    """The arrow as a path writes it down; between spaces that are not neighbours it takes the shortest free ropes."""
    return _drawn(_stations(plan, way, manned))


def _stations(plan: Chart, way: tuple[str, ...], manned: Collection[str]) -> list[Point]:
    """The places an arrow leads through; onto a hatch alone it comes from the sea."""
    spaces = [plan.deck.index(name) for name in way]
    if len(spaces) == 1:
        return [plan.ends.get(spaces[0], plan.frame[0]), plan.places[spaces[0]]]
    route = spaces[:1]
    for start, end in pairwise(spaces):
        route += (_shortest(plan, start, end, manned) or _shortest(plan, start, end, ()) or [start, end])[1:]
    return [plan.places[space] for space in route]


def _shortest(plan: Chart, start: int, end: int, manned: Collection[str]) -> list[int]:
    """The shortest way from space to space along the ropes past nobody, empty if there is none."""
    ways = {start: [start]}
    for space in (queue := [start]):
        for port in () if space != start and plan.deck.spaces[space] in manned else plan.deck.ports[space]:
            if port != SEA and port not in ways:
                ways[port] = [*ways[space], port]
                queue.append(port)
    return ways.get(end, [])


def _drawn(places: list[Point]) -> str:
    """The line with two barbs at its end."""
    start, tip, head = _ends(places[0], places[1], places[-2], places[-1])
    return ink.trail([start, *places[1:-1], tip]) + head


def hop(plan: Chart, step: tuple[str, ...]) -> str:
    """A bow from a space to the next, for those who leap."""
    (x, y), (u, v) = start, end = [plan.places[plan.deck.index(name)] for name in step]
    bow = BOW if u < x else -BOW  # upwards, as the figures of towers stand below
    over = (x + u) / 2 + (y - v) * bow, (y + v) / 2 + (u - x) * bow
    tail, tip, head = _ends(start, over, over, end)
    return f"M{ink.spot(tail)}Q{ink.spot(over)} {ink.spot(tip)}{head}"


def _ends(start: Point, after: Point, before: Point, end: Point) -> tuple[Point, Point, str]:
    """Where a line begins and ends that leads past two points, and the barbs at its end."""
    behind = _towards(end, before)
    tip = ink.polar(end, TIP, behind)
    barbs = [ink.polar(tip, BARB, behind + turn) for turn in (-SPREAD, SPREAD)]
    return ink.polar(start, TAIL, _towards(start, after)), tip, ink.trail([barbs[0], tip, barbs[1]])


def _towards(start: Point, end: Point) -> float:
    return atan2(end[1] - start[1], end[0] - start[0])
