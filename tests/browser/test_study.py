"""The study: lines tried on the deck, the engine that looks on, and the tree that comes of it."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser import atlas
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import drag, middle, play_on
from tests.patience import until

pytestmark = pytest.mark.once

ACTS = "@a3 @c9 a3-a5 @a7 a5-b5 a7-a5 @a3 @c1 a3-b2 c9-b8"
ROLLING = "QM BRa5a7,Ra7~,RBc4d5,Bc9~,Rd8c7,Be5e3 R R3B3 -"
TURN_AWAY = """(hidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# What a line said when it was pressed: until then the engine may think better of it.
PRESSED = """() => {
  addEventListener("pointerdown", ({ target }) => { pressed = target.dataset.follow.split(" "); }, { once: true });
}"""
COUNTED = """() => {
  const [{ rolls }, { counted }] = ["engine_rolls", "render_words"].map((name) => joinedModules[`js_${name}`]);
  const luck = [-1.2, -2.4, 0.6].map((gain) => {
    rolls({ answer: null, turn: "R", shown: 2, due: false, free: true, luck: gain });
    return document.getElementById("luck").textContent;
  });
  return [...luck, counted("lost", 1, { points: 1 })];
}"""
PLACE = "return [one, ...one.children].map((part) => Math.round(part.getBoundingClientRect().top));"
SIZES = [pytest.param(WIDE, id="wide"), pytest.param(PHONE, id="phone")]


def study(page: Page, position: str, acts: str = "") -> Locator:
    """Open a position with what was played since."""
    atlas.visit(page, f"/study?position={position.replace(' ', '+')}&acts={acts.replace(' ', '+')}")
    return page.locator("#study")


def swipe(page: Page, steps: int) -> None:
    """A finger over the planks, to the left for a step forwards."""
    box = page.locator("#deck").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] - 12
    finger = page.context.new_cdp_session(page)
    for kind, dx in (("touchStart", 0), ("touchMove", -40 * steps), ("touchMove", -80 * steps)):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + dx, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def answering(socket: WebSocketRoute, figures: dict[str, float]) -> Callable[[str | bytes], None]:
    """An engine that has come to these figures, whatever it is asked."""

    def answer(message: str | bytes) -> None:
        if "look" in (asked := json.loads(message)):
            found = {"seq": asked["seq"], "depth": 30, "done": True, "chances": figures, "lines": []}
            socket.send(json.dumps(found))

    return answer


def at(page: Page, ply: int) -> None:
    """The page shows that ply."""
    expect(page.locator("#study")).to_have_attribute("data-ply", str(ply))


