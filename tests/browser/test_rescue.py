"""Quedah Merchant's long moves: guided step by step, cancellable, and a whole game in which a captive is freed."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import Deckhand, Finger, Keyboard, play_on

pytestmark = pytest.mark.once

RESCUE = "QM BRa5a7,Ra7~,Bc9~ R R5B5 1"
WAYS = [None, Keyboard(), Finger()]


@pytest.mark.parametrize("hand", WAYS, ids=["mouse", "keyboard", "touch"])
def test_a_rescue_is_guided_step_by_step(visitors: Visitors, hand: Keyboard | Finger | None):
    """Token, captor, the captive's way out, the new token's hatch: each is asked for, and the game goes on."""
    settings: dict[str, Any] = (
        {"viewport": PHONE, "has_touch": True, "is_mobile": True} if isinstance(hand, Finger) else {}
    )
    page = visitors(None, **settings)
    sailor = play_on(page, RESCUE, hand, R="me", B="1")
    guide = page.locator("#guide")
    sailor.hand.point(page, "a7")
    assert sailor.marked("a5", "is-capture")
    sailor.hand.point(page, "a5")
    expect(guide).to_contain_text("freed")
    assert [space for space in ("a3", "b5", "a7") if sailor.marked(space, "is-choice")] == ["a3", "b5"]
    sailor.hand.point(page, "b5")
    expect(guide).to_contain_text("hatch")
    assert sailor.data["ply"] == "0"
    sailor.hand.point(page, "e3")
    sailor.settle(ply=1)
    expect(guide).to_be_hidden()
    assert sailor.match().acts[0] == "a7-a5>b5@e3"
    if hand is None:
        assert sailor.until_over().result


def test_the_new_captor_is_seen_on_top(visitors: Visitors):
    """While the rest is chosen, the mover lies over and above whom it takes; put back, all lie as before."""
    page = visitors(None)
    sailor = play_on(page, "QM RBa5a7,Ba7~,Rc9~ B R5B5 1", R="me", B="me")
    order = "() => [...document.querySelectorAll('#deck-live .token')].map((token) => token.id)"
    before = page.evaluate(order)
    for space in ("a7", "a5"):
        sailor.hand.point(page, space)
    assert page.evaluate(order) == [*(name for name in before if name != "token-B2"), "token-B2"]
    mover, captor = (page.locator(f"#token-{name} .side").bounding_box() for name in ("B2", "R1"))
    assert mover is not None
    assert captor is not None
    assert mover["x"] == pytest.approx(captor["x"], abs=1)
    assert mover["y"] < captor["y"] - 3
    page.keyboard.press("Escape")
    assert page.evaluate(order) == before


@pytest.mark.parametrize("way", ["Escape", "button", "outside"])
def test_a_rescue_can_be_put_back(visitors: Visitors, way: str):
    """Escape, the button and a click into the sea all undo what was picked; nothing was sent."""
    page = visitors(None)
    sailor = play_on(page, RESCUE, R="me", B="1")
    for space in ("a7", "a5"):
        sailor.hand.point(page, space)
    expect(page.locator("#guide")).to_be_visible()
    if way == "Escape":
        page.keyboard.press("Escape")
    elif way == "button":
        page.locator("#guide-no").click()
    else:
        box = page.locator("#deck").bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + 12, box["y"] + 12)
    expect(page.locator("#guide")).to_be_hidden()
    assert page.locator(".is-selected, .is-choice").count() == 0
    assert sailor.data["ply"] == "0"
    sailor.play("a7-a5>a3@e7")
    assert sailor.match().acts[0] == "a7-a5>a3@e7"


def test_a_slip_in_the_middle_of_a_rescue_loses_nothing(visitors: Visitors):
    """A space that cannot be chosen now is refused with those that can; a freed token is shown where it goes."""
    page = visitors(None)
    sailor = play_on(page, RESCUE, R="me", B="1")
    for space in ("a7", "a5", "c9"):
        sailor.hand.point(page, space)
    expect(page.locator("#guide-words")).to_contain_text("a3 or b5")
    expect(page.locator("#announce")).to_contain_text("a3 or b5")
    assert sailor.marked("a7", "is-selected")
    assert sailor.marked("b5", "is-choice")
    captive = page.locator('#deck-live .token.crew-R[data-on="a5"]')
    assert captive.evaluate("(one) => one.style.translate") == ""
    sailor.hand.point(page, "b5")
    assert captive.evaluate("(one) => one.style.translate") != ""
    sailor.hand.point(page, "e3")
    sailor.settle(ply=1)
    assert sailor.match().acts[0] == "a7-a5>b5@e3"


def test_towers_walk_and_two_ways_are_told_apart(visitors: Visitors):
    """Where two walks end on the same space with another last step, the page asks which one is meant."""
    page = visitors(None)
    sailor = Deckhand(page)
    for position in ("MG2 RBBa5a3,Bc9~ R R0B0 -", "MG2 RBBBc3c4,Bc9~ R R0B0 -", "MG2 RBBBBc4c3,Bc9~ R R0B0 -"):
        sailor = play_on(page, position, R="me", B="me")
        ends = [move.partition("/")[0] for move in sailor.moves if "/" in move]
        double = [move for move in sailor.moves if ends.count(move.partition("/")[0]) > 1]
        if double:
            break
    else:
        pytest.fail("no position here has two ways to one space")
    for move in double[:2]:
        sailor = play_on(page, position, R="me", B="me")
        sailor.play(move)
        assert sailor.match().acts == (move,)
