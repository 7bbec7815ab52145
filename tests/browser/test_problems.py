"""Problems on the deck: pointed out by mouse, finger and keys, answered, refuted, shown, and counted."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from kidd.problems.problem import Problem
from kidd.problems.sets import codes, of_the_day, problems_of
from tests.browser.conftest import PHONE, WIDE, Visitors

pytestmark = pytest.mark.once

TOUCH = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
SPACES = re.compile(r"[a-z]\d")


LONG = next(one for one in problems_of("LC") if one.length == 2)
SHORT = next(one for one in problems_of("LC") if one.length == 1 and one.line[0][0] != "@" and one.id != LONG.id)


def point_out(page: Page, move: str) -> None:
    """Point out a step or an entry on the deck, with whatever the visitor has."""
    for space in SPACES.findall(move)[:2]:
        place = page.locator(f'#exercise [data-space="{space}"] .hit')
        if page.viewport_size == PHONE:
            place.tap()
        else:
            place.click()


def stands(page: Page, status: str) -> None:
    """The exercise has come to that."""
    expect(page.locator("#exercise")).to_have_attribute("data-status", status)


def wrong_move(problem: Problem) -> str:
    """A step that is not right."""
    wrong = [str(move) for move in problem.start().legal_moves() if str(move) != problem.line[0]]
    return next((move for move in wrong if "-" in move), wrong[0])


def fits(page: Page) -> bool:
    """Whether nothing is wider than the window."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
    return wide


@pytest.mark.parametrize("settings", [{"viewport": WIDE}, TOUCH], ids=["1280", "390"])
def test_a_problem_before_and_after(visitors: Visitors, settings):
    """A wrong move is refuted, a right one answered on the deck, and the streak counts what is solved at once."""
    page = visitors(f"/problems/{LONG.id}", **settings)
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    assert fits(page)
    assert LONG.line[0] + " " not in page.content()
    point_out(page, LONG.line[0])
    stands(page, "right")
    expect(page.locator("#exercise")).to_have_attribute("data-acts", " ".join(LONG.line[:2]))
    reply = SPACES.findall(LONG.line[1])[-1]
    expect(page.locator(f'#exercise .token[data-on="{reply}"]')).to_have_count(1)
    point_out(page, LONG.line[2])
    stands(page, "solved")
    expect(page.locator(".exercise-headline")).to_contain_text("Solved!")
    expect(page.locator("#exercise-streak")).to_have_text("Streak: 1")
    expect(page.locator("#exercise-next")).to_be_in_viewport()
    assert fits(page)

    page.goto(f"/problems/{SHORT.id}")
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    point_out(page, wrong_move(SHORT))
    stands(page, "wrong")
    expect(page.locator("#exercise-said")).to_contain_text("Your chance to win after this move")
    assert SHORT.line[0] not in page.locator("#exercise-said").inner_text()
    expect(page.locator("#exercise-streak")).to_have_text("Streak: 0 · best 1")
    expect(page.locator("#exercise-retry")).to_be_in_viewport()
    page.locator("#exercise-retry").click()
    stands(page, "open")
    page.locator("#exercise-solution").click()
    stands(page, "shown")
    page.locator("#exercise-back").click()
    expect(page.locator(".exercise-steps")).to_contain_text(f"0 / {len(SHORT.line)}")
    page.locator("#exercise-next").click()
    expect(page).to_have_url(re.compile(r"/problems/[a-z0-9]+-[0-9a-f]{8}$"))
    stands(page, "open")


def test_the_choice_and_the_day(visitors: Visitors):
    """One problem of each game for today; a chosen kind goes on with its kind; keys alone are enough."""
    page = visitors("/problems")
    cards = page.locator(".problem-card a")
    expect(cards).to_have_count(len(codes()))
    wanted = {f"/problems/{problem.id}" for code in codes() if (problem := of_the_day(code, datetime.now(UTC).date()))}
    assert {card.get_attribute("href") for card in cards.all()} == wanted
    page.locator('select[name="game"]').select_option("LC")
    page.locator('select[name="theme"]').select_option("surround")
    page.locator('select[name="grade"]').select_option("1")
    page.locator("#problems-begin").click()
    expect(page).to_have_url(re.compile(r"/problems/lc-[0-9a-f]{8}\?game=LC&theme=surround&grade=1$"))
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    problem = next(one for one in problems_of("LC") if one.id in page.url)
    page.locator(".exercise-moves summary").press("Enter")
    page.locator(f'[data-move="{problem.line[0]}"]').press("Enter")
    expect(page.locator("#exercise")).to_have_attribute("data-status", re.compile("solved|right"))
    if problem.length == 1:
        expect(page.locator("#exercise-next")).to_be_focused()
    page.goto("/problems")
    if problem.length == 1:
        expect(page.locator(".problem-record")).to_contain_text("1 of 1")


