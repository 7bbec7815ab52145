"""Every page of the site, with something on it to look at."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.browser.deckhand import Deckhand, play_on

STILL = {
    "home": "/",
    "rules": "/rules",
    "rules-loyal-captain": "/rules/loyal-captain",
    "rules-quedah-merchant": "/rules/quedah-merchant",
    "rules-madagascar": "/rules/madagascar",
    "help": "/help",
    "about": "/about",
    "dice": "/dice",
    "load": "/load",
    "setup": "/setup?position=QM+BRa5a7,Ra7~,Bc9~+R+R5B5+1",
    "error": "/games/nowhere",
}
TABLES = {
    "loyal-captain": "LC Bb2a3,Bd2e3,Ra3~,Bc3d2,Rc4c3,Ba5a3,Rb5a5,Bd5e5,Bc6d5,Ra7~,Rc7d8,Rc9~ R R1B0 -",
    "quedah-merchant": "QM BRa5a7,Ra7~,RBc4d5,Bc9~,Rd8c7,Be5e3 R R3B3 1",
    "madagascar": "MG2 RBc4c3,BRa5a7,Rc1~,Bc9~,RRBBBRd8c9 R R0B1 -",
    "madagascar-three": "MG3 RBc4c3,BRGa5a7,Gc1~,Bc9~,GRd8c9,Re3~ R R2B3G3 -",
}
GAME = """@a3 @c9 a3-a5 @a7 a5-b5 a7-a5 @a3 @c1 a3-b2 c9-b8 @e3 b8-c7 e3-d2 @c1 b5-c4 @a3 c4-d5 @e3 d5-c6 @c1 c6-b5
c7-c6 @e7 e3-e5 d2-c3 e5-d5 c3-c4"""  # a child's play against somebody who looks ahead


def visit(page: Page, path: str) -> None:
    """Go to a page and wait for its pictures and scripts."""
    page.goto(path, wait_until="load")
    if page.locator("script[type=module]").count():
        page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")


def table(page: Page, name: str) -> Deckhand:
    """A table in the middle of a game, the viewer to move."""
    return play_on(page, TABLES[name], **dict.fromkeys("RBG" if name.endswith("three") else "RB", "me"))


def finished(page: Page) -> Deckhand:
    """A game that is over and was analysed."""
    before, last = GAME.rsplit(maxsplit=1)
    sailor = play_on(page, "LC", acts=before, R="me", B="me")
    sailor.play(last)
    page.goto(f"/games/{sailor.data['game']}/analysis")
    page.locator("#analysis-begin").click()
    page.locator('#analysis[data-state="done"]').wait_for(timeout=120_000)
    page.goto(f"/games/{page.url.split('/')[-2]}")
    sailor.settle()
    return sailor


def study(page: Page) -> None:
    """A position that was brought along."""
    visit(page, "/load?" + "position=" + re.sub(r"\s", "+", TABLES["quedah-merchant"]))
