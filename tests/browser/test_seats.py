"""Several people at one device."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visitors
from tests.browser.deckhand import begin

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