@pytest.mark.parametrize("settings", [{"viewport": WIDE}, TOUCH], ids=["1280", "390"])
def test_a_theme_that_a_game_does_not_have(visitors: Visitors, settings):
    """It is not offered with that game; an address that asks for it leads to the choice, which says so."""
    page = visitors("/problems", **settings)
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    themes = page.locator('select[name="theme"]')
    themes.select_option("rescue")
    page.locator('select[name="game"]').select_option("LC")
    expect(themes).to_have_value("")
    expect(themes.locator('[value="rescue"]')).to_be_disabled()
    page.locator('select[name="game"]').select_option("QM")
    expect(themes.locator('[value="rescue"]')).to_be_enabled()
    page.goto("/problems/next?game=LC&theme=rescue")
    expect(page.locator("#problems-none")).to_be_in_viewport()
    expect(page.locator("#problems-none")).to_contain_text("no problem of this kind")
    expect(page.locator('select[name="game"]')).to_have_value("LC")
    assert fits(page)


@pytest.mark.parametrize("settings", [{"viewport": WIDE}, TOUCH], ids=["1280", "390"])
def test_how_a_token_would_stand(visitors: Visitors, settings):
    """On decks that are nobody's game, too: faintly on every target, plainly on the one that is pointed at."""
    page = visitors("/rules/loyal-captain/introduction", **settings)
    touched = settings["viewport"] == PHONE
    for place in ("/rules/loyal-captain/introduction", "/rules/madagascar", f"/problems/{SHORT.id}"):
        page.goto(place)
        expect(page.locator("html")).to_have_attribute("data-ready", "true")
        deck = page.locator(".exercise, .introduction, [data-diagram]:has([data-move*='-'])").first
        move = deck.locator("[data-move*='-']").first.get_attribute("data-move") or ""
        first, target = SPACES.findall(move)[:2]
        origin, there = (deck.locator(f'[data-space="{space}"] .hit') for space in (first, target))
        origin.tap() if touched else origin.click()
        shown = deck.locator(f'.preview[data-at="{target}"]')
        expect(shown).to_have_attribute("data-back", first)
        if not touched:
            there.hover()
            expect(deck.locator(f'.preview.is-near[data-at="{target}"]')).to_have_attribute("data-back", first)
            deck.locator(f'[data-space="{first}"]').press("Escape")
            expect(deck.locator(".preview")).to_have_count(0)


@pytest.mark.parametrize("settings", [{"viewport": WIDE}, TOUCH], ids=["1280", "390"])
def test_the_die_stays(visitors: Visitors, settings):
    """QM2: what was rolled is in sight after the move, too; the task stays where it was; nothing said has no bar."""
    rolled = next(one for one in problems_of("QM") if re.fullmatch(r"[a-e]\d-[a-e]\d", one.line[0]))
    page = visitors(f"/problems/{rolled.id}", **settings)
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    die, task = page.locator("#exercise .die"), page.locator("#exercise .exercise-ask span").first
    face, before = die.get_attribute("data-face") or "", task.bounding_box()
    assert (
        page.locator("#exercise-said").evaluate("(one) => getComputedStyle(one).borderInlineStartColor")
        == "rgba(0, 0, 0, 0)"
    )
    point_out(page, rolled.line[0])
    stands(page, "solved")
    expect(die).to_have_attribute("data-face", face)
    after = task.bounding_box()
    assert before
    assert after
    assert after["x"] == before["x"]
    assert abs(after["height"] - before["height"]) < 1
    assert (
        page.locator("#exercise-said").evaluate("(one) => getComputedStyle(one).borderInlineStartColor")
        != "rgba(0, 0, 0, 0)"
    )


@pytest.mark.parametrize("settings", [{"viewport": WIDE}, TOUCH], ids=["1280", "390"])
def test_a_problem_goes_on_in_the_study(visitors: Visitors, settings):
    """Its position, with its options and the roll, once it is over and not before."""
    long = next(one for one in problems_of("QM") if one.options)
    page = visitors(f"/problems/{long.id}", **settings)
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    expect(page.locator("#exercise-study")).to_have_count(0)
    page.locator("#exercise-solution").click()
    stands(page, "shown")
    expect(page.locator("#exercise-next")).to_be_visible()
    assert fits(page)
    page.locator("#exercise-study").click()
    expect(page.locator("#study")).to_have_attribute("data-position", str(long.start()))
    expect(page.locator("#study")).to_have_attribute("data-options", re.compile("blocked"))


def test_dragged_tokens_stay_as_they_were_laid(visitors: Visitors):
    """What a drag has turned on its way is turned by the answer and not back again."""
    page = visitors("/rules/loyal-captain/introduction", viewport=WIDE)
    expect(page.locator("html")).to_have_attribute("data-ready", "true")
    deck = page.locator("#introduction")

    def middle(space: str) -> tuple[float, float]:
        box = deck.locator(f'[data-space="{space}"] .hit').bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page.mouse.move(*middle("c4"))
    expect(page.locator("#kinds")).to_be_attached()
    page.mouse.down()
    page.mouse.move(*middle("b5"), steps=6)
    face = deck.locator('.token[data-on="c4"] .turn')
    carried = face.get_attribute("style")
    page.mouse.up()
    moved = deck.locator('.token[data-on="b5"] .turn')
    expect(moved).to_have_attribute("style", carried or "")
    page.mouse.move(*middle("c9"))
    page.mouse.down()
    page.mouse.move(*middle("c1"), steps=6)
    page.mouse.up()
    expect(moved).to_have_attribute("style", carried or "")
