"""Several people at one device."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import begin
from tests.browser.test_still import CUT

pytestmark = pytest.mark.once


def test_three_people_play_madagascar_at_one_device(visitors: Visitors):
    """All three crews are played by mouse from one page, until all three agree to a draw."""
    names = {"name1": "Anne", "name2": "Mary", "name3": "<b>Jack</b>"}
    sailor = begin(visitors(None), "MG", party="3-3", **names)
    expect(sailor.page.locator("#crew-G .crew-name")).to_have_text("<b>Jack</b>")
    assert sailor.data["you"] == "R B G"
    for _ in range(21):
        sailor.play(sailor.choose(sailor.match()))
    for word in ("draw?", "draw!", "draw!"):
        sailor.say(word)
    match = sailor.match()
    assert match.players == tuple(names.values())
    assert [match.act_by(ply) for ply in range(24)] == list("RBG" * 8)
    assert sailor.data["result"] == match.outcome == "1/3-1/3-1/3"


@pytest.mark.parametrize("look", [{"viewport": PHONE, "locale": "de-DE"}, {}], ids=["phone", "wide"])
def test_one_of_three_leaves(visitors: Visitors, look: dict[str, Any]):
    """After a question; a computer plays on at once, and its card says so, after a reload, too."""
    sailor = begin(visitors(None, **look), "MG", party="3-3", name2="Mary")
    page, card = sailor.page, sailor.page.locator("#crew-B")
    sailor.play("@c1")
    deck = page.locator("#deck").bounding_box()
    sailor.say("B:leave")
    match = sailor.match()
    assert [match.act_by(ply) for ply in range(len(match))] == ["R", "B", "B"]
    assert (match.left, sailor.data["you"], sailor.data["turn"]) == ("B", "R G", "G")
    for _ in range(2):
        expect(card.locator(".left")).to_have_text("Mary ist gegangen" if look else "Mary has left")
        expect(card.locator(".left")).to_be_in_viewport(ratio=1)
        expect(card.locator(".crew-name")).not_to_have_text("Mary")
        assert page.locator("#deck").bounding_box() == deck
        assert page.evaluate(CUT) == []
        page.reload()
        sailor.settle()
    expect(page.locator("#log")).to_contain_text("verlässt" if look else "leaves")
    assert page.locator('[data-act$="B:leave"]').count() == 0
    sailor.play(sailor.moves[0])


@pytest.mark.parametrize("look", [{"viewport": PHONE, "locale": "de-DE"}, {}], ids=["phone", "wide"])
def test_the_longest_name_of_one_who_left_stays_in_its_card(visitors: Visitors, look: dict[str, Any]):
    """Shortened, with the whole of it as its title; the page is no wider than the screen."""
    name = "Kapitänin Wilhelmine von Hohenzollern-Si"
    sailor = begin(visitors(None, **look), "MG", party="3-3", name2=name)
    sailor.play("@c1")
    sailor.say("B:leave")
    page, left = sailor.page, sailor.page.locator("#crew-B .left")
    for _ in range(2):
        expect(left).to_have_attribute("title", re.compile(f"^{name} "))
        card, note = page.locator("#crew-B").bounding_box(), left.bounding_box()
        assert card is not None
        assert note is not None
        assert note["x"] + note["width"] <= card["x"] + card["width"]
        assert page.evaluate("innerWidth === document.documentElement.scrollWidth")
        assert page.evaluate("innerWidth") == page.viewport_size["width"]  # type: ignore[index]
        page.reload()
        sailor.settle()


def test_two_people_and_a_computer(visitors: Visitors):
    """The computer moves by itself, the others in turn."""
    sailor = begin(visitors(None), "MG", party="3-2")
    assert sailor.data["you"] == "R B"
    for _ in range(4):
        sailor.play(sailor.choose(sailor.match()))
    assert len(sailor.match()) == 6


def test_an_unfinished_game_waits_on_the_home_page(visitors: Visitors):
    """Whoever comes back finds the game where it was left."""
    sailor = begin(visitors(None), "LC")
    sailor.play("@c1")
    game = sailor.data["game"]
    sailor.page.goto("/")
    sailor.page.locator(f'.home-game[href="/games/{game}"]').click()
    sailor.settle()
    assert sailor.data["ply"] == "2"
