"""How games end, what the log says, computers that one watches, what a returning visitor finds: at 390 and 1280 px."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocket, expect

from kidd.table.play.games import play, rematch
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import begin, play_on
from tests.browser.tables import come, opened
from tests.web.afloat import Server

pytestmark = pytest.mark.once

# From a position, by acts, for whoever plays these seats: the verdict, and why.
ENDS = {
    "won": ("LC Re3~,Rc9~,Bc1b2 R R0B0 -", "e3-d2", "You won", "Your opponent can neither move nor enter."),
    "die": ("QM Rc3b2,Bc1b2,Rb2a3 R R0B0 1", "c3-d2", "You won", r"Your opponent has rolled a \d and cannot use it."),
    "resigned": ("LC - R R7B7 -", "resign", "You lost", "You have resigned."),
}


@pytest.fixture(params=[PHONE, WIDE], ids=["390", "1280"])
def size(request: pytest.FixtureRequest) -> dict[str, int]:
    """A phone and a desk."""
    found: dict[str, int] = request.param
    return found


@pytest.mark.parametrize("name", ENDS)
def test_the_end_says_it(visitors: Visitors, size: dict[str, int], name: str):
    """In the card, the title, the log and to screen readers; a reload says the same, a watcher is told who won."""
    position, act, verdict, why = ENDS[name]
    page = visitors(None, viewport=size)
    sailor = play_on(page, position, R="me", B="1")
    if act == "resign":
        sailor.say(act)
    else:
        page.evaluate(f"document.querySelector('[data-move=\"{act}\"]').click()")
    for _ in range(2):
        expect(page.locator("#over-words")).to_have_text(verdict)
        expect(page.locator("#over-why")).to_have_text(re.compile(why))
        expect(page).to_have_title(re.compile(f"^{verdict} · "))
        expect(page.locator("#log-end")).to_contain_text(f"{verdict}.")
        expect(page.locator("#other-options")).to_be_visible()
        if name == "die":
            expect(page.locator("#die")).to_be_visible()
            expect(page.locator("#die")).to_have_attribute("data-face", re.compile("[123]"))
        page.reload()
    watcher = visitors(page.url, viewport=size)
    winner = "Red" if verdict == "You won" else "Blue"
    expect(watcher.locator("#over-words")).to_have_text(f"{winner} wins")
    assert watcher.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize(
    ("locale", "whose", "report"),
    [("en", "Winner: Blue", "Report"), ("de", "Gewonnen: Blau", "Bericht"), ("fr", "Vainqueur\u00a0: Bleu", "Rapport")],
)
@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 900}], ids=["390", "1280"])
def test_whose_face_it_is(visitors: Visitors, size: dict[str, int], locale: str, whose: str, report: str):
    """The winner's face has a caption where there is room, and does not stand beside "You lost" where there is none."""
    page = visitors(None, viewport=size, locale=locale)
    play_on(page, "LC - R R7B7 -", R="me", B="1").say("resign")
    for _ in range(2):
        emblem, caption = page.locator(".over-emblem"), page.locator(".over-whose")
        expect(caption).to_have_text(whose)
        expect(emblem).to_be_visible(visible=size is not PHONE)
        expect(caption).to_be_visible(visible=size is not PHONE)
        expect(page.locator('#over [data-do="analysis"]')).to_have_text(report)
        if size is PHONE:
            card, deck = page.locator("#over").bounding_box(), page.locator("#crews-far").bounding_box()
            assert card
            assert deck
            assert card["y"] + card["height"] <= deck["y"] + 1
        page.reload()
    watcher = visitors(page.url, viewport=size, locale=locale)
    expect(watcher.locator(".over-emblem")).to_be_visible()


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
@pytest.mark.parametrize("height", [800, 768, 720])
def test_the_end_of_three_is_whole(visitors: Visitors, locale: str, height: int):
    """Words and buttons, on the screens of notebooks, too: nothing of its card lies behind the crew below."""
    page = visitors(None, viewport={"width": 1280, "height": height}, locale=locale)
    play_on(page, "MG3 RBa5a3,Gc6b5 R R0B0G0 -", R="me", B="1", G="1")
    page.evaluate("document.querySelector('[data-move=\"a5-c6/b5\"]').click()")
    expect(page.locator("#over")).to_be_visible()
    for _ in range(2):
        card, crew = page.locator("#over").bounding_box(), page.locator("#crews-near").bounding_box()
        assert card
        assert crew
        assert card["y"] + card["height"] <= crew["y"]
        assert page.locator("#cards").evaluate("(one) => one.scrollHeight <= one.clientHeight")
        for button in page.locator("#over .button:visible").all():
            assert button.evaluate(
                "(one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth"
            )
        page.reload()


