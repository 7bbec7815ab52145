"""A network that goes silent: nobody closes the connection, and it is found out all the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand, begin
from tests.browser.frozen import wire_to
from tests.browser.harbour import Harbour

pytestmark = [pytest.mark.once, pytest.mark.slow]


def test_a_silent_connection(harbour: Harbour, browser: Browser):
    """The page says that the connection is lost, tries again by itself, and goes on where the game stands."""
    with wire_to(harbour.port) as wire:
        visitors = Visitors(browser, wire.url)
        page = visitors(None)
        deckhand: Deckhand = begin(page, "LC", party="2-2")
        deckhand.play("@c1")
        wire.frozen.set()
        expect(page.locator("#connection")).to_contain_text("No connection")
        wire.frozen.clear()
        expect(page.locator("#connection")).to_be_hidden()
        deckhand.play("@a7")
        for context in visitors.contexts:
            context.close()
