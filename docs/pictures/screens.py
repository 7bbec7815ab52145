"""Photographs every page at 390 and 1280 pixels, light and dark: .venv/bin/python -m docs.pictures.screens [NAME ...].

Starts a server of its own with an empty database and writes WebP files into docs/pictures/screens. A name may be a
pattern, such as 'end-*'; KIDD_PICTURES names another folder to try things out.
"""

import base64
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from kidd.web.pages.introduction.steps import INTRODUCTIONS
from kidd.words.texts import SAID
from tests.browser import atlas
from tests.browser.chromium import launch
from tests.browser.club import Club, found
from tests.browser.conftest import SEEN, Visitors
from tests.browser.deckhand import begin, middle, play_on
from tests.browser.harbour import Harbour

FOLDER = Path(os.environ.get("KIDD_PICTURES") or Path(__file__).parent / "screens")
SIZES = {"phone": {"width": 390, "height": 844}, "wide": {"width": 1280, "height": 800}}
SCALES = {"phone": 1.25, "wide": 1}
THEMES = ("light", "dark")
LONGEST = 2000  # pixels of a long page that are shown
QUALITY = 60
POST = {
    "KIDD_SMTP_HOST": "127.0.0.1",
    "KIDD_SMTP_PORT": "9",
    "KIDD_SMTP_FROM": "club@example.org",
}  # so that pages speak of mail

# A browser can write WebP by itself, smaller than any PNG.
TO_WEBP = """async ([png, quality]) => {
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: "image/webp", quality: quality / 100 });
  let text = "";
  for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}"""


def pages(club: Club) -> Iterator[tuple[str, Callable[[Page], object]]]:
    """Every picture's name and the way to it."""
    yield from club.ways().items()
    yield "table-sound", lambda page: (page.context.clear_cookies(name="kidd_prefs"), club.live(page, 2))
    for name, path in atlas.STILL.items():
        yield name, lambda page, path=path: atlas.visit(page, path)
    for name in atlas.TABLES:
        yield f"table-{name}", lambda page, name=name: atlas.table(page, name)
    yield "study", atlas.study
    yield "study-variation", varied
    yield "study-kept", kept
    yield "study-mark", marked
    yield "study-rolls", three_rolls
    yield "study-three", three_bars
    yield "table-first-visit", lambda page: (page.context.clear_cookies(name="kidd_prefs"), begin(page, "LC"))
    for slug in INTRODUCTIONS:
        yield f"introduction-{slug}-3", lambda page, slug=slug: introduced(page, slug, 3)
        yield f"introduction-{slug}-2-done", lambda page, slug=slug: introduced(page, slug, 2, done=True)
    for name, end in ENDS.items():
        yield f"end-{name}", lambda page, end=end: ended(page, *end)
    yield "end-time", timed_out
    yield "watching", watching
    yield "home-again", returning
    yield "games", lambda page: (returning(page), atlas.visit(page, "/games"))
    yield "again", lambda page: (atlas.finished(page), atlas.visit(page, f"{page.url}/again"))
    yield "log-notation", lambda page: (notation(page), atlas.table(page, "madagascar"))
    yield "table-choosing", choosing
    yield "table-capture", lambda page: atlas.captured(page, "group")
    yield "table-rescue", lambda page: atlas.captured(page, "chain")
    yield "table-tower", lambda page: atlas.captured(page, "tower")
    yield "table-facing", facing
    yield "table-more", more
    yield "table-settings", settings
    yield "table-over", atlas.finished
    yield "table-replay", replay
    yield "analysis", lambda page: (atlas.finished(page), atlas.visit(page, f"{page.url}/analysis"))
    yield "problem-wrong", lambda page: answered(page, "wrong")
    yield "problem-solved", lambda page: answered(page, "solved")
    yield "mistakes", mistakes
    yield (
        "mistake",
        lambda page: (mistakes(page), page.locator("#mistakes-begin").click(), page.wait_for_selector("#exercise")),
    )
    yield "lesson", lesson
    yield "reset-written", written
    yield "game-dice", rolled


def choosing(page: Page) -> None:
    """A rescue under way: the captive's step is to be chosen."""
    sailor = atlas.table(page, "quedah-merchant")
    for space in ("a7", "a5"):
        sailor.hand.point(page, space)


