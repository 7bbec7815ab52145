"""Pens and colours for the SVG drawings: an element, a number, and how each crew looks."""

from __future__ import annotations

from math import cos, sin
from typing import NamedTuple

Point = tuple[float, float]

# By hand, as the standard library's escape() brings in its web client.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

SEA = "#17384a"
WAVE = "#2b5468"
WOOD = "#c79a62"
SEAM = "#a97c48"
RIM = "#5a371b"
RAIL = "#e3c08a"
ROPE = "#f6e8c8"
TAR = "#171210"
PLATE = "#ecd5a6"
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


class Crew(NamedTuple):
    """How a colour is drawn; the three stay apart by lightness, emblem and rim, without any hue."""

    name: str
    face: str
    edge: str
    mark: str
    rim: str  # dashes of the ring, in percent of the token's radius; empty for an unbroken one


CREWS = {
    "R": Crew("red", "#cf4633", "#8d2316", "#fff3df", ""),
    "B": Crew("blue", "#1c4a86", "#0d2749", "#eaf3ff", "26 14"),
    "G": Crew("gold", "#f0c24b", "#a97814", "#3a2604", "1 18"),
}


def number(value: float) -> str:
    """As short as the drawing allows: a tenth of a unit is finer than a screen."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """An XML element of finished children; `stroke_width` means stroke-width, a trailing underscore is dropped."""
    pairs = (
        (key.rstrip("_").replace("_", "-"), value if isinstance(value, str) else number(value))
        for key, value in attributes.items()
    )
    head = name + "".join(f' {key}="{words(value)}"' for key, value in pairs)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def words(text: str) -> str:
    """Text made fit to stand inside an element or an attribute."""
    return text.translate(_ESCAPES)


def circle(at: Point, radius: float, fill: str, **more: str | float) -> str:
    """A filled disc."""
    return tag("circle", cx=at[0], cy=at[1], r=radius, fill=fill, **more)


def trail(points: list[Point], closed: bool = False) -> str:
    """The `d` of a path through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z" * closed


def line(points: list[Point], stroke: str, width: float, **more: str | float) -> str:
    """An open stroke with round ends."""
    more = {"stroke_linecap": "round", "stroke_linejoin": "round", **more}
    return tag("path", d=trail(points), fill="none", stroke=stroke, stroke_width=width, **more)


def polar(centre: Point, distance: float, angle: float) -> Point:
    """The point that far from the centre, angles clockwise from starboard as y points down."""
    return centre[0] + distance * cos(angle), centre[1] + distance * sin(angle)
