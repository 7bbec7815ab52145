"""What players say to each other around the moves: draws, claims, resignation, and taking back."""

import pytest
from playwright.sync_api import Page, expect

from kidd.table.play.games import load, play
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import Deckhand, begin, play_on
from tests.browser.tables import come, opened
from tests.web.afloat import Server

pytestmark = pytest.mark.once

QUIET = "LC Rc4c3,Bc9~ R R0B0 -"


def at_one_device(visitors: Visitors, **wishes: str) -> Deckhand:
    """Loyal Captain for two people here."""
    return begin(visitors(None), "LC", party="2-2", **wishes)


def test_a_draw_is_offered_declined_offered_again_and_accepted(visitors: Visitors):
    """The offer is shown with its answers until somebody gives one."""
    sailor = at_one_device(visitors)
    sailor.say("draw?")
    expect(sailor.page.locator("#asked")).to_be_visible()
    sailor.say("draw.")
    expect(sailor.page.locator("#asked")).to_have_count(0)
    expect(sailor.page.locator('[data-act="draw?"]')).to_have_count(0)  # not again before a move
    assert sailor.data["over"] == "false"
    sailor.play("@c1")
    sailor.say("draw?")
    sailor.say("draw!")
    assert sailor.data["result"] == "1/2-1/2"
    assert sailor.match().acts[-2:] == ("draw?", "draw!")


def _in_sight(page: Page, selector: str) -> bool:
    """Whether nothing lies over the middle and the corners of whatever that names."""
    return bool(
        page.evaluate(
            """(selector) => [...document.querySelectorAll(selector)].every((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              const points = [[(left + right) / 2, (top + bottom) / 2], [left + 4, top + 4], [right - 4, bottom - 4]];
              return right > left && points.every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
            })""",
            selector,
        )
    )


@pytest.mark.parametrize("size", [PHONE, WIDE, {"width": 360, "height": 640}], ids=["390", "1280", "360"])
@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_an_offer_covers_neither_die_nor_clocks(server: Server, coming: Visitors, size: dict[str, int], locale: str):
    """QM, by the clock: whoever answers sees the roll, everybody's time and all of the words."""
    store, (game, red, blue) = server.app.state.store, opened(server, "QM", "300+5")
    play(store, game, red, 0, "@c1")
    play(store, game, blue, 1, "@a7")
    play(store, game, blue, len(load(store, game).match), "B:draw?")
    page = come(server, coming, red, game, viewport=size, locale=locale)
    expect(page.locator("#asked")).to_be_visible()
    for selector in ("#die", ".clock-face", "#crews-far .crew", "#crews-near .crew", "#asked [data-act]", "#do-hint"):
        assert _in_sight(page, selector), selector
    room = "(one) => one.clientHeight - one.scrollHeight"  # a line that is cut off is more than its letters' tails
    assert page.locator("#asked .asked-words").evaluate(room) > -10
    heights = [(button.bounding_box() or {"height": 0})["height"] for button in page.locator("#asked .button").all()]
    assert len(heights) == 2
    assert min(heights) >= 40
    deck = page.locator("#deck").bounding_box()
    page.locator('#asked [data-act="draw."]').click()
    expect(page.locator("#asked")).to_have_count(0)
    assert page.locator("#deck").bounding_box() == deck


def test_a_computer_answers_an_offer(visitors: Visitors):
    """Whether it accepts is its business, but it does not leave one waiting, and its answer is said on the page."""
    sailor = begin(visitors(None), "LC", level="1")
    sailor.play("@c1")
    sailor.say("draw?")
    match = sailor.match()
    assert match.offer is None
    expect(sailor.page.locator("#say.is-shown")).to_contain_text("accepts" if match.result else "declines")


def test_a_claim_is_accepted(visitors: Visitors):
    """The game ends in a draw."""
    sailor = at_one_device(visitors, claim_after="0")
    sailor.say("stalemate?")
    sailor.say("stalemate!")
    assert sailor.data["result"] == "1/2-1/2"


