"""What the last moves left behind: rings of them and of no other, ghosts, ways and lines through what was taken."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.atlas import captured
from tests.browser.conftest import PHONE, WIDE, Visitors
from tests.browser.deckhand import Deckhand, Finger, begin, middle, play_on

pytestmark = pytest.mark.once

SCREENS = pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])

RINGS = """() => {
  window.rings = [];
  const count = () => window.rings.push(document.querySelectorAll("#deck-live .is-last-to").length);
  new MutationObserver(count).observe(document.getElementById("table"), { attributeFilter: ["data-ply"] });
}"""


def ringed(sailor: Deckhand, mark: str = "is-last-to") -> set[str]:
    """The spaces that bear a ring of the last moves."""
    return set(sailor.page.eval_on_selector_all(f"#deck-live .{mark}", "(all) => all.map((one) => one.dataset.space)"))


def reached(sailor: Deckhand, crews: int = 1) -> set[str]:
    """Where tokens came to stand by the last move of each of so many crews."""
    match = sailor.match()
    seen: set[str | None] = set()
    found: set[str] = set()
    for number in reversed(range(len(match))):
        if match.word(number) or match.position_at(number).is_chance or len(seen) == crews:
            continue
        move = match.move(number)
        if move.target is None:  # a pass leaves the rings where they were
            continue
        if (by := match.act_by(number)) in seen:
            break
        seen.add(by)
        found |= {space for space in (move.target, *move.escapes, move.entry) if space}
    return found


@SCREENS
def test_rings_do_not_pile_up_where_a_die_is_rolled(visitors: Visitors, viewport: dict[str, int]):
    """Quedah Merchant against a computer, six turns by pointer: only the last move is ringed."""
    sailor = begin(visitors(None, viewport=viewport), "QM", blocked="any")
    for _ in range(6):
        if sailor.data["over"] == "true":
            break
        sailor.play(sailor.choose(sailor.match()))
        assert ringed(sailor) == reached(sailor)
        assert len(ringed(sailor, "is-last-from")) <= 1


def test_rings_do_not_pile_up_for_who_is_out(visitors: Visitors):
    """Madagascar for three, seen by a crew that has nothing left: one move of each of the others is ringed."""
    position = "MG3 RGGc4c3,BGGa5a7,Rc1~,Bc9~,RGe5e7,BGc6c7 R R3B3G0 -"
    sailor = play_on(visitors(None), position, R="1", B="1", G="me")
    sailor.page.evaluate(RINGS)
    sailor.settle(ply=12, patient=False)
    assert set(sailor.page.evaluate("window.rings")) <= {1, 2}


# Whose ghosts stand where, the lines through spaces, how many ways are drawn, and what the log adds to the move.
LEFT = """() => {
  const at = ({ e, f }) => `${Math.round(e)} ${Math.round(f)}`;
  const spaces = [...document.querySelectorAll("#deck-live [data-space]")];
  const names = new Map(spaces.map((one) => [at(one.transform.baseVal.consolidate().matrix), one.dataset.space]));
  const placed = (one) => names.get(at(new DOMMatrix(one.style.transform)));
  const found = (name) => [...document.querySelectorAll(`#deck-live ${name}`)].map(placed);
  const line = (name) => document.querySelector(`#deck-live .way-${name}`)?.getAttribute("d") ?? "";
  const arrows = (name) => (line(name).split("M").length - 1) / 2;
  const took = [...document.querySelectorAll("#log-rows .log-took")].map((one) => one.textContent);
  return { ghosts: found(".ghost"), struck: found(".struck"), ways: arrows("walked"), hops: arrows("freed"), took };
}"""


TRACES = {
    "group": (["b2", "c4", "b5"], ["c4", "b5"], 0),
    "chain": (["a7"], ["a5", "b5"], 2),
    "tower": (["c4"], ["a5"], 0),
}


@SCREENS
@pytest.mark.parametrize("name", TRACES)
def test_a_capture_leaves_a_trace(visitors: Visitors, viewport: dict[str, int], name: str):
    """Ghosts, ways and lines are there after the move, after a reload, and when one looks back at it."""
    ghosts, struck, hops = TRACES[name]
    nothing = {"ghosts": [], "struck": [], "ways": 0, "hops": 0, "took": ["".join(f"×{space}" for space in struck)]}
    left = nothing | {"ghosts": ghosts, "struck": struck, "ways": 1, "hops": hops}
    sailor = captured(visitors(None, viewport=viewport), name)
    page = sailor.page
    assert page.evaluate(LEFT) == left
    for space in struck:
        expect(page.locator(f'[data-space="{space}"]')).to_have_attribute("aria-label", re.compile("captured here"))
    page.reload()
    sailor.settle()
    assert page.evaluate(LEFT) == left
    page.keyboard.press("Home")
    expect(page.locator("#table")).to_have_attribute("data-ply", "0")
    assert page.evaluate(LEFT) == nothing
    page.keyboard.press("End")
    expect(page.locator("#table")).to_have_attribute("data-live", "true")
    assert page.evaluate(LEFT) == left


PREVIEW = """() => [...document.querySelectorAll("#deck-live .preview")].map((one) => (
  [one.dataset.at, one.dataset.back, one.classList.contains("is-near")]
))"""


def test_how_a_token_will_stand_is_seen_by_the_mouse(visitors: Visitors):
    """Faintly on every free target, plainly on the one that is pointed at; a token that is dragged turns as well."""
    sailor = play_on(visitors(None), "LC Rc4c3,Rb5a5,Bc9~ R R1B1 -", R="me", B="me")
    page = sailor.page
    page.mouse.move(*middle(page, "c1"))
    assert page.evaluate(PREVIEW) == [["c1", "~", True]]
    sailor.hand.point(page, "c4")
    assert page.evaluate(PREVIEW) == [["d5", "c4", False]]
    page.mouse.move(*middle(page, "d5"))
    assert page.evaluate(PREVIEW) == [["d5", "c4", True]]
    label = page.locator('[data-space="d5"]').get_attribute("aria-label") or ""
    assert label.endswith("can be reached, with its back to c4")
    page.keyboard.press("Escape")
    turned = "() => document.querySelector('#token-R2 .turn').getAttribute('style')"
    before = page.evaluate(turned)
    page.mouse.move(*middle(page, "b5"))
    page.mouse.down()
    page.mouse.move(*middle(page, "c6"), steps=6)
    assert page.evaluate(PREVIEW) == [["c6", "b5", True]]
    assert page.evaluate(turned) != before
    page.mouse.move(*middle(page, "d8"), steps=6)
    assert page.evaluate(turned) == before
    page.mouse.up()
    assert sailor.data["ply"] == "0"


def test_how_a_token_will_stand_is_seen_by_finger_and_keyboard(visitors: Visitors):
    """Every step of a rescue shows who will stand where; a key's way over the deck does so, too."""
    settings: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    sailor = play_on(visitors(None, **settings), "QM BRa5a7,Ra7~,Bc9~ R R5B5 1", Finger(), R="me", B="me")
    page = sailor.page
    sailor.hand.point(page, "a7")
    page.locator('[data-space="a5"]').focus()
    assert page.evaluate(PREVIEW) == [["b8", "a7", False], ["a5", "a7", True]]
    sailor.hand.point(page, "a5")
    assert sorted(page.evaluate(PREVIEW)) == [["a3", "a5", False], ["b5", "a5", False]]
    sailor.hand.point(page, "b5")
    assert {(at, back) for at, back, _ in page.evaluate(PREVIEW)} == {
        (hatch, "~") for hatch in ("a3", "a7", "c1", "e3", "e7")
    }
    sailor.hand.point(page, "e3")
    sailor.settle(ply=1)
    assert page.evaluate(PREVIEW) == []


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_a_token_that_was_lost_does_not_seem_to_stand(visitors: Visitors, touch: bool):
    """After a move nobody is shown where the pointer happens to rest, until somebody points again."""
    settings: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if touch else {}
    hand = [Finger()] if touch else []
    sailor = play_on(visitors(None, **settings), "LC Ba5a3,Bb8c9 R R7B5 -", *hand, R="me", B="me")
    sailor.hand.point(sailor.page, "a7")
    sailor.settle(ply=1)
    assert sailor.page.locator('#table .token[data-on="a7"]').count() == 0
    assert sailor.page.evaluate(PREVIEW) == []
