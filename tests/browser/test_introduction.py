"""The introduction of each game: offered once, played on a deck of its own, and never in the way."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kidd.web.pages.introduction.steps import INTRODUCTIONS
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import Deckhand, begin, play_on
from tests.browser.tables import come, opened
from tests.web.afloat import Server

pytestmark = pytest.mark.once

APART = """(pairs) => pairs.filter(([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
})"""
PARTS = [".introduction-head", ".introduction-words", ".introduction-deck", ".introduction-ways"]
PAIRS = [[one, other] for number, one in enumerate(PARTS) for other in PARTS[:number]]
TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def point(page: Page, space: str) -> None:
    """Point at a space of the introduction's deck."""
    page.locator(f'#introduction [data-space="{space}"] .hit').click()


def plays(page: Page, move: str) -> None:
    """Point out a move, as far as there is something to choose."""
    first, *others = re.findall(r"[a-z]\d", move)
    point(page, first)
    if others:
        expect(page.locator("#introduction .diagram-say.is-guide")).to_be_visible()
        in_sight(page)
        point(page, others[0])
    for space in others[1:]:
        place = page.locator(f'#introduction [data-space="{space}"]')
        if "is-choice" in (place.get_attribute("class") or ""):
            point(page, space)


def any_move(page: Page) -> str:
    """The first of the legal moves."""
    return page.locator("#introduction [data-move]").first.get_attribute("data-move") or ""


def in_sight(page: Page) -> None:
    """All of what is asked or told last lies in the box of words, above the deck."""
    said, words = (
        page.locator(f"#introduction {name}").bounding_box() for name in (".diagram-say", ".introduction-words")
    )
    assert said is not None
    assert words is not None
    assert words["y"] - 1 <= said["y"]
    assert said["y"] + said["height"] <= words["y"] + words["height"] + 1


def stands_free(page: Page, *names: str) -> None:
    """Every part of the introduction is in the window and none covers another."""
    assert page.evaluate(APART, PAIRS) == []
    for name in (*PARTS, *names):
        box, window = page.locator(name).bounding_box(), page.viewport_size
        assert box is not None
        assert window is not None
        assert min(box["x"], box["y"]) >= -1, name
        assert box["y"] + box["height"] <= window["height"] + 1, name
        assert box["x"] + box["width"] <= window["width"] + 1, name
        assert min(box["width"], box["height"]) > 40, name


@pytest.mark.parametrize(
    ("card", "slug", "look"),
    [
        ("LC", "loyal-captain", {"viewport": WIDE}),
        ("QM", "quedah-merchant", TOUCH),
        ("MG", "madagascar", {**TOUCH, "locale": "de"}),
        ("LC", "loyal-captain", {**TOUCH, "locale": "fr", "viewport": {"width": 360, "height": 640}}),
    ],
)
def test_each_game_is_introduced_once(visitors: Visitors, card: str, slug: str, look: dict[str, Any]):
    """The offer, every step by pointing, a wrong move, the way back to the game, and no second offer."""
    page = visitors(None, prefs={}, **look)
    sailor, steps = begin(page, card), INTRODUCTIONS[slug].steps
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not [name for name in loaded if "introduction" in name], "fetched by those who want it"
    assert page.evaluate(APART, [["#welcome", part] for part in ("#deck", "#state", "#actions")]) == []
    page.locator("#welcome [data-do=introduction]").click()
    expect(page.locator("#introduction-step")).to_be_focused()
    expect(page.locator("#welcome")).to_have_count(0)
    deck = None
    for number, step in enumerate(steps, 1):
        introduction = page.locator(f'#introduction[data-step="{number}"]')
        expect(introduction).to_have_attribute("data-state", "open")
        stands_free(page)
        deck = deck or page.locator(".introduction-deck").bounding_box()
        assert page.locator(".introduction-deck").bounding_box() == deck
        if number == 2:
            _goes_wrong(page, slug)
        plays(
            page,
            step.answers[0]
            if step.answers
            else page.locator("#introduction [data-move]").first.get_attribute("data-move") or "",
        )
        expect(introduction).to_have_attribute("data-state", "done")
        stands_free(page)
        page.locator("#introduction .introduction-ways .button-main").click()
    expect(page.locator("#sheet-introduction")).to_be_hidden()
    page.wait_for_function("() => !history.state?.sheet")  # its step back would cut off the reload
    page.reload()
    sailor.settle()
    expect(page.locator("#welcome")).to_have_count(0)
    _opens_again(sailor)


def _goes_wrong(page: Page, slug: str) -> None:
    """What is not allowed is told, another move is allowed but not what was asked for, and one may try again."""
    refused = {"loyal-captain": ("e5", "e7"), "quedah-merchant": ("a5", "c4"), "madagascar": ("c1", "c4")}[slug]
    for space in refused:
        point(page, space)
    expect(page.locator("#introduction .diagram-say:not(.is-guide)")).not_to_be_empty()
    in_sight(page)
    rule = page.locator("#introduction .diagram-say .rule-link")
    expect(rule).to_have_attribute("href", re.compile("/rules/numbers#"))
    point(page, refused[0])  # puts the token back
    other = {"loyal-captain": "c3-d2", "quedah-merchant": "a5-b2/a3", "madagascar": "c1-d2"}[slug]
    plays(page, other)
    introduction = page.locator("#introduction")
    expect(introduction).to_have_attribute("data-state", "other")
    expect(page.locator("#introduction .introduction-task")).to_be_visible()
    expect(page.locator('[data-introduction-go="back"]')).to_be_visible()
    stands_free(page, '[data-introduction-go="back"]', '[data-introduction-go="next"]')
    page.locator('[data-introduction-go="again"]').click()
    expect(introduction).to_have_attribute("data-state", "open")


def _opens_again(sailor: Deckhand) -> None:
    """From the menu; Escape closes it, as does the browser's button to go back, and the game goes on."""
    page = sailor.page
    for leave in (lambda: page.keyboard.press("Escape"), page.go_back):
        page.locator("#do-more").click()
        page.locator('#sheet-more [data-do="introduction"]').click()
        expect(page.locator("#introduction-step")).to_be_visible()
        page.locator("[data-introduction-show]").click()
        expect(page.locator("#introduction")).to_have_attribute("data-state", "done")
        leave()
        expect(page.locator("#sheet-introduction")).to_be_hidden()
    sailor.play(sailor.moves[0], patient=False)


def test_the_offer_can_be_declined(visitors: Visitors):
    """It goes at once, for this game only, and the deck of another one has its own, which goes with the first move."""
    page = visitors(None, prefs={}, **TOUCH)
    begin(page, "LC")
    page.locator('#welcome [data-do="welcomed"]').click()
    expect(page.locator("#welcome")).to_have_count(0)
    begin(page, "LC")
    expect(page.locator("#welcome")).to_have_count(0)
    sailor = begin(page, "QM")
    expect(page.locator("#welcome")).to_be_visible()
    page.locator("#do-hint").click()
    expect(page.locator("#guide-yes")).to_be_visible()
    assert page.evaluate(APART, [["#guide-words", part] for part in ("#welcome", "#deck", "#die")]) == [
        ["#guide-words", "#die"]
    ]
    expect(page.locator("#die")).to_be_in_viewport()
    page.locator("#guide-no").click()
    deck = page.locator("#deck").bounding_box()
    sailor.play(sailor.moves[0], patient=False)
    expect(page.locator("#welcome")).to_have_count(0)
    assert page.locator("#deck").bounding_box() == deck
    page.reload()
    expect(page.locator("#welcome")).to_have_count(0)


def test_who_watches_is_told_so_and_offered_nothing(visitors: Visitors):
    """At both widths, and the words cover neither the deck nor the crews."""
    sailor = play_on(visitors(None), "LC", R="me", B="me")
    for look in ({}, TOUCH):
        page = visitors(f"/games/{sailor.data['game']}", prefs={}, **look)
        expect(page.locator("#watching")).to_contain_text("You are watching")
        expect(page.locator("#welcome")).to_have_count(0)
        assert page.evaluate(APART, [["#watching", part] for part in ("#deck", "#state", "#crews-far")]) == []


def test_an_introduction_is_a_page_of_its_own(visitors: Visitors):
    """Linked from the rules, played by keyboard alone, remembered, and left for the game."""
    page = visitors("/rules/loyal-captain", prefs={})
    page.locator('a[href="/rules/loyal-captain/introduction"]').first.click()
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    stands_free(page)
    page.locator('[data-introduction-go="next"]').click()
    page.wait_for_url(re.compile("/introduction/2$"))
    page.reload()  # stays on the step
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    page.locator('[data-space="e5"]').focus()
    for key in ("Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#introduction")).to_have_attribute("data-state", "done")
    expect(page.locator("#introduction .introduction-said")).to_contain_text("Captured")
    begin(page, "LC")
    expect(page.locator("#welcome")).to_have_count(0)