def test_two_of_one_rank_are_told_apart(visitors: Visitors, size: dict[str, int]):
    """On their cards, as the server draws them and as the page goes on, and in the list of one's games."""
    page = visitors(None, viewport=size)
    sailor = play_on(page, "MG3 - R R6B6G6 -", R="me", B="1", G="1")
    names = ["Ship’s boy (Blue)", "Ship’s boy (Gold)"]
    expect(page.locator("#crews-far .crew-name")).to_have_text(names)
    sailor.play("@c1")
    expect(page.locator("#crews-far .crew-name")).to_have_text(names)
    assert [one.get_attribute("aria-label") for one in page.locator("#crews-far .crew").all()] == names
    for name in page.locator("#crews-far .crew-name").all():
        assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "whole"
    page.goto("/games")
    expect(page.locator(".home-game").first).to_contain_text("Ship’s boy (Blue), Ship’s boy (Gold)")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_what_is_said_leaves_a_hint_in_sight(visitors: Visitors, size: dict[str, int]):
    """Its words and its buttons."""
    page = visitors(None, viewport=size)
    begin(page, "LC")
    page.locator("#do-hint").click()
    expect(page.locator("#guide-yes")).to_be_visible()
    page.evaluate("""() => {
      const box = document.getElementById("say");
      box.textContent = "They would rather play on.";
      box.classList.add("is-shown");
    }""")
    expect(page.locator("#say")).to_be_visible()
    said = page.locator("#say").bounding_box()
    for part in ("#guide-words", "#guide-yes", "#guide-no", "#crews-near", "#crews-far"):
        box = page.locator(part).bounding_box()
        assert said
        assert box
        apart = (
            said["y"] + said["height"] <= box["y"]
            or box["y"] + box["height"] <= said["y"]
            or said["x"] + said["width"] <= box["x"]
            or box["x"] + box["width"] <= said["x"]
        )
        assert apart, part


def test_words_in_the_log(visitors: Visitors, size: dict[str, int]):
    """What was done is said in words; who likes the notation has it at once, by a setting one tap away."""
    page = visitors(None, viewport=size)
    play_on(page, "LC - R R7B7 -", R="me", B="me")
    page.evaluate("document.querySelector('[data-move=\"@c1\"]').click()")
    expect(page.locator("#table")).to_have_attribute("data-ply", "1")
    page.evaluate("document.querySelector('[data-act=\"draw?\"]').click()")
    expect(page.locator("#table")).to_have_attribute("data-ply", "2")
    cells = page.locator("#log-rows [data-at]")
    expect(cells).to_have_text([re.compile("enters on c1"), re.compile("offers a draw")])
    assert [cell.get_attribute("data-notation") for cell in cells.all()] == ["@c1", "draw?"]
    assert page.evaluate("getComputedStyle(document.querySelector('.log-notation')).display") == "none"
    page.locator(".bar [data-do=settings]:visible, #do-settings:visible").first.click()
    page.locator('#settings [name="notation"]').check()
    assert page.evaluate("getComputedStyle(document.querySelector('.log-words')).display") == "none"
    assert page.evaluate("getComputedStyle(document.querySelector('.log-notation')).display") != "none"
    page.reload()
    assert page.evaluate("document.documentElement.dataset.log") == "notation"


