"""The ship around a deck: an outline with a bow and a stern into which all its spaces fit."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.ink import Point

# Starboard half of the outline, bow at -1 and stern at 1, as two Bézier curves.
_FORE = ((0.0, -1.0), (0.42, -0.93), (1.0, -0.55), (1.0, 0.04))
_AFT = ((1.0, 0.04), (1.0, 0.50), (0.86, 0.80), (0.50, 0.97))
_STEPS = 24
BEAK = 50.0  # how far the head of the ship stands out from the bow
RIM = 15.0  # half the breadth of everything that is drawn along the outline


class Hull(NamedTuple):
    """An outline fitted to a deck: its middle, half its beam and half its length."""

    middle: Point
    beam: float
    length: float

    def at(self, point: Point) -> Point:
        """A point of the outline's plan, bow at -1 and stern at 1, in units of the drawing."""
        return self.middle[0] + point[0] * self.beam, self.middle[1] + point[1] * self.length

    def outline(self) -> list[Point]:
        """Points along the rim, from the bow along starboard to the stern and back along port."""
        starboard = [self.at(point) for point in _PROFILE]
        port = [(2 * self.middle[0] - x, y) for x, y in reversed(starboard[1:])]
        return starboard + port

    def outskirts(self) -> Iterator[Point]:
        """Points that the picture must hold: the rim with its breadth, the head and the round of the stern."""
        for x, y in self.outline():
            yield x + RIM * (1 if x > self.middle[0] else -1), y + RIM * (1 if y > self.middle[1] else -1)
        yield self.middle[0], self.middle[1] - self.length - BEAK
        yield self.middle[0], self.middle[1] + self.length + RIM

    def rim(self) -> str:
        """The whole rim as one closed path of curves."""
        bow, *fore = (self.at(point) for point in _FORE)
        aft = [self.at(point) for point in _AFT[1:]]
        port = [(2 * self.middle[0] - x, y) for x, y in reversed((bow, *fore, *aft))]
        stern = self.at((0.0, 1.03))
        curves = [fore, aft, [stern, port[0]], port[1:4], port[4:]]
        parts = ("QC"[len(curve) - 2] + " ".join(map(ink.spot, curve)) for curve in curves)
        return f"M{ink.spot(bow)}{''.join(parts)}Z"

    def half_width(self, y: float) -> float:
        """Half the breadth of the deck at a height of the drawing, nothing beyond bow and stern."""
        return self.beam * _breadth((y - self.middle[1]) / self.length)

    def way_out(self, start: Point, vector: Point, beyond: float) -> Point:
        """The end of a way from a place on the deck along a vector, somewhat beyond the rim."""
        step = beyond / 8
        length = hypot(*vector)
        x, y = start
        while abs(x - self.middle[0]) < self.half_width(y):
            x, y = x + vector[0] / length * step, y + vector[1] / length * step
        return x + vector[0] / length * beyond, y + vector[1] / length * beyond

    def stretch(self, x: float) -> tuple[float, float]:
        """From where to where the deck reaches at a distance from its middle line."""
        wide = min(abs(x), self.beam * 0.998)
        inside = [y for _, y in self.outline() if self.half_width(y) >= wide]
        return min(inside), max(inside)


def _curve(points: tuple[Point, Point, Point, Point]) -> Iterator[Point]:
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        x, y = (sum(w * p[i] for w, p in zip(weights, points, strict=True)) for i in (0, 1))
        yield x, y


_PROFILE = [*_curve(_FORE), *list(_curve(_AFT))[1:]]


def _breadth(y: float) -> float:
    for (x1, y1), (x2, y2) in pairwise(_PROFILE):
        if y1 <= y <= y2:
            return x1 + (x2 - x1) * (y - y1) / (y2 - y1)
    return 0.0


def around(places: list[Point], room: float) -> Hull:
    """The hull that leaves at least that much room on either side of every place."""
    xs, ys = zip(*places, strict=True)
    bow, stern = min(ys) - 1.5 * room, max(ys) + 1.25 * room
    middle, length = ((min(xs) + max(xs)) / 2, (bow + stern) / 2), (stern - bow) / 2
    beam = max((abs(x - middle[0]) + room) / _breadth((y - middle[1]) / length) for x, y in places)
    return Hull(middle, beam, length)
