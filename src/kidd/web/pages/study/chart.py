"""The course of a game as a picture: what each crew could expect after every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

WIDTH, HEIGHT = 520, 240  # not too wide for a phone
LEFT, RIGHT, TOP, BOTTOM = 38, 10, 12, 24
WEAK = ("inaccuracy", "mistake", "blunder")


class Point(NamedTuple):
    """What the crews could expect after a ply, from -1 (lost) to 1 (won); the mark of the move that led there."""

    ply: int
    expected: tuple[float, ...]
    mark: str
    by: str
    label: str
    href: str


def curve(points: Sequence[Point], colours: str, last_ply: int, title: str, *, shown: int = -1) -> Markup:
    """An SVG for a page with the site's stylesheet; a table beside it says the same in words."""
    span = max(last_ply, 1)
    if len(colours) > 2:
        points = _calmed(points, len(colours))
    said = [
        f'<svg class="curve" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{escape(title)}">',
        *_grid(span),
    ]
    # Of two crews one's gain is the other's loss: one line tells both.
    drawn = colours[:1] if len(colours) == 2 else colours
    filled = len(drawn) == 1
    said += [_line(points, colours.index(colour), colour, span, filled=filled) for colour in drawn]
    if 0 <= shown <= span:
        x = _x(shown, span)
        said.append(f'<line class="curve-now" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
    said += [_dot(point, colours, span) for point in points if point.mark in WEAK]
    said.append("</svg>")
    return Markup("".join(said))  # every text in it was escaped


def _calmed(points: Sequence[Point], crews: int) -> list[Point]:
    """With three crews every move looks good for its mover until the others have answered: take the mean of a round."""
    rounds = [points[max(0, at + 1 - crews) : at + 1] for at in range(len(points))]
    means = [
        tuple(sum(seat) / len(seat) for seat in zip(*(one.expected for one in some), strict=True)) for some in rounds
    ]
    return [point._replace(expected=mean) for point, mean in zip(points, means, strict=True)]


def _x(ply: int, span: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * ply / span


def _y(expected: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - max(-1.0, min(1.0, expected))) / 2


def _grid(span: int) -> list[str]:
    said = [
        f'<line class="curve-{"zero" if value == 0 else "grid"}" x1="{LEFT}" x2="{WIDTH - RIGHT}" '
        f'y1="{_y(value):.1f}" y2="{_y(value):.1f}"/>'
        for value in (-1, -0.5, 0, 0.5, 1)
    ]
    step = next(step for step in (2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6) if span / step <= 10)
    said += [
        f'<text class="curve-text" x="{_x(ply, span):.1f}" y="{HEIGHT - 6}" text-anchor="middle">{ply}</text>'
        for ply in range(0, span + 1, step)
    ]
    said += [
        f'<text class="curve-text" x="{LEFT - 6}" y="{_y(value) + 4:.1f}" text-anchor="end">{percent}</text>'
        for value, percent in ((1, 100), (0, 50), (-1, 0))
    ]
    return said


def _line(points: Sequence[Point], seat: int, colour: str, span: int, *, filled: bool) -> str:
    places = [(_x(point.ply, span), _y(point.expected[seat])) for point in points]
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    line = f'<polyline class="curve-line crew-{colour}" points="{way}"/>'
    if not filled or len(places) < 2:
        return line
    zero = f"{_y(0):.1f}"
    area = f"{places[0][0]:.1f},{zero} {way} {places[-1][0]:.1f},{zero}"
    return f'<polygon class="curve-area crew-{colour}" points="{area}"/>{line}'


def _dot(point: Point, colours: str, span: int) -> str:
    """A weak move: its shape says how weak, its colour whose."""
    x = _x(point.ply, span)
    y = _y(point.expected[0 if len(colours) == 2 else colours.index(point.by)])
    size = {"inaccuracy": 4.5, "mistake": 6.0, "blunder": 7.5}[point.mark]
    if point.mark == "inaccuracy":
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size}"/>'
    elif point.mark == "mistake":
        shape = f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size}" height="{2 * size}"/>'
    else:
        tip = f"{x:.1f},{y - size:.1f} {x + size:.1f},{y + size:.1f} {x - size:.1f},{y + size:.1f}"
        shape = f'<polygon points="{tip}"/>'
    return (
        # For the mouse only: the list of weak moves has the same links for everybody.
        f'<a class="curve-mark crew-{point.by}" href="{escape(point.href)}" tabindex="-1" aria-hidden="true">'
        f"<title>{escape(point.label)}</title>{shape}</a>"
    )
