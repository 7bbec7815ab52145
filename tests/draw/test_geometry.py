"""The geometry that a page is given says where the drawing lays everything."""

import re

import pytest

from kidd.deck import Deck, Piece
from kidd.draw import ink
from kidd.draw.geometry import geometry, kinds
from kidd.draw.scene import scene

pytestmark = pytest.mark.once

HIGHEST = 18
DECK = Deck.named("kidd-18")
VIEWS = [(rotation, flip) for rotation in (0, 90, 180, 270) for flip in (False, True)]


def live(pieces: list[Piece], ids: dict[str, tuple[str, ...]], rotation: int, flip: bool) -> str:
    """The layers that a page moves."""
    return scene(DECK, pieces, ids=ids, rotation=rotation, flip=flip, layers="live")


def put(x: float, y: float) -> str:
    """The style of something at a place."""
    return f"transform:translate({ink.number(x)}px,{ink.number(y)}px)"


@pytest.mark.parametrize(("rotation", "flip"), VIEWS)
@pytest.mark.parametrize("height", range(1, HIGHEST + 1))
def test_towers_lie_where_the_drawing_lays_them(rotation: int, flip: bool, height: int):
    """Every disc, flag and figure of a tower on a space, however tall it is and however the deck is turned."""
    names = tuple(f"R{number}" for number in range(height))
    drawn = live([Piece("R" * height, "c4", "c3")], {"c4": names}, rotation, flip)
    measures = geometry(DECK, HIGHEST, rotation, flip)
    (x, y), pile = measures["spaces"]["c4"]["at"], measures["piles"][height - 1]
    for level, name in enumerate(names):
        drop = pile["discs"][level] if level < len(pile["discs"]) else pile["foot"]
        found = re.search(rf'id="token-{name}"[^>]*style="([^"]*)"', drawn)
        assert found is not None
        assert found[1] == put(x, y + drop)
    flags = re.findall(r'class="flag" style="([^"]*)"', drawn)
    assert flags == [put(x, y + drop) for drop in pile["flags"]]
    across, down, out = measures["spaces"]["c4"]["rim"]
    figures = re.findall(r'class="height" style="([^"]*)"', drawn)
    assert figures == [put(x + across + pile["broader"] * out, y + pile["foot"] + down)] * (height > 1)


@pytest.mark.parametrize(("rotation", "flip"), VIEWS)
def test_faces_are_turned_as_the_drawing_turns_them(rotation: int, flip: bool):
    """For every back on every space: the face, and a notch for each way on."""
    measures = geometry(DECK, HIGHEST, rotation, flip)
    for space, measured in measures["spaces"].items():
        for back, turns in measured["turns"].items():
            drawn = live([Piece("B", space, back)], {}, rotation, flip)
            assert re.findall(r'class="(?:turn|way)"[^>]*style="([^"]*)"', drawn) == turns


def test_kinds_are_drawn_once_each():
    """A token of each crew with one notch, a flag, and the figures of low, tall and very tall towers."""
    drawn = kinds(("R", "B", "G"), HIGHEST)
    assert re.findall(r'class="token crew-(.)"', drawn) == ["R", "B", "G"]
    assert drawn.count('class="way"') == 3
    assert drawn.count('class="flag"') == 1
    looks = re.findall(r'data-figure="(\d+)"', drawn)
    assert set(looks) == {str(pile["figure"]) for pile in geometry(DECK, HIGHEST)["piles"]}
    assert len(looks) == 3
