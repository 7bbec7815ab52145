"""The site speaks English, German and French, everywhere and on demand."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import atlas
from tests.browser.conftest import Visitors
from tests.browser.deckhand import begin

pytestmark = pytest.mark.once

NAME = re.compile(
    r"Kidd|^(Loyal Captain|Quedah Merchant|Madagascar) – \d+$|^\d+ min \+ \d+ s$"
)  # the same in every language


@pytest.mark.parametrize(("locale", "code"), [("en-US", "en"), ("de-AT", "de"), ("fr-CA", "fr"), ("pt-BR", "en")])
def test_the_browsers_language_is_spoken(visitors: Visitors, locale: str, code: str):
    """Also in a game: what is said, the labels of the spaces and the legal moves."""
    sailor = begin(visitors(None, locale=locale), "LC")
    page = sailor.page
    expect(page.locator("html")).to_have_attribute("lang", code)
    label = page.locator('[data-space="c4"]').get_attribute("aria-label") or ""
    assert ("vacant" in label) == (code == "en")
    sailor.play("@c1")
    sailor.hand.point(page, "c4")
    expect(page.locator("#say")).not_to_be_empty()
    assert sailor.data["ply"] == "2"


def test_no_page_says_the_same_in_two_languages(visitors: Visitors):
    """Every page's own words differ between the languages: a sentence that is the same in all was forgotten."""
    visitors.expect("404")
    told: dict[str, dict[str, set[str]]] = {}
    for locale in ("en", "de", "fr"):
        page = visitors(None, locale=locale)
        for name, path in atlas.STILL.items():
            atlas.visit(page, path)
            texts = page.locator("h1, h2, h3, p, button, label, legend, summary, option").all_inner_texts()
            lines = {line.strip() for text in texts for line in text.splitlines()}
            told.setdefault(name, {})[locale] = {line for line in lines if len(line.split()) > 3}
    del told["imprint"]  # which says what the operator wrote
    del told["api-docs"]  # programmers read it, and it is made of the document that programs read
    for name, by in told.items():
        for locale in ("de", "fr"):
            assert not {text for text in by["en"] & by[locale] if not NAME.search(text)}, f"{name} in {locale}"


def test_the_language_can_be_switched_and_stays(visitors: Visitors):
    """From the foot of a page and from the settings of a table, back and forth."""
    page = visitors("/rules")
    page.locator('.foot button[value="fr"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.url.endswith("/rules")
    begin(page, "LC")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator("#do-more").click()
    page.locator('#sheet-more [data-do="settings"]').click()
    page.locator("#settings [name=language]").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
