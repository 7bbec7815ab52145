"""A club with members, games behind them and games under way: what its pages are looked at with."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import APIRequestContext, APIResponse, Browser, Page

from kidd.table.notices.stopping import stop_token
from tests.browser.atlas import GAME, visit
from tests.browser.harbour import COMMAND, Harbour

API = "/api/v1"
PASSWORD = "two parrots and a plank"
GRACE, SAM, ANNE = "Grace Malley", "Samuel Bellamy", "Anne Bonny"
RESULTS = "SGSSGSSGSGSS"  # who wins each of the rated games behind them, enough for a leader board
# Pages that a member finds, by their names; the last ones are the operator's.
PAGES = {
    "home-member": "/",
    "games-member": "/games",
    "account": "/account",
    "member": f"/members/{SAM}",
    "leaders": "/members?pool=LC&speed=blitz",
    "notices-member": "/notices",
    "vacation-member": "/vacation",
    "lobby-member": "/lobby",
    "invite-member": "/invite?whom=lobby",
}


def begin(red: APIRequestContext, blue: APIRequestContext, time: str, **terms: Any) -> str:
    """The id of a new game between two members."""
    wish = {"game": "LC", "time": time, "colour": "red", **terms}
    game: str = sent(red.post(f"{API}/invitations", data=wish)).json()["id"]
    sent(blue.post(f"{API}/games/{game}/seat", data={}))
    return game


def play(game: str, acts: str, *players: APIRequestContext) -> None:
    """Let players act in turn."""
    for ply, act in enumerate(acts.split()):
        sent(players[ply % len(players)].post(f"{API}/games/{game}/acts", data={"act": act, "ply": ply}))


def sent(answer: APIResponse) -> APIResponse:
    """An answer that is no refusal."""
    assert answer.ok, answer.text()
    return answer


@dataclass(frozen=True)
class Club:
    """Its members by their names, each in a window of their own, and a game of two that goes on by correspondence."""

    url: str
    windows: dict[str, Page]
    letters: str
    stop: str
    """What the address in a letter ends with, by which one gets no more of them."""
    known: dict[str, str] = field(default_factory=dict)
    """Games that are looked at more than once, as two may not begin any number of them in a day."""

    def enter(self, page: Page, name: str) -> None:
        """Let somebody who looks at pages be that member."""
        page.context.add_cookies(self.windows[name].context.cookies())  # type: ignore[arg-type]

    def see(self, page: Page, path: str, name: str = GRACE) -> None:
        """A page as a member finds it."""
        self.enter(page, name)
        visit(page, path)

    def asks(self, name: str) -> APIRequestContext:
        """For what a member does elsewhere."""
        return self.windows[name].request

    def live(self, page: Page, plies: int = 16) -> None:
        """A table with a clock that runs, and a word or two across it."""
        grace, sam = self.asks(GRACE), self.asks(SAM)
        game = begin(grace, sam, "600+5", rated=plies > 4)
        play(game, " ".join(GAME.split()[:plies]), grace, sam)
        if plies > 4:  # nobody may talk too fast, not even across tables
            sent(sam.post(f"{API}/games/{game}/talk", data={"phrase": "ahoy"}))
            sent(grace.post(f"{API}/games/{game}/talk", data={"text": "A fine deck for a Sunday."}))
        self.see(page, f"/games/{game}")

    def days(self, page: Page) -> None:
        """A table by correspondence, the other to move, the talk in sight."""
        self.see(page, f"/games/{self.letters}", SAM)
        opener = page.locator("#do-talk")
        if opener.is_visible():
            opener.click()

    def lost(self, page: Page) -> None:
        """The end of a rated game with a clock."""
        if "lost" not in self.known:
            grace, sam = self.asks(GRACE), self.asks(SAM)
            self.known["lost"] = begin(grace, sam, "300+3")
            play(self.known["lost"], " ".join([*GAME.split()[:6], "resign"]), grace, sam)
        self.see(page, f"/games/{self.known['lost']}")

    def waiting(self, page: Page) -> None:
        """A game whose second player is still to come."""
        game = sent(self.asks(GRACE).post(f"{API}/invitations", data={"game": "LC", "time": "600+5"})).json()["id"]
        self.see(page, f"/games/{game}")

    def three(self, page: Page) -> None:
        """A game of three that waits for its third."""
        wish = {"game": "MG3", "time": "1d", "listed": True}
        self.see(page, f"/games/{sent(self.asks(GRACE).post(f'{API}/invitations', data=wish)).json()['id']}")

    def sit(self, page: Page) -> None:
        """The same, for a stranger who has the link."""
        game = sent(self.asks(SAM).post(f"{API}/invitations", data={"game": "QM", "time": "3d"})).json()["id"]
        visit(page, f"/games/{game}")

    def challenged(self, page: Page) -> None:
        """A seat that is kept for whoever looks."""
        wish = {"game": "LC", "time": "900+10", "friend": GRACE}
        if "challenge" not in self.known:  # of which no more than three may wait
            self.known["challenge"] = sent(self.asks(SAM).post(f"{API}/invitations", data=wish)).json()["id"]
        self.see(page, f"/games/{self.known['challenge']}")

    def called_off(self, page: Page) -> None:
        """An invitation that came to nothing, for a stranger who has the link."""
        game = sent(self.asks(SAM).post(f"{API}/invitations", data={"game": "LC", "time": "600+5"})).json()["id"]
        sent(self.asks(SAM).post(f"{API}/games/{game}/abandon", data={}))
        visit(page, f"/games/{game}")

    def claimed(self, page: Page) -> None:
        """A claim that waits for an answer."""
        grace, sam = self.asks(GRACE), self.asks(SAM)
        game = begin(grace, sam, "600+5", options={"claim_after": 0})
        play(game, "@c1 @c9 @e3", grace, sam)
        sent(sam.post(f"{API}/games/{game}/acts", data={"act": "stalemate?", "ply": 3}))
        self.see(page, f"/games/{game}")

    def refused(self, page: Page) -> None:
        """A name that somebody has already."""
        visit(page, "/signup")
        for box, words in (("name", SAM), ("password", PASSWORD), ("again", PASSWORD)):
            page.locator(f'[name="{box}"]').fill(words)
        page.locator("main .button-main").click()
        page.locator('main [role="alert"]').wait_for()

    def guest(self, page: Page) -> None:
        """The account of somebody who has none."""
        sent(page.request.post(f"{API}/invitations", data={"game": "LC"}))
        visit(page, "/account")

    def ways(self) -> dict[str, Callable[[Page], object]]:
        """Every page of the club that needs its members, and the way to it."""
        still = {name: lambda page, path=path: self.see(page, path) for name, path in PAGES.items()}
        return {
            **still,
            "operator": lambda page: self.see(page, "/operator", ANNE),
            "account-guest": self.guest,
            "waiting": self.waiting,
            "waiting-three": self.three,
            "sit": self.sit,
            "challenge": self.challenged,
            "called-off": self.called_off,
            "sign-up-refused": self.refused,
            "notices-stop": lambda page: visit(page, f"/notices/stop?token={self.stop}"),
            "table-live": self.live,
            "table-days": self.days,
            "table-lost": self.lost,
            "table-claimed": self.claimed,
            "table-watched": lambda page: visit(page, f"/games/{self.letters}"),
        }


def found(browser: Browser, harbour: Harbour) -> Club:
    """A club on an empty server: three members, one of whom looks after it."""
    windows = {name: _member(browser, harbour.url, name) for name in (GRACE, SAM, ANNE)}
    grace, sam, anne = (windows[name].request for name in (GRACE, SAM, ANNE))
    subprocess.run([*COMMAND[:-1], "admin", "operator", ANNE], env=harbour.environment, check=True)
    for winner in RESULTS:
        game = begin(grace, sam, "300+3", rated=True)
        play(game, "@c1 @c9" if winner == "S" else "@c1 @c9 @e3", grace, sam)
        loser, ply = (grace, 2) if winner == "S" else (sam, 3)
        sent(loser.post(f"{API}/games/{game}/acts", data={"act": "resign", "ply": ply}))
    letters = begin(grace, sam, "3d", rated=True, listed=True)
    play(letters, " ".join(GAME.split()[:18]), grace, sam)
    sent(sam.post(f"{API}/games/{letters}/talk", data={"text": "Take your time, the wind is fair."}))
    sent(grace.post(f"{API}/games/{letters}/talk", data={"text": "I will, until Thursday."}))
    sent(sam.post(f"{API}/games/{letters}/talk/2/report", data={}))
    begin(anne, grace, "1d")
    sent(anne.post(f"{API}/invitations", data={"game": "QM", "time": "7d", "listed": True}))
    sent(grace.post(f"{API}/blocks", data={"name": ANNE}))
    sent(
        grace.post(f"{API}/tokens", data={"name": "My board at home", "scopes": ["read", "play"], "password": PASSWORD})
    )
    windows[GRACE].goto("/account")
    windows[GRACE].locator("#field-bot").fill("Parrot")
    windows[GRACE].locator("#field-own-bot").fill(PASSWORD)
    windows[GRACE].locator("#bots form.account-form button").last.click()
    stop = stop_token(harbour.environment["KIDD_SECRET_KEY"].encode(), GRACE, "digest")
    return Club(harbour.url, windows, letters, stop)


def _member(browser: Browser, url: str, name: str) -> Page:
    page = browser.new_context(base_url=url, service_workers="block", locale="en-GB").new_page()
    sent(page.request.post(f"{API}/signup", data={"name": name, "password": PASSWORD}))
    return page
