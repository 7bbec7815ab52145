"""Names, figures and alarms beside the spaces."""

from collections.abc import Iterator
from itertools import combinations
from math import dist

import pytest

from kidd.deck import Deck
from kidd.draw.ship.berth import BELL, RING, Box, berths
from kidd.draw.ship.chart import RADIUS, Chart, chart
from kidd.draw.ship.vessel import fittings
from kidd.draw.tokens.tally import HALF, breadth, spot
from kidd.draw.tokens.token import SIZE, pile

KIDD = Deck.named("kidd-18")
WAYS = [(rotation, flip) for rotation in (0, 90, 180, 270) for flip in (False, True)]


def figures(plan: Chart, height: int) -> Iterator[tuple[int, Box]]:
    """The ground of the figure of a tower of a height on every space."""
    for space, berth in enumerate(berths(plan)):
        yield space, Box(spot(plan.places[space], height, berth.rim), (breadth(height), HALF))


@pytest.mark.parametrize(("rotation", "flip"), WAYS)
def test_nothing_beside_a_space_covers_another(rotation: int, flip: bool) -> None:
    """No name, figure or alarm touches another, however the deck is seen; a broad figure brushes a name at most."""
    plan = chart(KIDD, rotation, flip)
    boxes = [Box(berth.name, (10.8, 7)) for berth in berths(plan)] + [Box(berth.alarm, BELL) for berth in berths(plan)]
    for height in (2, 3, 5):
        beside = boxes + [box for _, box in figures(plan, height)]
        assert min(one.apart(other) for one, other in combinations(beside, 2)) >= 0
    assert min(broad.apart(box) for _, broad in figures(plan, 10) for box in boxes) > -5


@pytest.mark.parametrize(("rotation", "flip"), WAYS)
def test_figures_lie_on_their_tower_and_on_no_other(rotation: int, flip: bool) -> None:
    """A figure touches the lowest disc of its tower, leaves the leader's face free, and covers no other space."""
    plan = chart(KIDD, rotation, flip)
    for height in (2, 3, 5, 6, 10, 18):
        for space, box in figures(plan, height):
            discs = pile(plan.places[space], height).discs
            assert box.gap(discs[-1]) < SIZE
            assert dist(box.at, discs[0]) > SIZE + HALF - 4  # the chamfer and no more
            assert min(box.gap(place) for other, place in enumerate(plan.places) if other != space) > RADIUS


@pytest.mark.parametrize(("rotation", "flip"), WAYS)
def test_alarms_stand_on_the_edge_of_what_they_warn(rotation: int, flip: bool) -> None:
    """An alarm touches its token without covering its face, and is nearer to it than to any other."""
    plan = chart(KIDD, rotation, flip)
    for space, berth in enumerate(berths(plan)):
        gaps = [Box(berth.alarm, BELL).gap(place) for place in plan.places]
        assert gaps.index(min(gaps)) == space
        assert SIZE - 2 <= gaps[space] <= SIZE + 2


@pytest.mark.parametrize(("rotation", "flip"), WAYS)
def test_names_keep_clear_of_rings(rotation: int, flip: bool) -> None:
    """Whatever ring a space wears, one can read its name and those around it; names leave ornaments alone."""
    plan = chart(KIDD, rotation, flip)
    for berth in berths(plan):
        assert min(Box(berth.name, (10.8, 7)).gap(place) for place in plan.places) >= RING - 1
        for at, room in fittings(plan):
            assert dist(plan.seen(at), berth.name) > room
