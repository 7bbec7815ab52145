"""Draws the icons of the installed app, from the project's own drawings: `python building/icons.py`."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from kidd.draw.badge import logo
from kidd.draw.palette import paint
from tests.browser.chromium import launch

FOLDER = Path(__file__).parents[1] / "src/kidd/web/static/icons"
ICONS = {  # pixels, how much of them the sign takes, and whether the sea goes on to the rim
    "icon-192.png": (192, 1.0, False),
    "icon-512.png": (512, 1.0, False),
    "mask-512.png": (512, 0.8, True),
    "apple-180.png": (180, 1.0, True),
}


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (size, share, full) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            ground = paint("sea", "light")["fill"] if full else "transparent"
            page.set_content(
                f'<body style="margin:0;background:{ground};display:grid;place-items:center;height:100vh">'
                f"{logo(size * share)}</body>"
            )
            page.screenshot(path=FOLDER / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
