"""Sketches for terminals."""

from pathlib import Path

import pytest

from kidd.deck import Deck, Piece
from kidd.draw.marks import Marks
from kidd.draw.text import WIDTH, sketch
from kidd.draw.trail import Trail

DECKS = Path(__file__).parent.parent / "decks"
KIDD = Deck.named("kidd-18")
ALL = [KIDD, Deck.read(DECKS / "raft-7.toml"), Deck.read(DECKS / "galleon-30.toml")]

A_FEW = (Piece("R", "c1", "~"), Piece("BR", "b5", "a5"), Piece("G", "c6", "c7"))

# The upper half of the deck, as it looks where only ASCII can be shown.
BOW = """\
                                    ~
                                    #
                                 [R c1]
                               ....  ....
                            ....        ....
                         ....              ....
                    .( b2 )                  ( d2 ).
"""


def test_a_sketch_shows_cells_paths_backs_and_the_sea() -> None:
    """A token stands in the cell of its space and its back is the thick piece of path beside it."""
    assert sketch(KIDD, [Piece("R", "c1", "~")], ascii_only=True).startswith(BOW)


def test_a_sketch_shows_what_the_last_move_left() -> None:
    """A cross where somebody was captured, a dot where nobody stands any more, footprints, and a key to them."""
    trail = Trail(ways=(("b2", "c1"),))
    marks = Marks(last_from=("b2",), last_to=("c1",), taken=("c4", "b5"), trail=trail)
    for plain, cross, dot, step in ((False, "×", "·", "•"), (True, "x", "'", "o")):
        drawn = sketch(KIDD, A_FEW, marks=marks, ascii_only=plain)
        assert f"({cross} c4)" in drawn
        assert f"(B2{cross}b5)" in drawn
        assert f"({dot} b2)" in drawn
        assert f"  {cross} captured   {step} way of the last move\n" in drawn
        assert drawn.count(step) > drawn.split("captured")[1].count(step)
    assert "captured" not in sketch(KIDD, A_FEW)


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.name)
def test_every_space_has_a_readable_cell(deck: Deck) -> None:
    """On any deck each space appears once, in brackets if it is a hatch, within 70 columns."""
    picture = sketch(deck, ())
    for number, name in enumerate(deck.spaces):
        assert picture.count(f"[ {name} ]" if number in deck.hatches else f"( {name} )") == 1
    assert picture.count("~") == len(deck.hatches) + 1
    assert max(map(len, picture.splitlines())) <= WIDTH
    assert all(line == line.rstrip() for line in picture.splitlines())


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.name)
def test_a_full_deck_keeps_its_cells(deck: Deck) -> None:
    """Towers of two digits on every space do not write over each other."""
    crew = "R" + "BG" * 6
    ports = [[deck.spaces[port] for port in ports if port >= 0] for ports in deck.ports]
    men = [Piece(crew, name, ways[0]) for name, ways in zip(deck.spaces, ports, strict=True)]
    picture = sketch(deck, men)
    assert all(f"R13 {name}" in picture for name in deck.spaces)


@pytest.mark.parametrize("port", KIDD.ports[KIDD.index("c4")])
def test_backs_tell_three_ways_apart(port: int) -> None:
    """The same token with its back to another port gives another picture, and one bar only."""
    others = [other for other in KIDD.ports[KIDD.index("c4")] if other != port]
    here, *there = (sketch(KIDD, [Piece("R", "c4", KIDD.spaces[back])]) for back in (port, *others))
    assert here.count("█") == 4  # two on the path, two in the key
    assert here not in there


def test_captions_list_turn_hands_crews_and_the_note() -> None:
    """Beneath the deck: who is to act, what is in hand, every man led, towers with their whole crew."""
    captions = sketch(KIDD, A_FEW, turn="B", hands={"R": 5, "B": 6}, note="the die shows 2").partition("\n\n")[2]
    assert captions.splitlines() == [
        "  Red   5 in hand  c1~",
        "> Blue  6 in hand  BRb5a5",
        "  Gold             c6c7",
        "  the die shows 2",
        "  ██ back   ~ sea   [ ] hatch",
    ]


def test_towers_show_leader_and_height() -> None:
    """A tower's cell names its leader and how many it is."""
    assert "(B2 b5)" in sketch(KIDD, A_FEW)


def test_long_captions_are_folded() -> None:
    """A note of many words and a long list stay within the width."""
    men = [Piece("RBRBRB", name, KIDD.spaces[KIDD.ports[KIDD.index(name)][0]]) for name in KIDD.spaces]
    picture = sketch(KIDD, men, note="word " * 100, hands={"R": 0})
    assert max(map(len, picture.splitlines())) <= WIDTH


def test_ascii_only_is_ascii() -> None:
    """Where braille dots cannot be shown, plain characters do."""
    assert sketch(KIDD, A_FEW, turn="R", hands={"R": 1, "B": 0}, ascii_only=True).isascii()