# How games end: where they are taken up, the acts from there, who plays Blue; the word of whoever plays Red last.
ROUND = "c4-d5 c7-d8 d5-c6 d8-c9 c6-b5 c9-b8 b5-c4 b8-c7"
ENDS = {
    "won": ("LC Re3~,Rc9~,Bc1b2 R R0B0 -", "e3-d2", "1"),
    "captives": ("QM RBd2c1,RBe3d2,Ra5a7,Bb5a5,RBe5e3,BRe7d8,BRd8c9,BRc9b8 R R0B0 1", "a5-b5", "1"),
    "repetition": ("MG2 Rc4b5,Bc7b8 R R0B0 -", f"{ROUND} {ROUND}", "me"),
    "passes": ("MG2 BRBc4c3,RBb5a5,RBd5e5,Rc6c7,Ra7a5,RBb8a7,RBd8e7,Bc9~ R R0B0 -", "pass pass", "me"),
    "claim": ("LC Rc4c3,Bc9~ R R6B6 -", "stalemate? stalemate!", "me"),
    "contest": ("LC Rc3b2,Rc4c3,Bc9~,Ba7~ R R0B0 R1", "c3-d2", "1"),
    "lost": ("LC - R R7B7 -", "resign", "1"),
    "drawn": ("LC - R R7B7 -", "draw? draw!", "me"),
    "die": ("QM Rc3b2,Bc1b2,Rb2a3 R R0B0 1", "c3-d2", "1"),
    "three": ("MG3 Rc4c3,Bc6c7 R R0B0G0 -", "draw? draw!", "me"),
}


def ended(page: Page, position: str, acts: str, blue: str) -> None:
    """A game at its end."""
    others = {"G": "me"} if position.startswith("MG3") else {}
    options = "claim_after=0" if "stalemate" in acts else ""
    *before, last = acts.split()
    sailor = play_on(page, position, acts=" ".join(before), options=options, R="me", B=blue, **others)
    if last in SAID:
        sailor.say(last)
    else:
        page.locator(f'[data-move="{last}"]').evaluate("(button) => button.click()")
    page.locator("#over").wait_for()


def timed_out(page: Page) -> None:
    """A game that was lost on time: the shortest clock there is runs down."""
    wish = {"game": "LC", "time": "30+0", "colour": "red"}
    game = f"/api/v1/games/{page.request.post('/api/v1/invitations', data=wish).json()['id']}"
    page.request.post(f"{game}/computer", data={"level": 1})
    page.request.post(f"{game}/acts", data={"act": "@c1", "ply": 0})
    atlas.visit(page, game.removeprefix("/api/v1"))
    page.locator("#over").wait_for(timeout=120_000)


def watching(page: Page) -> None:
    """Computers among themselves."""
    atlas.visit(page, "/")
    page.locator("#watch-now").click()
    page.wait_for_selector('#table[data-ply="6"]')


def returning(page: Page) -> None:
    """The home page of somebody whose games wait."""
    for name in ("loyal-captain", "quedah-merchant", "madagascar-three"):
        atlas.table(page, name)
    atlas.visit(page, "/")
    page.wait_for_load_state("networkidle")


def notation(page: Page) -> None:
    """Somebody who likes the log in notation."""
    atlas.visit(page, "/settings")
    page.locator('[name="notation"]').check()
    page.locator("#keep-settings").click()


def thought(page: Page) -> None:
    """The engine has said something."""
    page.locator("#engine-list .line, .roll-worth:not(:text('–'))").first.wait_for()
    page.wait_for_timeout(1500)  # a little deeper


def varied(page: Page) -> None:
    """A study with two variations, named and commented."""
    atlas.visit(page, "/study?position=LC&acts=" + "+".join(atlas.GAME.split()[:12]))
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    for move in ("a3-b2", "c9-d8"):
        type_move(page, move)
    page.keyboard.press("ArrowLeft")
    type_move(page, "c9-b8")
    page.locator("#node-comment").fill("Keeps an eye on c7.")
    page.locator("#node-name").fill("The quiet way")
    page.locator("#node-name").blur()
    thought(page)
    page.locator("#engine-list").scroll_into_view_if_needed()


def kept(page: Page) -> None:
    """A study that is kept."""
    varied(page)
    page.locator("#study-keep").click()
    page.wait_for_url("**/study/*/*")
    page.reload(wait_until="load")
    thought(page)


def type_move(page: Page, move: str) -> None:
    """Try a move by typing it."""
    ply = int(page.locator("#study").get_attribute("data-ply") or 0)
    page.keyboard.press("/")
    page.locator("#typed").fill(move)
    page.keyboard.press("Enter")
    page.locator(f'#study[data-ply="{ply + 1}"]').wait_for()
    page.locator("#typed").blur()


def marked(page: Page) -> None:
    """A weak move, what was better, and why."""
    sailor = atlas.finished(page)
    atlas.visit(page, f"/study?game={sailor.data['game']}&ply=14")
    thought(page)


def three_rolls(page: Page) -> None:
    """A roll that fell, beside those that did not."""
    atlas.visit(page, "/study?position=" + atlas.TABLES["quedah-merchant"].replace(" ", "+").removesuffix("1") + "-")
    page.locator('[data-roll="2"]').click()
    page.locator('#study[data-die="2"]').wait_for()
    thought(page)


def three_bars(page: Page) -> None:
    """Three crews."""
    atlas.visit(page, "/study?position=" + atlas.TABLES["madagascar-three"].replace(" ", "+"))
    thought(page)


def introduced(page: Page, slug: str, number: int, *, done: bool = False) -> None:
    """A step of an introduction, before or after its move."""
    atlas.visit(page, f"/rules/{slug}/introduction/{number}")
    if done:
        page.locator("[data-introduction-show]").click()
        page.locator('#introduction[data-state="done"]').wait_for()


