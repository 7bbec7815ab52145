"""One can follow what the others do, whatever has the focus, and need not wait for it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import Deckhand, begin, play_on

pytestmark = pytest.mark.once

WATCH = """() => {
  const table = document.getElementById("table");
  let before = table.dataset.ply;
  window.seen = [];
  new MutationObserver(() => {
    const told = [...document.querySelectorAll("#told span")].map((one) => one.textContent);
    const { ply, die, mayMove } = table.dataset;
    if (before !== ply) window.seen.push({ ply, die, mayMove, told, at: performance.now() });
    before = ply;
  }).observe(table, { attributes: true, childList: true, subtree: true });
}"""
SKIP = """(ply) => {
  const { dataset } = document.getElementById("table");
  if (dataset.ply !== ply) return "";
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  return dataset.mayMove;
}"""


def seen(page: Page) -> list[dict[str, str]]:
    """Every ply that was on the screen since the page is watched."""
    return list(page.evaluate("window.seen"))


@pytest.mark.parametrize("spot", ["#crew-R .crew-name", "#state-words", "#log-rows"])
def test_a_click_beside_the_deck_freezes_nothing(visitors: Visitors, spot: str):
    """Whatever has the focus, moves and takebacks are shown."""
    sailor = begin(visitors(None), "LC")
    page = sailor.page
    sailor.play("@c1")
    page.locator(spot).click(position={"x": 2, "y": 2})
    sailor.page.locator('[data-move="c1-d2"]').evaluate("(one) => one.click()")
    sailor.settle(ply=4)
    expect(page.locator('#deck-live .token[data-on="d2"]')).to_have_count(1)
    expect(page.locator("#log-rows [data-at]")).to_have_count(4)
    page.keyboard.press("u")
    expect(page.locator('#deck-live .token[data-on="c1"]')).to_have_count(1)
    expect(page.locator("#log-rows [data-at]")).to_have_count(2)


def rolled_on(visitors: Visitors) -> Deckhand:
    """Quedah Merchant against a computer, which is to roll next."""
    sailor = begin(visitors(None, reduced_motion="no-preference"), "QM")
    sailor.play("@c1")
    sailor.page.evaluate(WATCH)
    return sailor


def test_roll_move_and_roll_are_shown_one_after_the_other(visitors: Visitors):
    """The computer's roll, its move and the player's own roll each stay long enough to be seen, and are told."""
    sailor = rolled_on(visitors)
    ply = int(sailor.data["ply"])
    sailor.play(sailor.choose(sailor.match()))
    roll, move, mine = seen(sailor.page)
    assert [int(one["ply"]) - ply for one in (roll, move, mine)] == [2, 3, 4]
    assert re.search("rolls a [123]", roll["told"][0])
    assert re.search("moves|enters", move["told"][0])
    assert (move["die"], move["mayMove"]) == ("", "false")
    assert mine["told"] == move["told"]
    assert float(move["at"]) - float(roll["at"]) > 200
    assert float(mine["at"]) - float(move["at"]) > 200
    expect(sailor.page.locator("#announce")).to_contain_text(move["told"][0])


def test_a_key_shows_at_once_how_the_game_stands(visitors: Visitors):
    """Nobody has to wait for what is still to be shown."""
    sailor = rolled_on(visitors)
    ply = int(sailor.data["ply"])
    sailor.start(sailor.choose(sailor.match()))
    may_move = sailor.page.wait_for_function(SKIP, arg=str(ply + 3))
    assert may_move.json_value() == "true"
    assert sailor.data["ply"] == str(ply + 4)


def test_two_computers_move_one_after_the_other(visitors: Visitors):
    """Both moves stay marked until the player's next one."""
    sailor = begin(visitors(None, viewport=PHONE), "MG", party="3-1")
    sailor.page.evaluate(WATCH)
    sailor.play("@c1")
    assert [one["ply"] for one in seen(sailor.page)] == ["1", "2", "3"]
    assert [len(one["told"]) for one in seen(sailor.page)] == [1, 1, 2]
    assert sailor.page.locator("#deck-live .is-last-to").count() == 2
    expect(sailor.page.locator("#told")).to_be_visible()


def test_a_refusal_goes_with_the_next_pick(visitors: Visitors):
    """What it speaks of is past then."""
    sailor = play_on(visitors(None), "LC Rc4c3,Rb5a5,Bc9~ R R1B1 -", R="me", B="me")
    sailor.hand.point(sailor.page, "c9")
    expect(sailor.page.locator("#say.is-shown")).to_have_count(1)
    sailor.hand.point(sailor.page, "c4")
    expect(sailor.page.locator("#say.is-shown")).to_have_count(0)
    label = sailor.page.locator('[data-space="d5"]').get_attribute("aria-label")
    assert label is not None
    assert "can be reached" in label


def test_a_hint_that_was_cancelled_is_not_waited_for(visitors: Visitors):
    """The question is taken back, so that the server drops it, nothing is drawn, and the keyboard is on the deck."""
    sailor = begin(visitors(None), "LC")
    page = sailor.page
    page.route("**/hint", lambda route: None)  # the answer does not come
    page.locator("#do-hint").click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hint")):
        page.locator("#guide-no").click()
    expect(page.locator("#guide")).to_be_hidden()
    expect(page.locator("#deck-live .is-hint")).to_have_count(0)
    expect(page.locator("#say.is-shown")).to_have_count(0)
    assert page.evaluate("document.activeElement.dataset.space")


def test_whoever_moves_waits_for_no_hint(visitors: Visitors):
    """A hint that is still under way is taken back with the move."""
    sailor = begin(visitors(None), "LC", party="2-2")
    page = sailor.page
    page.route("**/hint", lambda route: None)
    page.locator("#do-hint").click()
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/hint")):
        sailor.play("@c1")
    expect(page.locator("#guide")).to_be_hidden()


def test_back_closes_a_sheet_and_ends_looking_back(visitors: Visitors):
    """The browser's button never leaves the game before that."""
    sailor = begin(visitors(None, viewport=PHONE), "LC", party="2-2")
    page, address = sailor.page, sailor.page.url
    sailor.play("@c1")
    for button, closed in (("#do-log", "html:not([data-sheet])"), ("#do-more", "html:not(:has(dialog[open]))")):
        page.locator(button).click()
        expect(page.locator(closed)).to_have_count(0)
        page.go_back()
        expect(page.locator(closed)).to_have_count(1)
        assert page.url == address
    page.keyboard.press("Home")
    expect(page.locator("#table")).to_have_attribute("data-live", "false")
    expect(page).to_have_url(f"{address}/0")
    page.go_back()
    expect(page.locator("#table")).to_have_attribute("data-live", "true")
    expect(page).to_have_url(address)
    assert sailor.data["ply"] == "1"


def test_who_returns_to_the_game_has_returned_in_the_browser(visitors: Visitors):
    """After a look back that a button has ended, one step back leaves the game, and none does nothing."""
    sailor = begin(visitors(None), "LC", party="2-2")
    page, address = sailor.page, sailor.page.url
    sailor.play("@c1")
    for _ in range(2):
        page.keyboard.press("Home")
        expect(page).to_have_url(f"{address}/0")
        page.locator("#replay-live").click()
        expect(page.locator("#table")).to_have_attribute("data-live", "true")
        expect(page).to_have_url(address)
    page.go_back()
    expect(page.locator("#card-LC")).to_be_visible()
