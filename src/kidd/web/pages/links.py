"""The addresses around a game."""

from __future__ import annotations

from dataclasses import dataclass

from kidd.deck import Deck
from kidd.table.snapshot import Table
from kidd.web.http.prefs import Prefs


@dataclass(frozen=True)
class Links:
    """Addresses around a game, without host."""

    page: str
    view: str
    acts: str
    takeback: str
    why: str
    hint: str
    rematch: str
    abandon: str
    play_on: str
    """Where a game can be opened that goes on from the shown ply; empty where the game is over."""
    log: str
    picture: str
    """The SVG of the shown ply."""
    socket: str
    dice: str
    analysis: str
    rules: str
    """The rules page of this game, or of all."""
    backdrop: str
    """The still part of the deck, as the viewer has turned it."""
    first: str
    previous: str
    next: str
    last: str
    """Replay: pages of other plies, empty where there is none."""


def backdrop(deck: Deck, rotation: int = 0, flip: bool = False) -> str:
    """The still part of a deck; takes `&palette=light|dark|contrast`."""
    return f"/deck/{deck.name}.svg?rotation={rotation}&flip={int(flip)}"


def links(table: Table, ply: int, over: bool, prefs: Prefs) -> Links:
    """The addresses around a game that is shown at a ply, where it may be over."""
    page, last = f"/games/{table.id}", len(table.match)
    game = table.match.game
    return Links(
        page=page,
        view=f"{page}/view",
        acts=f"{page}/acts",
        takeback=f"{page}/takeback",
        why=f"{page}/why",
        hint=f"{page}/hint",
        rematch=f"{page}/rematch",
        abandon=f"{page}/abandon",
        play_on="" if over else f"{page}/{ply}/play-on",
        log=f"{page}/log.kidd",
        picture=f"{page}/{ply}.svg",
        socket=f"{page}/socket",
        dice=f"{page}/dice",
        analysis=f"{page}/analysis",
        rules=f"/rules/{game.descriptor.slug}".rstrip("/"),
        backdrop=backdrop(game.deck, prefs.turned, prefs.flip),
        first=f"{page}/0" if ply else "",
        previous=f"{page}/{ply - 1}" if ply else "",
        next=f"{page}/{ply + 1}" if ply < last else "",
        last=f"{page}/{last}" if ply < last else "",
    )
