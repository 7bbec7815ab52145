"""A live game is adjourned by two browsers, and goes on when both are ready."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

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
