"""Towers under way by mouse and finger: the figure at their side goes with them, and all lie where they belong."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import atlas
from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import drag, middle, play_on

pytestmark = pytest.mark.once

QM, MG = (atlas.TABLES[name] for name in ("quedah-merchant", "madagascar"))
FACES = "[...document.querySelectorAll('#deck-live .turn')].map((one) => one.outerHTML)"


def lying_about(page: Page) -> list[str]:
    """What is still where somebody has carried it."""
    found: list[str] = page.evaluate(
        """[...document.querySelectorAll("#deck-live [data-on]")]
        .filter((one) => one.style.translate || one.classList.contains("is-carried")).map((one) => one.outerHTML)"""
    )
    return found


@pytest.mark.parametrize(
    ("position", "tower", "target", "move"),
    [pytest.param(QM, "c4", "c3", "c4-c3", id="QM"), pytest.param(MG, "d8", "b2", "d8-b2/c3", id="MG")],
)
def test_a_tower_is_let_go_beside_the_deck(visitors: Visitors, position: str, tower: str, target: str, move: str):
    """It was over a space that it may go to: it turns back, lies where it lay, and goes there the next time."""
    sailor = play_on(visitors(None), position, R="me", B="me")
    page = sailor.page
    faces = page.evaluate(FACES)
    deck = page.locator("#deck-live > svg").bounding_box()
    assert deck
    page.mouse.move(*middle(page, tower))
    page.mouse.down()
    page.mouse.move(*middle(page, target), steps=6)
    expect(page.locator("#deck-live .heights .is-carried")).to_have_count(1)
    assert page.evaluate(FACES) != faces, "they show how they would stand"
    page.mouse.move(deck["x"] + 5, deck["y"] + 5, steps=4)
    page.mouse.up()
    assert not lying_about(page)
    assert page.evaluate(FACES) == faces
    drag(page, middle(page, tower), target)
    sailor.settle(ply=1)
    assert sailor.match().acts[0] == move
    assert not lying_about(page)


def test_a_tower_is_dragged_by_a_finger(visitors: Visitors):
    """On a phone as by a mouse."""
    sailor = play_on(visitors(None, viewport=PHONE, has_touch=True), MG, R="me", B="me")
    page = sailor.page
    finger = page.context.new_cdp_session(page)
    start, end = middle(page, "d8"), middle(page, "b2")
    way = [(start[0] + (end[0] - start[0]) * step / 6, start[1] + (end[1] - start[1]) * step / 6) for step in range(7)]
    for number, (x, y) in enumerate(way):
        kind = "touchMove" if number else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    sailor.settle(ply=1)
    assert sailor.match().acts == ("d8-b2/c3",)
    assert not lying_about(page)


def test_a_tower_is_dragged_in_a_study(visitors: Visitors):
    """What is tried there is dragged as well."""
    page = visitors(None)
    atlas.visit(page, "/study?position=" + QM.replace(" ", "+"))
    drag(page, middle(page, "c4"), "c3")
    expect(page.locator("#study")).to_have_attribute("data-ply", "1")
    assert not lying_about(page)
