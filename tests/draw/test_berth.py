"""Names, figures and alarms beside the spaces."""

from itertools import combinations
from math import hypot

import pytest

from kidd.deck import Deck
from kidd.draw.berth import BELL, PILL, RING, Box, berths
from kidd.draw.chart import chart
from kidd.draw.ship import fittings

KIDD = Deck.named("kidd-18")
WAYS = [(rotation, flip) for rotation in (0, 90, 180, 270) for flip in (False, True)]


@pytest.mark.parametrize(("rotation", "flip"), WAYS)
def test_nothing_beside_a_space_covers_another(rotation: int, flip: bool) -> None:
    """No name, figure or alarm touches another, however the deck is seen."""
    boxes = []
    for berth in berths(chart(KIDD, rotation, flip)):
        boxes += [Box(berth.name, (10.8, 7)), Box(berth.figure, PILL), Box(berth.alarm, BELL)]
    assert min(one.apart(other) for one, other in combinations(boxes, 2)) >= 0


@pytest.mark.parametrize(("rotation", "flip"), WAYS)
def test_names_and_figures_keep_clear_of_rings(rotation: int, flip: bool) -> None:
    """Whatever ring a space wears, one can read its name and those around it; names leave ornaments alone."""
    plan = chart(KIDD, rotation, flip)
    for berth in berths(plan):
        for box in (Box(berth.name, (10.8, 7)), Box(berth.figure, PILL)):
            assert min(box.gap(place) for place in plan.places) >= RING - 1
        for at, room in fittings(plan):
            assert hypot(*(a - b for a, b in zip(plan.seen(at), berth.name, strict=True))) > room
