"""How pages are laid out: the bar of the site, the end of a game on a phone, the record of a game beside the deck."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kidd.table.play.games import play
from tests.browser.atlas import GAME
from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import play_on
from tests.browser.tables import come, opened
from tests.web.afloat import Server

pytestmark = pytest.mark.once

# Those of the pairs of selectors whose elements cover each other.
NAME = "Wolfeschlegelsteinhausenbergerdorffwelch"
COVERED = """(pairs) => pairs.filter((pair) => {
  const [a, b] = pair.map((name) => document.querySelector(name)?.getBoundingClientRect());
  const across = a && b && a.left < b.right - 1 && b.left < a.right - 1;
  return across && a.width && b.width && a.top < b.bottom - 1 && b.top < a.bottom - 1;
})"""
# Parts of the bar that run into each other or out of it.
SQUEEZED = """() => {
  const parts = [...document.querySelectorAll(".bar > .welcome, .bar a, .bar button")];
  const boxes = parts.filter((one) => one.checkVisibility()).map((one) => [one, one.getBoundingClientRect()]);
  const meet = ([one, a], [other, b]) => one !== other && !one.contains(other) && !other.contains(one)
    && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const odd = boxes.filter((one) => one[1].right > innerWidth || boxes.some((other) => meet(one, other)));
  return odd.map(([one]) => one.textContent);
}"""

# Names that do not fit.
CUT = """() => [...document.querySelectorAll(".crew-name")].filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.textContent)"""
# Moves and rows of the log that stand across the edge of their list.
ROWS = """() => [["#moves-form", ".move"], ["#log-rows", "li"]].flatMap(([list, row]) => {
  const { top, bottom } = document.querySelector(list).getBoundingClientRect();
  const rows = [...document.querySelectorAll(`${list} ${row}`)].map((one) => [one, one.getBoundingClientRect()]);
  const across = (edge) => ([, box]) => box.top < edge - 3 && box.bottom > edge + 3;
  return rows.filter((one) => across(top)(one) || across(bottom)(one)).map(([one]) => one.textContent);
})"""

# Buttons of the end whose labels stand in more than two lines.
TALL = """() => [...document.querySelectorAll("#over .button")].filter((one) => one.checkVisibility()).filter((one) => {
  const words = document.createRange();
  words.selectNodeContents([one, ...one.children].find((part) => part.lastChild?.nodeType === 3).lastChild);
  return new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 2;
}).map((one) => one.textContent)"""


def in_one_row(page: Page) -> bool:
    """Whether the bar of the site is no higher than one row of buttons."""
    box = page.locator("header.bar").bounding_box()
    assert box is not None
    return box["height"] <= 54 and page.evaluate(SQUEEZED) == []


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
def test_the_bar_is_one_row_in_every_language(visitors: Visitors, locale: str):
    """On pages and at tables, for players and watchers; on a phone the lobby is behind one button."""
    game = play_on(visitors(None), "LC", R="me", B="me").data["game"]
    page = visitors("/", locale=locale)
    for path in ("/", "/lobby", f"/games/{game}"):
        page.goto(path)
        for width, height in ((1280, 800), (1024, 768), (900, 800), (390, 844), (320, 740)):
            page.set_viewport_size({"width": width, "height": height})
            assert in_one_row(page), (path, width)
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.locator("#site-menu-open").click()
    page.locator('#site-menu a[href="/lobby"]').click()
    expect(page).to_have_url(re.compile("/lobby$"))


def test_the_menu_needs_no_scripts(visitors: Visitors):
    """A button of the bar opens it."""
    page = visitors("/help", viewport=PHONE, java_script_enabled=False)
    expect(page.locator('#site-menu a[href="/rules"]')).to_be_hidden()
    page.locator("#site-menu-open").click()
    expect(page.locator('#site-menu a[href="/rules"]')).to_be_visible()


def paired(visitors: Visitors, time: str, **look: Any) -> tuple[Page, Page]:
    """Two guests at a table with a clock, the second on a screen of the test's."""
    ann, bea = visitors("/"), visitors("/", **look)
    wish = {"game": "LC", "time": time, "colour": "red", "name": "Ann"}
    game = ann.request.post("/api/v1/invitations", data=wish).json()["id"]
    bea.request.post(f"/api/v1/games/{game}/seat", data={"name": "Küstenlotse Bea"})
    for page in (ann, bea):
        page.goto(f"/games/{game}")
        page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    return ann, bea


