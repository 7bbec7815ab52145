"""Where the name, the figure and the alarm of each space stand: apart from each other, from rings and from ropes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import dist, hypot, pi
from typing import NamedTuple

from kidd.draw import ink
from kidd.draw.chart import RADIUS, Chart
from kidd.draw.ink import Point
from kidd.draw.ship import fittings

RING = 47.0  # from the middle of a space to the outside of the widest ring around it
TOWER = (-12.0, 19.0), 33.0  # how far the middles of a tower's discs reach up and down, and their radius
NEAR = 37.0  # where an alarm stands: on the edge of what it warns
PILL, BELL, FLAG = (15.0, 11.0), (13.0, 12.0), (13.0, 14.0)  # half the sizes of a figure, an alarm and a flag
ROPE, BULWARK = 8.0, 12.0  # half the breadth of a rope and of what lies along the rim
ENOUGH = 9.0  # more room than this is no better
NEARBY = RADIUS * 4  # nothing farther from a space can be in the way of what belongs to it
SELDOM = 0.9  # what room for a flag counts
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
    """What stands beside a space; `side` is the way a flag beside the figure waves, -1 or 1."""

    name: Point
    figure: Point
    alarm: Point
    side: int


class _Offer(NamedTuple):
    """A place that something may take: how clear it is of all that never moves, and where its flag would wave."""

    box: Box
    room: float
    flag: Box | None = None
    side: int = 1

    def worth(self, boxes: list[Box], flags: list[Box]) -> float:
        """How good it is beside what the others have taken; a flag is rare and counts less, two side by side least."""
        room = min(self.room, min((self.box.apart(other) for other in boxes), default=ENOUGH))
        room = min(room, room * 4)  # nothing is worth covering another
        if not self.flag:
            return room
        hidden = min((self.flag.apart(other) for other in boxes), default=0.0)
        tangled = min((self.flag.apart(other) for other in flags), default=0.0)
        return room + SELDOM * min(0.0, hidden) + SELDOM / 3 * min(0.0, tangled)


@lru_cache(maxsize=32)
def berths(plan: Chart) -> list[Berth]:
    """One rule for every space: its name, its figure and its alarm go where most room is left between its ports."""
    shore = _Shore(plan)
    everywhere = range(len(plan.places))
    offers = {(kind, space): list(shore.offers(kind, space)) for kind in range(3) for space in everywhere}
    taken: dict[tuple[int, int], _Offer] = {}
    for _ in range(ROUNDS):
        for what, choice in offers.items():
            place = plan.places[what[1]]
            near = [offer for key, offer in taken.items() if key != what and dist(place, offer.box.at) < NEARBY]
            boxes, flags = [offer.box for offer in near], [offer.flag for offer in near if offer.flag]
            taken[what] = max(choice, key=partial(_Offer.worth, boxes=boxes, flags=flags))
    names, figures, alarms = ([_whole(taken[kind, space].box.at) for space in everywhere] for kind in range(3))
    sides = [taken[1, space].side for space in everywhere]
    return [Berth(*berth) for berth in zip(names, figures, alarms, sides, strict=True)]


def _whole(at: Point) -> Point:
    """A point as short as it can be written."""
    return float(round(at[0])), float(round(at[1]))


def _angles(plan: Chart, space: int) -> Iterator[float]:
    """Directions between the ports of a space, their middles first."""
    angles = sorted(plan.angle(space, port) for port in plan.deck.ports[space])
    gaps = list(zip(angles, [*angles[1:], angles[0] + 2 * pi], strict=True))
    yield from (low + (high - low) * share for share in (0.5, 0.4, 0.6, 0.3, 0.7) for low, high in gaps)


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

    def offers(self, kind: int, space: int) -> Iterator[_Offer]:
        """Where the name (0), the figure (1) or the alarm (2) of a space could stand."""
        place, name = self.plan.places[space], self.plan.deck.spaces[space]
        for angle in _angles(self.plan, space):
            if kind == 0:
                box = _beside(place, angle, (5.4 * len(name), 7.0))
                yield _Offer(box, self._room(box, space))
            elif kind == 1:
                box = _beside(place, angle, PILL)
                room = self._room(box, space)
                for side in (1, -1) if box.at[0] > place[0] else (-1, 1):
                    flag = Box((box.at[0] + side * (PILL[0] + FLAG[0]), box.at[1] - 3), FLAG)
                    waving = min(self._room(flag, space), flag.gap(place) - RING)
                    yield _Offer(box, room + SELDOM * min(0.0, waving), flag, side)
            else:
                box = Box(ink.polar(place, NEAR, angle), BELL)
                yield _Offer(box, self._room(box, space))

    def _room(self, box: Box, space: int) -> float:
        """How clear a box is of everything but its own space; a little less beneath it, where towers grow."""
        place = self.plan.places[space]
        return min(ENOUGH, *self._gaps(box, place)) - (box.at[1] - place[1]) * 0.01 - dist(box.at, place) * 0.02

    def _gaps(self, box: Box, place: Point) -> Iterator[float]:
        yield from (box.gap(other) - RING for other in self.others[place])
        yield from (box.gap(at) - room for at, room in self.ornaments)
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
