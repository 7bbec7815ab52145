"""What the table costs: `.venv/bin/python -m bench.table [--moves 20] [--answers 12]`.

Prints what a running game's page transfers without a cache, how soon it and its deck are drawn, how long it takes from
a click to the drawn move, and how long from one's own move to the drawn answer of the computers of levels 1 and 4, and
until it is one's turn again; all in one run, against a server of its own, with animations on.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.chromium import launch
from tests.browser.conftest import Visitors
from tests.browser.deckhand import Deckhand, begin
from tests.browser.harbour import Harbour

RUNS = 9
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
# When the page had come, was first painted, and showed the deck beneath the tokens, which come with the page.
PAINT = """() => new Promise((done) => {
  const page = performance.getEntriesByType("navigation")[0];
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  new PerformanceObserver((list) => {
    const deck = list.getEntries().find((entry) => entry.element?.id === "deck-backdrop");
    if (deck) done([page.responseEnd, paint.startTime, Math.max(paint.startTime, deck.renderTime)]);
  }).observe({ type: "largest-contentful-paint", buffered: true });
})"""
# The time from the pointer's last press to the frames that show the first act of another player and one's own turn.
ANSWER = """() => {
  const table = document.getElementById("table");
  window.answer = {};
  const frame = (name, since) => {
    if (name in answer) return;
    answer[name] = 0;
    requestAnimationFrame(() => setTimeout(() => { answer[name] = performance.now() - since; }));
  };
  addEventListener("pointerdown", (event) => { window.answer = {}; window.pressed = event.timeStamp; }, true);
  addEventListener("click", (event) => { window.from = Number(table.dataset.ply); }, true);
  new MutationObserver(() => {
    const { ply, you, thinking, over } = table.dataset;
    const acts = [...table.querySelectorAll("#log-rows [data-by]")].map(({ dataset }) => dataset);
    const theirs = ({ at, by }) => Number(at) > from && Number(at) <= Number(ply) && by && !you.split(" ").includes(by);
    if (!acts.some(theirs) && over === "false") return;
    frame("first", pressed);
    if (thinking === "false") frame("turn", pressed);
  }).observe(table, { attributes: true, attributeFilter: ["data-ply", "data-thinking"] });
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
    """When the page had come, was painted and showed its deck, in milliseconds; nothing of it is cached.

    The visitor comes from another page of the site, so that neither the browser's start nor that of a process for the
    site counts as the page's.
    """
    found = []
    state = page.context.storage_state()
    for _ in range(RUNS):
        fresh = browser.new_context(base_url=page.url, storage_state=state, viewport={"width": 1280, "height": 800})
        tab = fresh.new_page()
        session = fresh.new_cdp_session(tab)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        tab.goto("/about", wait_until="networkidle")
        tab.goto(game, wait_until="networkidle")
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


def answer_times(visitors: Visitors, code: str, level: int, answers: int) -> list[dict[str, float]]:
    """Milliseconds from one's own move to the first act of a computer, and to one's own turn, as they are drawn."""
    party = {"party": f"{code[2]}-1", "level2": str(level)} if code == "MG3" else {}
    page = visitors(None, reduced_motion="no-preference")
    sailor = begin(page, code[:2], level=str(level), **party)
    page.evaluate(ANSWER)
    found: list[dict[str, float]] = []
    while len(found) < answers and sailor.data["over"] == "false":
        sailor.play(sailor.choose(sailor.match()))
        page.wait_for_function("() => answer.turn")
        found.append(dict(page.evaluate("answer")))
    page.context.close()
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
        for number, what in enumerate(("answer", "first paint", "deck drawn")):
            tell(f"page of a running game: {what}", [times[number] for times in loads])
        sailor.settle()
        tell("from the click to the drawn move", click_to_drawn(sailor, given.moves))
        for code in ("LC", "QM", "MG2", "MG3"):
            for level in (1, 4):
                times = answer_times(visitors, code, level, given.answers)
                tell(f"{code}: own move to the answer of level {level}", [one["first"] for one in times])
                tell(f"{code}: own move to one's own turn", [one["turn"] for one in times])
        browser.close()


if __name__ == "__main__":
    main()