def facing(page: Page) -> None:
    """A token that is dragged shows how it will stand."""
    atlas.table(page, "loyal-captain")
    page.mouse.move(*middle(page, "c9"))
    page.mouse.down()
    page.mouse.move(*middle(page, "d8"), steps=6)


def answered(page: Page, status: str) -> None:
    """A problem after a wrong move, or after all right ones."""
    problem = atlas.PROBLEM
    atlas.visit(page, f"/problems/{problem.id}")
    moves = [problem.line[0], problem.line[2]]
    if status == "wrong":
        moves = [next(str(move) for move in problem.start().legal_moves() if str(move) not in problem.line)]
    for move in moves:
        page.locator(".exercise-moves summary").click()
        page.locator(f'[data-move="{move}"]').click()
        page.locator(f'#exercise[data-status="{status}"], #exercise[data-status="right"]').wait_for()
    page.locator(f'#exercise[data-status="{status}"]').wait_for()


def mistakes(page: Page) -> None:
    """The mistakes of a finished game, as little problems."""
    sailor = atlas.finished(page)
    atlas.visit(page, f"/games/{sailor.data['game']}/mistakes")


def lesson(page: Page) -> None:
    """A lesson's diagram after a move, for somebody without scripts."""
    fields = {"key": "loyal-captain-turn", "position": "LC", "acts": "", "options": "", "move": "@c1"}
    atlas.visit(page, "/rules")
    page.evaluate(
        """(fields) => {
          const form = Object.assign(document.createElement("form"), { method: "post", action: "/diagram" });
          for (const [name, value] of Object.entries(fields)) {
            form.append(Object.assign(document.createElement("input"), { name, value }));
          }
          document.body.append(form);
          form.submit();
        }""",
        fields,
    )
    page.wait_for_url("**/diagram")
    page.wait_for_load_state("networkidle")


def written(page: Page) -> None:
    """What is said to whoever has forgotten their password."""
    atlas.visit(page, "/reset")
    page.locator('[name="who"]').fill("somebody")
    page.locator("main .button-main").click()
    page.locator('main [role="status"]').wait_for()


def rolled(page: Page) -> None:
    """The dice of a game that is over, and what proves them."""
    sailor = begin(page, "QM", party="2-2")
    for _ in range(6):
        sailor.play(sailor.choose(sailor.match()), hurried=True)
    sailor.say("resign")
    atlas.visit(page, f"{page.url}/dice")


def more(page: Page) -> None:
    """The sheet with everything else."""
    atlas.table(page, "madagascar")
    page.locator("#do-more").click()


def settings(page: Page) -> None:
    """The settings."""
    more(page)
    page.locator('#sheet-more [data-do="settings"]').click()


def replay(page: Page) -> None:
    """Looking back."""
    atlas.finished(page)
    page.locator("body").press("Home")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.getElementById('table').dataset.ply === '3'")


def take(browser: Browser, harbour: Harbour, wanted: list[str]) -> None:
    """Take the pictures that are wanted by name, or by how a name begins (`end-*`), or all."""
    darkroom, club = browser.new_page(), found(browser, harbour)
    for name, way in pages(club):  # all kinds of a page before the next, which may begin games that lists show
        if wanted and not any(fnmatch(name, one) for one in wanted):
            continue
        for size, viewport in SIZES.items():
            for theme in THEMES:
                look = {"viewport": viewport, "device_scale_factor": SCALES[size], "color_scheme": theme}
                page = Visitors(browser, harbour.url)(None, prefs={**SEEN, "asked": True, "theme": theme}, **look)
                way(page)
                if not page.locator(".is-dragging").count():
                    page.mouse.move(0, 0)  # nothing looks pointed at
                page.wait_for_timeout(400)  # toasts and transitions
                save(darkroom, photograph(page, viewport), FOLDER / f"{name}-{size}-{theme}.webp")
                page.context.close()


def photograph(page: Page, viewport: dict[str, int]) -> bytes:
    """The whole page, where it is not too long; of a dialog, what the screen shows."""
    height = min(int(page.evaluate("document.documentElement.scrollHeight")), LONGEST)
    if page.locator("dialog[open]").count() or height <= viewport["height"]:
        return page.screenshot()
    return page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": viewport["width"], "height": height})


def save(darkroom: Page, png: bytes, file: Path) -> None:
    """Write a picture as WebP."""
    data: str = darkroom.evaluate(TO_WEBP, [base64.b64encode(png).decode(), QUALITY])
    file.write_bytes(base64.b64decode(data))
    print(f"{file.stat().st_size / 1000:7.0f} KB {file.name}", flush=True)


def main() -> None:
    """Start a server, take the pictures, and say what they weigh."""
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Harbour(Path(folder), **POST) as harbour,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        take(browser, harbour, sys.argv[1:])
        browser.close()
    print(f"{sum(file.stat().st_size for file in FOLDER.iterdir()) / 1e6:.1f} MB in all")


if __name__ == "__main__":
    main()
