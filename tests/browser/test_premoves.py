"""Moves in advance: two browsers, one by pointer on a wide screen, one by touch on a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kidd.table.play.club.premoves import premoves_of
from kidd.table.play.games import load, open_game, play
from kidd.table.seats import Seat
from kidd.table.terms import Terms
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import Deckhand, Finger, Keyboard, drag, middle
from tests.browser.tables import come, opened
from tests.browser.test_access import problems
from tests.web.afloat import Server

pytestmark = pytest.mark.once
FORETOLD = {  # what is asked for before the die is known, and what is kept
    "en": ("In advance: choose the hatch for the new token.", "In advance, if the roll allows it: From c1"),
    "de": ("Im Voraus: Wähle die Luke für den neuen Stein.", "Im Voraus, falls der Wurf es erlaubt: Von c1"),
    "fr": ("choisissez l’écoutille du nouveau jeton.", "D’avance, si le dé le permet"),
}
TOUCH = {"viewport": PHONE, "has_touch": True, "locale": "de-DE"}


def kept(page: Page) -> str | None:
    """What somebody has pointed out in advance."""
    return page.locator("#table").get_attribute("data-premove")


def until(page: Page, ply: int) -> None:
    """Wait until a page shows a ply."""
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))


def test_by_pointer_and_by_touch(server: Server, coming: Visitors):
    """Pointed out while the other thinks, shown as such, taken away in four ways, and played the moment one may."""
    game, red, blue = opened(server, "LC", "300+5")
    ann, ben = come(server, coming, red, game), come(server, coming, blue, game, **TOUCH)
    mouse, finger = Deckhand(ann), Deckhand(ben, Finger())
    mouse.play("@c1", patient=False)
    until(ben, 1)
    finger.play("@a7", patient=False)
    until(ann, 2)

    expect(ben.locator(".can-move")).to_have_count(0)
    finger.start("a7-b8")
    assert kept(ben) == "a7-b8"
    expect(ben.locator("#premove")).to_have_text("Im Voraus: Von a7 nach b8")
    expect(ben.locator(".arrow-premove .arrow-sign")).to_have_text("»")
    expect(ben.locator('[data-space="b8"]')).to_have_attribute("aria-label", "b8: frei, Teil deines Zugs im Voraus")
    expect(ben.locator("#announce")).to_contain_text("Im Voraus: Von a7 nach b8")
    assert len(load(server.app.state.store, game).match) == 2, "nothing is sent before its time"
    assert ben.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert not problems(ben, "a move in advance")
    mouse.start("@e3")
    for page in (ann, ben):
        until(page, 4)
    assert load(server.app.state.store, game).match.acts == ("@c1", "@a7", "@e3", "a7-b8")
    assert kept(ben) is None
    expect(ben.locator(".arrow-premove")).to_have_count(0)

    mouse.play("c1-b2", patient=False)
    taken_away(ann, mouse)
    mouse.start("e3-e5")
    mouse.start("@e7")
    assert kept(ann) == "@e7", "another takes its place"
    until(ben, 5)
    finger.play("@e7", patient=False)
    expect(ann.locator("#say")).to_have_text("Your move in advance is not possible now: Enter on e7.")
    until(ann, 6)
    assert kept(ann) is None
    assert len(load(server.app.state.store, game).match) == 6


def taken_away(ann: Page, mouse: Deckhand) -> None:
    """By Escape, by right click, by a click on its token or on its button; and set by keys and by dragging, too."""
    mouse.start("e3-e5")
    assert kept(ann) == "e3-e5"
    ann.keyboard.press("Escape")
    assert kept(ann) is None
    drag(ann, middle(ann, "e3"), "e5")
    assert kept(ann) == "e3-e5"
    expect(ann.locator('#deck-live [data-on="e3"]')).to_have_count(1)
    ann.mouse.click(*middle(ann, "c4"), button="right")
    assert kept(ann) is None
    Deckhand(ann, Keyboard()).start("e3-d2")
    assert kept(ann) == "e3-d2"
    ann.mouse.click(*middle(ann, "e3"))
    assert (kept(ann), ann.locator(".is-selected").count()) == (None, 0)
    mouse.start("@e7")
    ann.locator("#premove button").click()
    assert kept(ann) is None
    expect(ann.locator("#announce")).to_contain_text("Your move in advance is taken away.")
    ann.mouse.click(*middle(ann, "e3"))
    ann.mouse.click(*middle(ann, "c9"))
    expect(ann.locator("#say")).to_have_text("That cannot become a move, whatever they play.")
    ann.keyboard.press("Escape")


def meaning(act: str) -> str:
    """A move without what only the roll decides: its way, and where freed captives go."""
    return re.sub(r"[/>][a-z]\d+", "", act)


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["390", "1280"])
@pytest.mark.parametrize("locale", FORETOLD)
def test_what_is_asked_before_the_die_is_known(server: Server, coming: Visitors, size: dict[str, int], locale: str):
    """QM: token, space and hatch, and no way, since c1-b2 is one step with a 1 and leads by c3 with a 3."""
    asked, told = FORETOLD[locale]
    store, (_, red, blue) = server.app.state.store, opened(server, "QM", "300+5")
    seats = [Seat(0, "person", red.person, None, "Ann"), Seat(1, "person", blue.person, None, "Ben")]
    at = "QM Rc1~,Ba7~ B R6B6 -"
    game = open_game(store, code="QM", options={}, seats=seats, owner=red, position=at, terms=Terms(time="300+5")).id
    ways = {one for one in premoves_of(load(store, game), red.person) if meaning(one) == "c1-b2@c1"}
    assert ways == {"c1-b2@c1", "c1-b2/c3@c1"}
    page = come(server, coming, red, game, viewport=size, locale=locale)
    page.wait_for_load_state("networkidle")  # what moves in advance need is fetched last
    page.mouse.click(*middle(page, "c1"))
    page.mouse.click(*middle(page, "b2"))
    expect(page.locator("#guide-words")).to_contain_text(asked)
    expect(page.locator('[data-space="c3"].is-choice')).to_have_count(0)
    page.mouse.click(*middle(page, "c1"))
    assert kept(page) == "c1-b2@c1"
    expect(page.locator("#premove-words")).to_contain_text(told)
    page.reload()
    expect(page.locator("#premove-words")).to_contain_text(told)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_with_a_die(server: Server, coming: Visitors):
    """QM: a move in advance foresees every roll and waits for it; it is played or dropped, and the die stays salted."""
    game, red, blue = opened(server, "QM", "300+5")
    store = server.app.state.store
    ann = come(server, coming, red, game)
    mouse = Deckhand(ann)
    mouse.play("@c1", patient=False)
    play(store, game, blue, 1, "@a7")
    until(ann, 3)
    mouse.play(mouse.moves[0], patient=False)
    before = load(store, game)
    ahead = premoves_of(before, red.person)
    origin = ahead[0].partition("-")[0]
    meant = {meaning(one) for one in ahead}
    ann.mouse.click(*middle(ann, origin))
    assert ann.locator(".is-target").count() == len({one[3:5] for one in ahead if one.startswith(f"{origin}-")})
    mouse.start(ahead[0].removeprefix(f"{origin}-"))
    wanted = kept(ann)
    assert wanted in meant
    reply = str(before.match.position.legal_moves()[0])
    play(store, game, blue, len(before.match), reply)
    expect(ann.locator("#premove")).to_be_hidden()
    expect(ann.locator("#table")).not_to_have_attribute("data-premove", wanted or "")
    rolled = len(before.match) + 2
    legal = [meaning(str(move)) for move in load(store, game).match.position_at(rolled).legal_moves()]
    if legal.count(wanted or "") == 1:
        until(ann, rolled + 2)
        after = load(store, game)
        assert meaning(after.match.acts[rolled]) == wanted
        assert len(after.salts) == len(before.salts) + 1
    else:
        assert len(load(store, game).match) == rolled


def test_a_question_comes_first(server: Server, coming: Visitors):
    """A draw that is offered is not declined by a move in advance; whoever switches them off points out none."""
    game, red, blue = opened(server, "LC", "300+5")
    store = server.app.state.store
    ann = come(server, coming, red, game)
    mouse = Deckhand(ann)
    mouse.play("@c1", patient=False)
    mouse.start("c1-b2")
    assert kept(ann) == "c1-b2"
    play(store, game, blue, 1, "B:draw?")
    expect(ann.locator("#say")).to_contain_text("You are asked something first")
    assert kept(ann) is None
    ann.locator(".bar [data-do=settings]").click()
    ann.locator('#settings [name="premove"]').uncheck()
    ann.keyboard.press("Escape")
    ann.mouse.click(*middle(ann, "c1"))
    expect(ann.locator("#say")).to_contain_text("not your turn")
    assert ann.locator(".is-selected").count() == 0


@pytest.mark.parametrize("settings", [TOUCH, {}], ids=["390", "1280"])
def test_a_reload_keeps_it_and_a_sheet_closes_first(server: Server, coming: Visitors, settings: dict[str, Any]):
    """Until the others have acted; Escape closes what lies over the deck, and only the next one takes it away."""
    game, red, blue = opened(server, "LC", "300+5")
    store = server.app.state.store
    for ply, act in enumerate(("@c1", "@a7", "@e3")):
        play(store, game, (red, blue)[ply % 2], ply, act)
    ann, ben = come(server, coming, red, game, **settings), come(server, coming, blue, game)
    mouse = Deckhand(ann)
    mouse.start("c1-b2")
    assert kept(ann) == "c1-b2"
    ann.reload()
    mouse.settle(patient=False)
    expect(ann.locator("#table")).to_have_attribute("data-premove", "c1-b2")
    expect(ann.locator(".arrow-premove")).to_have_count(1)

    ann.keyboard.press("?")
    expect(ann.locator("#sheet-keys")).to_be_visible()
    ann.keyboard.press("Escape")
    expect(ann.locator("#sheet-keys")).to_be_hidden()
    assert kept(ann) == "c1-b2"
    if settings:
        ann.locator("#do-log").tap()
        expect(ann.locator("html")).to_have_attribute("data-sheet", "log")
        ann.keyboard.press("Escape")
        expect(ann.locator("html")).not_to_have_attribute("data-sheet", "log")
        assert kept(ann) == "c1-b2"
    ann.wait_for_function("() => !history.state?.sheet")  # else that step back undoes the next
    address = ann.url
    ann.goto("/rules")
    Deckhand(ben).play("a7-b8", patient=False)
    ann.goto(address)
    mouse.settle(patient=False)
    ann.wait_for_function("() => sessionStorage.getItem('kidd_premove') === null")
    assert kept(ann) is None
    assert len(load(store, game).match) == 4


def test_a_move_from_the_list_ends_what_was_picked_up(server: Server, coming: Visitors):
    """Nothing is selected after it, although a move in advance could begin there."""
    game, red, blue = opened(server, "LC", "300+5")
    store = server.app.state.store
    for ply, (actor, act) in enumerate(((red, "@c1"), (blue, "@a7"))):
        play(store, game, actor, ply, act)
    ann = come(server, coming, red, game)
    ann.mouse.click(*middle(ann, "c1"))
    expect(ann.locator(".is-selected")).to_have_count(1)
    ann.locator('[data-move="@e3"]').click()
    until(ann, 3)
    expect(ann.locator('[data-space="e3"] .hit')).to_be_visible()
    expect(ann.locator(".is-selected, .is-target")).to_have_count(0)
    ann.mouse.click(*middle(ann, "c1"))
    assert ann.locator(".is-target").count(), "it leads somewhere"
