"""Plays at a table page as a person would, with kidd's own search to think up moves."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Protocol
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

import kidd
from kidd.search.answer import Limits
from kidd.search.engine import Engine
from kidd.search.players import repeated_positions

ARROWS = ("ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
READY = """([version, ply, patient, hurried]) => {
  if (hurried) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  const at = document.getElementById("table").dataset;
  if (document.documentElement.dataset.ready !== "true") return false;
  if (Number(at.version) < version || Number(at.ply) < ply) return false;
  return !patient || at.over === "true" || at.thinking === "false";
}"""


class Hand(Protocol):
    """A way to point at a space."""

    def point(self, page: Page, space: str) -> None:
        """Point at it."""


class Mouse:
    """Clicks in the middle of a space."""

    def point(self, page: Page, space: str) -> None:
        page.mouse.click(*middle(page, space))


class Finger:
    """Taps on a space."""

    def point(self, page: Page, space: str) -> None:
        page.touchscreen.tap(*middle(page, space))


class Keyboard:
    """Walks along the paths by arrow keys, learning on the way where they lead, and presses Enter."""

    def __init__(self) -> None:
        self.known: dict[str, dict[str, str]] = {}

    def point(self, page: Page, space: str) -> None:
        if not self._at(page):
            page.keyboard.press("d")
        while self._at(page) != space:
            self._step(page, space)
        page.keyboard.press("Enter")

    def _step(self, page: Page, wanted: str) -> None:
        here = self._at(page)
        key = self._way(here, wanted)
        page.keyboard.press(key)
        self.known.setdefault(here, {})[key] = self._at(page)

    def _way(self, here: str, wanted: str) -> str:
        """The first key of the shortest known walk to the space, or else to a key not tried yet."""
        for goal in (lambda space: space == wanted, lambda space: len(self.known.get(space, ())) < len(ARROWS)):
            found = self._search(here, goal)
            if found:
                return found
        raise AssertionError(f"no arrow keys lead from {here} to {wanted}")

    def _search(self, here: str, goal: Callable[[str], bool]) -> str:
        untried = [key for key in ARROWS if key not in self.known.get(here, {})]
        if goal(here) and untried:
            return untried[0]
        seen, queue = {here}, deque([(here, "")])
        while queue:
            space, first = queue.popleft()
            if first and goal(space):
                return first
            for key, following in self.known.get(space, {}).items():
                if following not in seen:
                    seen.add(following)
                    queue.append((following, first or key))
        return ""

    @staticmethod
    def _at(page: Page) -> str:
        found: str = page.evaluate("document.activeElement?.dataset?.space ?? ''")
        return found


class Deckhand:
    """Sits at one table page; the moves come from a short search, the clicks from a hand."""

    def __init__(self, page: Page, hand: Hand | None = None) -> None:
        self.page = page
        self.hand = hand or Mouse()
        self.engine: Engine | None = None

    @property
    def data(self) -> dict[str, str]:
        """The hooks of the table, such as `ply`, `turn` and `result`."""
        return dict(self.page.evaluate("({...document.getElementById('table').dataset})"))

    @property
    def moves(self) -> list[str]:
        """The legal moves that the page lists."""
        return list(self.page.evaluate("[...document.querySelectorAll('[data-move]')].map((one) => one.dataset.move)"))

    def match(self) -> kidd.Match:
        """The game as its log book tells it."""
        # A kept connection may be closed by the server just when it is used again; a browser tries again as well.
        book = self.page.request.get(f"/games/{self.data['game']}/log.kidd", max_retries=2)
        assert book.ok
        return kidd.read_logbook(book.text())[0]

    def settle(self, version: int = 0, patient: bool = True, hurried: bool = False, *, ply: int = 0) -> None:
        """Wait until the page is alive and shows that version or ply or a later one, and until no computer thinks.

        Who is hurried does not look on while rolls and others' moves are shown: any key shows how the game stands.
        """
        self.page.wait_for_function(READY, arg=[version, ply, patient, hurried])

    def choose(self, match: kidd.Match) -> str:
        """A good move, found quickly; a rescue wherever there is one."""
        texts = [str(move) for move in match.position.legal_moves()]
        rescues = [text for text in texts if ">" in text]
        if rescues or len(texts) == 1:
            return (rescues or texts)[0]
        if self.engine is None:
            self.engine = Engine(match.game, 4)
        limits = Limits(depth=3, nodes=4000)
        found = self.engine.analyse(match.position, limits, seed=len(match), history=repeated_positions(match))
        return str(found.lines[0].moves[0])

    def play(self, move: str, *, patient: bool = True, hurried: bool = False) -> None:
        """Point out a move space by space, as far as the page asks for them, and wait for what comes of it."""
        version = int(self.data["version"])
        self.start(move)
        self.settle(version + 1, patient, hurried)

    def start(self, move: str) -> None:
        """Point at the spaces of a move; what leaves no choice the page picks by itself."""
        if move in ("pass", "red", "blue"):
            self.page.locator(f'[data-play="{move}"]').click()
            return
        first, *others = re.findall(r"[a-z]\d+", move)
        self.hand.point(self.page, first)
        if others:
            self.hand.point(self.page, others[0])
        for space in others[1:]:
            if self.marked(space, "is-choice"):
                self.hand.point(self.page, space)

    def say(self, word: str, *, patient: bool = True) -> None:
        """Click the button of a word such as `draw?`, and say yes if the page asks whether that is meant."""
        version = int(self.data["version"])
        button = self.page.locator(f'#table [data-act="{word}"]')
        asks = button.get_attribute("data-question")
        if not button.is_visible():  # on a phone the words are found under More
            self.page.locator("#do-more").click()
            button = self.page.locator(f'#more-words [data-act="{word}"]')
        button.click()
        if asks:
            self.page.locator("#confirm-yes").click()
        self.settle(version + 1, patient)

    def marked(self, space: str, mark: str) -> bool:
        """Whether a space bears a mark now."""
        place = self.page.locator(f'#table [data-space="{space}"]')
        return mark in (place.get_attribute("class") or "").split()

    def until_over(self, most: int = 400) -> kidd.Match:
        """Play every own turn to the end of the game and return all of it."""
        self.settle()
        for _ in range(most):
            if self.data["over"] == "true":
                break
            match = self.match()
            if match.offer and match.offer.kind == "stalemate":
                self.say("contest")
                continue
            assert sorted(self.moves) == sorted(map(str, match.position.legal_moves()))
            self.play(self.choose(match), hurried=True)
        match = self.match()
        assert match.result is not None
        expect(self.page.locator("#over")).to_be_visible()
        assert self.data["result"] == match.outcome
        return match


def middle(page: Page, space: str) -> tuple[float, float]:
    """Where a space is on the screen; scrolls there first."""
    place = page.locator(f'#deck-live [data-space="{space}"] .hit')
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], space: str) -> None:
    """Take up what is there and put it down on a space."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*middle(page, space), steps=6)
    page.mouse.up()


