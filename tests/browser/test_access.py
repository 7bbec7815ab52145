"""axe looks at every page, in light and dark, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tests.browser import atlas
from tests.browser.club import Club, found
from tests.browser.conftest import PHONE, SEEN, WIDE, Visitors
from tests.browser.deckhand import begin
from tests.browser.harbour import Harbour

pytestmark = pytest.mark.once

RULES = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
LOOKS = [("light", WIDE), ("dark", PHONE)]
IDS = ["light, wide", "dark, narrow"]


def problems(page: Page, name: str) -> list[str]:
    """What axe finds serious or worse."""
    found: dict[str, Any] = Axe().run(page, options=RULES).response
    grave = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    return [f"{name}: {one['id']}: {node['html'][:150]}" for one in grave for node in one["nodes"][:3]]


def too_wide(page: Page, size: dict[str, int]) -> bool:
    """Whether one would have to scroll sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth") > size["width"])


def visitor(visitors: Visitors, theme: str, size: dict[str, int]) -> Page:
    """A visitor who likes the site that way."""
    visitors.expect("404")
    return visitors(None, prefs={**SEEN, "theme": theme}, viewport=size)


@pytest.mark.parametrize(("theme", "size"), LOOKS, ids=IDS)
def test_no_page_has_a_serious_problem(visitors: Visitors, theme: str, size: dict[str, int]):
    """All pages that stand still."""
    page = visitor(visitors, theme, size)
    found = []
    for name, path in atlas.STILL.items():
        atlas.visit(page, path)
        found += problems(page, name)
        found += [f"{name}: wider than the screen"] * too_wide(page, size)
    assert not found, "\n".join(found)


@pytest.fixture(scope="module")
def club(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A club on a server of its own."""
    with Harbour(tmp_path_factory.mktemp("club")) as harbour:
        yield found(browser, harbour)
        assert not harbour.mishaps()


@pytest.mark.slow
@pytest.mark.parametrize(("theme", "size"), LOOKS, ids=IDS)
def test_no_page_of_a_club_has_a_serious_problem(browser: Browser, club: Club, theme: str, size: dict[str, int]):
    """Pages of members and operators, invitations, and tables with clocks and talk."""
    coming, odd = Visitors(browser, club.url), []
    for name, way in club.ways().items():
        page = coming(None, prefs={**SEEN, "asked": True, "theme": theme}, viewport=size)
        way(page)
        odd += problems(page, name)
        odd += [f"{name}: wider than the screen"] * too_wide(page, size)
        page.context.close()
    assert not odd, "\n".join(odd)


@pytest.mark.parametrize(("theme", "size"), LOOKS, ids=IDS)
def test_no_table_has_a_serious_problem(visitors: Visitors, theme: str, size: dict[str, int]):
    """Games under way, a token picked up, the dialogs, a finished game and its analysis, a book that was loaded."""
    page = visitor(visitors, theme, size)
    found = []
    for name in atlas.TABLES:
        sailor = atlas.table(page, name)
        found += problems(page, name)
        found += [f"{name}: wider than the screen"] * too_wide(page, size)
    sailor.hand.point(page, "c4")
    found += problems(page, "a token picked up")
    page.keyboard.press("Escape")
    page.locator("#do-more").click()
    found += problems(page, "more")
    page.locator('#sheet-more [data-do="settings"]').click()
    found += problems(page, "settings")
    page.keyboard.press("Escape")
    sailor = atlas.finished(page)
    found += problems(page, "the end")
    page.keyboard.press("Home")
    page.wait_for_function("() => document.getElementById('table').dataset.ply === '0'")
    found += problems(page, "looking back")
    atlas.visit(page, f"/games/{sailor.data['game']}/analysis")
    found += problems(page, "analysis")
    atlas.visit(page, f"/games/{page.url.split('/')[-2]}/dice")
    found += problems(page, "dice")
    atlas.study(page)
    found += problems(page, "study")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast", "system"])
def test_the_first_visit_has_no_serious_problem(visitors: Visitors, theme: str):
    """A new game with the offer of an introduction over it, and the introduction, in every look."""
    page = begin(visitors(None, prefs={"theme": theme}, color_scheme="dark"), "LC").page
    assert not problems(page, theme)
    page.locator("#welcome [data-do=introduction]").click()
    page.locator("#introduction").wait_for()
    assert not problems(page, f"introduction, {theme}")
