"""Whole games, from the first click to the last, against computers."""

import re

import pytest

from kidd.match import Match
from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import Deckhand, Finger, Keyboard, begin

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("card", "wishes", "code"),
    [
        ("LC", {"colour": "red"}, "LC"),
        ("LC", {"colour": "blue", "opening": "chooser"}, "LC"),
        ("QM", {"colour": "red"}, "QM"),
        ("MG", {"party": "2-1", "colour": "blue"}, "MG2"),
        ("MG", {"party": "3-1", "colour": "gold"}, "MG3"),
    ],
    ids=["LC", "LC chooser", "QM", "MG2", "MG3"],
)
def test_a_game_is_played_to_its_end_by_mouse(visitors: Visitors, card: str, wishes: dict[str, str], code: str):
    """Every space is clicked on the deck, and the log book that comes of it is a finished game of the rules."""
    match = begin(visitors(None), card, **wishes).until_over()
    assert match.game.code == code
    assert replayed(match) == match.outcome


def test_a_game_is_played_to_its_end_by_keyboard(visitors: Visitors):
    """From the home page on, Tab, arrows and Enter are enough."""
    page = visitors("/")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "play-now":
            break
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/games/"))
    assert Deckhand(page, Keyboard()).until_over().result


def test_a_game_is_played_to_its_end_by_touch(visitors: Visitors):
    """On a phone of 390 pixels all spaces can be tapped."""
    page = visitors(None, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    match = begin(page, "QM", Finger(), colour="blue").until_over()
    assert match.result
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def replayed(match: Match) -> str:
    """How a game ends when its acts are played again from its start."""
    again = Match(match.start)
    for act in match.acts:
        again.play(act)
    return again.outcome
