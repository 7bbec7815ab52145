"""A live game between two browsers, with clocks that both see: short, away and back, and lost on time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from kidd.table.moments import WATCH
from kidd.table.play.actors import Actor
from kidd.table.play.new_game import open_game
from kidd.table.seats import Seat
from kidd.table.terms import Terms
from kidd.table.timekeeper import timekeeper
from tests.browser.conftest import PHONE, Visitors
from tests.web.afloat import Server, afloat

pytestmark = pytest.mark.once

# Where the deck, the crews and the bar are.
PLACES = """() => ["#deck", "#crew-R", "#crew-B", "#actions"].map((name) => {
  const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server in this process, whose time can go on by itself, and that misses people at once."""
    usual = WATCH.read
    monkeypatch.setattr(timekeeper, "PATIENCE", timedelta(days=1))  # time that is lost at once is to count
    with afloat(tmp_path) as running:
        running.app.state.timekeeper.presence._patience = 0.1
        yield running
    WATCH.read = usual


@pytest.fixture
def visitors(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Visitors of this server."""
    coming = Visitors(browser, server.url)
    yield coming
    coming.close()


def somebody(server: Server, page: Page) -> Actor:
    """Who sits in front of a page, having opened some game before."""
    wish = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "person"}]}
    assert page.context.request.post("/api/v1/games", data=wish).ok
    cookies = "; ".join(f"{one.get('name')}={one.get('value')}" for one in page.context.cookies())
    scope = {"type": "http", "headers": [(b"cookie", cookies.encode())]}
    state = server.app.state
    with ThreadPoolExecutor(1) as elsewhere:  # in this thread Playwright's loop runs
        found: Actor = elsewhere.submit(asyncio.run, state.sessions.find(state.store, scope)).result()
    return found


def move(page: Page, ply: int) -> None:
    """The first move of the list, once it is one's turn."""
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))
    page.locator("[data-move]").first.evaluate("(one) => one.click()")
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply + 1))


def test_a_live_game_is_lost_on_time(server: Server, visitors: Visitors):
    """Clocks run, warn and end the game on both screens; whoever leaves is seen to, and is not when they are back."""
    ann, bea = visitors("/"), visitors("/", viewport=PHONE, locale="de-DE", prefs={"language": "de"})
    people = enumerate({"Ann": ann, "Bea": bea}.items())
    seats = [Seat(number, "person", somebody(server, page).person, None, name) for number, (name, page) in people]
    owner = Actor(seats[0].person or "")
    table = open_game(server.app.state.store, code="LC", options={}, seats=seats, owner=owner, terms=Terms(time="60+0"))
    for page in (ann, bea):
        page.goto(f"/games/{table.id}")
        expect(page.locator("html")).to_have_attribute("data-ready", "true")
        expect(page.locator(".clock")).to_have_count(2)
    expect(ann.locator("#crew-R .clock-note")).to_have_text(re.compile(r"^[12]:\d\d for the first move$"))
    places = [page.evaluate(PLACES) for page in (ann, bea)]
    move(ann, 0)
    move(bea, 1)
    for page in (ann, bea):
        expect(page.locator("#crew-R .clock.is-running")).to_have_count(1)
        expect(page.locator("#crew-B .clock.is-running")).to_have_count(0)
    expect(ann.locator("#crew-R .clock-face")).not_to_have_text("1:00")

    bea.goto("about:blank")
    expect(ann.locator("#crew-B .clock-note")).to_have_text(re.compile(r"^Away, lost in (1:00|0:\d\d)$"))
    expect(ann.locator("#say")).to_contain_text("Bea has left.")
    assert ann.evaluate(PLACES) == places[0], "no note moves anything"
    bea.goto(f"/games/{table.id}")
    expect(ann.locator("#crew-B .clock-note")).to_have_text("")
    expect(bea.locator("html")).to_have_attribute("data-ready", "true")
    assert bea.evaluate(PLACES) == places[1]

    WATCH.go_on(timedelta(seconds=45))  # and some seconds are gone already
    bea.locator('[data-act$="draw?"]').first.evaluate("(one) => one.click()")
    for page in (ann, bea):
        expect(page.locator("#crew-R .clock.is-running.is-short")).to_have_count(1)
    sign = "(one) => getComputedStyle(one, '::before').content"
    assert "!" in ann.locator("#crew-R .clock-face").evaluate(sign), "not by colour alone"
    expect(ann.locator("#announce")).to_contain_text("left")

    WATCH.go_on(timedelta(seconds=15))
    for page in (ann, bea):
        expect(page.locator("#table")).to_have_attribute("data-result", "0-1")
        expect(page.locator(".clock.is-running")).to_have_count(0)
    expect(ann.locator("#over-why")).to_contain_text("time")
    expect(bea.locator("#over-why")).to_contain_text("Zeit")
    assert urlsplit(ann.url).path == f"/games/{table.id}"
