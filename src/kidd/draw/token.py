"""Tokens and towers as SVG: who, which way, and how many."""

from __future__ import annotations

from math import degrees, pi
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.ink import CREWS, Crew, Point

FLAG_OF = 5  # MG5: where six or more lie on each other, a black flag stands for five at the bottom
FLAGS = 3

# Emblems in a square from -1 to 1 whose lower side is the token's back: crossed cutlasses, an anchor, a star.
_EMBLEMS = {
    "R": "M-.72 .62Q.2 .12 .66-.8M-.78 .22L-.36 .74M.72 .62Q-.2 .12-.66-.8M.78 .22L.36 .74",
    "B": "M0-.42V.78M-.46-.16H.46M-.72 .2Q-.62 .78 0 .78Q.62 .78 .72 .2"
    "M-.21-.66A.21 .21 0 1 0 .21-.66A.21 .21 0 1 0-.21-.66",
    "G": "M0-.95L.24-.24L.95 0L.24 .24L0 .95L-.24 .24L-.95 0L-.24-.24Z",
}


class Stance(NamedTuple):
    """Where a token lies, how large, and the angles of its back and of the ways on."""

    at: Point
    radius: float
    back: float
    ways: tuple[float, ...]


def tower(crew: str, stance: Stance, figure: float) -> str:
    """A pile from the top down; `figure` is the angle at which its height is written."""
    (x, y), radius = stance.at, stance.radius
    flags = min(FLAGS, (len(crew) - 1) // FLAG_OF)
    lower = crew[1 : len(crew) - flags * FLAG_OF]
    step = radius * min(0.24, 0.72 / max(1, len(lower) + flags))
    foot = y + step * (len(lower) + flags) * 0.6
    discs = [_flag((x, foot - height * step), radius) for height in range(flags)]
    for colour in reversed(lower):
        discs.append(_disc(CREWS[colour], (x, foot - len(discs) * step), radius))
    discs.append(token(crew[0], stance._replace(at=(x, foot - len(discs) * step))))
    if len(crew) > 1:
        discs.append(_figure(str(len(crew)), ink.polar(stance.at, radius * 1.1, figure), radius * 0.38))
    return ink.tag("g", *discs, class_="tower")


def token(colour: str, stance: Stance) -> str:
    """One disc with its emblem upright over its back, a dark sector behind and a pale notch for each way on."""
    crew = CREWS[colour]
    notches = (_notch(stance.at, stance.radius, way) for way in stance.ways)
    parts = _disc(crew, stance.at, stance.radius), _back(stance, crew.mark), *notches, _emblem(colour, stance)
    return ink.tag("g", *parts, class_="token")


def _emblem(colour: str, stance: Stance) -> str:
    mark, solid = CREWS[colour].mark, colour == "G"
    x, y = map(ink.number, ink.polar(stance.at, stance.radius * 0.08, stance.back + pi))
    turn, size = ink.number(degrees(stance.back) - 90), f"{stance.radius * 0.5:.2f}"
    return ink.tag(
        "path",
        d=_EMBLEMS[colour],
        fill=mark if solid else "none",
        stroke=mark,
        stroke_width="0.1" if solid else "0.27",
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=f"translate({x} {y}) rotate({turn}) scale({size})",
    )


def _disc(crew: Crew, at: Point, radius: float) -> str:
    side = circle_below(at, radius, crew.edge)
    face = ink.circle(at, radius, crew.face, stroke=crew.edge, stroke_width=radius * 0.05)
    dashes = " ".join(ink.number(float(dash) * radius / 100) for dash in crew.rim.split())
    pattern: dict[str, str] = {"stroke_dasharray": dashes, "stroke_linecap": "round"} if dashes else {}
    ring = ink.circle(
        at, radius * 0.86, "none", stroke=crew.mark, stroke_width=radius * (0.1 if dashes else 0.06), **pattern
    )
    return side + face + ring


def circle_below(at: Point, radius: float, fill: str) -> str:
    """The edge of a thick disc seen almost from above, with its shadow on what lies under it."""
    shadow = ink.circle((at[0], at[1] + radius * 0.2), radius * 1.03, "#000", fill_opacity="0.28")
    return shadow + ink.circle((at[0], at[1] + radius * 0.12), radius, fill)


def _back(stance: Stance, outline: str) -> str:
    at, radius, angle, half = stance.at, stance.radius, stance.back, 0.66
    inner = radius * 0.52
    corners = (
        ink.polar(at, radius, angle - half),
        ink.polar(at, radius, angle + half),
        ink.polar(at, inner, angle + half),
        ink.polar(at, inner, angle - half),
    )
    a, b, c, d = (" ".join(map(ink.number, corner)) for corner in corners)
    wide, narrow = ink.number(radius), ink.number(inner)
    shape = f"M{a}A{wide} {wide} 0 0 1 {b}L{c}A{narrow} {narrow} 0 0 0 {d}Z"
    look = {"fill": ink.TAR, "stroke": outline, "stroke_linejoin": "round", "class_": "back"}
    return ink.tag("path", d=shape, stroke_width=radius * 0.05, **look)


def _notch(at: Point, radius: float, angle: float) -> str:
    tip = ink.polar(at, radius * 1.02, angle)
    wings = [ink.polar(at, radius * 0.68, angle + side) for side in (-0.36, 0.36)]
    d = ink.trail([tip, *wings], closed=True)
    return ink.tag("path", d=d, fill="#fffaf0", stroke=ink.TAR, stroke_width=radius * 0.04, class_="way")


def _flag(at: Point, radius: float) -> str:
    ring = ink.circle(at, radius * 0.86, "none", stroke="#efe6d2", stroke_width=radius * 0.05)
    return circle_below(at, radius, "#000") + ink.circle(at, radius, "#241d1a") + ring


def _figure(text: str, at: Point, radius: float) -> str:
    size = radius * 1.4
    label = ink.tag(
        "text",
        text,
        x=at[0],
        y=at[1] + size * 0.36,
        font_size=size,
        font_weight="700",
        text_anchor="middle",
        fill=ink.TAR,
    )
    return ink.circle(at, radius, "#fffaf0", stroke=ink.TAR, stroke_width=radius * 0.14) + label