def test_who_has_acted_is_offered_none(server: Server, coming: Visitors):
    """Not even where sound was offered first: a rematch begins without either."""
    game, red, _ = opened(server, "QM", "300+5")
    page = come(server, coming, red, game, prefs={}, viewport=PHONE)
    expect(page.locator("#sound-offer")).to_be_visible()
    expect(page.locator("#welcome")).to_have_count(0)
    Deckhand(page).play("@c1", patient=False)
    begin(page, "QM")
    expect(page.locator("#welcome, #sound-offer")).to_have_count(0)
    begin(page, "LC")
    expect(page.locator("#welcome")).to_be_visible()


@pytest.mark.parametrize("look", [{"viewport": WIDE}, TOUCH], ids=["1280", "390"])
def test_what_is_shown_teaches_nothing_wrong(visitors: Visitors, look: dict[str, Any]):
    """QM5: a newcomer enters on any hatch, not just on the one that was left; the button to try again stays at hand."""
    page = visitors("/rules/quedah-merchant/introduction", **look)
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    show = page.locator("[data-introduction-show]").bounding_box()
    page.locator("[data-introduction-show]").click()
    expect(page.locator("#introduction")).to_have_attribute("data-state", "done")
    expect(page.locator('#introduction .token[data-on="c1"]')).to_have_count(0)
    expect(page.locator('#introduction .token[data-on="c3"]')).to_have_count(1)
    again = page.locator('[data-introduction-go="again"]').bounding_box()
    assert show
    assert again
    assert again["x"] < show["x"] + show["width"]
    assert show["x"] < again["x"] + again["width"]
