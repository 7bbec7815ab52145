"""Playing with others: a link that somebody opens on a phone, the lobby, a third who does not come, and once more."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, WIDE, Visitors

pytestmark = pytest.mark.once

TOUCH: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}


def fits(page: Page) -> bool:
    """Whether nothing stands out of the window, and whatever is to be touched is large enough."""
    wide = page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    small = page.evaluate(
        """[...document.querySelectorAll("main .button, main select, main input[type=text]")]
            .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
            .map((one) => one.outerHTML)"""
    )
    assert not small
    return bool(wide)


def test_a_game_in_one_link(visitors: Visitors):
    """Ann sends a link; Bea, on a phone and in German, sits down as a guest, and both pages come alive; then again."""
    ann, bea = visitors("/"), visitors(None, locale="de", **TOUCH)
    ann.click("#play-friend")
    ann.select_option("#colour", "red")
    ann.fill("#name", "Ann")
    ann.click("#invite")
    expect(ann.locator("#waiting")).to_be_visible()
    assert ann.locator("#qr").evaluate("(image) => image.complete && image.naturalWidth > 0")
    link = ann.input_value("#link")
    bea.goto(link)
    expect(bea.locator("h1")).to_have_text("Ann lädt dich ein")
    assert fits(bea)
    bea.tap("#sit")
    expect(bea.locator("#crew-R .crew-name")).to_have_text("Ann")
    expect(ann.locator("#table")).to_have_attribute("data-you", "R")  # without a click
    name = ann.locator("#crew-B .crew-name").inner_text()
    assert re.fullmatch(r"\w{6,}", name)  # a ship's name in one German word
    for page in (ann, bea):  # who plays nothing further goes through the socket
        expect(page.locator("html")).to_have_attribute("data-ready", "true")
    ann.click('#words-form [data-act="resign"]')
    ann.click("#confirm-yes")
    expect(bea.locator("#over")).to_be_visible()
    ann.click("#rematch")
    expect(ann.locator("#rematch")).to_have_text("Asked – wait there")
    expect(ann.locator("#say")).to_contain_text("when they accept")
    expect(bea.locator("#crew-R .here")).not_to_have_class(re.compile("not-here"))
    assert ann.url == link
    ann.reload()
    expect(ann.locator("#rematch")).to_have_text("Asked – wait there")
    expect(bea.locator("#rematch")).to_have_text("Revanche annehmen")
    bea.tap("#rematch")
    expect(ann.locator("#table")).to_have_attribute("data-you", "B")
    expect(bea.locator("#table")).to_have_attribute("data-you", "R")
    assert ann.url == bea.url != link
    expect(ann.locator("html")).to_have_attribute("data-ready", "true")
    ann.click("#do-more")  # the first moves cost nothing
    ann.click("#abandon summary")
    ann.click("#do-abandon")
    expect(bea.locator("#over")).to_be_visible()
    assert bea.locator("#table").get_attribute("data-result") == ""


def test_the_lobby_and_a_third_who_does_not_come(visitors: Visitors):
    """Ann looks for two in French; Bea sees it at once and sits down, and a computer takes the third seat."""
    bea, ann = visitors("/lobby", **TOUCH), visitors("/invite?whom=lobby&game=MG", locale="fr")
    expect(bea.locator("html")).to_have_attribute("data-ready", "true")
    ann.select_option("#players", "3")
    ann.select_option("#time", "600+5")
    ann.select_option("#colour", "gold")
    ann.click("#invite")
    expect(ann.locator("#waiting")).to_contain_text("En attente des autres")
    game = ann.url.rpartition("/")[2]
    seek = bea.locator(f"#seek-{game} a")
    expect(seek).to_contain_text("10 min + 5 s")
    assert fits(bea)
    seek.tap()
    expect(bea.locator("#sit-form")).to_be_visible()
    assert fits(bea)
    bea.fill("#name", "Bea")
    bea.tap("#sit")
    expect(bea.locator("#waiting")).to_be_visible()
    expect(ann.locator(".club-seat").first).to_contain_text("Bea")
    ann.select_option("#fill-level", "1")
    ann.click("#fill")
    expect(ann.locator("#table")).to_have_attribute("data-you", "G")
    expect(bea.locator("#table")).to_have_attribute("data-you", "R")
    watcher = visitors("/lobby", java_script_enabled=False)
    watcher.click(f"#running-{game} a")
    expect(watcher.locator("#table")).to_have_attribute("data-you", "")


def test_gold_can_be_chosen_where_three_play(visitors: Visitors):
    """In both forms it goes with the third player, and whoever has chosen it has another crew then."""
    ann = visitors("/invite?game=MG", **TOUCH)
    gold = ann.locator("#colour option[value=gold]")
    expect(gold).to_be_disabled()
    ann.select_option("#players", "3-computer")
    ann.select_option("#colour", "gold")
    ann.locator("[name=game][value=LC]").check()
    expect(gold).to_be_disabled()
    expect(ann.locator("#colour")).to_have_value("random")
    bea = visitors("/")
    bea.locator("#card-MG summary").click()
    colour = bea.locator("#MG-colour")
    expect(colour.locator("[value=gold]")).to_be_disabled()
    bea.select_option("#MG-party", "3-2")
    colour.select_option("gold")
    bea.select_option("#MG-party", "2-1")
    expect(colour).to_have_value("red")
    bea.locator("#card-MG .home-options button").click()
    expect(bea.locator("#table")).to_have_attribute("data-code", "MG2")


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_seats_and_the_form_below_them_are_in_line(visitors: Visitors, size: dict[str, int]):
    """As wide as each other, and what is said of the days a game is kept does not stick to the card."""
    ann, bea = visitors("/invite"), visitors(None, viewport=size)
    ann.click("#invite")
    bea.goto(ann.input_value("#link"))
    seats, form, days = (bea.locator(name).bounding_box() for name in (".club-seats", "#sit-form", "#kept-days"))
    assert seats
    assert form
    assert days
    assert (form["x"], form["width"]) == (seats["x"], seats["width"])
    assert days["y"] - form["y"] - form["height"] >= 12
