"""Tokens and towers as SVG: who, which way, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import cos, degrees, sin
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.emblem import EMBLEMS
from kidd.draw.ink import Brush, Point

FLAG_OF = 5  # MG5: where six or more lie on each other, a black flag stands for five at the bottom
FLAGS = 3
SIZE = 31.0  # radius of a token
THICK = 4.6


class Man(NamedTuple):
    """A token to be drawn: its colour, where it lies, the directions of its back and its ways on, and what it wears."""

    colour: str
    at: Point
    back: float
    ways: tuple[float, ...]
    name: str = ""  # `R1`, by which a page follows it from move to move
    on: str = ""
    rank: str = ""  # leads, held or furled
    height: int = 1
    figure: Point = (46.0, -8.0)  # where the height is written, seen from the middle of the tower
    side: int = 1  # of the figure on which flags wave


@cache
def disc(colour: str, brush: Brush) -> str:
    """The body of a token: its shadow, its edge and what does not turn with it."""
    return brush.disc("shade", SIZE + 1.5, (1.5, THICK + 2)) + brush.disc("side", SIZE, (0, THICK), crew=colour)


@lru_cache(maxsize=1024)
def face(colour: str, back: float, ways: tuple[float, ...], brush: Brush) -> str:
    """The upper side with its pirate over a dark back; a pale notch for each way on."""
    turn = degrees(back) - 90
    notches = (_notch(degrees(way) + 90 - turn, brush) for way in ways)
    pirate = brush.path("emblem", EMBLEMS[colour], crew=colour)
    return ink.tag("g", _painted(colour, brush), *notches, pirate, class_="turn", **brush.turned(turn))


@cache
def _painted(colour: str, brush: Brush) -> str:
    """What every face of a crew shows: its rim and its dark back."""
    plain = brush.disc("face", SIZE - 1, crew=colour) + brush.disc(f"rim-{colour}", SIZE - 5, crew=colour)
    return plain + brush.path("back", _BACK, crew=colour)


def token(man: Man, brush: Brush) -> str:
    """One disc; its shine and its figure stay upright while the face turns."""
    shine = brush.path("shine", _SHINE)
    height = _figure(man, brush) if man.height > 1 else ""
    known = {"id": f"token-{man.name}"} if man.name and not brush.palette else {}  # a picture has no need of ids
    classes = f"token crew-{man.colour}" + f" {man.rank}" * bool(man.rank)
    inside = disc(man.colour, brush), face(man.colour, man.back, man.ways, brush), shine, height
    hidden: dict[str, str] = {"opacity": "0"} if brush.palette and man.rank == "furled" else {}
    place = {"data_on": man.on} if man.on else {}
    return ink.tag("g", *inside, **known, class_=classes, **place, **brush.moved(man.at), **hidden)


def flag(at: Point, brush: Brush) -> str:
    """A black disc that stands for five."""
    body = brush.disc("shade", SIZE + 1.5, (1.5, THICK + 2)) + brush.disc("flag-side", SIZE, (0, THICK))
    return ink.tag("g", body, brush.disc("flag-face", SIZE - 1), class_="flag", **brush.moved(at))


class Pile(NamedTuple):
    """Where the discs of a tower lie, from the top down, and where its flags do."""

    discs: tuple[Point, ...]
    shown: int
    flags: tuple[Point, ...]


def flown(height: int) -> int:
    """How many flags stand for the lower part of a tower."""
    return min(FLAGS, (height - 1) // FLAG_OF)


def pile(at: Point, height: int) -> Pile:
    """The leader on top, everyone below a little lower; from six up the lower fives become flags (MG5)."""
    flags = flown(height)
    shown = height - flags * FLAG_OF
    levels = shown + flags
    step = min(11.0, 27.0 / max(1, levels - 1))
    foot = at[1] + step * (levels - 1) * 0.56
    spots = tuple((at[0], foot - step * level) for level in range(levels))
    discs = tuple(reversed(spots[flags:])) + (spots[0],) * (height - shown)
    return Pile(discs, shown, spots[:flags])


def men(crew: str, names: tuple[str, ...], man: Man) -> Iterator[Man]:
    """Everyone in a tower from the bottom up; `man` tells where it stands and which way it looks."""
    stack = pile(man.at, len(crew))
    for level in reversed(range(len(crew))):
        rank = "furled" if level >= stack.shown else "held" if level else "leads" * (len(crew) > 1)
        height = len(crew) if level == 0 else 1
        at = stack.discs[level]
        figure = man.figure[0] + man.at[0] - at[0], man.figure[1] + man.at[1] - at[1]
        yield man._replace(colour=crew[level], name=names[level], at=at, rank=rank, height=height, figure=figure)


def _arc(radius: float, half: float) -> tuple[Point, Point]:
    """The two ends of an arc around the back, in a token whose back is down."""
    return (radius * sin(half), radius * cos(half)), (-radius * sin(half), radius * cos(half))


def _sector() -> str:
    (a, b), (c, d) = _arc(SIZE - 0.5, 0.72), _arc(13.0, 0.72)
    return f"M{ink.spot(a)}A30 30 0 0 1 {ink.spot(b)}L{ink.spot(d)}A13 13 0 0 0 {ink.spot(c)}Z"


_BACK = _sector()
_NOTCH = "M0-33.5L5.2-22.5H-5.2Z"
_CLOTH = "M0-14q6-4 11.5-.5t11.5-.5v17q-6 4-11.5 .5t-11.5 .5Z"
_SKULL = (
    "M7.5-9a4 3.9 0 1 1 8 0q0 2-1.6 2.8v1.7h-4.8v-1.7q-1.6-.8-1.6-2.8Z"
    "M5-2.7l.9-1.6l12.2 4.6l-.9 1.6ZM18.1-2.7l-.9-1.6l-12.2 4.6l.9 1.6Z"
)
_SHINE = "M-25-9A27 27 0 0 1-9-25"


def _notch(turn: float, brush: Brush) -> str:
    return brush.path("way", _NOTCH, **brush.turned(turn))


def _figure(man: Man, brush: Brush) -> str:
    """The height of a tower, and beside it a black flag for each five that it keeps under itself."""
    (x, y), text = man.figure, str(man.height)
    half = 7.5 + 4 * len(text)
    pill = brush("rect", "figure", x=x - half, y=y - 11, width=2 * half, height=22, rx=11)
    staffs = (half + 3.5 + 18 * place for place in range(flown(man.height)))
    flags = (_pennant((x + man.side * aside, y), man.side, brush) for aside in staffs)
    return ink.tag("g", *flags, pill, brush("text", "number", text, x=x, y=y + 5.7), class_="height")


def _pennant(at: Point, side: int, brush: Brush) -> str:
    """A black flag on its staff, with a skull over crossed bones."""
    staff, cloth = brush.path("staff", "M0-14V11"), brush.path("pennant", _CLOTH)
    aside = f"translate({ink.spot(at)})" + " scale(-1 1)" * (side < 0)
    return ink.tag("g", staff, cloth, brush.path("bones", _SKULL), class_="pennon", transform=aside)
