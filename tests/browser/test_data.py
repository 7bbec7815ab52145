"""A move is a small message of data: what the browser makes of it is what the server would draw."""

from __future__ import annotations

import json
from difflib import unified_diff

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.atlas import TABLES
from tests.browser.conftest import SEEN, Visitors
from tests.browser.deckhand import Deckhand, begin, play_on

pytestmark = pytest.mark.once

# Every element of the table with its attributes and its own words; classes and attributes in no order, and without the
# tabindex of spaces, which only tells where the keyboard was last, and without
# who is here, which comes by a message, and how long a game is kept, which is told when the page is loaded.
DUMP = """() => {
  const texts = (node) => [...node.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE);
  const words = (node) => texts(node).map((one) => one.data.trim()).filter(Boolean);
  const listed = (value) => value.split(" ").filter(Boolean).sort().join(" ");
  const plain = ({ name, value }) => [name, name === "class" ? listed(value) : value.replace(/[\\s;]/g, "")];
  const known = (node) => [...node.attributes].filter(({ name }) => name !== "tabindex" && name !== "data-here");
  const dump = (node, depth) => [
    `${" ".repeat(depth)}${node.localName} ${JSON.stringify(known(node).map(plain).sort())} ${words(node).join("|")}`,
    ...[...node.children].filter((one) => !one.matches(".kept-days")).flatMap((one) => dump(one, depth + 1)),
  ];
  return dump(document.getElementById("table"), 0);
}"""
# What is cut off becomes a button when it is drawn; whoever asks for the next frame later comes later.
MEASURED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
LOOKS = 30  # a tenth of a second apart
SMALL = 3000  # bytes of a message about a move


def drawn(page: Page) -> list[str]:
    """The whole table as it is on the page, once it has measured what is cut off."""
    page.evaluate(MEASURED)
    return list(page.evaluate(DUMP))


def assert_as_drawn(sailor: Deckhand) -> None:
    """What the browser has made of messages is what the server draws when the page is loaded again."""
    before = drawn(sailor.page)
    sailor.page.reload()
    sailor.settle()
    for _ in range(LOOKS):  # a sentence that is cut becomes a button once the page has measured it
        after = drawn(sailor.page)
        if after == before:
            return
        sailor.page.wait_for_timeout(100)
    assert not list(unified_diff(before, after, lineterm="", n=0))


STARTS = {
    "loyal-captain": ("RB", TABLES["loyal-captain"]),
    "quedah-merchant": ("RB", TABLES["quedah-merchant"]),
    "madagascar": ("RB", "MG2 RBc4c3,BRa5a7,Rc1~,Bc9~,RRBBBRd8c9 R R0B1 -"),
    "madagascar-flags": ("RB", "MG2 RBRBRBRd8c9,BBRBRc4c3,Rc1~ R R0B1 -"),
    "madagascar-three": ("RBG", TABLES["madagascar-three"]),
}


@pytest.mark.parametrize("name", STARTS)
def test_after_moves_the_page_is_as_the_server_draws_it(visitors: Visitors, name: str):
    """Tokens, figures, labels, cards, lists and log after messages of data are those of a new page, in every game."""
    seats, position = STARTS[name]
    sailor = play_on(visitors(None), position, **dict.fromkeys(seats, "me"))
    for number in range(10):
        if sailor.data["over"] == "true":
            break
        sailor.play(sailor.choose(sailor.match()))
        if number % 3 == 1:
            assert_as_drawn(sailor)
    assert_as_drawn(sailor)
    taken, version = sailor.page.locator("#do-takeback"), int(sailor.data["version"])
    if taken.is_enabled():
        taken.click()
        sailor.settle(version + 1)
        assert_as_drawn(sailor)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("flip", [False, True])
def test_however_the_deck_is_turned(visitors: Visitors, rotation: int, flip: bool):
    """A deck that is turned in mid-game is the one that a new page shows, and so is the next move on it."""
    sailor = play_on(visitors(None), STARTS["madagascar-flags"][1], R="me", B="me")
    page = sailor.page
    page.locator("#do-more").click()
    page.locator('#sheet-more [data-do="settings"]').click()
    for field, wanted in ((f'[name=rotation][value="{rotation}"]', True), ("[name=flip]", flip)):
        if page.locator(field).is_checked() != wanted:
            with page.expect_response(lambda answer: answer.url.endswith(sailor.data["page"])):
                page.locator(field).evaluate("(one) => one.click()")
    page.locator("#sheet-settings .sheet-close").click()
    page.wait_for_function(
        "(wanted) => document.getElementById('deck-backdrop').src.includes(wanted)",
        arg=f"rotation={rotation}&flip={int(flip)}",
    )
    assert_as_drawn(sailor)
    sailor.play(sailor.choose(sailor.match()))
    assert_as_drawn(sailor)


def test_looking_back_shows_what_the_address_of_the_ply_shows(visitors: Visitors):
    """A ply that was stepped to is the page of that ply."""
    sailor = play_on(visitors(None), TABLES["quedah-merchant"], R="me", B="me")
    for _ in range(3):
        sailor.play(sailor.choose(sailor.match()))
    last = int(sailor.data["ply"])
    for ply in (last - 1, last - 2, last - 3, 0):
        sailor.page.keyboard.press("," if ply else "Home")
        expect(sailor.page.locator("#table")).to_have_attribute("data-ply", str(ply))
        assert_as_drawn(sailor)
    sailor.page.keyboard.press("End")
    expect(sailor.page.locator("#table")).to_have_attribute("data-live", "true")
    assert_as_drawn(sailor)


def test_the_chooser_is_told_of_from_their_own_side(visitors: Visitors):
    """Where colours are chosen after the first tokens, cards and log follow the choice (LC6)."""
    sailor = begin(visitors(None), "LC", party="2-2", opening="chooser")
    while "red" not in sailor.moves:
        sailor.play(sailor.moves[0])
        assert_as_drawn(sailor)
    for move in ("blue", "@c1"):
        sailor.play(move if move in sailor.moves else sailor.moves[0])
        assert_as_drawn(sailor)


def test_a_move_is_a_small_message(visitors: Visitors):
    """Whoever looks on is sent a few hundred bytes of data, and no page."""
    sailor = begin(visitors(None), "LC", party="2-2")
    watcher = visitors(None, prefs=SEEN)
    sent: list[str] = []

    def listened(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: sent.append(str(frame)))

    for page in (sailor.page, watcher):
        page.on("websocket", listened)
        page.goto(f"/games/{sailor.data['game']}")
        Deckhand(page).settle()
    for _ in range(6):
        sailor.play(sailor.choose(sailor.match()))
    Deckhand(watcher).settle(ply=6)
    answers = [frame for frame in sent if frame.startswith('{"answer":')]
    assert len(answers) == 6
    assert len(sent) > len(answers)
    assert all(len(frame.encode()) <= SMALL for frame in sent)
    assert all("html" not in json.loads(frame) for frame in sent)
