"""A rated game between two members moves both ratings: at the table, on their pages, and in two languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitors
from tests.browser.test_access import problems, too_wide

pytestmark = pytest.mark.once

API = "/api/v1"


def sign_up(page: Page, name: str) -> None:
    """Become a member."""
    page.goto("/signup")
    page.fill("#field-name", name)
    for field in ("password", "again"):
        page.fill(f"#field-{field}", "a parrot on each shoulder")
    page.click("#sign-up .button-main")
    expect(page.locator("#my-account")).to_have_attribute("title", name)


def rated_game(red: Page, blue: Page) -> str:
    """A rated game of two who are there."""
    opened = red.request.post(f"{API}/invitations", data={"game": "LC", "rated": True, "colour": "red"})
    game = str(opened.json()["id"])
    assert blue.request.post(f"{API}/games/{game}/seat", data={}).ok
    return game


def act(page: Page, game: str, act: str, ply: int) -> None:
    """Something that somebody does."""
    assert page.request.post(f"{API}/games/{game}/acts", data={"act": act, "ply": ply}).ok


def test_a_rated_game_moves_both_ratings(visitors: Visitors):
    """Whoever gives up loses what the other one gains; from any table `n` leads to the next game."""
    ida, jan = visitors(None), visitors(None, locale="de", viewport=PHONE)
    sign_up(ida, "Ida")
    sign_up(jan, "Jan")
    game, other = rated_game(ida, jan), rated_game(ida, jan)
    for page in (ida, jan):
        page.goto(f"/games/{game}")
        expect(page.locator("html")).to_have_attribute("data-ready", "true")
    expect(ida.locator("#crew-B .rating")).to_have_text("Rating 1500?")
    expect(jan.locator("#crew-R .rating")).to_have_text("Wertung 1500?")
    act(ida, game, "@c1", 0)
    act(jan, game, "@c9", 1)
    act(jan, game, "B:resign", 2)
    expect(ida.locator("#crew-R .rating")).to_have_text(re.compile(r"Rating 1500\? \+\d+"))  # without a reload
    won = int(re.findall(r"\d+$", ida.locator("#crew-R .rating").inner_text())[0])
    expect(jan.locator("#crew-B .rating")).to_have_text(f"Wertung 1500? −{won}")
    jan.reload()
    expect(jan.locator("#crew-B .rating")).to_have_text(f"Wertung 1500? −{won}")  # the same from the server

    jan.goto("/members/Ida")
    expect(jan.locator("#ratings tbody b")).to_have_text(re.compile(rf"^{1500 + won}\? ± \d+$"))
    expect(jan.locator("svg.curve .curve-band")).to_be_visible()
    assert jan.locator("#between dd").all_inner_texts() == ["0", "0", "1"]
    ida.goto("/members/Jan")
    expect(ida.locator("#ratings tbody b")).to_have_text(re.compile(rf"^{1500 - won}\? ± \d+$"))
    assert ida.locator("#between dd").all_inner_texts() == ["1", "0", "0"]
    expect(ida.locator("#member-games .is-lost")).to_have_text("Lost")
    for page, size in ((ida, {"width": 1280}), (jan, {"width": 390})):
        assert problems(page, page.url) == []
        assert not too_wide(page, size)
        page.goto("/members?pool=LC&speed=calm")
        assert problems(page, page.url) == []
        assert not too_wide(page, size)

    ida.goto(f"/games/{game}")
    expect(ida.locator("html")).to_have_attribute("data-ready", "true")
    ida.keyboard.press("n")
    expect(ida).to_have_url(re.compile(f"/games/{other}$"))
    expect(ida.locator("html")).to_have_attribute("data-ready", "true")
    ida.keyboard.press("n")
    expect(ida.locator("#nowhere")).to_be_visible()
