"""Two people at two browsers: talk, takebacks that are asked for, blocks, and one who looks on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kidd.dice import check
from kidd.logbook import read_logbook
from kidd.table.play.actors import guest
from kidd.table.play.games import load, logbook, play
from kidd.table.storage.persons import people
from kidd.words.club.ship_names import ship_name
from kidd.words.language import tongue
from tests.browser.conftest import PHONE, Visitors
from tests.browser.deckhand import Deckhand
from tests.browser.tables import come, opened
from tests.web.afloat import Server

pytestmark = pytest.mark.once


def lines(page: Page) -> list[str]:
    """What was said, as a page shows it."""
    return [" ".join(line.split()) for line in page.locator("#talk-lines .talk-line").all_inner_texts()]


def test_two_people_and_a_watcher(server: Server, coming: Visitors):
    """Ann writes on a wide screen in English, Ben reads on a phone in German, Cat looks on and hears neither."""
    game, red, blue = opened(server, "LC")
    ann = come(server, coming, red, game)
    ben = come(server, coming, blue, game, viewport=PHONE, has_touch=True, locale="de-DE")
    watcher = guest(people.new_id())
    cat = come(server, coming, watcher, game)

    talk(ann, ben, cat)
    Deckhand(ann).play("@c1")
    take_back(ann, ben, cat, lambda: play(server.app.state.store, game, blue, 1, "@a7"))
    part_in_anger(ann, ben)
    play(server.app.state.store, game, red, 0, "resign")
    expect(ann.locator("#talk-lines .talk-words")).to_have_text(["Ahoy!", "Who wins?", "Good game"])
    ann.reload()
    assert lines(ann) == ["Ann Ahoy!", f"{ship_name(watcher.person, tongue('en'))} Who wins? ⋯", "Ann Good game"]
    expect(ann.locator("#note-text")).to_have_value("He talks too much")
    cat.close()
    expect(ann.locator("#talk-watchers")).to_be_hidden()


def talk(ann: Page, ben: Page, cat: Page) -> None:
    """Each hears their own room at once, a phrase in their own language, and what is written as text."""
    expect(ann.locator("#talk-watchers")).to_have_text("1 looks on")
    ann.locator(".talk-phrases summary").click()
    ann.locator('[data-phrase="ahoy"]').click()
    expect(ben.locator("#talk-unread")).to_have_text("1")
    expect(ben.locator("#say")).to_have_text("Ann sagt: Ahoi!")
    ben.locator("#do-talk").tap()
    expect(ben.locator("#talk-unread")).to_be_hidden()
    ben.locator("#talk-text").fill('<img src=x onerror="alert(1)"> Moin')
    ben.locator("#talk-form > button").tap()
    expect(ann.locator("#talk-lines .talk-words").nth(1)).to_have_text('<img src=x onerror="alert(1)"> Moin')
    assert ann.locator("#talk-lines img").count() == 0
    cat.locator("#talk-text").fill("Who wins?")
    cat.locator("#talk-text").press("Enter")
    expect(cat.locator("#talk-lines .talk-words")).to_have_text(["Who wins?"])
    ben.locator('#talk [data-sheet=""]').tap()


def take_back(ann: Page, ben: Page, cat: Page, answer: Callable[[], object]) -> None:
    """Asked for and declined; after the next move asked for again, and granted."""
    expect(ann.locator("#do-takeback")).to_be_enabled()
    ann.locator("#do-takeback").click()
    expect(ben.locator("#takeback-asked .asked-words")).to_contain_text("Ann möchte den letzten Zug zurücknehmen")
    expect(cat.locator("#takeback-asked")).to_contain_text("Ann asks to take back the last move.")
    expect(cat.locator("#takeback-yes")).to_be_hidden()
    ben.locator("#takeback-no").tap()
    expect(ann.locator("#say")).to_have_text("Your takeback was declined.")
    expect(ann.locator("#do-takeback")).to_be_disabled()
    answer()
    expect(ann.locator("#do-takeback")).to_be_enabled()
    ann.locator("#do-takeback").click()
    ben.locator("#takeback-yes").tap()
    expect(ann.locator("#table")).to_have_attribute("data-ply", "0")
    expect(ben.locator("#takeback-asked")).to_have_count(0)


def part_in_anger(ann: Page, ben: Page) -> None:
    """Reported, blocked, muted; and a note that nobody else reads."""
    ann.locator("#talk-2 .talk-more summary").click()
    ann.locator('#talk-2 [data-talk="report"]').click()
    expect(ann.locator("#say")).to_contain_text("Thank you.")
    ann.locator("#talk-2 .talk-more summary").click()
    ann.locator('#talk-2 [data-talk="block"]').click()
    ann.locator("#confirm-yes").click()
    expect(ann.locator("#talk-2")).to_have_count(0)
    ben.locator("#do-talk").tap()
    ben.locator("#talk-text").fill("Hallo?")
    ben.locator("#talk-form > button").tap()
    expect(ben.locator("#talk-lines .talk-words")).to_have_count(3)
    ben.locator("#talk-mute").tap()
    expect(ben.locator("#talk-1")).to_be_hidden()
    ann.locator("#talk-text").fill("Good game")
    ann.locator("#talk-text").press("Enter")
    expect(ann.locator("#talk-lines .talk-words")).to_have_text(["Ahoy!", "Good game"])
    ann.locator(".talk-note summary").first.click()
    ann.locator("#note-text").fill("He talks too much")
    ann.locator("#note-form button").click()
    expect(ann.locator("#say")).to_have_text("Your notes are kept.")


def test_dice_of_two(server: Server, coming: Visitors):
    """Quedah Merchant: each move brings the salt of its browser, which the check finds in the log book."""
    game, red, blue = opened(server, "QM")
    pages = [Deckhand(come(server, coming, one, game)) for one in (red, blue)]
    for number in range(6):
        sailor = pages[number % 2]
        expect(sailor.page.locator("#table")).to_have_attribute("data-may-move", "true")
        sailor.play(sailor.choose(sailor.match()))
    store = server.app.state.store
    table = load(store, game)
    assert len(set(table.salts.values())) == 5
    assert pages[0].page.locator("#do-takeback").is_disabled()
    over = play(store, game, red, len(table.match), "R:resign")
    (match,) = read_logbook(logbook(over))
    report = check(match)
    assert (report.problem, report.salted, len(report.rolls)) == ("", 5, 5)
    page = pages[0].page
    page.goto(f"/games/{game}/dice")
    expect(page.locator(".dice-found")).to_have_attribute("data-fair", "true")
    assert re.search("[0-9a-f]{16}", page.locator(".sheet-table").inner_text())
