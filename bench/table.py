"""What the table costs: `.venv/bin/python -m bench.table [--moves 20] [--answers 12]`.

Prints what a running game's page transfers without a cache, how soon it is drawn, how long it takes from a click to
the drawn move, and how long the computers of levels 1 to 4 take to answer; all in one run, against a server of its own.
"""

import argparse
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand, begin, middle
from tests.browser.harbour import Harbour

RUNS = 5
# The time from the pointer's press to the frame that shows the new ply.
WATCH = """() => {
  window.clicked = 0; window.drawn = [];
  addEventListener("pointerdown", (event) => { clicked = event.timeStamp; }, true);
  const table = document.getElementById("table");
  const seen = new MutationObserver(() => {
    const at = clicked;
    if (at) requestAnimationFrame(() => setTimeout(() => { drawn.push(performance.now() - at); }));
    clicked = 0;
  });
  seen.observe(table, { attributes: true, attributeFilter: ["data-ply"] });
}"""
PAINT = """() => {
  const page = performance.getEntriesByType("navigation")[0];
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return [page.responseEnd, paint.startTime, page.loadEventEnd];
}"""


def transferred(page: Page, game: str) -> dict[str, int]:
    """Bytes on the wire for a page that nothing of is cached, by kind."""
    session: CDPSession = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    kinds: dict[str, str] = {}
    sums: dict[str, int] = {}
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))

    def finished(event: dict[str, object]) -> None:
        kind = kinds.get(str(event["requestId"]), "Other")
        sums[kind] = sums.get(kind, 0) + int(float(str(event["encodedDataLength"])))

    session.on("Network.loadingFinished", finished)
    page.goto(game, wait_until="networkidle")
    session.detach()
    return sums


def first_draw(browser: Browser, page: Page, game: str) -> list[list[float]]:
    """When the page had come, was first painted and was complete, in milliseconds, with an empty cache each time."""
    found = []
    state = page.context.storage_state()
    for _ in range(RUNS):
        fresh = browser.new_context(storage_state=state, viewport={"width": 1280, "height": 800})
        tab = fresh.new_page()
        tab.goto(game, wait_until="load")
        tab.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        found.append(tab.evaluate(PAINT))
        fresh.close()
    return found


def click_to_drawn(sailor: Deckhand, moves: int) -> list[float]:
    """Milliseconds from the last click of a move to the frame that shows it, with people in both seats."""
    page = sailor.page
    page.evaluate(WATCH)
    for number in range(moves):
        steps = [move for move in sailor.moves if move.startswith("@")] or sailor.moves
        sailor.play(steps[number % len(steps)])
        page.wait_for_timeout(250)
        if sailor.data["over"] == "true":
            break
    return list(page.evaluate("drawn"))


def answer_times(visitors: Visitors, code: str, level: int, answers: int) -> list[float]:
    """Milliseconds from one's own move to the computer's, as the page sees them."""
    sailor = begin(visitors(None), code[:2], level=str(level), **({"party": f"{code[2]}-1"} if code[2:] else {}))
    found = []
    while len(found) < answers and sailor.data["over"] == "false":
        move = sailor.choose(sailor.match())
        middle(sailor.page, "c1")
        version = int(sailor.data["version"])
        sailor.start(move)
        began = time.perf_counter()
        sailor.settle(version + 1)
        found.append(1000 * (time.perf_counter() - began))
    sailor.page.context.close()
    return found


def tell(what: str, milliseconds: list[float]) -> None:
    """One line: the median and the longest."""
    middle_one, longest = statistics.median(milliseconds), max(milliseconds)
    print(f"{what:<42} median {middle_one:6.0f} ms   longest {longest:6.0f} ms   of {len(milliseconds)}", flush=True)


def main() -> None:
    """Measure one thing after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=20)
    parser.add_argument("--answers", type=int, default=12)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Harbour(Path(folder)) as harbour, sync_playwright() as playwright:
        browser = launch(playwright)
        visitors = Visitors(browser, harbour.url)
        sailor = begin(visitors(None, reduced_motion="no-preference"), "LC", party="2-2")
        for move in ("@c1", "@a3", "@e3", "@c9", "c1-d2", "a3-a5"):
            sailor.play(move)
        game = f"{harbour.url}/games/{sailor.data['game']}"
        sums = transferred(sailor.page, game)
        parts = ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in sorted(sums.items()))
        print(f"page of a running game, without cache: {sum(sums.values()) / 1000:.1f} KB ({parts})")
        loads = first_draw(browser, sailor.page, game)
        for number, what in enumerate(("answer", "first paint", "complete")):
            tell(f"page of a running game: {what}", [times[number] for times in loads])
        sailor.settle()
        tell("from the click to the drawn move", click_to_drawn(sailor, given.moves))
        for code in ("LC", "QM", "MG2", "MG3"):
            for level in (1, 2, 3, 4):
                times = answer_times(visitors, code, level, given.answers)
                tell(f"{code}: own move to the answer of level {level}", times)
        browser.close()


if __name__ == "__main__":
    main()
