"""Small things of the table that are whole, and say what holds now."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from kidd.table.play.actors import guest
from kidd.table.play.games import load, open_game, play
from kidd.table.seats import Seat
from kidd.table.storage.persons import people
from kidd.table.terms import Terms
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import begin
from tests.browser.tables import come, opened
from tests.web.afloat import Server

pytestmark = pytest.mark.once

# Words of the log that are broken where no hyphen stands, or that leave their row.
BROKEN = """() => [...document.querySelectorAll("#log-rows .log-words")].filter((one) => {
  const [box, row] = [one.getBoundingClientRect(), one.closest("li").getBoundingClientRect()];
  if (box.top < row.top || box.bottom > row.bottom + 1) return true;
  const range = document.createRange();
  const node = one.firstChild;
  for (const { index, 0: word } of node.textContent.matchAll(/[^ \u00ad]+/g)) {
    const [first, last] = [index, index + word.length - 1].map((at) => {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return [...range.getClientRects()].at(-1).top; // a hyphen before it stands on the line above
    });
    if (last - first > 3) return true;
  }
  return false;
}).map((one) => one.textContent)"""


def test_the_note_on_how_long_a_game_is_kept_follows_it(visitors: Visitors):
    """It says the same while one plays as when the page is loaded again."""
    sailor = begin(visitors(None), "LC", party="2-2")
    note = sailor.page.locator("#kept-days")
    expect(note).to_contain_text("14 days")
    for move in ("@c1", "@a3", "@e3", "@a7"):
        sailor.play(move)
    expect(note).to_contain_text("90 days")
    said = note.inner_text()
    sailor.page.reload()
    expect(note).to_have_text(said)


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_the_log_of_three_breaks_no_word(server: Server, coming: Visitors, locale: str):
    """An offer of a draw, too, stands in its row."""
    crew = [guest(people.new_id()) for _ in range(3)]
    seats = [Seat(number, "person", one.person, None, f"Guest {number}") for number, one in enumerate(crew)]
    store = server.app.state.store
    game = open_game(store, code="MG3", options={}, seats=seats, owner=crew[0], terms=Terms()).id
    for act in ("", "", "", "draw?"):
        match = load(store, game).match
        play(store, game, crew["RBG".index(match.mover)], len(match), act or str(match.position.legal_moves()[0]))
    page = come(server, coming, crew[0], game, viewport={"width": 1280, "height": 800}, locale=locale)
    assert page.evaluate(BROKEN) == []


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_the_offer_of_an_introduction_is_whole_on_the_narrowest_phone(visitors: Visitors, locale: str):
    """All of its lines stand in the bar."""
    page = visitors(None, viewport={"width": 320, "height": 568}, locale=locale, prefs={})
    begin(page, "QM")
    words, bar = page.locator("#welcome-words").bounding_box(), page.locator("header.bar").bounding_box()
    assert words
    assert bar
    assert bar["y"] <= words["y"]
    assert words["y"] + words["height"] <= bar["y"] + bar["height"]


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_the_row_for_talk(server: Server, coming: Visitors, locale: str):
    """Its buttons stand on one line with the field, whose words are whole."""
    game, red, _ = opened(server, "LC")
    page = come(server, coming, red, game, viewport={"width": 1280, "height": 800}, locale=locale)
    boxes = [page.locator(one).bounding_box() for one in ("#talk-text", ".talk-send", ".talk-phrases summary")]
    assert len({(box["y"], box["height"]) for box in boxes if box}) == 1
    field = page.locator("#talk-text")
    field.evaluate("(one) => { one.value = one.placeholder; }")
    assert field.evaluate("(one) => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("size", [PHONE, WIDE])
def test_who_looks_on_has_no_moves(server: Server, coming: Visitors, size: dict[str, int]):
    """Neither a list of them nor a button for it."""
    game, red, _ = opened(server, "LC")
    watcher, player = coming(f"/games/{game}", viewport=size), come(server, coming, red, game, viewport=size)
    for part in ("#moves", "#do-moves"):
        expect(watcher.locator(part)).to_be_hidden()
    expect(player.locator("#moves" if size == WIDE else "#do-moves")).to_be_visible()


@pytest.mark.parametrize(("locale", "words"), [("en", "Rule C3"), ("de", "Regel C3"), ("fr", "Règle C3")])
def test_a_rule_is_called_one(visitors: Visitors, locale: str, words: str):
    """Its number alone would be taken for a space."""
    sailor = begin(visitors(None, locale=locale), "LC", party="2-2")
    sailor.page.evaluate("""async () => {
      const { say } = await import("/static/js/shared/speech.js");
      say("…", true, "C3");
    }""")
    expect(sailor.page.locator("#say .rule-link")).to_have_text(words)


def test_the_end_on_a_phone_keeps_its_distance(server: Server, coming: Visitors):
    """The verdict does not touch the edge of its box."""
    game, red, _ = opened(server, "LC")
    page = come(server, coming, red, game, viewport=PHONE)
    play(server.app.state.store, game, red, 0, "R:resign")
    expect(page.locator("#over-words")).to_be_visible()
    words, box = page.locator("#over-words").bounding_box(), page.locator("#over").bounding_box()
    assert words
    assert box
    assert words["y"] >= box["y"] + 2
    assert words["x"] >= box["x"] + 4
