"""Setting up a position by hand, and the diagrams of the rules pages."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand

pytestmark = pytest.mark.once


def tap(page: Page, tool: str, *spaces: str) -> None:
    """Choose a tool and use it on spaces."""
    page.locator(f'[name=tool][value="{tool}"]').check()
    for space in spaces:
        before = page.locator("[data-setup]").get_attribute("data-position")
        page.locator(f'[data-setup] [data-space="{space}"] .hit').click()
        page.wait_for_function("(old) => document.querySelector('[data-setup]').dataset.position !== old", arg=before)


def test_a_position_is_set_up_by_hand_and_played(visitors: Visitors):
    """Tokens are placed, turned and taken off, hands and die set; what cannot be played says why."""
    page = visitors("/setup")
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    page.locator("#setup-game").select_option("QM")
    expect(page.locator("[data-setup]")).to_have_attribute("data-position", re.compile("^QM"))
    tap(page, "R", "a7", "a5", "c4")
    tap(page, "B", "a5", "c9")
    tap(page, "remove", "c4")
    while "BRa5a7" not in (page.locator("[data-setup]").get_attribute("data-position") or ""):
        tap(page, "turn", "a5")
    page.locator('[name=die][value="1"]').check()
    expect(page.locator("[data-setup]")).to_have_attribute("data-position", "QM BRa5a7,Ra7~,Bc9~ R R5B5 1")
    expect(page.locator("[data-setup]")).to_have_attribute("data-playable", "true")
    page.locator("[name=seat-B]").select_option("1")
    page.locator("#play-on").click()
    page.wait_for_url(re.compile("/games/"))
    sailor = Deckhand(page)
    sailor.settle()
    sailor.play("a7-a5>b5@e3")
    assert sailor.match().acts[0] == "a7-a5>b5@e3"


def test_an_impossible_position_cannot_be_played(visitors: Visitors):
    """Too many tokens: the page says so and the button stays shut."""
    page = visitors("/setup")
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    page.locator("#setup-notation").fill("LC Rc1~ R R9B7 -")
    page.locator('[data-act="take"]').click()
    expect(page.locator("#setup-state")).to_have_class(re.compile("notice-bad"))
    expect(page.locator("#play-on")).to_be_disabled()


@pytest.mark.parametrize("book", ["loyal-captain", "quedah-merchant", "madagascar"])
def test_every_diagram_of_the_rules_can_be_tried_out(visitors: Visitors, book: str):
    """The first move that a diagram offers is played in it by mouse, and the position can be brought back."""
    page = visitors(f"/rules/{book}")
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    figures = page.locator("[data-diagram]")
    assert figures.count() >= 3
    for number in range(figures.count()):
        figure = figures.nth(number)
        moves = figure.locator("[data-move]").evaluate_all("(all) => all.map((one) => one.dataset.move)")
        walks = [move for move in moves if re.fullmatch(r"[a-z]\d+-[a-z]\d+", move) or move.startswith("@")]
        if not walks:
            continue
        for space in re.findall(r"[a-z]\d+", walks[0]):
            figure.locator(f'[data-space="{space}"] .hit').click()
        expect(figure).to_have_attribute("data-acts", re.compile(re.escape(walks[0])))
