"""After a game: looking back, downloads, analysis, and log books that are brought along."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import kidd
from tests.browser import atlas
from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand, begin, play_on

pytestmark = pytest.mark.once

BOOK = """[Game "QM"]
[Red "Anne"]
[Blue "<script>alert(1)</script>"]
[Position "QM Ra7~,BRa5a7,Bc9~ R R5B5 1"]

1. a7-a5>b5@e3 {Free at last.} *2 c9-c7/b8@c9 *
"""


def finished(visitors: Visitors) -> Deckhand:
    """A short game that was given up."""
    sailor = begin(visitors(None), "LC", party="2-2")
    for move in ("@c1", "@a3", "c1-d2", "a3-a5", "d2-c3"):
        sailor.play(move)
    sailor.say("resign")
    return sailor


def at(page: Page, ply: int) -> None:
    """The page shows that ply."""
    expect(page.locator("#table")).to_have_attribute("data-ply", str(ply))


def test_a_game_is_looked_at_again_by_key_slider_and_link(visitors: Visitors):
    """Each ply has its address, its picture and its place in the log, and the end is live again."""
    sailor = finished(visitors)
    page, last = sailor.page, 6
    page.locator("body").press("Home")
    at(page, 0)
    assert page.locator("#deck-live .token").count() == 0
    for ply in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, ply)
        expect(page).to_have_url(re.compile(f"/games/[^/]+/{ply}$"))
    assert page.locator('#deck-live .token[data-on="d2"]').count() == 1
    page.keyboard.press(",")
    at(page, 2)
    page.locator("#replay-slider").fill("4")
    at(page, 4)
    expect(page.locator('#log [aria-current="step"]')).to_have_attribute("data-notation", "a3-a5")
    page.locator('#log [data-at="5"]').click()
    at(page, 5)
    assert sailor.data["live"] == "false"
    page.keyboard.press("End")
    at(page, last)
    assert sailor.data["live"] == "true"
    stranger = visitors(f"/games/{sailor.data['game']}/3")
    at(stranger, 3)
    assert stranger.locator("[data-move]").count() == 0


def test_every_ply_names_its_act_and_keeps_log_and_pictures_in_reach(visitors: Visitors):
    """On a phone, too, and the deck stays where it is; screen readers hear each step."""
    sailor = finished(visitors)
    page = sailor.page
    deck = page.locator("#deck")
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/games/{sailor.data['game']}/3")
        sailor.settle()
        expect(page.locator("#told")).to_have_text("Red moves from c1 to d2.")
        before = deck.bounding_box()
        page.locator("#replay-next").click()
        expect(page.locator("#told")).to_have_text("Blue moves from a3 to a5.")
        expect(page.locator("#announce p").nth(0)).to_have_text("Blue moves from a3 to a5.")
        assert deck.bounding_box() == before
        for button in ("#replay-live", "#replay-play-on", "#do-more"):
            expect(page.locator(button)).to_be_in_viewport(ratio=1)
        page.locator("#do-more").click()
        assert (page.locator("#get-svg").get_attribute("href") or "").endswith("/4.svg")
        page.keyboard.press("Escape")


def test_looking_back_does_not_disturb_a_game_under_way(visitors: Visitors):
    """A move that comes in meanwhile waits until one returns."""
    sailor = begin(visitors(None), "LC", party="2-2")
    sailor.play("@c1")
    page = sailor.page
    page.locator("body").press("Home")
    at(page, 0)
    other = page.context.new_page()
    other.goto(f"/games/{sailor.data['game']}")
    friend = Deckhand(other)
    friend.settle()
    friend.play("@a3")
    expect(page.locator("#replay-live")).to_have_class(re.compile(r"\bis-new\b"))
    at(page, 0)
    page.locator("#replay-live").click()
    at(page, 2)
    assert sorted(sailor.moves) == sorted(friend.moves)


def test_log_book_and_pictures_are_downloaded(visitors: Visitors, tmp_path: Path):
    """The log book reads back as the same game; SVG and PNG are what their names say."""
    sailor = finished(visitors)
    page = sailor.page
    heads = {}
    for what, found in (
        ("kidd", "Download the logbook"),
        ("svg", "Download the picture (SVG)"),
        ("png", "Download the picture (PNG)"),
    ):
        page.locator("#do-more").click()
        with page.expect_download() as download:
            page.locator("#sheet-more").get_by_text(found).click()
        download.value.save_as(tmp_path / what)
        heads[what] = (tmp_path / what).read_bytes()
        page.keyboard.press("Escape")
    (match,) = kidd.read_logbook(heads["kidd"].decode())
    assert match.acts == sailor.match().acts
    assert heads["svg"].startswith(b"<svg")
    assert heads["png"].startswith(b"\x89PNG")


def test_a_game_is_analysed(visitors: Visitors):
    """On demand, with a curve, a table of all moves, links to the plies; log and study show the marks."""
    sailor = play_on(visitors(None), atlas.CAPTURES["group"][0], R="me", B="me")
    page = sailor.page
    for blunder in ("d2-c1", "@e3"):
        sailor.play(blunder)
    sailor.say("resign")
    game = f"/games/{sailor.data['game']}"
    page.locator('[data-do="analysis"]').click()
    page.locator("#analysis-begin").click()
    expect(page.locator('#analysis[data-state="done"]')).to_be_attached(timeout=120_000)
    expect(page.locator("#analysis svg").first).to_be_visible()
    page.locator("#analysis-all summary").click()
    expect(page.locator("#analysis-table tbody tr")).to_have_count(2)
    page.locator("#analysis-table a").first.click()
    expect(page.locator("#study")).to_have_attribute("data-ply", "1")
    assert page.locator("#tree .tree-mark [aria-hidden]").all_inner_texts() == ["??", "??"]
    expect(page.locator("#node-glyph")).to_have_text("??")
    expect(page.locator("#node-better b")).to_have_text("e7-d8")
    page.goto(game)
    expect(page.locator("#log .log-mark")).to_have_count(2)


@pytest.mark.parametrize("way", ["text", "file"])
def test_a_log_book_is_brought_along_and_played_on(visitors: Visitors, way: str):
    """It is stepped through with comments, names are texts and no scripts, and a game goes on from any ply."""
    page = visitors("/load")
    if way == "text":
        page.locator("#load-text").fill(BOOK)
    else:
        page.locator("#load-file").set_input_files(
            {"name": "a.kidd", "mimeType": "text/plain", "buffer": BOOK.encode()}
        )
    page.locator("#load-go").click()
    study = page.locator("[data-study]")
    expect(study).to_have_attribute("data-ply", "3")
    expect(study).to_contain_text("<script>alert(1)</script>")
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    page.keyboard.press("Home")
    expect(study).to_have_attribute("data-ply", "0")
    page.keyboard.press("ArrowRight")
    expect(study).to_have_attribute("data-ply", "1")
    expect(study).to_contain_text("Free at last.")
    page.locator("[name=seat-R]").select_option("me")
    page.locator("[name=seat-B]").select_option("1")
    page.locator("#play-on").click()
    page.wait_for_url(re.compile("/games/"))
    sailor = Deckhand(page)
    sailor.settle()
    assert sailor.match().acts[0] == "a7-a5>b5@e3"
    assert len(sailor.match()) >= 3
    sailor.play(sailor.choose(sailor.match()))


@pytest.mark.parametrize("address", ["/load?position=nonsense", "/games/none", "/games/../etc", "/setup?position=LC+x"])
def test_odd_addresses_get_a_clear_page(visitors: Visitors, address: str):
    """Nothing breaks, and a sentence says what is wrong."""
    visitors.expect("40[04]|422")
    page = visitors(None)
    answer = page.goto(address)
    assert answer is not None
    assert 400 <= answer.status < 500
    assert len(page.locator("main").inner_text()) > 20


def test_the_dice_are_verified(visitors: Visitors):
    """After the game the seed is out, and the page checks every roll."""
    sailor = begin(visitors(None), "QM", party="2-2")
    for _ in range(4):
        sailor.play(sailor.choose(sailor.match()))
    page = sailor.page
    book = page.request.get(f"/games/{sailor.data['game']}/log.kidd").text()
    assert "DiceHash" in book
    assert "DiceSeed" not in book
    sailor.say(next(word for word in ("resign", "R:resign") if page.locator(f'#table [data-act="{word}"]').count()))
    page.goto(f"/games/{sailor.data['game']}/dice")
    assert "DiceSeed" in page.request.get(f"{page.url.removesuffix('/dice')}/log.kidd").text()
    expect(page.locator("main")).to_contain_text("seed")


def test_an_analysis_is_asked_for_again_when_the_server_says(visitors: Visitors):
    """What is refused for a moment is said once, and nobody asks before the time; then it is there."""
    visitors.expect("429|503")
    sailor = play_on(visitors(None), atlas.CAPTURES["group"][0], R="me", B="me")
    page = sailor.page
    for blunder in ("d2-c1", "@e3"):
        sailor.play(blunder)
    sailor.say("resign")
    page.clock.install()
    page.goto(f"/games/{sailor.data['game']}/analysis")
    refused: list[int] = []

    def refuse(route: Route) -> None:
        if route.request.method == "POST":
            return route.continue_()
        refused.append([429, 503][len(refused) % 2])
        said = {"error": f"Not so fast: {len(refused)}"}
        return route.fulfill(status=refused[-1], headers={"retry-after": "3600"}, json=said)

    page.route("**/analysis", refuse)
    page.locator("#analysis-begin").click()
    expect(page.locator("#analysis-stop")).to_be_visible()
    alert = page.locator("#analysis [role=alert]")
    for times in (1, 2):
        page.clock.fast_forward(3_600_000)
        expect(alert).to_have_text([f"Not so fast: {times}"])
        page.clock.fast_forward(1_800_000)
        assert len(refused) == times
    page.unroute("**/analysis")
    page.clock.fast_forward(3_600_000)
    expect(page.locator('#analysis[data-state="done"]')).to_be_attached(timeout=120_000)
    expect(alert).to_have_count(0)
