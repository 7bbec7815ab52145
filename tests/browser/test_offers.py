"""What is offered and claimed: whose turn it is meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kidd.table.play.games import load, play
from tests.browser.conftest import PHONE, Visitors
from tests.browser.tables import come, opened
from tests.web.afloat import Server

pytestmark = pytest.mark.once


def whose(page: Page) -> tuple[list[str], list[str]]:
    """The crews by the disc in the sentence, and by the frame around a card."""
    discs = page.locator("#state-words .disc").evaluate_all("(all) => all.map((one) => one.className.slice(-1))")
    return discs, page.locator(".crew.to-act").evaluate_all("(all) => all.map((one) => one.dataset.crew)")


@pytest.mark.parametrize("code", ["LC", "QM"])
def test_an_offer_of_a_draw_moves_neither_disc_nor_frame(server: Server, coming: Visitors, code: str):
    """They stay with who is to move, whose clock runs, on both pages and after a reload."""
    game, red, blue = opened(server, code, "300+5")
    store = server.app.state.store
    first, wide = come(server, coming, red, game, viewport=PHONE), come(server, coming, blue, game)
    for _ in range(2 if code == "LC" else 3):
        match = load(store, game).match
        play(store, game, red if match.mover == "R" else blue, len(match), str(match.position.legal_moves()[0]))
    match = load(store, game).match
    mover = match.mover
    assert mover == ("R" if code == "LC" else "B")
    play(store, game, red if mover == "R" else blue, len(match), "draw?")
    for page in (first, wide):
        expect(page.locator("#table")).to_have_attribute("data-ply", str(len(match) + 1))
        assert whose(page) == ([mover], [mover])
        expect(page.locator("#table")).to_have_attribute("data-turn", mover)
        page.reload()
        assert whose(page) == ([mover], [mover])
    asked = wide if mover == "R" else first
    asked.locator('#asked [data-act$="draw."]').click()
    for page in (first, wide):
        expect(page.locator("#table")).to_have_attribute("data-ply", str(len(match) + 2))
        assert whose(page) == ([mover], [mover])