def test_the_end_of_a_game_on_a_phone(visitors: Visitors):
    """The card covers neither the site's bar, the deck nor any crew, and the name beside a clock is whole."""
    ann, bea = paired(visitors, "3d", viewport=PHONE, locale="de-DE")
    assert bea.evaluate(CUT) == []
    ann.locator('#words-form [data-act="resign"]').click()
    ann.locator("#confirm-yes").click()
    expect(bea.locator("#over")).to_be_visible()
    parts = ("header.bar", "#crews-far", "#deck", "#crews-near", "#actions")
    assert bea.evaluate(COVERED, [["#over", part] for part in parts]) == []
    assert bea.evaluate(TALL) == []
    bea.locator("#site-menu-open").click(trial=True)


def test_a_word_that_was_said_leaves_its_place_empty(visitors: Visitors):
    """A second click on the offer of a draw does not ask whether one gives up; phrases are in sight once opened."""
    ann, _ = paired(visitors, "3d")
    offer, resign = (ann.locator(f'#words-form [data-act$="{word}"]') for word in ("draw?", "resign"))
    place = resign.bounding_box()
    offer.click()
    expect(offer).to_have_count(0)
    assert resign.bounding_box() == place
    ann.locator(".talk-phrases summary").click()
    for number in range(3):
        expect(ann.locator("[data-phrase]").nth(number)).to_be_in_viewport(ratio=1)


def test_who_is_here_on_a_phone_at_a_table_of_three(visitors: Visitors):
    """A dot at the badge, with words for those who hear or point at it."""
    ann, bea, cleo = visitors("/", viewport=PHONE), visitors("/"), visitors("/")
    wish = {"game": "MG3", "time": "3d", "colour": "red", "name": "Ann"}
    game = ann.request.post("/api/v1/invitations", data=wish).json()["id"]
    for page, name in ((bea, "Bea"), (cleo, "Cleo")):
        page.request.post(f"/api/v1/games/{game}/seat", data={"name": name})
    ann.goto(f"/games/{game}")
    notes = ann.locator("#crews-far .here")
    expect(notes).to_have_text(["Not here", "Not here"])
    bea.goto(f"/games/{game}")
    expect(notes).to_have_text(["Here", "Not here"])
    expect(notes.first).to_have_attribute("title", "Here")
    assert ann.evaluate("getComputedStyle(document.querySelector('#crews-far .here'), '::before').width") == "10px"
    expect(notes.first).to_be_in_viewport(ratio=1)


def test_a_live_game_offers_sound(visitors: Visitors):
    """Once: whoever takes it hears the game, and is not asked again."""
    _, bea = paired(visitors, "600+5", viewport=PHONE)
    bea.locator('#sound-offer [data-do="sound-on"]').click()
    expect(bea.locator("#sound-offer")).to_have_count(0)
    expect(bea.locator('#settings [name="sound"]')).to_be_checked()
    bea.reload()
    expect(bea.locator("#sound-offer")).to_have_count(0)


def test_the_record_shows_whole_rows(visitors: Visitors):
    """Beside the deck, at a table with talk: no move and no row of the log is cut off."""
    ann, bea = paired(visitors, "3d")
    path = f"/api/v1{ann.locator('#table').get_attribute('data-page')}/acts"
    for ply, act in enumerate(GAME.split()[:18]):
        (ann, bea)[ply % 2].request.post(path, data={"act": act, "ply": ply})
    ann.reload()
    expect(ann.locator("#log-rows [data-at]")).to_have_count(18)
    assert ann.evaluate(ROWS) == []
    box = ann.locator("#log-rows").bounding_box()
    assert box is not None
    assert box["height"] > 4 * 33


@pytest.mark.parametrize("code", ["LC", "QM"])
def test_names_without_a_break(server: Server, coming: Visitors, code: str):
    """As long as names may be: no page scrolls sideways, and the news stay over the crews."""
    store, (game, ann, _) = server.app.state.store, opened(server, code, names=(NAME, NAME[::-1]))
    play(store, game, ann, 0, "@c1")
    page = come(server, coming, ann, game, viewport=PHONE)
    for part in ("#state-words", "#told"):
        box, state = page.locator(part).bounding_box(), page.locator("#state").bounding_box()
        assert box
        assert state
        assert box["height"] > 12
        assert box["x"] + box["width"] <= PHONE["width"]
        assert box["y"] + box["height"] <= state["y"] + state["height"] + 0.5
    for path in (page.url, "/", "/games"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], path
