"""Every page of the site, with something on it to look at."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from kidd.problems.sets import problems_of
from tests.browser.deckhand import Deckhand, play_on

PROBLEM = next(problem for problem in problems_of("LC") if problem.length == 2)
STILL = {
    "home": "/",
    "rules": "/rules",
    "rules-loyal-captain": "/rules/loyal-captain",
    "rules-quedah-merchant": "/rules/quedah-merchant",
    "rules-madagascar": "/rules/madagascar",
    "rules-numbers": "/rules/numbers",
    "introduction": "/rules/quedah-merchant/introduction/2",
    "problems": "/problems",
    "problem": f"/problems/{PROBLEM.id}",
    "leaders-none": "/members?pool=QM&speed=rapid",
    "help": "/help",
    "about": "/about",
    "notices": "/notices",
    "offline": "/offline",
    "dice": "/dice",
    "load": "/load",
    "setup": "/setup?position=QM+BRa5a7,Ra7~,Bc9~+R+R5B5+1",
    "sign-up": "/signup",
    "log-in": "/login",
    "reset": "/reset",
    "reset-password": "/reset/the-code-of-the-letter",
    "verify": "/verify?code=the-code-of-the-letter",
    "lobby": "/lobby",
    "invite": "/invite",
    "vacation": "/vacation",
    "settings": "/settings",
    "games-none": "/games",
    "api-docs": "/api/v1/docs",
    "privacy": "/privacy",
    "imprint": "/imprint",
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


# A group is surrounded; a chain of rescues; a tower taken by another: where that is, and the move that does it.
CAPTURES = {
    "group": ("LC Bb2a3,Bd2e3,Ra3~,Bc3d2,Rc4c3,Ba5a3,Rb5a5,Bd5e5,Bc6d5,Ra7~,Rc7d8,Rc9~,Be7~ B R1B0 -", "b2-c1"),
    "chain": ("QM RBc4d5,BRa5a7,BRb5a5,Be5e3,Ra7~,Rd8c7,Bc9~ R R2B2 1", "a7-a5>b5>c6@c1"),
    "tower": ("MG2 RBc4c3,BRa5b5,Rc1~,Bc9~,RRBBBRd8c9 R R0B1 -", "c4-a5/b5"),
}


def visit(page: Page, path: str) -> None:
    """Go to a page and wait for its pictures and scripts."""
    page.goto(path, wait_until="load")
    if page.locator("script[type=module]:not(#notices-script)").count():
        page.wait_for_function("() => document.documentElement.dataset.ready === 'true'")


def table(page: Page, name: str) -> Deckhand:
    """A table in the middle of a game, the viewer to move."""
    return play_on(page, TABLES[name], **dict.fromkeys("RBG" if name.endswith("three") else "RB", "me"))


def captured(page: Page, name: str) -> Deckhand:
    """A table right after a capture."""
    position, move = CAPTURES[name]
    sailor = play_on(page, position, R="me", B="me")
    sailor.play(move)
    return sailor


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
    """A position that was brought along, with what the engine makes of it."""
    visit(page, "/study?position=" + re.sub(r"\s", "+", TABLES["quedah-merchant"]))
    expect(page.locator(".bar-figure").first).to_contain_text("%")
