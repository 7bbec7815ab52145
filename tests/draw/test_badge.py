"""Small pictures beside the deck."""

from xml.etree import ElementTree

import pytest

from kidd.draw.badge import badge, black_flag, card, die, logo, row


def of_class(text: str, name: str) -> list[ElementTree.Element]:
    """All elements of a class in a picture."""
    return [found for found in ElementTree.fromstring(text).iter() if name in found.get("class", "").split()]


@pytest.mark.parametrize(
    "text", [badge("R"), row("B", 3), die(2), black_flag(), logo(), card("LC"), card("QM"), card("MG3")]
)
def test_small_pictures_say_nothing_by_themselves(text: str) -> None:
    """Without a label they are hidden from screen readers, and they refer to nothing else."""
    found = ElementTree.fromstring(text)
    assert found.get("aria-hidden") == "true"
    assert not any(word in text for word in ("href", "url(", " id="))


def test_a_label_is_spoken() -> None:
    """With a label they are images of that name."""
    found = ElementTree.fromstring(badge("G", 44, label="Gold <crew>"))
    assert (found.get("role"), found.get("aria-label"), found.get("height")) == ("img", "Gold <crew>", "44")


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_row_has_a_disc_for_each_token(count: int) -> None:
    """A hand is counted by its discs."""
    assert len(of_class(row("R", count), "token")) == count


@pytest.mark.parametrize("face", [None, 1, 2, 3])
def test_the_die_shows_its_face(face: int | None) -> None:
    """As many pips as it says, none before it is rolled."""
    assert len(of_class(die(face), "die-pip")) == (face or 0)


def test_a_palette_makes_a_picture_stand_alone() -> None:
    """With a palette the colours are in the picture, without one they are left to the stylesheet."""
    assert "#" in badge("R", palette="dark")
    assert "#" not in badge("R")
