"""Where everything on a deck is drawn, for each way of looking at it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import combinations
from math import atan2, dist

from kidd.deck import SEA, SEA_NAME, Deck, Piece
from kidd.draw.ink import Point
from kidd.draw.ship import hull as ship

RADIUS = 34.0
ROOM = RADIUS * 1.72  # between the middle of a space and the rim
REACH = RADIUS * 0.62  # of a black path beyond the rim
MARGIN = 9.0


class Chart:
    """The places of a deck in units of the picture, turned clockwise by quarters and mirrored as its viewer likes."""

    def __init__(self, deck: Deck, rotation: int = 0, flip: bool = False) -> None:
        closest = min(dist(a, b) for a, b in combinations(deck.places, 2))
        scale = RADIUS / (closest * 0.4)
        self.deck, self.rotation, self.flip = deck, rotation % 360, flip
        # The ship lies with its bow up; `seen` turns what belongs to it the way the viewer looks at it.
        self.moorings: list[Point] = [(x * scale, y * scale) for x, y in deck.places]
        self.hull = ship.around(self.moorings, ROOM)
        ways = zip(deck.hatches, deck.seaward, strict=True)
        self.outlets = {hatch: self.hull.way_out(self.moorings[hatch], way, REACH) for hatch, way in ways}
        self.places = [self.seen(place) for place in self.moorings]
        self.ends = {hatch: self.seen(end) for hatch, end in self.outlets.items()}

    def seen(self, at: Point) -> Point:
        """Where a place of the ship lies in the picture."""
        x, y = -at[0] if self.flip else at[0], at[1]
        return {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[self.rotation]

    def aboard(self, at: Point) -> Point:
        """The place of the ship that lies at a point of the picture."""
        x, y = {0: at, 90: (at[1], -at[0]), 180: (-at[0], -at[1]), 270: (-at[1], at[0])}[self.rotation]
        return -x if self.flip else x, y

    @property
    def turning(self) -> dict[str, str]:
        """The attribute of a group that is drawn with its bow up."""
        parts = [f"rotate({self.rotation})"] * bool(self.rotation) + ["scale(-1 1)"] * self.flip
        return {"transform": " ".join(parts)} if parts else {}

    @cached_property
    def frame(self) -> tuple[Point, Point]:
        """The upper left corner and the size of the picture."""
        xs, ys = zip(*map(self.seen, self.hull.outskirts()), *self.ends.values(), strict=True)
        corner = min(xs) - MARGIN, min(ys) - MARGIN
        return corner, (max(xs) + MARGIN - corner[0], max(ys) + MARGIN - corner[1])

    def angle(self, space: int, port: int) -> float:
        """The direction in which a port leads, SEA included."""
        (x, y), (u, v) = self.places[space], self.ends[space] if port == SEA else self.places[port]
        return atan2(v - y, u - x)

    def bearing(self, piece: Piece) -> tuple[int, float, tuple[float, ...]]:
        """The space of a piece, the direction of its back and those of its ways on."""
        space = self.deck.index(piece.space)
        back = SEA if piece.back == SEA_NAME else self.deck.index(piece.back)
        ways = tuple(self.angle(space, port) for port in self.deck.ports[space] if port not in (back, SEA))
        return space, self.angle(space, back), ways


@lru_cache(maxsize=32)
def chart(deck: Deck, rotation: int = 0, flip: bool = False) -> Chart:
    """The chart of a deck, made once for each way of looking at it."""
    return Chart(deck, rotation, flip)
