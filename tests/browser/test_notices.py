"""Notices in the head of every page, and the site without network."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kidd.table.notices.telling import listed
from kidd.table.play.actors import guest
from kidd.table.play.games import open_game, play
from kidd.table.seats import Seat
from kidd.table.storage.persons import people
from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import begin
from tests.browser.harbour import Harbour
from tests.browser.tables import come, opened
from tests.browser.test_access import problems
from tests.patience import until
from tests.web.afloat import Server, afloat
from tests.web.roles import cookie

pytestmark = pytest.mark.once

KEPT = """async (wanted) => {
  for (const name of await caches.keys()) {
    if (!name.startsWith("kidd-seen-")) continue;
    const page = await (await caches.open(name)).match(location.pathname);
    if (page && (await page.text()).includes(wanted)) return true;
  }
  return false;
}"""
GONE = r"ERR_|WebSocket|Failed to load|fetch"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server whose games this test opens itself."""
    with afloat(tmp_path) as running:
        yield running


def test_the_head_of_every_page(browser: Browser, server: Server):
    """A turn is in the title and in the head at once, is seen by whoever looks, and is gone with the move."""
    ann, bea = guest(people.new_id()), guest(people.new_id())
    seats = [Seat(0, "person", ann.person, None, "Ann"), Seat(1, "person", bea.person, None, "Bea")]
    store = server.app.state.store
    game = open_game(store, code="LC", options={}, seats=seats, owner=ann).id
    coming = Visitors(browser, server.url)
    page = coming(None, viewport=PHONE, locale="de-DE")
    name, _, value = cookie(server, bea)["cookie"].partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": server.url}])
    with page.expect_websocket(lambda one: "notices" in one.url):
        page.goto("/rules")
    expect(page.locator("#notices-link")).to_be_hidden()
    play(store, game, ann, 0, "@c1")
    link = page.locator("#notices-link")
    expect(link).to_have_attribute("aria-label", "Nachrichten: 1")
    expect(page).to_have_title("(1) Regeln · Capt’n W. Kidd")
    expect(page.locator("#notice-box")).to_have_text("Du bist am Zug Loyal Captain mit Ann")
    until(lambda: all(one.seen for one in listed(store, bea)), "that it was seen")
    with page.expect_websocket(lambda one: "notices" in one.url) as heard:
        page.keyboard.press("n")  # on to the game, from any page
        page.wait_for_url(f"**/games/{game}")
    heard.value.wait_for_event("framereceived")
    expect(link).to_be_hidden()  # what waits there is in sight
    page.goto("/notices")
    expect(page.locator("#notice-list a")).to_have_attribute("href", f"/games/{game}")
    assert not problems(page, "notices")
    page.locator("#keep-notices").click()
    play(store, game, bea, 1, "@a7")
    expect(link).to_be_hidden()
    expect(page).to_have_title("Nachrichten · Capt’n W. Kidd")
    coming.close()


def test_without_network(browser: Browser, own_harbour: Harbour):
    """A game opens as it was seen last and says so; other pages lead there; with the network all is fresh again."""
    coming = Visitors(browser, own_harbour.url)
    coming.expect(GONE)
    sailor = begin(coming(None, service_workers="allow"), "LC")
    page = sailor.page
    sailor.play("@c1")
    sailor.settle(ply=2)
    until(lambda: page.evaluate(KEPT, 'data-ply="2"'), "the game for times without network")
    own_harbour.stop()
    page.reload()
    expect(page.locator(".offline-note")).to_be_visible()
    expect(page.locator("#offline-time")).not_to_be_empty()
    expect(page.locator('#deck-live .token[data-on="c1"]')).to_have_count(1)
    assert page.locator("#table").get_attribute("data-ply") == "2"
    assert not problems(page, "a game without network")
    address = page.url
    page.goto("/games/another0one0")
    expect(page.locator("h1:visible")).to_have_text("The server does not answer")
    expect(page.locator(".offline-note")).to_be_hidden()  # nothing that was kept stands there
    page.context.set_offline(True)
    expect(page.locator("h1:visible")).to_have_text("You are offline")
    page.context.set_offline(False)
    expect(page.locator("h1:visible")).to_have_text("The server does not answer")
    expect(page.locator(f'#kept-list a[href="{address.removeprefix(own_harbour.url)}"]')).to_have_count(1)
    assert not problems(page, "offline")
    page.goto("/")  # where everybody begins
    expect(page.locator("#card-LC")).to_be_visible()
    page.goto("/games/another0one0")
    own_harbour.start()
    expect(page.locator("#no-server")).to_have_count(0)  # by itself
    page.goto(address)
    expect(page.locator(".offline-note")).to_be_hidden()
    coming.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_bell_moves_nothing(server: Server, coming: Visitors, width: int):
    """It comes some time after the page, and what was tapped before is where it was."""
    game, red, blue = opened(server, "LC", "3d")
    page = come(server, coming, red, game, viewport={"width": width, "height": 844})
    page.goto("/")
    parts = ("#my-account", 'header [data-do="settings"]', "#site-menu a", "#site-menu-open", ".bar-title")
    shown = [part for part in parts if page.locator(part).first.is_visible()]
    before = [page.locator(part).first.bounding_box() for part in shown]
    play(server.app.state.store, game, red, 0, "@c1")
    play(server.app.state.store, game, blue, 1, "@a7")
    expect(page.locator("#notices-link")).to_be_visible()
    assert [page.locator(part).first.bounding_box() for part in shown] == before
