"""What pages say is whole: on small phones, in every language, and with names as long as they may be."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from kidd.table.play.actors import guest
from kidd.table.play.games import open_game, play
from kidd.table.play.takebacks import take_back
from kidd.table.seats import Seat
from kidd.table.storage.persons import people
from kidd.table.terms import Terms
from tests.browser import atlas
from tests.browser.club import PAGES, found
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import play_on
from tests.browser.harbour import Harbour
from tests.browser.tables import come
from tests.web.afloat import Server

pytestmark = pytest.mark.once

LOCALES = ["en", "de", "fr"]
SMALL, LYING = {"width": 320, "height": 568}, {"width": 844, "height": 390}
NAME = "Wolfeschlegelsteinhausenbergerdorffwelch"
# What stands across the right edge of the screen, or runs out of its own box; wide tables scroll in a box of theirs.
OUTSIDE = """() => [...document.querySelectorAll("main *, footer *")].filter((one) => {
  if (!one.checkVisibility() || one.closest(".scrolls, svg, .sr")) return false;
  if (getComputedStyle(one).clipPath !== "none") return false; // for screen readers
  const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  const spilt = own && getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1;
  return one.getBoundingClientRect().right > innerWidth + 1 || spilt;
}).map((one) => one.outerHTML.slice(0, 120))"""
# Lines of words that are cut off, above or below.
HIDDEN = "(one) => one.scrollHeight - one.clientHeight"
CUT = "(one) => Math.max(one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight)"
HEIGHTS = "all => all.map((one) => one.offsetHeight)"
# How far the disc, with its edge, reaches into the line below the sentence.
REACH = """() => {
  const disc = document.querySelector("#state-words .disc").getBoundingClientRect();
  return disc.bottom - document.querySelector("#told").getBoundingClientRect().top;
}"""
# Rows of the log across the edges of their list.
CUT_ROWS = """() => {
  const { top, bottom } = document.querySelector("#log-rows").getBoundingClientRect();
  const across = ({ top: from, bottom: to }) => [top, bottom].some((edge) => from < edge - 3 && to > edge + 3);
  const rows = [...document.querySelectorAll("#log-rows li")];
  return rows.filter((one) => across(one.getBoundingClientRect())).map((one) => one.textContent);
}"""


def fits(page: Page) -> list[str]:
    """What of a page lies outside the screen or its own box."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    odd: list[str] = page.evaluate(OUTSIDE)
    return [*odd, *([f"{wide} pixels too wide"] if wide > 0 else [])]


@pytest.mark.parametrize("locale", LOCALES)
def test_pages_fit_the_narrowest_phones(visitors: Visitors, locale: str):
    """No page scrolls sideways at 320 pixels, and no word is cut."""
    visitors.expect("404")
    page = visitors(None, locale=locale, viewport=SMALL)
    for name, path in atlas.STILL.items():
        atlas.visit(page, path)
        assert fits(page) == [], name


@pytest.mark.slow
def test_the_clubs_pages_fit_a_phone(browser: Browser, own_harbour: Harbour):
    """With members, games and an operator, in every language."""
    club, visitors = found(browser, own_harbour), Visitors(browser, own_harbour.url)
    for locale in LOCALES:
        page = visitors(None, locale=locale, viewport=PHONE)
        for name, path in PAGES.items():
            club.see(page, path)
            assert fits(page) == [], (locale, name)
        ways = club.ways()
        for name in ("operator", "waiting-three", "challenge", "called-off"):
            ways[name](page)
            assert fits(page) == [], (locale, name)
    visitors.close()


@pytest.mark.parametrize("locale", LOCALES)
def test_the_question_about_sound_is_whole(server: Server, coming: Visitors, locale: str):
    """At 320 pixels it is no higher than the bar it stands in."""
    game, red, _ = claimed(server, ("Ann", "Ben"), claim=False)
    page = come(server, coming, red, game, locale=locale, viewport={"width": 320, "height": 740})
    words, bar = page.locator("#sound-words").bounding_box(), page.locator("header.bar").bounding_box()
    assert words
    assert bar
    assert words["y"] >= bar["y"]
    assert words["y"] + words["height"] <= bar["y"] + bar["height"]
    assert page.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("size", [PHONE, {"width": 360, "height": 640}, SMALL], ids=str)
@pytest.mark.parametrize("locale", LOCALES)
def test_a_claim_is_whole(server: Server, coming: Visitors, size: dict[str, int], locale: str):
    """However long the name of whoever claims: then the question says their colour, and the crew's card the name."""
    game, red, _ = claimed(server, ("Ann", NAME))
    page = come(server, coming, red, game, locale=locale, viewport=size)
    expect(page.locator("#asked .asked-words")).not_to_contain_text("Wolfe")
    assert page.locator("#asked .asked-words").evaluate(HIDDEN) <= 1
    assert page.locator("#cards").evaluate(HIDDEN) <= 0
    expect(page.locator(".crew-name", has_text=NAME)).to_be_visible()


