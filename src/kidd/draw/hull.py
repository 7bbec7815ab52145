"""The ship around a deck: an outline with a bow and a stern into which all its spaces fit."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.ink import Point

# Starboard half of the outline, bow at -1 and stern at 1, as two Bézier curves.
_FORE = ((0.0, -1.0), (0.42, -0.90), (1.0, -0.48), (1.0, 0.06))
_AFT = ((1.0, 0.06), (1.0, 0.50), (0.82, 0.84), (0.52, 1.0))
_STEPS = 20


class Hull(NamedTuple):
    """An outline fitted to a deck: its middle, half its beam and half its length."""

    middle: Point
    beam: float
    length: float

    def outline(self) -> list[Point]:
        """The whole rim, from the bow along starboard to the stern and back along port."""
        starboard = [(self.middle[0] + x * self.beam, self.middle[1] + y * self.length) for x, y in _PROFILE]
        port = [(2 * self.middle[0] - x, y) for x, y in reversed(starboard[1:])]
        return starboard + port

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
    bow, stern = min(ys) - 1.6 * room, max(ys) + 1.25 * room
    middle, length = ((min(xs) + max(xs)) / 2, (bow + stern) / 2), (stern - bow) / 2
    beam = max((abs(x - middle[0]) + room) / _breadth((y - middle[1]) / length) for x, y in places)
    return Hull(middle, beam, length)


@lru_cache(maxsize=16)
def draw(hull: Hull) -> str:
    """Hull, planks and a rim with a rail."""
    rim = ink.trail(hull.outline(), closed=True)
    return ink.tag(
        "g",
        ink.tag("path", d=rim, fill="none", stroke="#0d2632", stroke_width=34, stroke_linejoin="round"),
        ink.tag("path", d=rim, fill=ink.WOOD),
        *_planks(hull),
        ink.tag("path", d=rim, fill="none", stroke=ink.RIM, stroke_width=22, stroke_linejoin="round"),
        ink.tag("path", d=rim, fill="none", stroke=ink.RAIL, stroke_width=2.5),
        ink.tag("path", d=rim, fill="none", stroke=ink.RAIL, stroke_width=5, stroke_dasharray="5 37"),
        class_="hull",
    )


def _planks(hull: Hull) -> Iterator[str]:
    gap = 26.0
    count = int(hull.beam / gap)
    ends = {plank: _stretch(hull, plank * gap) for plank in range(-count - 1, count + 2)}
    for plank in range(-count, count + 1):
        x, (fore, aft) = hull.middle[0] + plank * gap, ends[plank]
        yield ink.line([(x, fore), (x, aft)], ink.SEAM, 1.2, stroke_opacity="0.7")
        # Where a board ends and the next begins; the factor keeps neighbours from ending side by side.
        joint = fore + (aft - fore) * ((plank * 5) % 7 + 1) / 8
        if ends[plank + 1][0] < joint < ends[plank + 1][1]:
            yield ink.line([(x, joint), (x + gap, joint)], ink.SEAM, 1.2, stroke_opacity="0.5")


def _stretch(hull: Hull, x: float) -> tuple[float, float]:
    """From where to where the deck reaches at a distance from its middle line."""
    inside = [y for _, y in hull.outline() if hull.half_width(y) >= abs(x)] or [hull.middle[1]]
    return min(inside), max(inside)


@lru_cache(maxsize=64)
def sea(hull: Hull, corner: Point, size: Point, foot: float) -> str:
    """Dark water with a few waves beside the hull, none below the foot of the deck."""
    waves = []
    rows, columns = int((foot - corner[1]) / 66), int(size[0] / 92) + 1
    for row in range(rows):
        for column in range(columns):
            x, y = corner[0] + 92 * column + 46 * (row % 2), corner[1] + 66 * row + 40
            clear = min(abs(x + side - hull.middle[0]) - hull.half_width(y) for side in (-20, 20))
            if clear > 34 and x + 22 < corner[0] + size[0] and x > corner[0] + 22:
                d = f"M{ink.number(x - 18)} {ink.number(y)}q9 -8 18 0t18 0"
                waves.append(ink.tag("path", d=d, fill="none", stroke=ink.WAVE, stroke_width=2.4))
    water = ink.tag("rect", x=corner[0], y=corner[1], width=size[0], height=size[1], rx=18, fill=ink.SEA)
    return ink.tag("g", water, *waves, class_="sea")
