"""What is easily overlooked: mistakes as problems, playing again otherwise, who made the game, words that are cut."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser import atlas
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import middle, play_on
from tests.browser.test_problems import point_out
from tests.browser.test_trail import PREVIEW

pytestmark = pytest.mark.once

MISSED = "MG2 Rc1~,Ba3~,Be3~,Ra5a7,Bb5a5,Ba7~,Re7~,Rd8c9 R R3B3 -"  # a5-b5 takes a token for nothing
FITS = "() => document.documentElement.scrollWidth <= innerWidth"
CUT = """() => [...document.querySelectorAll(".log-cell")].filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""


@pytest.fixture(params=[PHONE, WIDE], ids=["390", "1280"])
def size(request: pytest.FixtureRequest) -> dict[str, int]:
    """A phone and a desk."""
    found: dict[str, int] = request.param
    return found


def test_a_mistake_comes_back_as_a_problem(visitors: Visitors, size: dict[str, int]):
    """From the end of a game to its analysis, to the list of mistakes, and on the deck to what was better."""
    page = visitors(None, viewport=size, has_touch=size is PHONE)
    sailor = play_on(page, MISSED, R="me", B="me")
    for move in ("d8-c7", "b5-c6"):
        sailor.play(move)
    sailor.say("resign")
    page.goto(f"/games/{sailor.data['game']}/mistakes")
    page.locator("#analysis-begin").click()
    expect(page.locator("#mistakes-begin")).to_be_visible()
    expect(page.locator(".problem-card").first).to_contain_text("d8-c7")
    assert page.evaluate(FITS)
    page.locator("#mistakes-begin").click()
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    exercise = page.locator("#exercise")
    for move, status in (("d8-c7", "wrong"), ("a5-b5", "solved")):
        if status == "solved":
            page.locator("#exercise-retry").click()
            expect(exercise).to_have_attribute("data-status", "open")
        point_out(page, move)
        expect(exercise).to_have_attribute("data-status", status)
    expect(page.locator("#exercise-next")).to_be_visible()
    assert page.evaluate(FITS)


def test_a_game_is_played_again_with_another_option(visitors: Visitors, size: dict[str, int]):
    """The form has everything as it was: short and long game stand in it openly, and what is changed is played."""
    page = visitors(None, viewport=size)
    sailor = play_on(page, "QM - R R7B7 -", R="me", B="1")
    sailor.say("resign")
    page.locator("#other-options").click()
    page.wait_for_url(re.compile("/again$"))
    short, long = (page.locator(f'[name="blocked"][value="{value}"]') for value in ("roll", "any"))
    expect(short).to_be_checked()
    for choice, words in ((short, "Short game"), (long, "Long game")):
        told = page.locator("label").filter(has=choice)
        expect(told).to_contain_text(words)
        expect(told).to_be_visible()
    assert page.evaluate(FITS)
    page.locator("label").filter(has=long).click()
    page.locator("#start-again").click()
    page.wait_for_url(re.compile(r"/games/[^/]+$"))
    book = page.request.get(f"{page.url}/log.kidd").text()
    assert "blocked=any" in book


def test_short_and_long_game_are_offered_openly(visitors: Visitors, size: dict[str, int]):
    """On the home page before any sheet is opened, with what each means; entering has the source of both readings."""
    page = visitors("/", viewport=size)
    card = page.locator("#card-QM")
    for value, words in (("roll", "Short game"), ("any", "Long game")):
        told = card.locator("label").filter(has=page.locator(f'[name="blocked"][value="{value}"]'))
        expect(told).to_be_visible()
        expect(told).to_contain_text(words)
    card.locator("summary").click()
    entering = card.locator("#QM-entry")
    expect(entering).to_be_visible()
    expect(entering).to_contain_text("German")
    expect(entering).to_contain_text("English")
    assert page.evaluate(FITS)


@pytest.mark.parametrize(("locale", "captain"), [("en-GB", "1701"), ("de-DE", "1701"), ("fr-FR", "1701")])
def test_the_page_about_the_game_names_everybody(visitors: Visitors, size: dict[str, int], locale: str, captain: str):
    """Authors, illustrator, translators, the licensed edition, what is reconstruction, and the real captain."""
    page = visitors("/about", viewport=size, locale=locale)
    main = page.locator("main")
    names = ("Günter Cornett", "Volker Schäfer", "Dietmar Krüger", "Rick Heli", "Vincent Osele", "Yucata.de", captain)
    for name in names:
        expect(main).to_contain_text(name)
    assert page.locator("main strong").count() == 1  # what of the deck is our assumption
    assert page.evaluate(FITS)


