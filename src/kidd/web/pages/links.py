"""The addresses around a game."""

from __future__ import annotations

from dataclasses import dataclass

from kidd.deck import Deck
from kidd.table.snapshot import Table
from kidd.web.http.visitors.prefs import Prefs
from kidd.web.pages.introduction.steps import INTRODUCTIONS


@dataclass(frozen=True)
class Around:
    """Addresses around a game wherever one looks at it, without host."""

    page: str
    acts: str
    takeback: str
    adjourn: str
    resume: str
    rematch: str
    again: str
    """The same game with other options."""
    go_on: str
    abandon: str
    log: str
    dice: str
    analysis: str


@dataclass(frozen=True)
class Links(Around):
    """The same with those that depend on the shown ply and on who looks."""

    play_on: str
    """Where a game can be opened that goes on from the shown ply; empty where the game is over."""
    picture: str
    """The SVG of the shown ply."""
    study: str
    """The study of the shown ply."""
    rules: str
    """The rules page of this game, or of all."""
    introduction: str
    """The introduction of this game; empty where there is none."""
    backdrop: str
    """The still part of the deck, as the viewer has turned it."""
    first: str
    previous: str
    next: str
    last: str
    """Replay: pages of other plies, empty where there is none."""


def around(page: str) -> Around:
    """The addresses around the game of a page."""
    return Around(
        page=page,
        acts=f"{page}/acts",
        takeback=f"{page}/takeback",
        adjourn=f"{page}/adjourn",
        resume=f"{page}/resume",
        rematch=f"{page}/rematch",
        again=f"{page}/again",
        go_on=f"{page}/go-on",
        abandon=f"{page}/abandon",
        log=f"{page}/log.kidd",
        dice=f"{page}/dice",
        analysis=f"{page}/analysis",
    )


def backdrop(deck: Deck, rotation: int = 0, flip: bool = False) -> str:
    """The still part of a deck; takes `&palette=light|dark|contrast`."""
    return f"/deck/{deck.name}.svg?rotation={rotation}&flip={int(flip)}"


def links(table: Table, ply: int, over: bool, prefs: Prefs) -> Links:
    """The addresses around a game that is shown at a ply, where it may be over."""
    page, last = f"/games/{table.id}", len(table.match)
    game = table.match.game
    slug = game.descriptor.slug
    return Links(
        **vars(around(page)),
        play_on="" if over else f"{page}/{ply}/play-on",
        picture=f"{page}/{ply}.svg",
        study=f"/study?game={table.id}&ply={ply}",
        rules=f"/rules/{slug}".rstrip("/"),
        introduction=f"/rules/{slug}/introduction" if slug in INTRODUCTIONS else "",
        backdrop=backdrop(game.deck, prefs.turned, prefs.flip),
        first=f"{page}/0" if ply else "",
        previous=f"{page}/{ply - 1}" if ply else "",
        next=f"{page}/{ply + 1}" if ply < last else "",
        last=f"{page}/{last}" if ply < last else "",
    )