@pytest.mark.parametrize("size", SIZES)
def test_a_line_is_tried_kept_apart_and_told(visitors: Visitors, size: dict[str, int]):
    """By pointer, drag, keys and typing; the tree shows main line and variations, and the deck stays where it is."""
    visitors.expect("api/v1/look.*422")  # a move that is none
    page = visitors(None, viewport=size, has_touch=size is PHONE)
    root = study(page, "LC", ACTS)
    at(page, 10)
    deck = page.locator("#deck").bounding_box()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    at(page, 6)
    for space in ("b5", "c4"):
        page.mouse.click(*middle(page, space))
    at(page, 7)
    drag(page, middle(page, "c9"), "b8")
    at(page, 8)
    assert page.locator("#tree .tree-block").count() == 3
    assert page.locator('#tree .tree-block[aria-label="Instead: b5-c4"] .tree-move').all_inner_texts() == [
        "b5-c4",
        "c9-b8",
    ]
    page.keyboard.press("ArrowLeft")
    at(page, 7)
    page.keyboard.press("ArrowUp")  # the main line instead
    expect(page.locator("#tree [aria-current]")).to_have_text("@a3")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#tree [aria-current]")).to_have_text("b5-c4")
    page.keyboard.press("/")
    page.locator("#typed").fill("c1-c9")
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_contain_text("c1")  # why not
    page.locator("#typed").fill("@e3")
    page.keyboard.press("Enter")
    expect(page.locator("#tree [aria-current]")).to_have_text("@e3")
    expect(page.locator("#announce p").last).to_have_text("Red to move.")
    page.locator("#typed").blur()
    for key, ply in (("Home", 0), ("End", 10), (",", 9), (".", 10)):
        page.keyboard.press(key)
        at(page, ply)
    page.mouse.move(*middle(page, "c4"))
    page.mouse.wheel(0, -120)
    at(page, 9)
    page.locator("#tree").get_by_text("b5-c4").click()
    at(page, 7)
    expect(page).to_have_url(re.compile("acts=.*b5-c4.*&ply=7$"))  # and what follows it
    page.locator("#node-promote").click()
    expect(page.locator("#tree .is-main").first).to_contain_text("b5-c4")
    page.locator("#node-delete").click()
    page.locator("#confirm-yes").click()
    at(page, 6)
    assert page.locator("#tree .tree-block").count() == 1
    assert page.locator("#deck").bounding_box() == deck
    assert root.get_attribute("data-over") == "false"
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_the_engine_looks_on_and_can_be_switched_off(visitors: Visitors):
    """A bar with figures, lines as arrows and sentences; a click plays a line, and a hidden page costs nothing."""
    page = visitors(None)
    with page.expect_websocket(lambda socket: socket.url.endswith("/engine")) as asked:
        study(page, "LC", ACTS)
    expect(page.locator("#engine-list .line")).to_have_count(3)
    with asked.value.expect_event("close"):
        page.evaluate(TURN_AWAY, True)
    with page.expect_websocket(lambda socket: socket.url.endswith("/engine")) as again:
        page.evaluate(TURN_AWAY, False)
    assert not again.value.is_closed()
    bars = page.locator("#bars")
    expect(bars).to_have_attribute("aria-label", re.compile(r"^Red \d+%, Blue \d+%$"))
    expect(page.locator("#engine-list .line")).to_have_count(3)
    expect(page.locator("#deck-live .arrow")).to_have_count(3)
    assert page.locator("#deck-live .arrow-sign").all_text_contents() == ["3", "2", "1"]
    assert all(len(words) > 5 for words in page.locator(".line-words").all_inner_texts())
    page.evaluate(PRESSED)
    page.locator(".line-move").nth(1).click()
    at(page, 12)
    assert page.locator("#tree .tree-move").all_inner_texts()[-2:] == page.evaluate("pressed")
    page.locator("#engine-lines").select_option("5")
    expect(page.locator("#engine-list .line")).to_have_count(5)
    page.locator("#engine-on").uncheck()
    expect(page.locator("#deck-live .arrow")).to_have_count(0)
    expect(bars).to_be_hidden()
    page.reload()
    page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")
    assert not page.locator("#engine-on").is_checked()
    page.locator("body").press("h")
    expect(page.locator("#deck-live .arrow").first).to_be_attached()


