"""Where the name, the figure and the alarm of each space stand: apart from each other, from rings and from ropes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import cos, dist, hypot, pi, radians
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.ink import Point
from kidd.draw.ship.chart import RADIUS, Chart
from kidd.draw.ship.vessel import fittings
from kidd.draw.tokens.tally import HALF, SPAN, breadth, spot

RING = 47.0  # from the middle of a space to the outside of the widest ring around it
TOKEN = 37.0  # from the middle of a space to what others put beside it, figures and alarms being small
TOWER = (-12.0, 19.0), 33.0  # how far the middles of a tower's discs reach up and down, and their radius
NEAR = 30.0  # where an alarm begins: on the edge of what it warns
BELL = 12.5, 11.5  # half the size of an alarm
RISE = 12.0  # how far an alarm goes up with the leader of a tower
BELOW = 0.2  # what it costs an alarm to stand a unit below the middle of its space, where a tower has its foot
LOW, HIGH, FLAGGED = 2, 4, 10  # towers whose feet stand highest and lowest, and one with a broad figure
ROPE, BULWARK = 8.0, 12.0  # half the breadth of a rope and of what lies along the rim
ENOUGH = 9.0  # more room than this is no better
AMPLE = 30.0  # where there is a choice, so far from others
NEARBY = RADIUS * 4  # nothing farther from a space can be in the way of what belongs to it
SELDOM = 0.5  # what room for the broad figure of a flagged tower counts
ROUNDS = 3  # in which everything may still make room for the others


class Box(NamedTuple):
    """Something upright on the deck: its middle and half its size."""

    at: Point
    half: Point

    def gap(self, at: Point) -> float:
        """How far a point lies outside of it."""
        (x, y), (wide, high) = self
        return hypot(max(0.0, abs(at[0] - x) - wide), max(0.0, abs(at[1] - y) - high))

    def apart(self, other: Box) -> float:
        """How far it is from another, less than nothing where they overlap."""
        (x, y), (wide, high) = self
        (u, v), (broad, tall) = other
        return max(abs(x - u) - wide - broad, abs(y - v) - high - tall)


class Berth(NamedTuple):
    """What stands beside a space; `rim` is the direction in which a tower's figure lies on its lowest disc."""

    name: Point
    alarm: Point
    rim: float


class _Offer(NamedTuple):
    """A place that something may take: how clear it is of all that never moves, and what it may grow to."""

    box: Box
    room: float
    rim: float = 0.0
    broad: Box | None = None

    def worth(self, others: list[_Offer]) -> float:
        """How good it is beside what the others have taken; nothing is worth covering another."""
        gap = min((self.box.apart(other.box) for other in others), default=AMPLE)
        room = min(self.room, gap)
        room = min(room, room * 4) + min(gap, AMPLE) * 0.02
        if not self.broad:
            return room
        return room + SELDOM * min(0.0, min((self.broad.apart(other.box) for other in others), default=0.0))


@lru_cache(maxsize=32)
def berths(plan: Chart) -> list[Berth]:
    """One rule for every space: its name, its figure and its alarm go where most room is left between its ports."""
    shore = _Shore(plan)
    everywhere = range(len(plan.places))
    taken: dict[tuple[int, int], _Offer] = {}
    for kinds in ({0: shore.names}, {1: shore.alarms, 2: shore.figures}):  # names are there always, the others seldom
        offers = {(kind, space): list(offer(space)) for kind, offer in kinds.items() for space in everywhere}
        for what, choice in [*offers.items()] * ROUNDS:
            place = plan.places[what[1]]
            near = [offer for key, offer in taken.items() if key != what and dist(place, offer.box.at) < NEARBY]
            taken[what] = max(choice, key=partial(_Offer.worth, others=near))
    return [
        Berth(_whole(taken[0, space].box.at), _whole(_lowered(taken[1, space].box.at)), taken[2, space].rim)
        for space in everywhere
    ]


def _lowered(at: Point) -> Point:
    """Where an alarm stands while nobody lifts it: in the lower part of its room."""
    return at[0], at[1] + RISE / 2


def _whole(at: Point) -> Point:
    """A point as short as it can be written."""
    return float(round(at[0])), float(round(at[1]))


