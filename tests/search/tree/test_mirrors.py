import re
from random import Random
from typing import Any

import pytest

import kidd
from kidd.deck import Deck
from kidd.position import Position
from kidd.search.tree.mirrors import find_inverse, mirror_code, mirror_move, mirror_position
from tests.contract import GAMES

EXTRAS = [
    "LC Rb2c1,Bb8c9 R R3B2 B7",  # a contest
    "QM RBc3c4,Bd8c9,Rb8a7 R R3B4 3",  # the die, and a captive
    "MG2 RBc3c4,RBRBd8c9,BRBRBRBRb8a7 R R0B0 p1",  # a pass
    "QM Rc3c4,BRb2c3,BRd2c3,Bd8c9 R R2B1 1",  # rescues
]


def mirror_text(text: str, deck: Deck, mirror: int) -> str:
    """Notation with every space replaced by its mirror image."""
    return re.sub("[a-z][0-9]+", lambda name: deck.spaces[deck.symmetries[mirror][deck.index(name[0])]], text)


def positions() -> list[Position]:
    """Positions of random games of every kind, and some with an extra field."""
    found = [kidd.parse(text) for text in EXTRAS]
    for code, options in GAMES:
        random = Random(f"mirrors {code}")
        chosen: dict[str, Any] = options
        pos = kidd.start(code, **chosen)
        for ply in range(120):
            if not pos.legal_moves():
                break
            pos = pos.play(random.choice(pos.legal_moves()))
            if ply % 12 == 0:
                found.append(pos)
    return found


@pytest.mark.parametrize("pos", positions(), ids=str)
def test_a_mirror_image_is_what_notation_says(pos):
    """Every piece stands where its space's image is; hands, turn, die, contest and passes stay; and back again."""
    code, men, rest = str(pos).split(" ", 2)
    for mirror in range(len(pos.deck.symmetries)):
        image = mirror_position(pos, mirror)
        assert image == kidd.parse(
            f"{code} {mirror_text(men, pos.deck, mirror)} {rest}", deck=pos.deck, **pos.game.options
        )
        assert mirror_position(image, find_inverse(pos.deck, mirror)) == pos


@pytest.mark.parametrize("pos", positions(), ids=str)
def test_the_moves_of_a_mirror_image_are_the_images_of_the_moves(pos):
    """Each move has its image, freed captives and entries included, and there are no others."""
    for mirror in range(len(pos.deck.symmetries)):
        images = [mirror_move(move, pos.deck, mirror) for move in pos.legal_moves()]
        assert set(images) == set(mirror_position(pos, mirror).legal_moves())
        assert {str(move) for move in images} == {mirror_text(str(m), pos.deck, mirror) for m in pos.legal_moves()}
        assert [move.code for move in images] == [mirror_code(m.code, pos.deck, mirror) for m in pos.legal_moves()]


def test_rescues_are_among_what_is_mirrored():
    """The positions above hold moves that free somebody."""
    assert any(move.escapes for pos in positions() for move in pos.legal_moves())
