"""Nothing jumps: from turn to turn everything around the deck keeps its place, through a whole game of each kind."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, Visitors

pytestmark = pytest.mark.once

SLACK = 2  # pixels
PLIES = 60
SHORT = {"width": 390, "height": 700}
# Short games to their end, with captures, passes and a crew that falls.
GAMES = {
    "LC": """@c9 @e3 @c1 @a7 c1-b2 e3-e5 @e7 @a3 c9-b8 a7-a5 b8-c7 @a7 b2-c3 e5-d5 e7-e5 @c9 c7-d8 @e7 e5-e3 a5-b5 c3-d2
        c9-b8 @c9 @c1""",
    "MG2": """@e3 @c1 @c9 @e7 @a7 @a3 e3-d2 c1-b2 a7-a5 e7-e5 @e7 @e3 e7-e5 e3-d2 e5-d2/e3 @e7 d2-c6/d5 @e3 @c1 @a7
        c1-b2 a7-a5 c6-a5/a7 e3-e5 a5-e5/e3 a3-a5 e5-b5/c4 e7-d8 b2-a5/a3 d8-c7 c9-d8 c7-b8 b5-b8/c7""",
    "MG3": """@e7 @c1 @a3 @a7 @c9 @e3 e7-e5 c1-d2 @e7 a7-b8 c9-d8 e7-e5 @c1 @e7 @a7 c1-d2 e7-e5 a7-b8 @e7 e5-c7/c6 @c9
        @a7 @c1 c9-d8 a7-b8 c1-d2 e3-e5 @e3 d2-c1/b2 @c9 e3-e5 c1-e5/e3 a3-b2 pass e5-d5/c6 b2-c3 e7-e5 d5-b8/a7
        d8-e5/e7 pass c7-e5/e7 c9-d8 pass b8-d8/c9 c3-c4 pass e5-c4/c3""",
    "QM": "",  # as the die will have it
}
# Where everything is that has a name, but for tokens, what lies over the page, and lists that scroll or come and go.
PLACES = """() => {
  const apart = "#deck-live *, #log-rows *, #moves-list, #moves-list *, #moves-none, #cards, #cards *, .sr";
  const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(apart);
  const named = [...document.querySelectorAll("header.bar, #table [id], .crew-badge, .crew-name, #log h2, #moves h2")];
  const key = (one) => one.id || `${one.className} ${one.closest("[id]")?.id ?? ""}`;
  return Object.fromEntries(named.filter(shown).map((one) => [key(one), one.getBoundingClientRect()])
    .filter(([, { width, height, top }]) => width && height && top < innerHeight)
    .map(([name, { left, top }]) => [name, [Math.round(left), Math.round(top)]]));
}"""


class Watch:
    """Compares where everything is with where it was first seen."""

    def __init__(self, page: Page, name: str, places: str = PLACES) -> None:
        self.page, self.name, self.places = page, name, places
        self.known: dict[str, list[int]] = {}
        self.moved: list[str] = []

    def look(self, what: str) -> None:
        """Note whatever is elsewhere now."""
        for name, (x, y) in self.page.evaluate(self.places).items():
            left, top = self.known.setdefault(name, [x, y])
            if abs(x - left) > SLACK or abs(y - top) > SLACK:
                self.moved.append(f"{self.name}, {what}: {name} from {left},{top} to {x},{y}")


def opened(page: Page, code: str) -> dict[str, Any]:
    """A game in which one person sits on all seats."""
    seats = [{"kind": "person"}] * (3 if code == "MG3" else 2)
    answer = page.request.post("/api/v1/games", data={"game": code, "seats": seats})
    assert answer.status == 201
    return dict(answer.json())


@pytest.mark.parametrize("code", GAMES)
def test_nothing_around_the_deck_changes_its_place(visitors: Visitors, code: str):
    """List of moves, cards, log and bar stay where they are on a phone and on a desk, until and with the end."""
    page = visitors(None)
    state = opened(page, code)
    watches = []
    for name, viewport in {"phone": PHONE, "wide": WIDE}.items():
        one = page.context.new_page()
        one.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        one.goto(f"/games/{state['id']}")
        one.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
        watches.append(Watch(one, name))
    acts = GAMES[code].split()
    while "result" not in state and state["ply"] < PLIES:
        act = acts[state["ply"]] if acts else state["moves"][state["ply"] % len(state["moves"])]["act"]
        wish = {"act": act, "ply": state["ply"], "version": state["version"]}
        state = page.request.post(f"/api/v1/games/{state['id']}/acts", data=wish).json()
        for watch in watches:
            expect(watch.page.locator("#table")).to_have_attribute("data-ply", str(state["ply"]))
            watch.look(f"ply {state['ply']} {act}")
    covered = "() => document.getElementById('over').getBoundingClientRect().bottom"
    if "result" in state:  # the card of the end leaves all spaces in sight
        top = watches[0].page.locator('[data-space="c1"] .hit').bounding_box()
        assert top is not None
        assert watches[0].page.evaluate(covered) <= top["y"] + top["height"] / 4
    if state.get("die"):  # the roll that decided lies there still
        for watch in watches:
            expect(watch.page.locator("#die")).to_be_visible()
            expect(watch.page.locator("#die")).to_have_attribute("data-face", str(state["die"]))
    assert [line for watch in watches for line in watch.moved] == []


def test_looking_back_takes_nothing_from_the_deck(visitors: Visitors):
    """On phones of any height the deck is as large while one steps through the game, and each step can be reached."""
    page = visitors(None)
    state = opened(page, "LC")
    for ply, act in enumerate(("@c9", "@e3", "@c1")):
        page.request.post(f"/api/v1/games/{state['id']}/acts", data={"act": act, "ply": ply})
    for viewport in (SHORT, PHONE):
        page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        page.goto(f"/games/{state['id']}")
        page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
        before = page.locator("#deck").bounding_box()
        page.keyboard.press("Home")
        expect(page.locator("#table")).to_have_attribute("data-live", "false")
        assert page.locator("#deck").bounding_box() == before
        page.locator("#replay-next").click()
        expect(page.locator("#table")).to_have_attribute("data-ply", "1")
        page.locator("#replay-live").click()
        expect(page.locator("#table")).to_have_attribute("data-live", "true")
        assert page.locator("#deck").bounding_box() == before


BUTTONS = """() => [...document.querySelectorAll(".home-go > .button, .home-card summary, .page a.button")]
  .map((one) => { const { x, y } = one.getBoundingClientRect(); return [Math.round(x), Math.round(y + scrollY)]; })"""
# Lists whose values do not fit, and links of the bar that run into each other or out of it.
SQUEEZED = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const lists = [...document.querySelectorAll(".home-more[open] select")].filter((one) => {
    pen.font = getComputedStyle(one).font;
    return one.clientWidth && [...one.options].some(({ text }) => pen.measureText(text).width > one.clientWidth - 42);
  });
  const seen = [...document.querySelectorAll(".bar a")].filter((one) => one.offsetParent);
  const links = seen.map((one) => [one, one.getBoundingClientRect()]);
  const meets = ({ left, top }, other) => other && left < other.right && top < other.bottom;
  const bar = links.filter(([one, box], at) => one.scrollWidth > one.clientWidth || box.right > innerWidth
    || meets(box, links[at - 1]?.[1]));
  return [...lists.map(({ name }) => name), ...bar.map(([one]) => one.textContent)];
}"""


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_options_of_a_game_move_no_button(visitors: Visitors, viewport: dict[str, int]):
    """They open as a sheet over the page, with no words cut off; Escape or a click beside it closes it."""
    page = visitors("/", viewport=viewport, locale="de-DE")
    assert page.evaluate(SQUEEZED) == []
    before = page.evaluate(BUTTONS)
    for card in ("#card-LC", "#card-QM", "#card-MG"):
        page.locator(f"{card} summary").click()
        expect(page.locator(f"{card} [name=party]")).to_be_visible()
        assert page.evaluate(SQUEEZED) == []
        box = page.locator(f"{card} .home-more").bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= viewport["height"] + 1
        if card == "#card-MG":
            page.mouse.click(3, 3)
        else:
            page.keyboard.press("Escape")
        expect(page.locator(f"{card} [name=party]")).to_be_hidden()
        assert page.evaluate(BUTTONS) == before
    page.locator("#card-QM summary").click()
    page.locator("#card-QM .home-options .button").click()
    page.wait_for_url(re.compile("/games/"))


CUT = """() => [...document.querySelectorAll(".crew, .crew-name, .crew-notes, .crew-goods")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => `${one.className} ${one.textContent}`)"""


def test_the_cards_of_three_players_are_whole_at_every_width(visitors: Visitors):
    """Nothing of theirs is cut off, in the language with the longest words, and no sentence pushes them away."""
    page = visitors(None, locale="de-DE")
    position = "MG3 RBc4c3,BRGa5a7,Gc1~,Bc9~,GRd8c9,Re3~ R R2B3G3 -"
    seats = [{"kind": "person"}, {"kind": "computer", "level": 6}, {"kind": "computer", "level": 7}]
    wish = {"game": "MG3", "position": position, "seats": seats}
    game = page.request.post("/api/v1/games", data=wish).json()
    page.goto(f"/games/{game['id']}")
    for width, height in ((320, 568), (360, 740), (390, 844), (768, 1024), (844, 390), (1024, 700), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], width
        assert page.evaluate("document.body.scrollWidth") <= width
        far = page.locator("#crews-far").bounding_box()
        page.locator("#told").evaluate("(told) => { told.textContent += ' Und noch ein Wort dazu.'.repeat(9) }")
        assert page.locator("#crews-far").bounding_box() == far, width