def test_how_a_token_will_stand_is_seen_on_every_screen(visitors: Visitors, size: dict[str, int]):
    """Drawn with its back when picked up, dragged and pointed at."""
    page = visitors(None, viewport=size)
    sailor = play_on(page, "LC Rc4c3,Rb5a5,Bc9~ R R1B1 -", R="me", B="me")
    sailor.hand.point(page, "c4")
    assert page.evaluate(PREVIEW) == [["d5", "c4", False]]
    page.keyboard.press("Escape")
    page.mouse.move(*middle(page, "b5"))
    page.mouse.down()
    page.mouse.move(*middle(page, "c6"), steps=6)
    assert page.evaluate(PREVIEW) == [["c6", "b5", True]]
    page.mouse.move(*middle(page, "d8"), steps=3)
    page.mouse.up()
    assert sailor.data["ply"] == "0"


def test_blues_back_in_high_contrast(visitors: Visitors, size: dict[str, int]):
    """On the page as in the picture: a broad white seam lies between it and the front."""
    page = visitors(None, viewport=size, prefs={"introduced": ["LC"], "theme": "contrast"})
    play_on(page, "LC Rc4c3,Bc9~ R R1B1 -", R="me", B="me")
    back = page.locator("#deck-live .token.crew-B .back").first
    look = (
        "(one) => { const { stroke, strokeWidth } = getComputedStyle(one); return [stroke, parseFloat(strokeWidth)]; }"
    )
    stroke, width = back.evaluate(look)
    assert stroke == "rgb(255, 255, 255)"
    assert width >= 3


def test_a_chain_of_rescues_is_told_in_full(visitors: Visitors, size: dict[str, int]):
    """Its sentence is a button where it is cut, for keys, too; in the log the words have their cell to themselves."""
    page = visitors(None, viewport=size)
    sailor = atlas.captured(page, "chain")
    told = page.locator("#told")
    expect(told).to_have_attribute("role", "button")
    expect(told).to_have_attribute("title", re.compile("a new token on c1"))
    told.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("a new token on c1")
    if size is PHONE:
        page.locator("#do-log").click()
    cell = page.locator("#log-rows [data-at]").first
    words, took = (cell.locator(name).bounding_box() for name in (".log-words", ".log-took"))
    assert words
    assert took
    assert took["y"] >= words["y"] + words["height"] - 1
    assert page.evaluate(CUT) == []
    page.goto(f"/study?game={sailor.data['game']}&ply=1")
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("a new token on c1")
    if told.get_attribute("role"):  # cut here as well
        told.click()
        expect(page.locator("#say")).to_contain_text("a new token on c1")


@pytest.mark.parametrize("locale", ["de-DE", "fr-FR"])
def test_a_game_of_computers_is_whose_who_opened_it(visitors: Visitors, size: dict[str, int], locale: str):
    """They are told so, others that they watch; the words of the bar stand apart and take nothing from the deck."""
    page = visitors("/", viewport=size, locale=locale)
    page.locator("#watch-now").click()
    expect(page.locator("#do-watch")).to_be_visible()
    other = visitors(page.url, viewport=size, locale=locale)
    assert page.locator("#watching").inner_text() != other.locator("#watching").inner_text()
    for one in (page, other):
        boxes = [box for part in one.locator("#actions .action span:visible").all() if (box := part.bounding_box())]
        for left, right in pairwise(boxes):
            assert right["x"] - left["x"] - left["width"] >= 3
    assert page.locator("#actions").evaluate("(bar) => bar.offsetHeight") <= 66


def test_the_deck_of_a_problem_is_whole(visitors: Visitors):
    """Bow and stern of it, and the hands below, on a common screen."""
    page = visitors(f"/problems/{atlas.PROBLEM.id}")
    expect(page.locator(".exercise-deck svg.deck")).to_be_in_viewport(ratio=1)
    for hand in page.locator(".exercise-hands span").all():
        expect(hand).to_be_in_viewport(ratio=1)