@pytest.mark.parametrize("size", SIZES)
def test_three_rolls_stand_side_by_side(visitors: Visitors, size: dict[str, int]):
    """With their chances before the roll; after it whether it was luck, and another roll is a click away."""
    page = visitors(None, viewport=size)
    study(page, ROLLING)
    rolls = page.locator(".roll-worth")
    for number in range(3):
        expect(rolls.nth(number)).to_have_text(re.compile(r"^\d+%$"))
    page.locator('[data-roll="2"]').click()
    at(page, 1)
    expect(page.locator('[data-roll="2"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#luck")).to_have_text(re.compile("luck"))
    page.locator('[data-roll="3"]').click()
    expect(page.locator("#study")).to_have_attribute("data-die", "3")
    assert page.locator("#tree .tree-move.is-roll").all_inner_texts() == ["*2", "*3"]
    page.keyboard.press("ArrowUp")
    expect(page.locator("#study")).to_have_attribute("data-die", "2")


def test_a_study_that_nobody_keeps_is_exported(visitors: Visitors):
    """It is kept on the way, with the variations that were tried."""
    page = visitors(None)
    study(page, "LC", "@a3 @c9")
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.mouse.click(*middle(page, "e3"))
    at(page, 2)
    with page.expect_download() as download:
        page.locator("#study-keep-export").click()
    assert "( 1... @e3 )" in re.sub(r"([()])", r" \1 ", download.value.path().read_text("utf-8")).replace("  ", " ")
    expect(page.locator("#study-export")).to_be_visible()
    expect(page.locator("#study-keep-export")).to_have_count(0)


def test_a_study_is_kept_and_linked(visitors: Visitors):
    """By a button, then by itself; whoever has the link reads it, and keeps a copy of what they try."""
    page = visitors(None)
    root = study(page, "LC", "@a3 @c9 a3-a5 @a7")
    page.locator("#study-keep").click()
    expect(page).to_have_url(re.compile(r"/study/\w+/4$"))
    page.mouse.click(*middle(page, "c1"))
    expect(page).to_have_url(re.compile(r"/study/\w+/5$"))
    page.locator("#node-comment").fill("A quiet one.")
    page.locator("#node-name").fill("North")
    with page.expect_response(re.compile("/edits")) as sent:
        page.locator("#node-name").blur()
    assert sent.value.ok
    expect(root).to_have_attribute("data-loose", "false")
    address = page.url
    other = visitors(None, viewport=PHONE)
    atlas.visit(other, address)
    assert other.locator("#tree .tree-comment").all_inner_texts() == ["A quiet one."]
    other.keyboard.press("ArrowLeft")
    at(other, 4)
    other.mouse.click(*middle(other, "e3"))
    at(other, 5)
    expect(other.locator("#study-loose")).to_be_visible()
    other.locator("#study-keep").click()
    expect(other.locator("#study-kept")).to_be_visible()
    expect(other).not_to_have_url(re.compile(address.split("/")[4]))
    atlas.visit(page, address)
    assert page.locator("#tree .tree-move").all_inner_texts()[-1] == "@c1"
    book = page.request.get(page.locator("#study-export").get_attribute("href") or "").text()
    assert "{[%name North] A quiet one.}" in book


def test_what_is_written_survives_a_reload(visitors: Visitors):
    """It is kept a moment after the last letter, though nobody has left the field."""
    page = visitors(None, viewport=PHONE)
    study(page, "LC", "@a3 @c9")
    page.locator("#study-keep").click()
    expect(page).to_have_url(re.compile(r"/study/\w+/2$"))
    with page.expect_response(re.compile("/edits")) as sent:
        page.locator("#node-comment").press_sequentially("Bold.")
    assert sent.value.ok
    assert page.evaluate("document.activeElement.id") == "node-comment"
    page.reload()
    expect(page.locator("#node-comment")).to_have_value("Bold.")
    book = page.locator("#study-export").get_attribute("href") or ""
    page.locator("#node-comment").fill("Bold. Or not?")
    page.goto("/rules")
    until(lambda: "Bold. Or not?" in page.request.get(book).text())


@pytest.mark.parametrize("size", SIZES)
def test_three_crews_have_three_bars(visitors: Visitors, size: dict[str, int]):
    """Their figures add up to a hundred, on a phone, too, where a finger goes through the line."""
    page = visitors(None, viewport=size, has_touch=size is PHONE)
    study(page, "MG3", "@c1 @a3")
    figures = page.locator(".bar-figure")
    expect(figures.nth(2)).to_have_text(re.compile(r"^\d+%$"))
    assert sum(int(text.removesuffix("%")) for text in figures.all_inner_texts()) == 100
    for number in range(3):
        expect(figures.nth(number)).to_be_in_viewport(ratio=1)
    for steps, ply in ((-1, 1), (-1, 0), (1, 1)) if size is PHONE else ():
        swipe(page, steps)
        at(page, ply)


def test_a_line_plays_by_itself(visitors: Visitors):
    """Until its end or until somebody does something else."""
    page = visitors(None)
    study(page, "LC", ACTS)
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("#speed").select_option("4000")  # enough to stop it again
    page.locator("#step-play").click()
    at(page, 1)
    page.locator("#step-play").click()
    expect(page.locator("#study")).to_have_attribute("data-playing", "false")
    page.locator("#speed").select_option("400")
    page.locator("#step-play").click()
    at(page, 10)
    expect(page.locator("#study")).to_have_attribute("data-playing", "false")


def test_what_the_server_writes_and_what_the_browser_makes_are_the_same(visitors: Visitors):
    """The tree is drawn by both."""
    visitors.expect("preload")  # of what only scripts use
    page = visitors(None, java_script_enabled=False)
    page.goto(f"/study?position=LC&acts={ACTS.replace(' ', '+')}")
    written = page.locator("#tree-blocks").inner_html()
    page = visitors(None)
    study(page, "LC", ACTS)
    page.locator("body").press("End")
    page.evaluate("document.getElementById('tree-blocks').replaceChildren()")
    page.locator("#node-comment").fill("x")
    page.locator("#node-comment").blur()
    page.locator("#node-comment").fill("")
    page.locator("#node-comment").blur()
    expect(page.locator("#tree-blocks .tree-comment")).to_have_count(0)
    assert page.locator("#tree-blocks").inner_html() == written


@pytest.mark.parametrize("size", SIZES)
def test_whose_chance_a_line_tells(visitors: Visitors, size: dict[str, int]):
    """That of whoever is to choose bears their mark: the verdict above may name the other crew."""
    page = visitors(None, viewport=size)
    study(page, "QM Bc1~,Rb2a3,Ra3~,Rc4c3,Bb5a5,Be5e7,Rd8c9 B R3B4 1")
    expect(page.locator(".line-worth").first).to_have_class(re.compile("crew-B"))
    page.wait_for_function("""() => {
      const [worth, line] = [".line-worth", ".line"].map((name) => document.querySelector(name));
      const [box, row] = [worth, line].map((one) => one.getBoundingClientRect());
      return getComputedStyle(worth, "::before").content === '""' && box.height < 30 && box.right < row.right;
    }""")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(
    "size",
    [PHONE, WIDE, {"width": 1024, "height": 768}, {"width": 844, "height": 390}],
    ids=["390", "1280", "1024", "lying"],
)
def test_a_question_leaves_the_deck_in_sight(visitors: Visitors, size: dict[str, int], language: str):
    """What is to be chosen next stands over the sentence, whole, beside the die, with its way out in sight."""
    page = visitors(None, viewport=size, locale=language)
    study(page, "QM Rc4c3,BRb5c4,Ra7~,Bc9~ R R4B5 1")
    if size["height"] < size["width"] // 2:  # the deck was turned for such a window: now it comes like that
        expect(page.locator("body")).to_have_class(re.compile("deck-lies"))
        study(page, "QM Rc4c3,BRb5c4,Ra7~,Bc9~ R R4B5 1")
    for space in ("c4", "b5"):
        page.mouse.click(*middle(page, space))
    expect(page.locator("#guide-words")).to_be_visible()
    words, deck, die, bars = (page.locator(name).bounding_box() for name in ("#guide-words", "#deck", "#die", "#bars"))
    cancel = page.locator("#guide-no").bounding_box()
    assert words
    assert deck
    assert die
    assert bars
    assert cancel
    assert words["y"] + words["height"] <= min(deck["y"], bars["y"]) + 1
    assert page.locator("#guide-words").evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), "whole"
    for box in (deck, die, bars):
        beside = cancel["x"] >= box["x"] + box["width"] - 1 or box["x"] >= cancel["x"] + cancel["width"] - 1
        assert beside or cancel["y"] >= box["y"] + box["height"] - 1 or cancel["y"] + cancel["height"] <= box["y"] + 1
    spot = [die["x"] + die["width"] / 2, die["y"] + die["height"] / 2]
    assert page.evaluate("([x, y]) => Boolean(document.elementFromPoint(x, y).closest('#die'))", spot), "in sight"
    page.locator("#guide-no").click()
    expect(page.locator("#guide")).to_be_hidden()


@pytest.mark.parametrize("size", SIZES)
def test_what_is_said_leaves_the_deck_in_sight(visitors: Visitors, size: dict[str, int]):
    """A refusal is as high as its words, over the sentence."""
    visitors.expect("api/v1/look.*422")
    page = visitors(None, viewport=size)
    study(page, "LC", "@a3")
    page.mouse.click(*middle(page, "c4"))
    expect(page.locator("#say")).to_have_class(re.compile("is-shown"))
    said, deck = page.locator("#say").bounding_box(), page.locator("#deck").bounding_box()
    assert said
    assert deck
    assert said["height"] < 90
    assert said["y"] + said["height"] <= deck["y"] + 12


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_a_mark_is_told_in_whole_rows(visitors: Visitors, size: dict[str, int], language: str):
    """What the analysis says is not cut within a row, and the better move is read whole."""
    page = visitors(None, viewport=size, locale=language)
    sailor = play_on(page, "MG2 Rc1~,Ba3~,Be3~,Ra5a7,Bb5a5,Ba7~,Re7~,Rd8c9 R R3B3 -", R="me", B="me")
    for move in ("d8-c7", "b5-c6"):
        sailor.play(move)
    sailor.say("resign")
    game = sailor.data["game"]
    page.goto(f"/games/{game}/analysis")
    page.locator("#analysis-begin").click()
    expect(page.locator("#summary, .summary, .sheet-table").first).to_be_visible()
    atlas.visit(page, f"/study?game={game}&ply=1")
    expect(page.locator("#node-better")).to_be_visible()
    rows = page.locator(".mark-words").evaluate(
        "(one) => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)"
    )
    assert abs(rows - round(rows)) < 0.05
    assert page.locator("#node-better").evaluate("(one) => one.scrollWidth <= one.clientWidth"), "whole"
    both, better = page.locator("#node-arrows").bounding_box(), page.locator("#node-better").bounding_box()
    assert both
    assert better
    assert both["x"] + both["width"] <= better["x"]
    assert better["x"] + better["width"] <= size["width"]


@pytest.mark.parametrize("size", SIZES)
def test_a_mark_says_whose_figures_it_tells(visitors: Visitors, size: dict[str, int]):
    """Where the engine has come to others than the report, which looked for a shorter time, its own come first."""
    page = visitors(None, viewport=size)
    sailor = play_on(page, "MG2 Rc1~,Ba3~,Be3~,Ra5a7,Bb5a5,Ba7~,Re7~,Rd8c9 R R3B3 -", R="me", B="me")
    for move in ("d8-c7", "b5-c6"):
        sailor.play(move)
    sailor.say("resign")
    game = sailor.data["game"]
    page.goto(f"/games/{game}/analysis")
    page.locator("#analysis-begin").click()
    expect(page.locator("#summary, .summary, .sheet-table").first).to_be_visible()
    figures = {"R": 12.0, "B": 88.0}
    page.route_web_socket(re.compile("/api/v1/engine"), lambda socket: socket.on_message(answering(socket, figures)))
    atlas.visit(page, f"/study?game={game}&ply=1")
    source = page.locator("#node-source")
    expect(source).to_have_text("Engine: Red 12%. Report, after a shorter look:")
    expect(page.locator("#node-reason")).to_contain_text("Better was")
    figures.update(
        page.evaluate("JSON.parse(document.getElementById('study-data').textContent).study.nodes[1].mark.chances")
    )
    page.keyboard.press("h")
    expect(source).to_have_text("")
    page.keyboard.press("h")
    expect(page.locator('[data-bar="R"] .bar-figure')).to_have_text(f"{round(figures['R'])}%")
    expect(source).to_have_text("")  # the same


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            [
                "Bad luck: −1 point against",
                "Bad luck: −2 points against",
                "Good luck: +1 point against",
                "1 point lost",
            ],
        ),
        (
            "de",
            ["Pech: −1 Punkt gegenüber", "Pech: −2 Punkte gegenüber", "Glück: +1 Punkt gegenüber", "1 Punkt verloren"],
        ),
        ("fr", ["malchance : −1 point par", "malchance : −2 points par", "chance : +1 point par", "1 point perdu"]),
    ],
)
def test_one_point_is_no_points(visitors: Visitors, language: str, said: list[str]):
    """Luck and losses are counted as each language does, below nothing with the sign for it."""
    page = visitors(None, locale=language)
    study(page, ROLLING)
    found = page.evaluate(COUNTED)
    for words, expected in zip(found, said, strict=True):
        assert expected in words.replace("\xa0", " ")


