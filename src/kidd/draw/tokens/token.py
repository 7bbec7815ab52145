"""Tokens and towers as SVG: who, which way, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from math import cos, degrees, sin
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.ink import Brush, Point
from kidd.draw.tokens.emblem import EMBLEMS

FLAG_OF = 5  # MG5: where six or more lie on each other, a black flag stands for five at the bottom
FLAGS = 3
SIZE = 31.0  # radius of a token
THICK = 4.6
GHOST = ".42"  # how much is seen of a token that is gone


class Man(NamedTuple):
    """A token to be drawn: its colour, where it lies, the directions of its back and its ways on, and what it wears."""

    colour: str
    at: Point
    back: float
    ways: tuple[float, ...]
    name: str = ""  # `R1`, by which a page follows it from move to move
    on: str = ""
    rank: str = ""  # leads, held or furled


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
    """One disc; its shine stays where it is while the face turns."""
    known = {"id": f"token-{man.name}"} if man.name and not brush.palette else {}  # a picture has no need of ids
    classes = f"token crew-{man.colour}" + f" {man.rank}" * bool(man.rank)
    inside = disc(man.colour, brush), face(man.colour, man.back, man.ways, brush), brush.path("shine", _SHINE)
    hidden: dict[str, str] = {"opacity": "0"} if brush.palette and man.rank == "furled" else {}
    place = {"data_on": man.on} if man.on else {}
    return ink.tag("g", *inside, **known, class_=classes, **place, **brush.moved(man.at), **hidden)


def ghost(colour: str, at: Point, back: float, ways: tuple[float, ...], brush: Brush) -> str:
    """A token that stands there no more, to be seen through."""
    pale: dict[str, str] = {"opacity": GHOST} if brush.palette else {}
    inside = disc(colour, brush), face(colour, back, ways, brush)
    return ink.tag("g", *inside, class_=f"ghost crew-{colour}", **brush.moved(at), **pale)


def flag(at: Point, brush: Brush) -> str:
    """A black disc that stands for five."""
    body = brush.disc("shade", SIZE + 1.5, (1.5, THICK + 2)) + brush.disc("flag-side", SIZE, (0, THICK))
    return ink.tag("g", body, brush.disc("flag-face", SIZE - 1), class_="flag", **brush.moved(at))


class Pile(NamedTuple):
    """Where the discs of a tower lie, from the top down, and where its flags do."""

    discs: tuple[Point, ...]
    shown: int
    flags: tuple[Point, ...]


class Drops(NamedTuple):
    """The same for a tower of some height, as how far each lies below the middle of its space."""

    discs: tuple[float, ...]
    shown: int
    flags: tuple[float, ...]


def flown(height: int) -> int:
    """How many flags stand for the lower part of a tower."""
    return min(FLAGS, (height - 1) // FLAG_OF)


@cache
def drops(height: int) -> Drops:
    """The leader on top, everyone below a little lower; from six up the lower fives become flags (MG5)."""
    flags = flown(height)
    shown = height - flags * FLAG_OF
    levels = shown + flags
    step = min(13.0, 27.0 / max(1, levels - 1))
    foot = step * (levels - 1) * 0.56
    falls = tuple(foot - step * level for level in range(levels))
    return Drops(tuple(reversed(falls[flags:])) + (falls[0],) * (height - shown), shown, falls[:flags])


def pile(at: Point, height: int) -> Pile:
    """A tower on a place."""
    discs, shown, flags = drops(height)
    return Pile(tuple((at[0], at[1] + drop) for drop in discs), shown, tuple((at[0], at[1] + drop) for drop in flags))


def men(crew: str, names: tuple[str, ...], man: Man) -> Iterator[Man]:
    """Everyone in a tower from the bottom up; `man` tells where it stands and which way it looks."""
    stack = pile(man.at, len(crew))
    for level in reversed(range(len(crew))):
        rank = "furled" if level >= stack.shown else "held" if level else "leads" * (len(crew) > 1)
        yield man._replace(colour=crew[level], name=names[level], at=stack.discs[level], rank=rank)


def _arc(radius: float, half: float) -> tuple[Point, Point]:
    """The two ends of an arc around the back, in a token whose back is down."""
    return (radius * sin(half), radius * cos(half)), (-radius * sin(half), radius * cos(half))


def _sector() -> str:
    (a, b), (c, d) = _arc(SIZE - 0.5, 0.72), _arc(13.0, 0.72)
    return f"M{ink.spot(a)}A30 30 0 0 1 {ink.spot(b)}L{ink.spot(d)}A13 13 0 0 0 {ink.spot(c)}Z"


_BACK = _sector()
_NOTCH = "M0-33.5L5.2-22.5H-5.2Z"
_SHINE = "M-25-9A27 27 0 0 1-9-25"


def _notch(turn: float, brush: Brush) -> str:
    return brush.path("way", _NOTCH, **brush.turned(turn))
