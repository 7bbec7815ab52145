"""Positions set up by hand, touch by touch."""

import pytest

from kidd.deck import Deck
from kidd.errors import KiddError, PositionError
from kidd.position import write_position
from kidd.web.pages.setup.position_editor import adjusted, empty, read, recast, touched, ways


def after(code: str, *touches: str) -> str:
    """The notation after touches such as `Rc4` or `turn:c4`."""
    fields = empty(code)
    for touch in touches:
        tool, _, space = touch.rpartition(":") if ":" in touch else (touch[0], "", touch[1:])
        fields = touched(fields, tool, space)
    return write_position(fields)


@pytest.mark.parametrize(
    ("code", "touches", "position"),
    [
        ("LC", ("Rc1",), "LC Rc1~ R R6B7 -"),
        ("LC", ("Rc4",), "LC Rc4c3 R R6B7 -"),
        ("LC", ("Rc4", "Rc4"), "LC Rc4b5 R R6B7 -"),
        ("LC", ("Rc4", "Bc4"), "LC Bc4c3 R R7B6 -"),
        ("LC", ("Rc1", "turn:c1"), "LC Rc1b2 R R6B7 -"),
        ("LC", ("Rc1", "remove:c1"), "LC - R R7B7 -"),
        ("LC", ("turn:c1", "remove:c1"), "LC - R R7B7 -"),
        ("LC", ("Bc9", "Rc1"), "LC Rc1~,Bc9~ R R6B6 -"),
        ("QM", ("Rc4", "Bc4"), "QM BRc4c3 R R6B6 -"),
        ("QM", ("Rc4", "Bc4", "Rc4"), "QM BRc4b5 R R6B6 -"),
        ("QM", ("Rc4", "Bc4", "remove:c4"), "QM Rc4c3 R R6B7 -"),
        ("MG3", ("Rc4", "Rc4", "Gc4"), "MG3 GRRc4c3 R R4B6G5 -"),
    ],
)
def test_tools(code: str, touches: tuple[str, ...], position: str):
    """A colour places, turns or tops; turning goes round; removing gives back to the hand."""
    assert after(code, *touches) == position


def test_a_crew_has_only_so_many():
    """The eighth token of a colour is refused."""
    seven = ("c1", "b2", "d2", "a3", "c3", "e3", "c4")
    with pytest.raises(PositionError, match="Red has too many tokens"):
        after("LC", *(f"R{space}" for space in seven), "Ra5")


@pytest.mark.parametrize(("tool", "space"), [("X", "c1"), ("G", "c1"), ("R", "z9"), ("", "c1")])
def test_strange_touches(tool: str, space: str):
    """Tools and spaces that there are not are refused."""
    with pytest.raises(KiddError):
        touched(empty("LC"), tool, space)


def test_backs():
    """On a hatch the sea comes first."""
    deck = Deck.named("kidd-18")
    assert ways(deck, "c1") == ("~", "b2", "d2")
    assert ways(deck, "c4") == ("c3", "b5", "d5")


def test_another_game_takes_over_what_it_knows():
    """Towers are cut down to what the game allows, gold goes, and hands are filled up."""
    towers = read("MG3 GRBc4c3,RBGRa5a7 G R1B1G1 p1")
    assert write_position(recast(towers, "LC")) == "LC Rc4c3,Ra5a7 R R5B7 -"
    assert write_position(recast(towers, "QM")) == "QM RBc4c3,RBa5a7 R R5B5 -"
    assert recast(towers, "MG3") == towers


def test_forms():
    """Turn, hands and the rest come from the form; nonsense in a number changes nothing."""
    fields = adjusted(empty("LC"), {"turn": "B", "hand-R": "3", "hand-B": "x", "contester": "B", "left": "7"})
    assert write_position(fields) == "LC - B R3B7 B7"
    assert write_position(adjusted(fields, {"contester": "-"})) == "LC - B R3B7 -"
    assert write_position(adjusted(empty("QM"), {"die": "2"})) == "QM - R R7B7 2"
    assert write_position(adjusted(empty("MG2"), {"passes": "p1"})) == "MG2 - R R7B7 p1"


@pytest.mark.parametrize("said", [{"turn": "G"}, {"contester": "R", "left": "7", "turn": "purple"}])
def test_strange_forms(said: dict[str, str]):
    """A crew that does not play has no turn."""
    with pytest.raises(KiddError):
        adjusted(empty("LC"), said)


@pytest.mark.parametrize(
    "text", ["LC Rc4c9 R R6B7 -", "LC Rc1~,Bc1~ R R6B6 -", "LC", "LC Rz1~ R R6B7 -", f"MG2 {'R' * 99}c1~ R R0B0 -"]
)
def test_what_cannot_be_drawn_is_refused(text: str):
    """Backs, spaces and towers that there cannot be are no beginning."""
    with pytest.raises(KiddError):
        read(text)