def test_later_moves_survive_a_reload(visitors: Visitors):
    """Of a line that came by a link, and of one that was tried beside a game; the same ply is shown."""
    page = visitors(None)
    study(page, "LC", ACTS)
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    at(page, 6)
    expect(page).to_have_url(re.compile("ply=6$"))
    page.reload()
    at(page, 6)
    assert page.locator("#tree .tree-move").all_inner_texts()[1:] == ACTS.split()
    game = play_on(visitors(None), "LC", acts="@a3 @c9", R="me", B="me").data["game"]
    atlas.visit(page, f"/study?game={game}&ply=1")
    for ply, space in ((2, "e3"), (3, "c1")):
        page.mouse.click(*middle(page, space))
        at(page, ply)
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    expect(page).to_have_url(re.compile("shown=2$"))
    page.reload()
    at(page, 2)
    assert page.locator("#tree .tree-move").all_inner_texts()[1:] == ["@a3", "@c9", "@e3", "@c1"]
    page.keyboard.press("ArrowRight")
    at(page, 3)


@pytest.mark.parametrize("size", SIZES)
def test_what_the_engine_says_can_be_read(visitors: Visitors, size: dict[str, int]):
    """Three rows of each line, be its words short or long, so that nothing moves; and the longest verdict has room."""
    page = visitors(None, viewport=size, locale="fr")
    study(page, atlas.TABLES["loyal-captain"])
    words = page.locator("#engine-list .line-words")
    expect(words.nth(1)).to_contain_text("Plus tard")
    expect(page.locator("#engine-verdict")).to_contain_text("gagne en")
    page.locator("#engine-on").uncheck()  # it writes no more
    assert page.evaluate(
        "document.querySelector('.study-side').scrollWidth <= document.querySelector('.study-side').clientWidth"
    )
    assert page.locator(".engine-head").evaluate("(one) => one.scrollWidth <= one.clientWidth")
    for one in words.all():
        rows, hidden = one.evaluate("(one) => [one.clientHeight, one.scrollHeight - one.clientHeight]")
        assert rows >= 3 * 16
        assert hidden == 0 or size is PHONE
    places = [
        one.evaluate(f"(one) => {{ one.querySelector('.line-words').textContent = {said!r}; {PLACE} }}")
        for said in ("Rouge entre.", "Rouge entre et perd ses propres jetons. " * 9)
        for one in page.locator("#engine-list .line").all()
    ]
    half = len(places) // 2
    assert places[:half] == places[half:]