def _angles(plan: Chart, space: int) -> Iterator[float]:
    """Directions between the ports of a space, their middles first."""
    angles = sorted(plan.angle(space, port) for port in plan.deck.ports[space])
    gaps = list(zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True))
    yield from (low + (high - low) * share for share in (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8) for low, high in gaps)


def _beside(place: Point, angle: float, half: Point) -> Box:
    """As near to a space as its rings and the tallest tower on it allow."""
    distance = RING
    while True:
        box = Box(ink.polar(place, distance, angle), half)
        (top, bottom), radius = TOWER
        discs = ((place[0], place[1] + top + (bottom - top) * part / 4) for part in range(5))
        if box.gap(place) >= RING and all(box.gap(disc) >= radius for disc in discs):
            return box
        distance += 1


def _between(start: Point, end: Point, half: float) -> Box:
    """The box around a square on its way from one point to another."""
    (x, y), (u, v) = start, end
    return Box(((x + u) / 2, (y + v) / 2), (abs(u - x) / 2 + half, abs(v - y) / 2 + half))


class _Shore:
    """All that never moves: spaces, ropes, ornaments and the rim."""

    def __init__(self, plan: Chart) -> None:
        self.plan = plan
        self.ornaments = [(plan.seen(at), room) for at, room in fittings(plan)]
        ways = [(plan.places[a], plan.places[b]) for a, b in plan.deck.paths]
        ways += [(plan.places[hatch], end) for hatch, end in plan.ends.items()]
        ropes = [spot for way in ways for spot in _along(*way)]
        self.others = {
            place: [other for other in plan.places if other != place and dist(other, place) < NEARBY]
            for place in plan.places
        }
        self.ropes = {place: [spot for spot in ropes if dist(spot, place) < RADIUS * 3] for place in plan.places}

    def names(self, space: int) -> Iterator[_Offer]:
        """Where the name of a space could stand."""
        for angle in _angles(self.plan, space):
            box = _beside(self.plan.places[space], angle, (5.4 * len(self.plan.deck.spaces[space]), 7.0))
            ornaments = min((box.gap(at) - room for at, room in self.ornaments), default=ENOUGH)
            yield _Offer(box, min(ornaments, self._room(box, space, RING)))

    def figures(self, space: int) -> Iterator[_Offer]:
        """Where the figure of a tower could lie on the rim of its lowest disc, however tall it is."""
        place = self.plan.places[space]
        for degrees in range(SPAN[0], SPAN[1] + 1, 10):
            rim = radians(degrees)
            box = _between(spot(place, LOW, rim), spot(place, HIGH, rim), HALF)
            broad = Box(spot(place, FLAGGED, rim), (breadth(FLAGGED), HALF))
            room = self._room(box, space) + SELDOM * min(0.0, self._room(broad, space)) - abs(cos(rim)) * 0.1
            yield _Offer(box, room, rim, broad)

    def alarms(self, space: int) -> Iterator[_Offer]:
        """Where the alarm of a space could stand, with room to rise."""
        place = self.plan.places[space]
        for angle in _angles(self.plan, space):
            distance = NEAR
            while Box(at := ink.polar(place, distance, angle), BELL).gap(place) < NEAR:
                distance += 1
            box = Box((at[0], at[1] - RISE / 2), (BELL[0], BELL[1] + RISE / 2))
            yield _Offer(box, self._room(box, space) - BELOW * max(0.0, at[1] - place[1]))

    def _room(self, box: Box, space: int, clear: float = TOKEN) -> float:
        """How clear a box is of everything but its own space; a little less beneath it, where towers grow."""
        place = self.plan.places[space]
        return min(ENOUGH, *self._gaps(box, place, clear)) - (box.at[1] - place[1]) * 0.01 - dist(box.at, place) * 0.02

    def _gaps(self, box: Box, place: Point, clear: float) -> Iterator[float]:
        yield from (box.gap(other) - clear for other in self.others[place])
        yield from (box.gap(spot) - ROPE for spot in self.ropes[place])
        hull = self.plan.hull
        for across, down in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
            x, y = self.plan.aboard((box.at[0] + across * box.half[0], box.at[1] + down * box.half[1]))
            yield hull.half_width(y) - abs(x - hull.middle[0]) - BULWARK


def _along(start: Point, end: Point) -> list[Point]:
    """Points along a rope, near enough to each other that nothing lies between them."""
    steps = int(dist(start, end) / 6) + 1
    return [
        (start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps)
        for step in range(steps + 1)
    ]
