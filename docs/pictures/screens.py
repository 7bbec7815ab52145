"""Photographs every page at 390 and 1280 pixels, light and dark: .venv/bin/python -m docs.pictures.screens [NAME ...].

Starts a server of its own with an empty database and writes WebP files into docs/pictures/screens.
"""

import base64
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import atlas
from tests.browser.chromium import launch
from tests.browser.conftest import Visitors
from tests.browser.deckhand import begin
from tests.browser.harbour import Harbour

FOLDER = Path(__file__).parent / "screens"
SIZES = {"phone": {"width": 390, "height": 844}, "wide": {"width": 1280, "height": 800}}
THEMES = ("light", "dark")
LONGEST = 2000  # pixels of a long page that are shown
QUALITY = 60

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


def pages() -> Iterator[tuple[str, Callable[[Page], object]]]:
    """Every picture's name and the way to it."""
    for name, path in atlas.STILL.items():
        yield name, lambda page, path=path: atlas.visit(page, path)
    for name in atlas.TABLES:
        yield f"table-{name}", lambda page, name=name: atlas.table(page, name)
    yield "study", atlas.study
    yield "tour", lambda page: (page.context.clear_cookies(name="kidd_prefs"), begin(page, "LC"))
    yield "table-choosing", choosing
    yield "table-more", more
    yield "table-settings", settings
    yield "table-over", atlas.finished
    yield "table-replay", replay
    yield "analysis", lambda page: (atlas.finished(page), atlas.visit(page, f"{page.url}/analysis"))
    yield "game-dice", rolled


def choosing(page: Page) -> None:
    """A rescue under way: the captive's step is to be chosen."""
    sailor = atlas.table(page, "quedah-merchant")
    for space in ("a7", "a5"):
        sailor.hand.point(page, space)


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


def take(browser: Browser, url: str, wanted: list[str]) -> None:
    """Take the pictures that are wanted, or all."""
    darkroom = browser.new_page()
    for size, viewport in SIZES.items():
        for theme in THEMES:
            look = {"viewport": viewport, "device_scale_factor": 1.25 if size == "phone" else 1, "color_scheme": theme}
            for name, way in pages():
                if wanted and name not in wanted:
                    continue
                page = Visitors(browser, url)(None, prefs={"tour": True, "theme": theme}, **look)
                way(page)
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
    with tempfile.TemporaryDirectory() as folder, Harbour(Path(folder)) as harbour, sync_playwright() as playwright:
        browser = launch(playwright)
        take(browser, harbour.url, sys.argv[1:])
        browser.close()
    print(f"{sum(file.stat().st_size for file in FOLDER.iterdir()) / 1e6:.1f} MB in all")


if __name__ == "__main__":
    main()
