"""Every way to make a move besides clicking two spaces, and what the page says to what is no move."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SEEN, Visitors
from tests.browser.deckhand import begin, drag, middle, play_on

pytestmark = pytest.mark.once

STEP = "LC Rc4c3,Rb5a5,Bc9~ R R1B1 -"


def test_a_token_is_dragged(visitors: Visitors):
    """Down on the token, up on the target."""
    sailor = play_on(visitors(None, reduced_motion="no-preference"), STEP, R="me", B="me")
    page = sailor.page
    drag(page, middle(page, "c4"), "d5")
    sailor.settle(ply=1)
    assert sailor.match().acts == ("c4-d5",)


def test_a_token_is_dragged_from_the_hand(visitors: Visitors):
    """The press on the hand has given the focus to the whole table, which is drawn anew all the same."""
    sailor = begin(visitors(None), "LC")
    page = sailor.page
    box = page.locator("#hand-R").bounding_box()
    assert box is not None
    drag(page, (box["x"] + 15, box["y"] + box["height"] / 2), "e3")
    sailor.settle(ply=2)
    assert sailor.match().acts[0] == "@e3"
    expect(page.locator("#deck-live .token")).to_have_count(2)
    expect(page.locator("#log-rows [data-at]")).to_have_count(2)


def test_a_move_is_typed(visitors: Visitors):
    """A slash leads to the field; what is no move is explained and stays to be mended."""
    visitors.expect("422")
    sailor = play_on(visitors(None), STEP, R="me", B="me")
    page = sailor.page
    page.keyboard.press("/")
    page.keyboard.type("c4-a3")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).not_to_be_empty()
    assert sailor.data["ply"] == "0"
    page.locator("#typed").fill("c4-c6")
    page.locator("#typed").fill("c4-d5")
    page.keyboard.press("Enter")
    sailor.settle(ply=1)
    assert sailor.match().acts == ("c4-d5",)


def test_a_move_is_chosen_from_the_list(visitors: Visitors):
    """Each legal move is a button that says in words what it does."""
    sailor = play_on(visitors(None), STEP, R="me", B="me")
    sailor.page.get_by_role("button", name="From c4 to d5").click()
    sailor.settle(ply=1)
    assert sailor.match().acts == ("c4-d5",)


@pytest.mark.parametrize(
    ("spaces", "reason"),
    [(("c4", "c3"), "back"), (("c4", "c9"), "step|path|next"), (("c9",), "Blue|blue|yours"), (("c6",), "hatch")],
)
def test_what_is_not_allowed_is_explained(visitors: Visitors, spaces: tuple[str, ...], reason: str):
    """A click that leads nowhere gets a sentence from the rule book."""
    sailor = play_on(visitors(None), STEP, R="me", B="1")
    for space in spaces:
        sailor.hand.point(sailor.page, space)
    expect(sailor.page.locator("#say")).to_contain_text(re.compile(reason))
    assert sailor.data["ply"] == "0"
    if reason == "back":
        expect(sailor.page.locator("#say .rule-link")).to_have_attribute("href", "/rules/numbers#C3")


def test_moves_wait_for_a_yes_where_that_is_wished(visitors: Visitors):
    """With the setting on, nothing is sent before the button is pressed."""
    sailor = play_on(visitors(None, prefs={**SEEN, "confirm": True}), STEP, R="me", B="me")
    page = sailor.page
    sailor.start("c4-d5")
    expect(page.locator("#guide-yes")).to_be_visible()
    page.locator("#guide-no").click()
    assert sailor.data["ply"] == "0"
    sailor.start("c4-d5")
    page.locator("#guide-yes").click()
    sailor.settle(ply=1)
    assert sailor.match().acts == ("c4-d5",)


def test_listed_and_typed_moves_wait_for_a_yes_as_well(visitors: Visitors):
    """The setting holds for every way to make a move."""
    sailor = play_on(visitors(None, prefs={**SEEN, "confirm": True}), STEP, R="me", B="me")
    page = sailor.page
    page.locator('[data-move="c4-d5"]').click()
    expect(page.locator("#guide-words")).to_have_text("From c4 to d5?")
    page.locator("#guide-no").click()
    page.locator("#typed").fill("c4-d5")
    page.keyboard.press("Enter")
    expect(page.locator("#guide-yes")).to_be_visible()
    assert sailor.data["ply"] == "0"
    page.locator("#guide-yes").click()
    sailor.settle(ply=1)
    assert sailor.match().acts == ("c4-d5",)


def test_a_wrong_target_leaves_the_token_picked_up(visitors: Visitors):
    """After the reason why not, one more click on a right target makes the move."""
    sailor = play_on(visitors(None), STEP, R="me", B="me")
    for space in ("c4", "c9"):
        sailor.hand.point(sailor.page, space)
    expect(sailor.page.locator("#say.is-refusal")).to_be_visible()
    assert sailor.marked("c4", "is-selected")
    sailor.hand.point(sailor.page, "d5")
    sailor.settle(ply=1)
    assert sailor.match().acts == ("c4-d5",)


def test_what_is_put_back_is_heard(visitors: Visitors):
    """Escape drops what was picked up, and screen readers say so."""
    sailor = play_on(visitors(None), STEP, R="me", B="me")
    sailor.hand.point(sailor.page, "c4")
    sailor.page.keyboard.press("Escape")
    expect(sailor.page.locator("#announce p").last).to_have_text("Put back.")
    assert not sailor.marked("c4", "is-selected")


def test_the_hand_of_a_crew_that_waits_says_so(visitors: Visitors):
    """Whoever drags from the wrong hand is told why nothing happens."""
    sailor = begin(visitors(None), "LC", party="2-2")
    page = sailor.page
    box = page.locator("#hand-B").bounding_box()
    assert box is not None
    drag(page, (box["x"] + 15, box["y"] + box["height"] / 2), "e3")
    expect(page.locator("#say")).to_have_text("It is not the turn of this crew.")
    assert sailor.data["ply"] == "0"


@pytest.mark.parametrize("prefs", [{"rotation": 90}, {"rotation": 180, "flip": True}, {"coordinates": False}])
def test_a_turned_deck_is_played_the_same_way(visitors: Visitors, prefs: dict[str, object]):
    """Rotated, mirrored or without names: what is clicked is what is meant."""
    sailor = play_on(visitors(None, prefs={**SEEN, **prefs}), STEP, R="me", B="me")
    sailor.play("c4-d5")
    assert sailor.match().acts == ("c4-d5",)


def test_the_deck_lies_down_with_the_phone(visitors: Visitors):
    """Where the window is wide and low the bow points to the right, arrows walk as it is seen; then it stands up."""
    sailor = play_on(visitors(None, viewport={"width": 844, "height": 390}), STEP, R="me", B="me")
    page = sailor.page
    box = "document.querySelector('#deck-live svg').viewBox.baseVal"
    page.wait_for_function(f"() => {box}.width > {box}.height")
    assert page.evaluate("document.documentElement.scrollHeight") == 390
    page.locator('[data-space="c4"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-space="c3"]')).to_be_focused()
    sailor.play("c4-d5")
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_function(f"() => {box}.width < {box}.height")
    page.locator('[data-space="c4"]').focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-space="c3"]')).to_be_focused()


def test_settings_show_at_once_and_last(visitors: Visitors):
    """The dark theme and a deck without names are there before and after a reload."""
    sailor = begin(visitors(None), "LC")
    page = sailor.page
    page.locator("#do-more").click()
    page.locator('#sheet-more [data-do="settings"]').click()
    page.locator("#settings [name=theme][value=dark]").check()
    page.locator('#settings [name="coordinates"]').uncheck()
    for _ in range(2):
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.locator("#deck-live svg text", has_text="c4")).to_have_count(0)
        page.reload()
        sailor.settle()