@pytest.mark.parametrize("name", ["Wolfgang", "Samuel Bellamy", "Anne Bonny Mary", "Emmanuelle Wynne"])
@pytest.mark.parametrize("locale", LOCALES)
def test_a_claim_of_some_length_is_whole(server: Server, coming: Visitors, locale: str, name: str):
    """With the name where the question has room for it in that language, else with the colour."""
    game, red, _ = claimed(server, ("Ann", name))
    page = come(server, coming, red, game, locale=locale, viewport=PHONE)
    for size in ({"width": 360, "height": 640}, {"width": 375, "height": 667}, SMALL):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        assert page.locator("#asked .asked-words").evaluate(HIDDEN) <= 1, size
        assert page.locator("#cards").evaluate(HIDDEN) <= 0, size


def claimed(server: Server, names: tuple[str, str], *, claim: bool = True) -> tuple[str, Any, Any]:
    """A live game by the clock in which Blue claims stalemate."""
    red, blue = guest(people.new_id()), guest(people.new_id())
    seats = [Seat(place, "person", one.person, None, names[place]) for place, one in enumerate((red, blue))]
    store, terms = server.app.state.store, Terms(time="600+5")
    game = open_game(store, code="LC", options={"claim_after": 0}, seats=seats, owner=red, terms=terms).id
    if claim:
        for ply, (one, act) in enumerate(((red, "@c1"), (blue, "@c9"), (red, "@e3"), (blue, "stalemate?"))):
            play(store, game, one, ply, act)
    return game, red, blue


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("size", [WIDE, PHONE, LYING, {"width": 360, "height": 640}, SMALL], ids=str)
def test_two_of_one_rank_are_whole(visitors: Visitors, size: dict[str, int], locale: str):
    """With what they have taken; their cards are as high as those of others."""
    page = visitors(None, locale=locale, viewport=size)
    play_on(page, atlas.TABLES["madagascar"], R="me", B="2")
    before = page.locator(".crew").evaluate_all(HEIGHTS)
    for level in ("5", "6"):
        play_on(page, atlas.TABLES["madagascar"], R=level, B=level)
        for name in page.locator(".crew-name").all():
            assert name.evaluate(CUT) <= 1, name.inner_text()
        assert page.locator(".crew").evaluate_all(HEIGHTS) == before


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["390", "1280"])
def test_the_disc_covers_no_words(visitors: Visitors, size: dict[str, int]):
    """Of the line below the sentence, at a table and in a study."""
    page = visitors(None, viewport=size)
    atlas.captured(page, "tower")
    assert page.evaluate(REACH) <= 1.5
    atlas.visit(page, "/study?position=LC&acts=" + "+".join(atlas.GAME.split()[:6]))
    assert page.evaluate(REACH.replace("#state-words", ".state-words").replace("#told", ".told")) <= 1.5


def test_the_log_of_a_finished_game_shows_whole_rows(visitors: Visitors):
    """Above the line that says how it ended."""
    page = visitors(None)
    before, last = atlas.GAME.rsplit(maxsplit=1)
    play_on(page, "LC", acts=before, R="me", B="me").play(last)
    expect(page.locator("#log-end")).to_be_visible()
    assert page.evaluate(CUT_ROWS) == []


@pytest.mark.parametrize("locale", LOCALES)
def test_the_tools_of_the_setup_are_lines(visitors: Visitors, locale: str):
    """Each says in one line what a tap on the deck does."""
    page = visitors(None, locale=locale, viewport=PHONE)
    atlas.visit(page, "/setup?position=MG3")
    heights = page.locator(".setup-tools .segments label").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert len(heights) == 5
    assert max(heights) <= 46


@pytest.mark.parametrize("theme", ["system", "light", "dark"])
def test_small_decks_are_as_dark_as_the_page(visitors: Visitors, theme: str):
    """Those of the problems of the day, by the visitor's wish or the device's."""
    page = visitors(None, prefs={"theme": theme}, color_scheme="dark")
    atlas.visit(page, "/problems")
    page.wait_for_function("() => [...document.querySelectorAll('.problem-card img')].every((one) => one.currentSrc)")
    sources = page.locator(".problem-card img").evaluate_all("all => all.map((one) => one.currentSrc)")
    palette = "light" if theme == "light" else "dark"
    assert sources
    assert all(source.endswith(f"palette={palette}") for source in sources)


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_a_takeback_among_three_is_whole(server: Server, coming: Visitors, locale: str):
    """On a notebook the note on how long a game is kept makes room for the question and its buttons."""
    crew = [guest(people.new_id()) for _ in range(3)]
    seats = [Seat(number, "person", one.person, None, f"Guest {number}") for number, one in enumerate(crew)]
    store = server.app.state.store
    game = open_game(store, code="MG3", options={}, seats=seats, owner=crew[0], terms=Terms()).id
    page = come(server, coming, crew[1], game, viewport={"width": 1280, "height": 800}, locale=locale)
    expect(page.locator("#kept-days")).to_be_visible()
    near = page.locator("#crews-near").bounding_box()
    play(store, game, crew[0], 0, "@c1")
    take_back(store, game, crew[0], 1)
    expect(page.locator("#takeback-yes")).to_be_visible()
    assert page.locator("#cards").evaluate("(one) => one.scrollHeight <= one.clientHeight")
    expect(page.locator("#takeback-asked")).to_be_in_viewport(ratio=1)
    assert page.locator("#crews-near").bounding_box() == near
