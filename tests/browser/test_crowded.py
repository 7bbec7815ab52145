"""More watchers than there is room for: the page says so, and comes in when somebody leaves."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand, begin
from tests.browser.harbour import Harbour

pytestmark = [pytest.mark.once, pytest.mark.slow]

LATER = 30_000  # milliseconds


def test_one_watcher_too_many(tmp_path: Path, browser: Browser):
    """Whoever finds no room reads why in place of moves, while players and those who came before go on."""
    with Harbour(tmp_path, KIDD_WATCHERS="1") as harbour:
        visitors = Visitors(browser, harbour.url)
        player, watcher, late = (visitors(None) for _ in range(3))
        deckhand: Deckhand = begin(player, "LC", party="2-2")
        expect(player.locator("#kept-days")).to_contain_text("14 days")
        watcher.goto(player.url)
        deckhand.play("@c1")
        expect(watcher.locator("#table")).to_have_attribute("data-ply", "1")
        late.goto(player.url)
        expect(late.locator("#connection")).to_contain_text("Too many are looking on")
        deckhand.play("@c9")
        expect(watcher.locator("#table")).to_have_attribute("data-ply", "2")
        expect(late.locator("#table")).to_have_attribute("data-ply", "1")
        for context in visitors.contexts:
            context.close()


def test_what_was_refused_for_a_moment_comes_by_itself(tmp_path: Path, browser: Browser):
    """Whoever asked too fast reads so, and when they may; then the page is there."""
    with Harbour(tmp_path, KIDD_PACE="2") as harbour:
        visitors = Visitors(browser, harbour.url)
        visitors.expect("429")
        page = visitors(None)
        begin(page, "LC", party="2-2")
        while page.request.get(page.url, headers={"accept": "text/html"}).status != 429:
            pass
        page.reload()
        expect(page.locator("#by-itself")).to_have_text("This page tries again by itself in 5 seconds.")
        expect(page.locator("#again")).to_have_attribute("href", page.url.removeprefix(harbour.url))
        expect(page.locator("#table")).to_be_visible(timeout=LATER)
        for context in visitors.contexts:
            context.close()
