"""A real server and a real browser; a page that complains on its console fails its test."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from tests.browser.chromium import NoChromium, launch
from tests.browser.harbour import Harbour
from tests.web.afloat import Server, afloat

pytest.register_assert_rewrite("tests.browser.deckhand")

WIDE = {"width": 1280, "height": 800}
SEEN = {"introduced": ["LC", "QM", "MG"]}
PHONE = {"width": 390, "height": 844}
PATIENCE = 60_000  # milliseconds: tests run side by side, and computers think meanwhile

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Harbour]:
    """The server that most tests share."""
    with Harbour(tmp_path_factory.mktemp("harbour")) as running:
        yield running
    assert not running.mishaps()


@pytest.fixture
def own_harbour(tmp_path: Path) -> Iterator[Harbour]:
    """A server for one test alone, which may stop or kill it."""
    with Harbour(tmp_path) as running:
        yield running
    assert not running.mishaps()


# Not for the whole session: Playwright's loop counts as running in this thread, and other tests want one of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for the tests of one file."""
    with sync_playwright() as playwright:
        opened = _launched(playwright)
        yield opened
        opened.close()


def _launched(playwright: Playwright) -> Browser:
    try:
        return launch(playwright)
    except NoChromium as error:
        pytest.skip(str(error))


class Visitors:
    """Opens pages, each visitor with cookies of their own, and notes every complaint of theirs."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []
        self.expected = ["Service Worker registration blocked"]  # in all contexts but those that want one

    def __call__(self, path: str | None = "/", *, prefs: Mapping[str, Any] = SEEN, **settings: Any) -> Page:
        """A page of a new visitor, who knows the games already unless other preferences are given."""
        wishes = {
            "service_workers": "block",
            "viewport": WIDE,
            "locale": "en-GB",
            "base_url": self.url,
            "reduced_motion": "reduce",
        }
        context = self.browser.new_context(**{**wishes, **settings})
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        context.on("page", self._watch)
        if prefs:
            written = quote(json.dumps(dict(prefs)))
            context.add_cookies([{"name": "kidd_prefs", "value": written, "url": self.url}])
        page = context.new_page()
        if path is not None:
            page.goto(path)
        return page

    def expect(self, pattern: str) -> None:
        """Let complaints pass that match: a browser logs every answer of status 4xx as an error."""
        self.expected.append(pattern)

    def close(self) -> None:
        """Close all pages and say what they complained about."""
        for context in self.contexts:
            context.close()
        odd = [text for text in self.complaints if not any(re.search(known, text) for known in self.expected)]
        assert not odd

    def _watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{page.url}: {error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.location.get('url', '')}: {message.text}")


@pytest.fixture
def visitors(browser: Browser, harbour: Harbour) -> Iterator[Visitors]:
    """Visitors of the shared server."""
    coming = Visitors(browser, harbour.url)
    yield coming
    coming.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server in this process, whose games a test opens itself."""
    with afloat(tmp_path) as running:
        yield running


@pytest.fixture
def coming(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Visitors of that server."""
    visitors = Visitors(browser, server.url)
    yield visitors
    visitors.close()
