"""Members in a real browser: a guest signs up on a phone, logs in on a second device, and looks after the account."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kidd.table.play.people.farewell import take_name
from kidd.words.texts import FORMER
from tests.browser.conftest import PHONE, SEEN, Visitors
from tests.browser.deckhand import begin
from tests.browser.tables import come, opened
from tests.browser.test_access import problems, too_wide
from tests.web.afloat import Server

pytestmark = pytest.mark.once

PASSWORD = "two parrots and a half"


def fill(page: Page, form: str, **said: str) -> None:
    """Fill in a form and send it."""
    for name, value in said.items():
        page.locator(f"{form} [name={name}]").fill(value)
    page.locator(f"{form} button").last.click()


def test_a_guest_who_signs_up(visitors: Visitors):
    """The games of before are there on the phone and on the other device; the account is fit for everybody."""
    phone = visitors(None, prefs={**SEEN, "theme": "dark"}, viewport=PHONE, has_touch=True, locale="de-DE")
    game = begin(phone, "LC").data["game"]
    phone.goto("/")
    phone.locator("#my-account").tap()
    phone.locator("h1").wait_for()
    assert not problems(phone, "guest, dark, narrow")
    assert not too_wide(phone, PHONE)
    fill(phone, "#guest-name", name="Jack")
    expect(phone.locator("h1")).to_have_text("Jack")
    phone.locator("#sign-up-link").tap()
    fill(phone, "#sign-up", name="Calico Jack", password=PASSWORD, again=PASSWORD)
    phone.locator("#my-account").tap()
    phone.locator("h1", has_text="Calico Jack").wait_for()
    assert not problems(phone, "account, dark, narrow")
    assert not too_wide(phone, PHONE)
    desk = visitors("/login?back=/games")
    fill(desk, "#log-in", name="calico-jack", password=PASSWORD)
    desk.locator(f'a[href^="/games/{game}"]').first.wait_for()
    desk.goto("/account")
    assert not problems(desk, "account, light, wide")
    assert desk.locator('[name=session][value="others"]').count() == 1
    desk.locator("#tokens #field-token").fill("engine")
    desk.locator("#field-own-token").fill(PASSWORD)
    desk.get_by_role("button", name="Schlüssel machen").first.click()
    assert desk.locator("#new-token").inner_text().startswith("kidd_")
    expect(desk.locator("#new-token")).to_be_in_viewport()
    desk.locator('[name=session][value="others"]').click()
    desk.locator(".notice-good").wait_for()
    phone.goto("/account")
    phone.locator("#log-in").wait_for()
    assert not problems(phone, "log in")
    desk.goto("/account")
    desk.locator("summary", has_text="Konto löschen").click()
    fill(desk, "#delete-account", password=PASSWORD)
    desk.locator("#log-in-link").wait_for()
    desk.goto(f"/games/{game}")
    desk.locator("text=ehemaliges Mitglied").first.wait_for()


@pytest.mark.parametrize(("language", "called"), [("de-DE", "ehemaliges Mitglied"), ("fr-FR", "ancien membre")])
def test_who_is_gone_for_good(server: Server, coming: Visitors, language: str, called: str):
    """Whoever looks on while an account is deleted reads at once, in their language, what a reload says."""
    game, red, blue = opened(server, "LC", "300+5")
    ann = come(server, coming, red, game, locale=language)
    take_name(server.app.state.store, blue.person, FORMER)
    for _ in range(2):
        expect(ann.locator(".crew-name", has_text=called)).to_have_count(1)
        ann.reload()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Your session was ended elsewhere: here you only look on."),
        ("de", "Deine Sitzung wurde anderswo beendet: Hier siehst du nur noch zu."),
        ("fr", "Votre session a été fermée ailleurs : ici, vous ne faites plus que regarder."),
    ],
)
def test_whose_session_was_ended_elsewhere(visitors: Visitors, language: str, said: str):
    """With the next move their table says why they only look on, off the deck, and where they log in."""
    name = f"Mary {language.upper()}"
    here, desk, sam = visitors("/", viewport=PHONE, locale=language), visitors("/"), visitors("/")
    assert here.request.post("/api/v1/signup", data={"name": name, "password": PASSWORD}).ok
    game = here.request.post("/api/v1/invitations", data={"game": "LC", "colour": "blue"}).json()["id"]
    assert sam.request.post(f"/api/v1/games/{game}/seat", data={}).ok
    here.goto(f"/games/{game}")
    expect(here.locator("html")).to_have_attribute("data-ready", "true")
    assert desk.request.post("/api/v1/login", data={"name": name, "password": PASSWORD}).ok
    desk.goto("/account")
    desk.locator('[name=session][value="others"]').click()
    desk.locator(".notice-good").wait_for()
    expect(here.locator("#parted")).to_be_hidden()
    assert sam.request.post(f"/api/v1/games/{game}/acts", data={"act": "@c1", "ply": 0}).ok
    expect(here.locator("#table")).to_have_attribute("data-ply", "1")
    expect(here.locator("#table")).to_have_attribute("data-you", "")
    expect(here.locator("#parted > span")).to_have_text(said)
    for width, height in ((1280, 800), (844, 390), (320, 568), (390, 844)):
        here.set_viewport_size({"width": width, "height": height})
        strip, deck = here.locator("#parted").bounding_box(), here.locator("#deck").bounding_box()
        assert strip
        assert deck
        assert strip["y"] + strip["height"] <= deck["y"] + 1 or strip["x"] >= deck["x"] + deck["width"] - 1, width
    assert not problems(here, "whose session was ended")
    here.locator("#parted a").click()
    fill(here, "#log-in", name=name, password=PASSWORD)
    expect(here.locator("#table")).to_have_attribute("data-you", "B")
    expect(here.locator("#parted")).to_be_hidden()
