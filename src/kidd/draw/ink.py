"""Pens for the SVG drawings: an element, a number, and a brush that knows how a kind of shape is painted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, radians, sin

from kidd.draw.palette import paint, read

Point = tuple[float, float]

# By hand, as the standard library's escape() brings in its web client.
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def number(value: float) -> str:
    """As short as the drawing allows: a tenth of a unit is finer than a screen."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def spot(at: Point) -> str:
    """A point as the `d` of a path writes it."""
    return f"{number(at[0])} {number(at[1])}"


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


def trail(points: list[Point], closed: bool = False) -> str:
    """The `d` of a path through points."""
    return "M" + "L".join(map(spot, points)) + "Z" * closed


def polar(centre: Point, distance: float, angle: float) -> Point:
    """The point that far from the centre, angles clockwise from starboard as y points down."""
    return centre[0] + distance * cos(angle), centre[1] + distance * sin(angle)


@dataclass(frozen=True)
class Brush:
    """Paints shapes by their kind: in the colours of a theme, or by class alone where a stylesheet has them."""

    palette: str = ""

    def __call__(self, name: str, role: str, *inside: str, crew: str = "", **shape: str | float) -> str:
        """An element of a kind; `crew` is whose colours it wears."""
        return tag(name, *inside, class_=kind(role), **shape, **self.look(role, crew))

    def look(self, role: str, crew: str = "") -> dict[str, str]:
        """The presentation attributes of a kind of shape; none where a stylesheet has them."""
        return paint(role, self.palette, crew) if self.palette else {}

    def touched(self, name: str, role: str, change: str, shape: Mapping[str, str]) -> str:
        """An element of a kind with something changed about its look."""
        look = paint(role, self.palette) | (read(change, self.palette) if change else {})
        return tag(name, class_=role, **shape, **look)

    @property
    def deaf(self) -> dict[str, str]:
        """What lets pointers pass through; a page has its stylesheet for that."""
        return {"pointer_events": "none"} if self.palette else {}

    def path(self, role: str, d: str, crew: str = "", **shape: str | float) -> str:
        """A path of a kind."""
        return self("path", role, crew=crew, d=d, **shape)

    def disc(self, role: str, radius: float, at: Point = (0, 0), crew: str = "") -> str:
        """A circle of a kind, as short as its place allows."""
        shape = {key: value for key, value in (("cx", at[0]), ("cy", at[1])) if value}
        return self("circle", role, crew=crew, **shape, r=radius)

    def moved(self, at: Point) -> dict[str, str]:
        """The attribute that puts a group in its place; as a style where a stylesheet can let it travel."""
        if self.palette:
            return {"transform": f"translate({spot(at)})"}
        return {"style": f"transform:translate({number(at[0])}px,{number(at[1])}px)"}

    def turned(self, degrees: float) -> dict[str, str]:
        """The attribute that turns a group; as a matrix in a style, since browsers turn those by the short way."""
        if self.palette:
            return {"transform": f"rotate({number(degrees)})"} if round(degrees, 1) % 360 else {}
        c, s = (f"{round(f(radians(degrees)), 3) + 0:.3f}".rstrip("0").rstrip(".") for f in (cos, sin))
        return {"style": f"transform:matrix({c},{s},{s[1:] if s[0] == '-' else '-' + s if s != '0' else s},{c},0,0)"}


def kind(role: str) -> str:
    """The class of a kind of shape: what stands before the crew in `rim-R`."""
    return role[:-2] if role[-2:] in ("-R", "-B", "-G") else role
