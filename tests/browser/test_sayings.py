"""What the page says covers nothing that one plays by."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kidd.table.play.games import load, play
from tests.browser.conftest import Visitors
from tests.browser.tables import come, opened
from tests.web.afloat import Server

pytestmark = pytest.mark.once

# What a sentence on a phone lies over, of all that one plays by.
COVERED = """() => {
  const said = document.getElementById("say").getBoundingClientRect();
  const parts = "#die, #state-words, #told, .clock-face, .crew-name, [data-space] .hit, #asked button, header.bar";
  return [...document.querySelectorAll(parts)].filter((one) => {
    const box = one.getBoundingClientRect();
    const across = box.width && box.right > said.left && box.left < said.right;
    return across && box.bottom > said.top + 1 && box.top < said.bottom - 1;
  }).map((one) => one.outerHTML.slice(0, 90));
}"""
LONG = "Und noch ein langer Satz, um zu sehen, was damit geschieht, wenn es lang wird und nicht aufhört. " * 2


def said(page: Page) -> list[str]:
    """What the sentence covers that is shown now."""
    expect(page.locator("#say.is-shown")).to_be_visible()
    page.wait_for_function("() => getComputedStyle(document.getElementById('say')).opacity === '1'")
    assert page.locator("#say").evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), "cut within a line"
    return list(page.evaluate(COVERED))


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_on_a_phone(server: Server, coming: Visitors, size: tuple[int, int]):
    """Talk, an offer that was declined and refusals lie over the bar: not over die, sentence, clocks or spaces."""
    game, red, blue = opened(server, "QM", "300+5")
    store = server.app.state.store
    for actor in (red, blue):
        match = load(store, game).match
        play(store, game, actor, len(match), str(match.position.legal_moves()[0]))
    viewport = {"width": size[0], "height": size[1]}
    ann, ben = come(server, coming, red, game, viewport=viewport), come(server, coming, blue, game)
    before = ann.locator("#deck").bounding_box()
    answer = ben.request.post(f"/api/v1/games/{game}/talk", data={"text": LONG.strip()})
    assert answer.ok, answer.text()
    expect(ann.locator("#say")).to_contain_text("Und noch ein langer Satz")
    assert said(ann) == []
    play(store, game, red, len(load(store, game).match), "draw?")
    play(store, game, blue, len(load(store, game).match), "B:draw.")
    expect(ann.locator("#say")).not_to_contain_text("Und noch")
    assert said(ann) == []
    play(store, game, blue, len(load(store, game).match), "B:draw?")
    expect(ann.locator("#asked")).to_be_visible()
    ann.evaluate("document.getElementById('say').classList.add('is-shown')")
    assert said(ann) == []
    assert ann.locator("#deck").bounding_box() == before
