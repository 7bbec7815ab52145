"""How a rating went, as a picture: a line from game to game, in a band as wide as it is uncertain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

WIDTH, HEIGHT = 520, 240  # not too wide for a phone
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 12, 26
STEPS = (20, 50, 100, 200, 500, 1000, 2000, 5000)  # points between two lines
LINES = 6  # of the grid, at the most


class Point(NamedTuple):
    """A rating after a game."""

    points: int
    spread: int
    day: str


class Scale(NamedTuple):
    """Which points are at the top and at the bottom, and how many games lie side by side."""

    low: int
    high: int
    step: int
    games: int

    def x(self, place: int) -> float:
        """Where a game stands."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (place / (self.games - 1) if self.games > 1 else 0.5)

    def y(self, points: float) -> float:
        """Where a rating stands."""
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - points) / (self.high - self.low)


def curve(points: Sequence[Point], title: str) -> Markup:
    """An SVG for a page with the site's stylesheet; a table beside it says the same in words."""
    if not points:
        return Markup("")
    scale = _scale(points)
    upper = [(scale.x(place), scale.y(one.points + one.spread)) for place, one in enumerate(points)]
    lower = [(scale.x(place), scale.y(one.points - one.spread)) for place, one in enumerate(points)]
    line = [(scale.x(place), scale.y(one.points)) for place, one in enumerate(points)]
    said = [
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">',
        *_grid(scale, points),
        f'<polygon class="curve-band" points="{_way([*upper, *reversed(lower)])}"/>',
        f'<polyline class="curve-line curve-rating" points="{_way(line)}"/>',
        f'<circle class="curve-last" cx="{line[-1][0]:.1f}" cy="{line[-1][1]:.1f}" r="5"/>',
        "</svg>",
    ]
    return Markup("".join(said))  # every text in it was escaped


def _scale(points: Sequence[Point]) -> Scale:
    least, most = min(one.points - one.spread for one in points), max(one.points + one.spread for one in points)
    step = next((step for step in STEPS if (most - least) / step <= LINES - 1), STEPS[-1])
    low, high = least // step * step, -(-most // step) * step
    return Scale(low, max(high, low + step), step, len(points))


def _grid(scale: Scale, points: Sequence[Point]) -> list[str]:
    said = []
    for value in range(scale.low, scale.high + 1, scale.step):
        y = scale.y(value)
        said += [
            f'<line class="curve-grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<text class="curve-text" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value}</text>',
        ]
    first, last = points[0].day, points[-1].day
    bottom = HEIGHT - 6
    if first != last:
        said.append(f'<text class="curve-text" x="{LEFT}" y="{bottom}">{escape(first)}</text>')
    said.append(f'<text class="curve-text" x="{WIDTH - RIGHT}" y="{bottom}" text-anchor="end">{escape(last)}</text>')
    return said


def _way(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
