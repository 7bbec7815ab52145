"""Plots as SVG: lines over a few stations, and bars of parts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from kidd.draw import ink

WIDTH, ROOM = 760.0, 200.0  # of all, and on the right for the names of lines
LEFT, TOP, HEIGHT = 64.0, 52.0, 260.0
PAPER, INK, FAINT = "#fbf7ee", "#3d3226", "#d8cdb8"
COLOURS = ("#8a8577", "#1f5fa8", "#1d8a6b", "#6a3fa0", "#d08a1d", "#b3392f")
DASHES = ("6 4", "", "", "", "2 3", "")
TALL, GAP = 22.0, 14.0  # of a bar, and between two

Series = Mapping[str, Sequence[float | None]]


def line_plot(title: str, stations: Sequence[str], series: Series, *, logarithmic: bool = False) -> str:
    """A line for each series over stations that stand at equal distances; a gap where nothing was measured."""
    values = [value for line in series.values() for value in line if value is not None]
    ticks = _powers(values) if logarithmic else _even(max(values, default=1.0))
    parts = [_words(title, (LEFT, 26), 15, bold=True)]
    for tick in ticks:
        at = _height(tick, ticks, logarithmic=logarithmic)
        parts.append(ink.tag("path", d=f"M{LEFT} {ink.number(at)}H{ink.number(WIDTH - ROOM)}", stroke=FAINT))
        parts.append(_words(f"{tick:,g}", (LEFT - 8, at + 4), 12, anchor="end"))
    places = [LEFT + 24 + (WIDTH - ROOM - LEFT - 48) * k / max(1, len(stations) - 1) for k in range(len(stations))]
    parts += [
        _words(name, (at, TOP + HEIGHT + 20), 12, anchor="middle") for name, at in zip(stations, places, strict=True)
    ]
    for number, (name, line) in enumerate(series.items()):
        points = [
            (at, _height(value, ticks, logarithmic=logarithmic))
            for at, value in zip(places, line, strict=True)
            if value is not None
        ]
        parts.append(_line(number, points))
        parts.append(_legend(number, name))
    return _sheet(title, TOP + HEIGHT + 36, parts)


def bar_plot(title: str, rows: Mapping[str, Mapping[str, float]]) -> str:
    """A bar for each row, of parts that stand one after the other."""
    longest = max((sum(parts.values()) for parts in rows.values()), default=0.0) or 1.0
    kinds = list(dict.fromkeys(kind for parts in rows.values() for kind in parts))
    left, top = 250.0, 74.0
    drawn = [_words(title, (20, 26), 15, bold=True)]
    for number, kind in enumerate(kinds):
        drawn.append(ink.tag("rect", x=left + 130 * number, y=40, width=12, height=12, fill=COLOURS[number + 1]))
        drawn.append(_words(kind, (left + 18 + 130 * number, 51), 12))
    for number, (name, parts) in enumerate(rows.items()):
        y, x = top + number * (TALL + GAP), left
        drawn.append(_words(name, (left - 10, y + 16), 12, anchor="end"))
        for kind, value in parts.items():
            width = (WIDTH - left - 80) * value / longest
            drawn.append(ink.tag("rect", x=x, y=y, width=width, height=TALL, fill=COLOURS[kinds.index(kind) + 1]))
            x += width
        drawn.append(_words(f"{sum(parts.values()):.2f}", (x + 6, y + 16), 12))
    return _sheet(title, top + len(rows) * (TALL + GAP) + 6, drawn)


def _sheet(title: str, height: float, parts: list[str]) -> str:
    paper = ink.tag("rect", width=WIDTH, height=height, fill=PAPER)
    box = f"0 0 {ink.number(WIDTH)} {ink.number(height)}"
    inside = [ink.tag("title", ink.words(title)), paper, *parts]
    return ink.tag("svg", *inside, xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img") + "\n"


def _line(number: int, points: Sequence[ink.Point]) -> str:
    colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
    look = {"stroke_dasharray": dash} if dash else {}
    path = (
        ink.tag("path", d=ink.trail(list(points)), fill="none", stroke=colour, stroke_width=2.5, **look)
        if points
        else ""
    )
    return path + "".join(ink.tag("circle", cx=x, cy=y, r=3.5, fill=colour) for x, y in points)


def _legend(number: int, name: str) -> str:
    x, y, colour = WIDTH - ROOM + 14, TOP + 14 + 36 * number, COLOURS[number % len(COLOURS)]
    first, _, second = name.partition(", ")
    rest = _words(second, (x + 16, y + 17), 12) if second else ""
    return ink.tag("circle", cx=x + 4, cy=y, r=5, fill=colour) + _words(first, (x + 16, y + 4), 12) + rest


def _words(text: str, at: ink.Point, size: float, *, bold: bool = False, anchor: str = "start") -> str:
    look: dict[str, str | float] = {"x": at[0], "y": at[1], "font_size": size, "fill": INK, "font_family": ink.FONT}
    if bold:
        look["font_weight"] = "bold"
    if anchor != "start":
        look["text_anchor"] = anchor
    return ink.tag("text", ink.words(text), **look)


def _height(value: float, ticks: Sequence[float], *, logarithmic: bool) -> float:
    low, high, at = ticks[0], ticks[-1], max(value, ticks[0])
    part = math.log(at / low) / math.log(high / low) if logarithmic else (at - low) / (high - low)
    return TOP + HEIGHT * (1 - part)


def _even(highest: float) -> list[float]:
    """Four to eight round numbers from 0 to above the highest."""
    step = 10 ** math.floor(math.log10(max(highest, 1e-9)))
    step = next(step * part for part in (0.2, 0.25, 0.5, 1, 2) if highest / (step * part) <= 6)
    return [step * number for number in range(math.ceil(highest / step) + 1)]


def _powers(values: Sequence[float]) -> list[float]:
    """Ones, twos and fives from below the lowest to above the highest."""
    low, high = min(values, default=1.0), max(values, default=10.0)
    powers = range(math.floor(math.log10(max(low, 0.01))), math.ceil(math.log10(max(high, 0.02))) + 1)
    every = [part * 10.0**power for power in powers for part in (1, 2, 5)]
    first = max((tick for tick in every if tick <= low), default=every[0])
    last = min((tick for tick in every if tick >= high and tick > first), default=every[-1])
    return [tick for tick in every if first <= tick <= last]
