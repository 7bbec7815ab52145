"""The ship as it lies on the sea: water, hull, planks, rim, and ornament that leaves the spaces alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import ceil, hypot, pi

from kidd.draw import ink
from kidd.draw.ink import Brush, Point
from kidd.draw.ship.chart import RADIUS, Chart
from kidd.draw.ship.hull import BEAK, Hull

GAP = 24.0  # breadth of a plank
ROSE = 44.0  # radius of the compass rose


def sea(chart: Chart, brush: Brush, foot: float, ornament: bool) -> str:
    """Dark water with a few waves beside the hull and a compass rose where there is room; a foot of it is calm."""
    corner, size = chart.frame
    (left, top), (width, height) = corner, size
    parts = [brush("rect", "sea", x=left, y=top, width=width, height=height + foot, rx=14)]
    if ornament:
        inset = ROSE + 16
        spots = [(x, y) for y in (top + inset, top + height - inset) for x in (left + width - inset, left + inset)]
        rose = max(spots, key=lambda spot: _clear(chart, spot))
        waves = (
            f"M{ink.spot((x - 15, y))}q7.5-7 15 0t15 0"
            for x, y in _waves(chart, corner, size)
            if hypot(x - rose[0], y - rose[1]) > ROSE + 28
        )
        parts.append(brush.path("waves", "".join(waves)))
        parts += _rose(rose, brush) if _clear(chart, rose) > ROSE + 14 else ()
    return "".join(parts)


def _waves(chart: Chart, corner: Point, size: Point) -> Iterator[Point]:
    for row in range(int(size[1] / 58) + 1):
        for column in range(int(size[0] / 84) + 1):
            x, y = corner[0] + 84 * column + 42 * (row % 2) + 9 * (row % 3), corner[1] + 58 * row + 26
            inside = corner[0] + 20 < x < corner[0] + size[0] - 20 and y < corner[1] + size[1] - 12
            if inside and _clear(chart, (x, y)) > 42:
                yield x, y


def _clear(chart: Chart, at: Point) -> float:
    """How far a place on the sea is from the ship and from the black paths."""
    x, y = chart.aboard(at)
    if abs(x - chart.hull.middle[0]) < chart.hull.half_width(y):
        return 0.0
    skirts = [*chart.hull.outskirts(), *chart.outlets.values()]
    return min(hypot(x - u, y - v) for u, v in skirts)


def _rose(at: Point, brush: Brush) -> Iterator[str]:
    """A compass rose of eight points."""
    for long, short, first in ((0.62, 0.16, 0.25), (1.0, 0.2, 0.0)):
        turns = [pi * (first + quarter / 2) for quarter in range(4)]
        for role, half in (("rose", -pi / 4), ("rose-b", pi / 4)):
            rays = ((ink.polar(at, ROSE * long, t), ink.polar(at, ROSE * short, t + half), at) for t in turns)
            yield brush.path(role, "".join(ink.trail(list(ray), closed=True) for ray in rays))
    yield brush.disc("rose", ROSE * 0.78, at)


def vessel(chart: Chart, brush: Brush, ornament: bool) -> str:
    """The ship without its spaces, bow up."""
    rim = chart.hull.rim()
    parts = [brush.path("foam", rim), *_head(chart.hull, brush)] if ornament else []
    parts += [brush.path("wale", rim), brush.path("planks", rim)]
    if ornament:
        parts += [*_planks(chart.hull, brush), *_ornaments(chart, brush)]
        parts += [brush.path("lee", rim), brush.path("lee-b", rim)]
    trim = ("rim", "rail", "carving", "studs", "inlay") if ornament else ("rim", "inlay")
    parts += [brush.path(role, rim) for role in trim]
    return "".join(parts)


def _chance(*seed: int) -> float:
    """A number from 0 to 1 that looks like chance and is always the same."""
    value = 0
    for part in seed:
        value = (value * 31 + part * 2654435761 + 97) & 0xFFFFFFFF
        value ^= value >> 15
        value = value * 2246822519 & 0xFFFFFFFF
        value ^= value >> 13
    return value / 0x100000000


def _planks(hull: Hull, brush: Brush) -> Iterator[str]:
    count = ceil(hull.beam / GAP)
    boards: dict[str, list[str]] = {"plank-a": [], "plank-b": [], "plank-c": []}
    seams: list[str] = []
    grain: list[str] = []
    pegs: list[str] = []
    knots: list[str] = []
    for plank in range(-count, count):
        left, right = hull.stretch(plank * GAP), hull.stretch((plank + 1) * GAP)
        fore, aft = max(left[0], right[0]), min(left[1], right[1])
        x = hull.middle[0] + plank * GAP
        if abs(plank * GAP) >= hull.beam - 2 or abs((plank + 1) * GAP) >= hull.beam - 2:
            continue
        seams.append(f"M{ink.spot((x, left[0]))}V{ink.number(left[1])}")
        for board, (top, bottom) in enumerate(_boards(plank, fore, aft)):
            tone = int(_chance(plank, board, 7) * 4)
            if tone < 3:
                boards["plank-" + "abc"[tone]].append(_board(x, (top, bottom), (left, right), (fore, aft)))
            if board:
                seams.append(f"M{ink.spot((x, top))}h{ink.number(GAP)}")
                pegs += [f"M{ink.spot((x + aside, top + drop))}h0" for aside in (6, 18) for drop in (-6, 6)]
            grain += _grain(plank, board, x, (top, bottom))
            knots += _knot(plank, board, x, (top, bottom))
    yield from (brush.path(role, "".join(shapes)) for role, shapes in boards.items())
    yield brush.path("grain", "".join(grain))
    yield brush.path("knots", "".join(knots))
    yield brush.path("seams", "".join(seams))
    yield brush.path("pegs", "".join(pegs))


def _board(x: float, ends: Point, edges: tuple[Point, Point], whole: Point) -> str:
    """A board from seam to seam; the first and the last of a plank are cut aslant along the rim."""
    left, right = edges
    top = (left[0], right[0]) if ends[0] == whole[0] else (ends[0], ends[0])
    bottom = (left[1], right[1]) if ends[1] == whole[1] else (ends[1], ends[1])
    return ink.trail([(x, top[0]), (x + GAP, top[1]), (x + GAP, bottom[1]), (x, bottom[0])], closed=True)


def _boards(plank: int, fore: float, aft: float) -> Iterator[tuple[float, float]]:
    """Where the boards of a plank begin and end; neighbours never end side by side."""
    joints = [fore + (aft - fore) * ((plank * 5) % 7 + 1 + 8 * part) / 24 for part in range(3)]
    ends = [fore, *(joint for joint in joints if fore + 30 < joint < aft - 30), aft]
    yield from pairwise(ends)


def _grain(plank: int, board: int, x: float, ends: Point) -> Iterator[str]:
    """Long wavering lines, now and then one around a knot."""
    length = ends[1] - ends[0]
    for streak in range(int(1 + length / 130)):
        aside = x + 5 + 14 * _chance(plank, board, streak, 1)
        start = ends[0] + 8 + length * 0.7 * _chance(plank, board, streak, 2)
        reach = min(ends[1] - start - 8, 40 + 70 * _chance(plank, board, streak, 3))
        if reach > 24:
            sway = 5 * _chance(plank, board, streak, 4) - 2.5
            bends = (sway, reach / 3), (-sway, reach * 2 / 3), (0.0, reach)
            yield f"M{ink.spot((aside, start))}c{' '.join(map(ink.spot, bends))}"


def _knot(plank: int, board: int, x: float, ends: Point) -> Iterator[str]:
    """Where a branch once was: on one board in four."""
    if _chance(plank, board, 11) < 0.25 and ends[1] - ends[0] > 70:
        at = x + 8 + 8 * _chance(plank, board, 12), ends[0] + 30 + (ends[1] - ends[0] - 60) * _chance(plank, board, 13)
        yield f"M{ink.spot(at)}a2 3 0 1 0 .01 0ZM{ink.spot((at[0], at[1] - 3))}a4 6.5 0 1 0 .01 0Z"


def _head(hull: Hull, brush: Brush) -> Iterator[str]:
    """Two curved rails that meet before the bow, with the black path of a hatch free to run between them."""
    x, bow = hull.middle[0], hull.middle[1] - hull.length
    tip = bow - BEAK * 0.66
    rails = "".join(
        f"M{ink.spot((x + side * 84, bow + 44))}C{ink.spot((x + side * 50, bow + 14))} "
        f"{ink.spot((x + side * 19, bow - 2))} {ink.spot((x + side * 3, tip))}"
        for side in (-1, 1)
    )
    spar = f"M{ink.spot((x, tip + 3))}V{ink.number(bow - BEAK + 4)}"
    yield brush.path("spar", rails + spar)
    yield brush.path("spar-b", rails + spar)
    rings = (f"M{ink.spot((x - 5.5, y))}h11" for y in (tip - 2, tip - 7))
    yield brush.path("lashing", "".join(rings))


def _ornaments(chart: Chart, brush: Brush) -> Iterator[str]:
    """Mast bases and the wheel in the open places of the midline, each only as large as its place allows."""
    places = fittings(chart)
    for place, (at, room) in enumerate(places):
        wheel = place == len(places) - 1 and place > 0
        yield from _wheel(brush, at, room) if wheel else _mast(brush, at, room)


def fittings(chart: Chart) -> list[tuple[Point, float]]:
    """The open places of the midline, bow first, and how far what is built there reaches."""
    x = chart.hull.middle[0]
    ys = sorted(y for u, y in chart.moorings if abs(u - x) < RADIUS)
    middles = ((x, (low + high) / 2) for low, high in pairwise(ys))
    rooms = ((at, min(_open(chart, at), RADIUS * 1.1)) for at in middles)
    return [(at, room) for at, room in rooms if room > 14]


def _open(chart: Chart, at: Point) -> float:
    """How far from a place the nearest space or rope is."""
    spaces = min(hypot(at[0] - x, at[1] - y) - RADIUS - 8 for x, y in chart.moorings)
    ropes = min(_off(at, chart.moorings[a], chart.moorings[b]) - 12 for a, b in chart.deck.paths)
    return min(spaces, ropes)


def _off(at: Point, start: Point, end: Point) -> float:
    """How far a point is from a line between two others."""
    along = end[0] - start[0], end[1] - start[1]
    share = ((at[0] - start[0]) * along[0] + (at[1] - start[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = min(1.0, max(0.0, share))
    return hypot(at[0] - start[0] - along[0] * share, at[1] - start[1] - along[1] * share)


def _mast(brush: Brush, at: Point, room: float) -> Iterator[str]:
    """The foot of a mast in its collar, wedged all around."""
    yield brush.disc("ornament-b", room * 0.62, at)
    yield brush.disc("ornament", room * 0.62, at)
    yield brush.disc("ornament", room * 0.9, at)
    yield _spokes(brush, at, (room * 0.62, room * 0.9), 10)


def _wheel(brush: Brush, at: Point, room: float) -> Iterator[str]:
    """The helm: a ring, eight spokes with their handles, a hub."""
    yield brush.disc("ornament", room * 0.68, at)
    yield brush.disc("ornament", room * 0.52, at)
    yield brush.disc("ornament-b", room * 0.2, at)
    yield _spokes(brush, at, (room * 0.2, room), 8)


def _spokes(brush: Brush, at: Point, reach: tuple[float, float], count: int) -> str:
    """Lines all around a place, from one distance to another."""
    turns = (2 * pi * part / count for part in range(count))
    return brush.path("ornament", "".join(ink.trail([ink.polar(at, far, turn) for far in reach]) for turn in turns))