def test_settings_from_every_page(visitors: Visitors, size: dict[str, int]):
    """One tap, a form without scripts, and back to where one was."""
    page = visitors("/rules", viewport=size, java_script_enabled=False)
    page.locator(".bar [data-do=settings]").click()
    page.locator('label:has([value="dark"])').click()
    page.locator('[name="threats"]').uncheck()
    page.locator("#keep-settings").click()
    expect(page).to_have_url(re.compile("/rules$"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_watching_computers(visitors: Visitors, size: dict[str, int]):
    """They go on while one watches, wait when told to, and one plays on from where they are."""
    page = visitors("/", viewport=size)
    page.locator("#watch-now").click()
    expect(page.locator("#do-watch")).to_have_attribute("aria-pressed", "true")
    page.locator("#do-pace").click()  # the fastest
    expect(page.locator("#table")).to_have_attribute("data-ply", re.compile("^[2-9]"))
    page.locator("#do-watch").click()
    expect(page.locator("#do-watch")).to_have_attribute("aria-pressed", "false")
    before = _settled(page)
    page.locator("#do-next-move").click()
    expect(page.locator("#table")).to_have_attribute("data-ply", str(before + 1))
    page.reload()
    expect(page.locator("#do-watch")).to_have_attribute("aria-pressed", "true")
    other = visitors(page.url, viewport=size)
    expect(other.locator("#do-next-move")).to_be_disabled()
    page.locator("#do-play-on").click()
    page.locator("#play-on").click()
    expect(page.locator("#table")).to_have_attribute("data-watched", "false")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def _settled(page: Page) -> int:
    """The ply at which a game stands that nobody lets go on: what was asked for before has come."""
    game = page.locator("#table").get_attribute("data-game")
    page.wait_for_function(
        f"() => fetch('/api/v1/games/{game}').then((answer) => answer.json())"
        ".then(({ ply }) => document.getElementById('table').dataset.ply === String(ply))"
    )
    return int(page.locator("#table").get_attribute("data-ply") or 0)


def test_a_returning_visitor(visitors: Visitors, size: dict[str, int]):
    """Finds their games first, with whose turn it is and the deck; all of them, and those looked for, on a page."""
    page = visitors("/", viewport=size)
    page.locator("#play-now").click()
    page.wait_for_selector("html[data-ready]")
    page.evaluate("document.querySelector('[data-move=\"@c1\"]').click()")
    expect(page.locator("#table")).to_have_attribute("data-ply", "2")
    page.goto("/")
    first = page.locator("main > section").first
    expect(first.locator(".home-state")).to_have_text("Your turn.")
    picture = first.locator(".small-deck img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("(image) => image.naturalWidth") > 0
    page.goto("/games")
    page.locator("#filter summary").click()
    page.locator("#search-state").select_option("finished")
    page.locator("#search button").click()
    expect(page.locator("#none")).to_be_visible()
    page.locator("#search-state").select_option("running")
    page.locator("#search button").click()
    expect(page.locator(".home-game")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_a_rematch_is_asked_for_on_a_phone(server: Server, coming: Visitors, locale: str):
    """In one message and not in two; every button of the card has two lines at the most, and no words are cut off."""
    store, (game, red, blue) = server.app.state.store, opened(server, "QM")
    play(store, game, red, 0, "@c1")
    play(store, game, blue, 1, "resign")
    page = come(server, coming, blue, game, viewport=PHONE, locale=locale)
    with page.expect_websocket(lambda one: "/notices/" in one.url) as opening:
        page.reload()
    socket: WebSocket = opening.value
    socket.wait_for_event("framereceived")
    with socket.expect_event("framereceived", lambda data: "notices" in data):
        rematch(store, game, red)
    expect(page.locator("#say")).to_contain_text("Ann")
    expect(page.locator("#rematch")).to_have_text(page.locator("#rematch").get_attribute("data-accept") or "")
    expect(page.locator("#notice-box a")).to_have_count(0)
    for button in page.locator("#over .button:visible").all():
        box = button.bounding_box()
        assert box
        assert 44 <= box["height"] <= 45, button.inner_text()
    assert page.locator("#over .buttons").evaluate("(one) => one.scrollWidth <= one.clientWidth"), "all in sight"
    words, buttons = page.locator(".over-text").bounding_box(), page.locator("#over .buttons").bounding_box()
    assert words
    assert buttons
    assert words["height"] >= 15
    assert words["y"] + words["height"] <= buttons["y"]


@pytest.mark.parametrize("locale", ["en", "de", "fr"])
@pytest.mark.parametrize("code", ["LC", "QM"])
def test_the_buttons_of_the_end_suit_a_thumb(visitors: Visitors, code: str, locale: str):
    """On every phone they are 44 pixels high; the words stay whole, and the card leaves crews and deck in sight."""
    page = visitors(None, viewport=PHONE, locale=locale)
    play_on(page, code, R="me", B="1").say("resign")
    for size in (PHONE, {"width": 360, "height": 640}, {"width": 320, "height": 568}):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for button in page.locator("#over .button:visible").all():
            assert button.evaluate("(one) => one.getBoundingClientRect().height") >= 44, (size, button.inner_text())
            assert button.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), (size, button.inner_text())
        card, crews = page.locator("#over").bounding_box(), page.locator("#crews-far").bounding_box()
        assert card
        assert crews
        assert card["y"] + card["height"] <= crews["y"] + 1, size
        assert page.locator("#cards").evaluate("(one) => one.scrollHeight - one.clientHeight") <= 0, size
        text, row = page.locator(".over-text").bounding_box(), page.locator("#over .buttons").bounding_box()
        assert text
        assert row
        assert text["y"] + text["height"] <= row["y"] + 2.5 or row["y"] + row["height"] <= text["y"] + 2.5, size
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    assert page.locator("#over .buttons").evaluate("(one) => one.scrollWidth <= one.clientWidth"), "all in sight"
