"""SVG drawings."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kidd.deck import Deck, Piece
from kidd.draw.svg import svg
from kidd.errors import NotationError

ROOT = Path(__file__).parent.parent.parent
DECKS = ROOT / "tests" / "decks"
KIDD = Deck.named("kidd-18")
ALL = [KIDD, Deck.read(DECKS / "raft-7.toml"), Deck.read(DECKS / "galleon-30.toml")]
SPACE = "{http://www.w3.org/2000/svg}"


def parsed(deck: Deck, *men: Piece, **more: object) -> ElementTree.Element:
    """The drawing as a tree, which it can only be if it is well-formed."""
    return ElementTree.fromstring(svg(deck, men, **more))  # type: ignore[arg-type]


def of_class(tree: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """All elements of a class in the drawing."""
    return [element for element in tree.iter() if name in element.get("class", "").split()]


@pytest.mark.parametrize("deck", ALL, ids=lambda deck: deck.name)
def test_every_space_is_drawn_once_and_inside(deck: Deck) -> None:
    """On any deck each space has a group of its own, its name, and lies within the picture."""
    tree = parsed(deck)
    assert sorted(group.get("data-space", "") for group in of_class(tree, "space")) == sorted(deck.spaces)
    assert sorted(text.text or "" for text in tree.iter(f"{SPACE}text")) == sorted(deck.spaces)
    left, top, width, height = map(float, tree.get("viewBox", "").split())
    plates = of_class(tree, "plate") + of_class(tree, "coaming")
    assert len(plates) == len(deck.spaces)
    for circle in plates:
        x, y, radius = (float(circle.get(key, "0" if key != "r" else "nan")) for key in ("cx", "cy", "r"))
        assert left < x - radius < x + radius < left + width
        assert top < y - radius < y + radius < top + height


def test_the_drawing_speaks_to_those_who_cannot_see_it() -> None:
    """It is an image with a title, and its description tells the whole position."""
    tree = parsed(KIDD, Piece("RB", "c4", "c3"), Piece("G", "a3", "~"), turn="B", hands={"R": 5, "B": 0})
    assert tree.get("role") == "img"
    assert tree.findtext(f"{SPACE}title") == "The deck kidd-18"
    assert tree.findtext(f"{SPACE}desc") == (
        "red over blue on c4, back to c3; gold on a3, back to the sea; "
        "red has 5 in hand; blue has 0 in hand; blue to act."
    )


def test_the_drawing_stands_alone() -> None:
    """Nothing is loaded, run or referred to, so that it can be pasted anywhere, even twice on a page."""
    text = svg(KIDD, [Piece("RBRBRBRB", "c4", "c3")], turn="R", hands={"R": 3, "B": 3, "G": 3})
    assert text.count("http") == 1  # the name of the format
    assert not any(word in text for word in ("href", "url(", "<script", "<style", " id=", "@import", "data:"))


def test_ways_on_are_notches() -> None:
    """C3: two ways on for a token just entered, one for a token that walked onto a hatch."""
    entered, walked = parsed(KIDD, Piece("R", "c1", "~")), parsed(KIDD, Piece("R", "c1", "b2"))
    assert [len(of_class(tree, "way")) for tree in (entered, walked)] == [2, 1]
    assert [len(of_class(tree, "back")) for tree in (entered, walked)] == [1, 1]


def test_backs_turn_the_token() -> None:
    """The three ports of a space give three different drawings of the token on it."""
    trees = [parsed(KIDD, Piece("B", "c4", back)) for back in ("c3", "b5", "d5")]
    assert len({of_class(tree, "turn")[0].get("transform") for tree in trees}) == 3


def test_crews_differ_without_hue() -> None:
    """Emblem and rim tell crews apart where colours cannot."""
    looks = []
    for colour in "RBG":
        group = of_class(parsed(KIDD, Piece(colour, "c4", "c3")), "token")[0]
        rim, emblem = of_class(group, "rim")[0], of_class(group, "emblem")[0]
        looks.append((rim.get("stroke-dasharray"), emblem.get("d")))
    assert len({rim for rim, _ in looks}) == len({emblem for _, emblem in looks}) == 3


def test_towers_show_their_discs_and_their_height() -> None:
    """MG5: from six tokens up a flag stands for five at the bottom, there are three; the figure counts everyone."""
    shown = {}
    for height in (1, 2, 5, 6, 7, 10, 11, 18):
        tree = parsed(KIDD, Piece("RBG" * 6, "c4", "c3")._replace(crew=("RBG" * 6)[:height]), coordinates=False)
        seen = [disc for disc in of_class(tree, "token") if disc.get("opacity") != "0"]
        shown[height] = len(seen) + len(of_class(tree, "flag")), [text.text for text in tree.iter(f"{SPACE}text")]
    assert shown == {
        1: (1, []),
        2: (2, ["2"]),
        5: (5, ["5"]),
        6: (2, ["6"]),
        7: (3, ["7"]),
        10: (6, ["10"]),
        11: (3, ["11"]),
        18: (6, ["18"]),
    }


def test_hands_and_turn_stand_beneath_the_deck() -> None:
    """One row for each crew that has a hand or the turn, one disc for each token in hand."""
    rows = of_class(parsed(KIDD, turn="R", hands={"R": 3, "B": 0}, coordinates=False), "hand")
    assert [row.get("data-crew") for row in rows] == ["R", "B"]
    assert [len(of_class(row, "token")) for row in rows] == [3, 0]
    assert [[text.text for text in row.iter(f"{SPACE}text")] for row in rows] == [
        ["Red to act", "3"],
        ["Blue", "none in hand"],
    ]
    assert of_class(parsed(KIDD), "hand") == []


def test_names_can_be_left_out() -> None:
    """Without coordinates the deck carries no words."""
    assert list(parsed(KIDD, coordinates=False).iter(f"{SPACE}text")) == []


def test_a_piece_that_stands_nowhere_is_refused() -> None:
    """A space that this deck does not have is a slip of notation."""
    with pytest.raises(NotationError, match="no space 'z9'"):
        svg(KIDD, [Piece("R", "c1", "z9")])


def test_the_pictures_of_the_rules_page_are_current() -> None:
    """`python docs/pictures/make.py` was run after the last change to the drawing."""
    made = runpy.run_path(str(ROOT / "docs" / "pictures" / "make.py"))["drawn"]()
    for name, text in made.items():
        assert (ROOT / "docs" / "pictures" / name).read_text(encoding="utf-8") == text, name
