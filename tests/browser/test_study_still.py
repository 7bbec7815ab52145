"""The study keeps its places: from step to step nothing slides away, and nothing is cut off at any width."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import atlas
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.test_still import Watch

pytestmark = pytest.mark.once

SIZES = [pytest.param(WIDE, id="wide"), pytest.param(PHONE, id="phone")]
# Where everything is that has a name, but for tokens and what a list holds; the fold is where the side ends. On a phone
# what stands below the mark of a move makes room for the reason of a weak one.
PLACES = """() => {
  const apart = "#deck-live *, #tree *, #engine-list *, #moves-list, #moves-list *, #plain-moves *, .sr";
  const mark = document.getElementById("node-mark").getBoundingClientRect().top;
  const floor = innerWidth < 1024 && mark ? mark : innerHeight;
  const inline = (one) => getComputedStyle(one).display === "inline";
  const named = [...document.querySelectorAll("header.bar, #study [id], .study-crew, .crew-name, .study-card")];
  const key = (one) => one.id || `${one.className} ${one.closest("[id]")?.id} ${one.textContent.trim().slice(0, 9)}`;
  return Object.fromEntries(named.filter((one) => one.checkVisibility({ visibilityProperty: true }) && !inline(one)
      && !one.matches(apart)).map((one) => [key(one), one.getBoundingClientRect()])
    .filter(([, { width, height, top }]) => width && height && top < Math.min(innerHeight, floor))
    .map(([name, { left, top }]) => [name, [Math.round(left), Math.round(top)]]));
}"""
ROLLS = "QM @a3 @c9 *3 a3-d2/c1@e7 *2 c9-c7/d8@c1 *2 e7-c9/d8@e7 *3 c1-c4/c3@a3 *3 d2-c1/b2"
CROWDED = "MG3 RBc4c3,BRGa5a7,GRc1~,Bc9~,GRd8c9,Re3~ R R1B3G2 -"
WIDTHS = ((320, 568), (360, 740), (390, 844), (768, 1024), (844, 390), (1024, 700), (1280, 800))
# What is wider than its frame, or sticks out of the page.
CUT = """() => [...document.querySelectorAll(".study-crew, .study-crew *, .chance, .bar-figure, .seats select")]
  .filter((one) => !one.matches(".sr") && getComputedStyle(one).display !== "inline")
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth
    || one.getBoundingClientRect().width > one.parentElement.clientWidth + 1)
  .map((one) => `${one.className} ${one.textContent.trim().slice(0, 40)}`)"""
FULL = "() => document.querySelectorAll('.bar-figure').forEach((one) => { one.textContent = '100\\u00a0%'; })"


def step_through(page: Page, name: str) -> list[str]:
    """Go through a line from its start; what is elsewhere then than it was."""
    expect(page.locator("#engine-state")).to_be_attached()
    page.keyboard.press("Home")
    watch = Watch(page, name, PLACES)
    last = int(page.locator("#study").get_attribute("data-last-ply") or 0)
    assert last > 6
    for ply in range(last + 1):
        expect(page.locator("#study")).to_have_attribute("data-ply", str(ply))
        watch.look(f"ply {ply}")
        page.keyboard.press("ArrowRight")
    page.locator("#study-slider").evaluate("(one) => { one.value = 5; one.dispatchEvent(new Event('input')); }")
    expect(page.locator("#study")).to_have_attribute("data-ply", "5")
    for number in (1, 2, 3):  # lines that come one after the other
        expect(page.locator("#engine-list .line, .roll:not(:disabled)").first).to_be_attached()
        watch.look(f"looked {number}")
    return watch.moved


def high(card: Locator) -> float:
    """How high something is, wherever it was scrolled to."""
    return (card.bounding_box() or {"height": 0.0})["height"]


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_from_step_to_step(visitors: Visitors, size: dict[str, int]):
    """In a game with marks, whose card is as high for every move (on a phone, every good one), and in one with dice."""
    page = visitors(None, viewport=size)
    sailor = atlas.finished(page)
    atlas.visit(page, f"/study?game={sailor.data['game']}")
    assert step_through(page, "LC") == []
    card = page.locator("#node-mark")
    page.locator("#tree .tree-mark").last.click()
    expect(page.locator("#node-arrows")).to_be_visible()
    weak = high(card)
    page.locator("#tree .tree-move:not(:has(.tree-mark))").nth(1).click()
    expect(page.locator("#node-arrows")).to_be_hidden()  # nothing was better
    good = high(card)
    assert good == weak or (size is PHONE and good < 50)
    page.keyboard.press("Home")
    expect(page.locator("#node-reason")).to_have_text("The analysis says nothing of this step.")
    assert high(card) == good
    game, acts = ROLLS.split(" ", 1)
    atlas.visit(page, f"/study?position={game}&acts={acts.replace(' ', '+')}")
    assert step_through(page, "QM") == []


@pytest.mark.parametrize("position", [CROWDED, "LC"], ids=["three", "two"])
def test_cards_bars_and_seats_are_whole_at_every_width(visitors: Visitors, position: str):
    """Names, hands and captives of three crews, a chance of 100 %, and the choice of who plays on from here."""
    page = visitors(None, locale="de-DE")
    atlas.visit(page, f"/study?position={position.replace(' ', '+')}")
    expect(page.locator("#engine-list .line").first).to_be_visible()
    page.locator("#engine-on").uncheck()  # and it writes no other figures
    page.locator("#bars").evaluate("(bars) => { bars.style.visibility = 'visible'; }")
    page.evaluate(FULL)
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        side = page.locator(".study-side")
        assert side.evaluate("(side) => side.scrollWidth <= side.clientWidth"), width
        for name in page.locator(".study-crew .crew-name").all():
            assert name.evaluate("(name) => name.offsetHeight && name.scrollWidth <= name.clientWidth"), width
