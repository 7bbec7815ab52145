"""The head of every page: all that the site has is in it, in one row, at every width and in every language."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitors

pytestmark = pytest.mark.once

WIDTHS = (320, 390, 768, 900, 1024, 1280)
LEADS = ["/lobby", "/games", "/rules", "/problems", "/study", "/members", "/help"]
# What is not whole: cut off, in a second row, or over its neighbour.
CUT = """() => {
  const bar = document.querySelector("header.bar");
  const parts = [...bar.querySelectorAll(".bar-title, .bar-links > a, .bar-links > button, .bar-menu > a")]
    .filter((one) => one.checkVisibility()).map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  const sorted = parts.sort(([, one], [, other]) => one.left - other.left);
  return sorted.filter(([, box], at) => box.right > innerWidth || box.height > 60
    || (at && box.left < sorted[at - 1][1].right - 1)).map(([words]) => words);
}"""


def check_widths(page: Page) -> None:
    """Nothing of the head is cut off."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(CUT) == [], width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_head_is_one_row_at_every_width(visitors: Visitors, language: str):
    """For guests, whose names are long, as well as for strangers."""
    page = visitors("/", locale=language)
    check_widths(page)
    page.locator("#play-now").click()
    page.wait_for_url("**/games/*")
    page.goto("/rules")
    expect(page.locator("#my-account")).to_be_visible()
    check_widths(page)


@pytest.mark.parametrize("height", [844, 390])
def test_the_menu_of_a_phone_holds_everything(visitors: Visitors, height: int):
    """Each within reach, upright and lying."""
    page = visitors("/", viewport={**PHONE, "height": height})
    page.locator("#site-menu-open").click()
    links = page.locator("#site-menu a")
    assert [one.get_attribute("href") for one in links.all()] == LEADS
    for link in links.all():
        link.scroll_into_view_if_needed()
        expect(link).to_be_in_viewport(ratio=0.9)
    page.locator('#site-menu a[href="/study"]').click()
    expect(page.locator("h1")).to_have_text("Study")