def begin(page: Page, game: str, hand: Hand | None = None, /, **wishes: str) -> Deckhand:
    """Open a game by the form of the home page."""
    page.goto("/")
    card = page.locator(f"#card-{game}")
    fields = {name: card.locator(f"[name={name}]") for name in ("level", *wishes)}
    hidden = {name: field.first.evaluate("(one) => Boolean(one.closest('details'))") for name, field in fields.items()}
    for name in sorted(fields, key=hidden.__getitem__):  # the sheet of options lies over what is asked for openly
        if hidden[name]:
            card.locator("details").evaluate("(one) => { one.open = true }")
        field, value = fields[name], {"level": "1", **wishes}[name]
        kind = field.first.get_attribute("type")
        if kind == "radio":
            card.locator(f'[name={name}][value="{value}"]').check()
        elif field.evaluate("(one) => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    card.locator("button").last.click()
    page.wait_for_url(re.compile("/games/"))
    sailor = Deckhand(page, hand)
    sailor.settle()
    return sailor


def play_on(
    page: Page, position: str, hand: Hand | None = None, /, *, acts: str = "", options: str = "", **seats: str
) -> Deckhand:
    """Open a game from a position in the address bar, and acts since then; seats are `R="me"`, `B="1"` and so on."""
    page.goto("/load?" + urlencode({"position": position, "options": options, "acts": acts}))
    for colour, who in seats.items():
        page.locator(f"[name=seat-{colour}]").select_option(who)
    page.locator("#play-on").click()
    page.wait_for_url(re.compile("/games/"))
    sailor = Deckhand(page, hand)
    sailor.settle()
    return sailor
