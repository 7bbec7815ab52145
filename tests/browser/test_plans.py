"""Conditional moves by clicking: tried on the deck, kept as lines, played while one is away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kidd.table.play.games import load, play
from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import Deckhand, Finger
from tests.browser.tables import come, opened
from tests.browser.test_access import problems
from tests.web.afloat import Server

pytestmark = pytest.mark.once


def lines(page: Page) -> list[str]:
    """The lines that are kept, as a page shows them."""
    return [" ".join(one.split()) for one in page.locator(".plan-show").all_inner_texts()]


def test_planned_on_the_deck(server: Server, coming: Visitors):
    """Two cases are played out and kept, one is deleted; the other is played while nobody looks."""
    game, red, blue = opened(server, "LC", "3d")
    store = server.app.state.store
    play(store, game, red, 0, "@c1")
    ann = come(server, coming, red, game)
    mouse = Deckhand(ann)
    ann.locator("#plan > summary").click()
    ann.locator("#do-plan").click()
    expect(ann.locator("#table")).to_have_attribute("data-planning", "true")
    expect(ann.locator("#state-words")).to_have_text("If they play what?")
    mouse.start("@a7")
    expect(ann.locator("#state-words")).to_have_text("What do you play then?")
    expect(ann.locator('#deck-live [data-on="a7"]')).to_have_count(1)
    mouse.start("c1-b2")
    expect(ann.locator("#say")).to_have_text("The plan is kept.")
    expect(ann.locator("#state-words")).to_have_text("If they play what?")
    mouse.start("a7-b8")
    expect(ann.locator("#state-words")).to_have_text("What do you play then?")
    mouse.start("b2-c3")
    expect(ann.locator(".plan-step")).to_have_count(4)
    assert lines(ann) == ["if they enter on a7, then c1 → b2, if a7 → b8, then b2 → c3"]
    another_case(ann, mouse)
    assert not problems(ann, "planning")
    ann.keyboard.press("Escape")
    expect(ann.locator("#table")).not_to_have_attribute("data-planning", "true")
    expect(ann.locator('#deck-live [data-on="a7"]')).to_have_count(0)
    assert len(load(store, game).match) == 1, "nothing of it was played"
    ann.reload()
    assert lines(ann) == ["if they enter on a7, then c1 → b2, if a7 → b8, then b2 → c3"]
    assert ann.locator("#plan-text").input_value().strip() == "@a7 c1-b2 a7-b8 b2-c3"

    play(store, game, blue, 1, "@a7")
    expect(ann.locator("#table")).to_have_attribute("data-ply", "3")
    expect(ann.locator(".plan-step")).to_have_count(2)
    assert lines(ann) == ["if a7 → b8, then b2 → c3"]
    assert load(store, game).match.acts == ("@c1", "@a7", "c1-b2")


def another_case(ann: Page, mouse: Deckhand) -> None:
    """Steps back to the beginning; another answer to the same takes the place of the first; a line is deleted."""
    for _ in range(4):
        ann.locator("#plan-back").click()
    expect(ann.locator("#plan-back")).to_be_disabled()
    ann.locator('[data-move="@e7"]').click()
    expect(ann.locator("#state-words")).to_have_text("What do you play then?")
    mouse.start("@e3")
    expect(ann.locator(".plan-line")).to_have_count(2)
    ann.locator("#plan-back").click()
    mouse.start("@a3")
    expect(ann.locator("#confirm-question")).to_contain_text("then you enter on e3")
    ann.locator("#confirm-yes").click()
    expect(ann.locator(".plan-line").nth(1)).to_contain_text("then you enter on a3")
    ann.locator(".plan-show").first.click()
    expect(ann.locator('#deck-live [data-on="c3"]')).to_have_count(1)
    ann.locator('.plan-line [name="drop"]').nth(1).click()
    expect(ann.locator(".plan-line")).to_have_count(1)


def test_with_a_die_on_a_phone(server: Server, coming: Visitors):
    """QM by touch, in German: what they play, what the die shows, and the answer; they play something else."""
    game, red, blue = opened(server, "QM", "3d")
    store = server.app.state.store
    play(store, game, red, 0, "@c1")
    ann = come(server, coming, red, game, viewport=PHONE, has_touch=True, locale="de-DE")
    ann.locator("#do-talk").tap()
    ann.locator("#plan > summary").tap()
    ann.locator("#do-plan").tap()
    finger = Deckhand(ann, Finger())
    expect(ann.locator("#state-words")).to_have_text("Wenn sie was ziehen?")
    expect(ann.locator("#talk")).to_be_hidden()
    finger.start("@a7")
    expect(ann.locator("#state-words")).to_have_text("Wenn der Würfel was zeigt?")
    ann.locator('.plan-choice[data-play="*2"]').tap()
    expect(ann.locator("#state-words")).to_have_text("Was ziehst du dann?")
    expect(ann.locator(".plan-choice")).to_have_count(0)
    finger.start("c1-a3@c1")
    expect(ann.locator("#say")).to_have_text("Der Plan ist behalten.")
    assert ann.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    ann.locator("#plan-list").tap()
    assert not problems(ann, "lines")
    expect(ann.locator(".plan-step")).to_have_text(
        ["wenn sie auf a7 einsetzen", "wenn der Würfel 2 zeigt", "dann c1 → b2 → a3, neu: c1"]
    )
    play(store, game, blue, 1, "@e7")
    expect(ann.locator("#say")).to_have_text("Die Partie ist weitergegangen: Das Planen ist vorbei.")
    expect(ann.locator("#table")).to_have_attribute("data-may-move", "true")
    expect(ann.locator(".plan-line")).to_have_count(0)


def test_over_while_a_token_of_the_plan_is_picked_up(server: Server, coming: Visitors):
    """The game goes on otherwise: who stood in the plan alone is gone with it, and one plays on."""
    game, red, blue = opened(server, "LC", "3d")
    store = server.app.state.store
    play(store, game, red, 0, "@c1")
    ann = come(server, coming, red, game)
    mouse = Deckhand(ann)
    ann.locator("#plan > summary").click()
    ann.locator("#do-plan").click()
    expect(ann.locator("#state-words")).to_have_text("If they play what?")
    mouse.start("@a7")
    expect(ann.locator("#state-words")).to_have_text("What do you play then?")
    mouse.start("c1-b2")
    expect(ann.locator("#state-words")).to_have_text("If they play what?")
    mouse.hand.point(ann, "a7")
    assert mouse.marked("a7", "is-selected")
    play(store, game, blue, 1, "@e3")
    expect(ann.locator("#say")).to_have_text("The game has gone on: planning is over.")
    expect(ann.locator("#table")).not_to_have_attribute("data-planning", "true")
    mouse.play("c1-b2", patient=False)
    assert load(store, game).match.acts == ("@c1", "@e3", "c1-b2")
