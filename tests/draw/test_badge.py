"""Small pictures beside the deck."""

from xml.etree import ElementTree

import pytest

from kidd.draw.badge import badge, card, logo


def of_class(text: str, name: str) -> list[ElementTree.Element]:
    """All elements of a class in a picture."""
    return [found for found in ElementTree.fromstring(text).iter() if name in found.get("class", "").split()]


@pytest.mark.parametrize("text", [badge("R"), logo(), card("threat"), card("captor"), card("tower"), card("")])
def test_small_pictures_say_nothing_by_themselves(text: str) -> None:
    """Without a label they are hidden from screen readers, and they refer to nothing else."""
    found = ElementTree.fromstring(text)
    assert found.get("aria-hidden") == "true"
    assert not any(word in text for word in ("href", "url(", " id="))


def test_a_label_is_spoken() -> None:
    """With a label they are images of that name."""
    found = ElementTree.fromstring(badge("G", 44, label="Gold <crew>"))
    assert (found.get("role"), found.get("aria-label"), found.get("height")) == ("img", "Gold <crew>", "44")


@pytest.mark.parametrize(
    ("emblem", "men", "figures"), [("threat", 2, 0), ("captor", 2, 0), ("tower", 5, 1), ("", 1, 0)]
)
def test_cards_show_what_their_games_are_about(emblem: str, men: int, figures: int) -> None:
    """A threat, a captor with the die, a tower with its height beside a lone token; any other game has one token."""
    text = card(emblem)
    assert len(of_class(text, "token")) == men
    assert len(of_class(text, "figure")) == figures
    assert bool(of_class(text, "die-face")) == (emblem == "captor")


def test_a_palette_makes_a_picture_stand_alone() -> None:
    """With a palette the colours are in the picture, without one they are left to the stylesheet."""
    assert "#" in badge("R", palette="dark")
    assert "#" not in badge("R")