def test_a_contested_claim_counts_down_from_twenty(visitors: Visitors):
    """The count is shown and goes down with each move of the contester, until the contester has lost."""
    page = visitors(None)
    sailor = play_on(page, QUIET, options="claim_after=0", R="me", B="me")
    sailor.say("stalemate?")
    sailor.say("contest")
    count = page.locator("#contest")
    for left in range(20, 0, -1):
        expect(count).to_contain_text(str(left))
        for _ in range(2):
            sailor.play(sailor.moves[0])
    assert sailor.data["result"] == "1-0"
    assert sailor.match().result


def test_resigning_asks_first(visitors: Visitors):
    """A slip of the finger does not end a game; a yes does."""
    sailor = begin(visitors(None), "LC", level="1")
    page = sailor.page
    sailor.play("@c1")
    page.locator('#table [data-act="resign"]').click()
    page.locator("#confirm-no").click()
    assert sailor.data["over"] == "false"
    sailor.say("resign")
    assert sailor.data["result"] == "0-1"


@pytest.mark.parametrize(
    ("before", "word", "question", "result"),
    [
        ((), "resign", "Do you want to give up this game for Red?", "0-1"),
        (("draw?",), "draw!", "Accept the draw?", "1/2-1/2"),
    ],
)
def test_typed_words_that_end_the_game_ask_first(
    visitors: Visitors, before: tuple[str, ...], word: str, question: str, result: str
):
    """As buttons do; at one device the question says who resigns."""
    sailor = at_one_device(visitors)
    page = sailor.page
    for said in before:
        sailor.play("@c1")
        sailor.say(said)
    for answer in ("no", "yes"):
        assert sailor.data["over"] == "false"
        page.locator("#typed").fill(word)
        page.keyboard.press("Enter")
        expect(page.locator("#confirm-question")).to_have_text(question)
        page.locator(f"#confirm-{answer}").click()
    expect(page.locator("#table")).to_have_attribute("data-result", result)


def test_taking_back_brings_no_other_roll(visitors: Visitors):
    """A move of Quedah Merchant is taken back and played again: each die falls as it fell before."""
    sailor = begin(visitors(None), "QM", level="1")
    sailor.play("@c1")
    before = sailor.match().acts
    first = sailor.choose(sailor.match())
    sailor.play(first)
    rolled = sailor.match().acts
    sailor.page.locator("#do-takeback").click()
    sailor.settle(int(sailor.data["version"]))
    expect(sailor.page.locator("#table")).to_have_attribute("data-ply", str(len(before)))
    expect(sailor.page.locator("#announce")).to_contain_text("Taken back.")
    assert sailor.match().acts == before
    sailor.play(first)
    assert sailor.match().acts[: len(before) + 2] == rolled[: len(before) + 2]


def test_a_rematch_swaps_the_seats(visitors: Visitors):
    """Who was red is blue in the next game."""
    sailor = at_one_device(visitors, name1="Anne", name2="Mary")
    sailor.say("resign")
    sailor.page.locator("#rematch").click()
    sailor.page.wait_for_function("() => document.getElementById('table')?.dataset.ply === '0'")
    expect(sailor.page.locator("#crew-R .crew-name")).to_have_text("Mary")
    expect(sailor.page.locator("#crew-B .crew-name")).to_have_text("Anne")


def test_a_hint_is_given_in_words_and_can_be_played(visitors: Visitors):
    """The hint names a move, says why, is drawn as an arrow, and a click plays it."""
    sailor = begin(visitors(None), "MG", party="2-1")
    sailor.page.locator("#do-hint").click()
    yes = sailor.page.locator("#guide-yes")
    expect(yes).to_be_visible()
    assert sailor.page.locator("#guide-words").inner_text().strip()
    assert (sailor.page.locator(".hint-arrow").get_attribute("d") or "").startswith("M")
    hatch = sailor.page.locator("#deck-live .is-hint").get_attribute("data-space")
    yes.click()
    sailor.settle(ply=2)
    assert sailor.match().act(0) == f"@{hatch}"
    expect(sailor.page.locator("#deck-live .is-hint")).to_have_count(0)
    assert sailor.page.locator(".hint-arrow").get_attribute("d") is None
    assert len(sailor.match()) == 2
