"""How soon a move is on the other's screen: `.venv/bin/python -m bench.two_browsers [--moves 100] [--moving]`.

Two people with a browser each play against the clock, while level 8 thinks in other games of the same server. Told is
the time from the press of the pointer in one browser to the frame in which the other shows the move, both by the one
clock of this machine; how much of it the mover's own screen takes, and the machine's load beside it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event, Thread

import httpx
from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.club import begin
from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand
from tests.browser.harbour import Harbour

MEDIAN, MOST = 50.0, 100.0  # milliseconds that are to be kept, for half of the moves and for 95 %
LEVEL = 8
API = "/api/v1"
# When the pointer was last pressed, and when each ply was drawn, by the clock of the machine.
WATCH = """() => {
  const at = (moment) => performance.timeOrigin + moment;
  const table = document.getElementById("table");
  window.pressed = 0; window.drawn = {}; window.came = {};
  addEventListener("pointerdown", (event) => { pressed = at(event.timeStamp); }, true);
  new MutationObserver(() => {
    const { ply } = table.dataset;
    came[ply] ??= at(performance.now());
    requestAnimationFrame(() => setTimeout(() => { drawn[ply] ??= at(performance.now()); }));
  }).observe(table, { attributes: true, attributeFilter: ["data-ply"] });
}"""


class Busy(Thread):
    """Somebody who answers computers at once, so that they think all the time."""

    def __init__(self, url: str, stop: Event, seed: int) -> None:
        super().__init__(daemon=True)
        self.client = httpx.Client(base_url=url, timeout=60, trust_env=False)
        self.random, self.stop, self.answers = Random(seed), stop, 0

    def run(self) -> None:
        seats = [{"kind": "person"}, {"kind": "computer", "level": LEVEL}]
        while not self.stop.is_set():
            state = self.client.post(f"{API}/games", json={"game": "LC", "seats": seats}).json()
            while not state.get("over") and not self.stop.wait(0.1):
                state = self.client.get(f"{API}/games/{state['id']}").json()
                if moves := state.get("moves"):
                    said = {"act": self.random.choice(moves)["act"], "ply": state["ply"]}
                    self.client.post(f"{API}/games/{state['id']}/acts", json=said)
                    self.answers += 1


@contextmanager
def busy(url: str, games: int) -> Iterator[list[Busy]]:
    """Computers that think in so many games meanwhile."""
    stop = Event()
    others = [Busy(url, stop, seed) for seed in range(games)]
    for one in others:
        one.start()
    try:
        yield others
    finally:
        stop.set()
        for one in others:
            one.join(60)
            one.client.close()


def play(pages: tuple[Page, Page], moves: int) -> list[tuple[float, float, float]]:
    """Milliseconds from each click to the message and the frame at the other's, and to the frame at one's own."""
    hands, found = [Deckhand(page) for page in pages], []
    for hand in hands:
        hand.settle()
        hand.page.evaluate(WATCH)
    for number in range(moves):
        mover, other = hands[number % 2], hands[(number + 1) % 2]
        if mover.data["over"] == "true":
            break
        ply = int(mover.data["ply"]) + 1
        mover.start(mover.choose(mover.match()))
        for hand in hands:
            hand.page.wait_for_function(f"() => drawn[{ply}]")
        pressed = mover.page.evaluate("pressed")
        there = other.page.evaluate(f"[came[{ply}], drawn[{ply}]]")
        found.append((there[0] - pressed, there[1] - pressed, mover.page.evaluate(f"drawn[{ply}]") - pressed))
        time.sleep(0.3)  # so that nobody's page is still moving tokens
    return found


def told(what: str, milliseconds: list[float]) -> str:
    """Figures in one line."""
    ranked = sorted(milliseconds)
    share = ranked[int(0.95 * (len(ranked) - 1))]
    return f"{what:34} median {statistics.median(ranked):6.1f} ms   95 % {share:6.1f} ms   longest {ranked[-1]:6.1f} ms"


def measure(visitors: Visitors, wish: argparse.Namespace) -> list[tuple[float, float, float]]:
    """Games of two people, until there are as many moves as were asked for."""
    motion = "no-preference" if wish.moving else "reduce"
    pages = visitors(reduced_motion=motion), visitors(reduced_motion=motion)
    found: list[tuple[float, float, float]] = []
    while len(found) < wish.moves:
        game = begin(pages[0].request, pages[1].request, "1800+10")
        for page in pages:
            page.goto(f"/games/{game}")
        found += play(pages, wish.moves - len(found))
    return found


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--moves", type=int, default=100)
    asked.add_argument("--games", type=int, default=4, help="in which level 8 thinks meanwhile")
    asked.add_argument("--moving", action="store_true", help="with tokens that are seen to move")
    wish = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, Harbour(Path(folder), KIDD_WORKERS="0") as harbour:
        with sync_playwright() as playwright, busy(harbour.url, wish.games) as others:
            browser = launch(playwright)
            before = os.getloadavg()[0]
            found = measure(Visitors(browser, harbour.url), wish)
            with suppress(Exception):
                browser.close()
        came, drawn, own = ([one[place] for one in found] for place in range(3))
        print(
            f"{len(found)} moves; level {LEVEL} answered {sum(one.answers for one in others)} times meanwhile; ", end=""
        )
        print(f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after")
        print(told("on the mover's own screen", own))
        print(told("at the other's page", came))
        print(told(f"on the other's screen ({MEDIAN:.0f}, {MOST:.0f})", drawn))


if __name__ == "__main__":
    main()
