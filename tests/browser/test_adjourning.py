"""A live game is adjourned by two browsers, and goes on when both are ready."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kidd.table.play.games import load, play
from tests.browser.conftest import PHONE, SEEN, Visitors
from tests.browser.tables import come, opened
from tests.browser.test_access import problems
from tests.web.afloat import Server

pytestmark = pytest.mark.once


def test_by_consent(server: Server, coming: Visitors):
    """Asked for, declined, asked for again; then no clock runs, whoever looks on reads why, and both go on."""
    game, red, blue = opened(server, "LC", "300+5")
    store = server.app.state.store
    for ply, (actor, act) in enumerate([(red, "@c1"), (blue, "@a7")]):
        play(store, game, actor, ply, act)
    ann = come(server, coming, red, game)
    dark = {"prefs": {**SEEN, "theme": "dark"}, "locale": "fr-FR"}
    ben = come(server, coming, blue, game, viewport=PHONE, has_touch=True, **dark)
    ann.locator("#do-more").click()
    ann.locator("#do-adjourn").click()
    expect(ann.locator("#recess .asked-words")).to_contain_text("The answer is still to come.")
    expect(ben.locator("#recess .asked-words")).to_have_text(
        "Ann demande à ajourner la partie. Êtes-vous d’accord\u202f?"
    )
    assert not problems(ben, "asked")
    ben.locator("#adjourn-no").tap()
    expect(ann.locator("#say")).to_have_text("They would rather play on.")
    expect(ann.locator("#recess")).to_have_count(0)
    play(store, game, red, 2, "@e3")
    ben.locator("#do-more").tap()
    ben.locator("#do-adjourn").tap()
    ann.locator("#adjourn-yes").click()
    for page in (ann, ben):
        expect(page.locator("#resume")).to_be_visible()
        expect(page.locator(".clock.is-running")).to_have_count(0)
        expect(page.locator("[data-move]")).to_have_count(0)
    expect(ann.locator("#state-words")).to_contain_text("This game is adjourned")
    expect(ann.locator("#announce")).to_contain_text("This game is adjourned")
    assert not problems(ann, "adjourned")
    left = load(store, game).clock
    ann.locator("#resume").click()
    expect(ben.locator("#recess .asked-words")).to_contain_text("Prêts à reprendre\u00a0: Ann.")
    ben.locator("#resume").tap()
    for page in (ann, ben):
        expect(page.locator("#recess")).to_have_count(0)
        expect(page.locator("#crew-B .clock.is-running")).to_have_count(1)
    after = load(store, game).clock
    assert left is not None
    assert after is not None
    assert after.left == left.left


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "fr-FR"])
def test_on_a_phone_beside_a_die(server: Server, coming: Visitors, locale: str):
    """The box leaves the site's bar in reach; once all agree nothing says that they are asked; who is ready sees it."""
    game, red, blue = opened(server, "QM", "300+5", ("Pélican de corail", "Korallenpelikan 7"))
    store = server.app.state.store
    for actor in (red, blue):
        match = load(store, game).match
        play(store, game, actor, len(match), str(match.position.legal_moves()[0]))
    phone = {"viewport": PHONE, "has_touch": True, "locale": locale}
    ann, ben = come(server, coming, red, game, **phone), come(server, coming, blue, game, **phone)
    ann.locator("#do-more").tap()
    ann.locator("#do-adjourn").tap()
    expect(ann.locator("#say.is-shown")).to_be_visible()
    check_box(ann, ben)
    ben.locator("#adjourn-yes").tap()
    expect(ann.locator("#resume")).to_have_attribute("aria-pressed", "false")
    expect(ann.locator("#say.is-shown")).to_have_count(0)
    check_box(ann, ben)
    before = ann.locator("#resume").inner_text()
    ann.locator("#resume").tap()
    expect(ann.locator("#resume")).to_have_attribute("aria-pressed", "true")
    expect(ann.locator("#resume")).not_to_have_text(before)
    expect(ben.locator("#recess")).to_contain_text("Pélican de corail")
    expect(ben.locator("#resume")).to_have_attribute("aria-pressed", "false")
    check_box(ann, ben)
    waits = ann.locator("#resume").inner_text()
    ann.reload()
    expect(ann.locator("#resume")).to_have_text(waits)
    expect(ann.locator("#resume")).to_have_attribute("aria-pressed", "true")


def check_box(*pages: Page) -> None:
    """The card lies below the site's bar, and its words are whole."""
    for page in pages:
        expect(page.locator("#recess")).to_be_visible()
        bar, card = page.locator("header.bar").bounding_box(), page.locator("#cards").bounding_box()
        assert bar is not None
        assert card is not None
        assert card["y"] >= bar["y"] + bar["height"]
        words = page.locator("#recess .asked-words")
        assert words.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
