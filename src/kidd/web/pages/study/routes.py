"""Looking at log books and positions that visitors bring along, and playing on from them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kidd.errors import KiddError, PositionError
from kidd.game import Value
from kidd.logbook import read_options
from kidd.match import Match
from kidd.search.levels import HIGHEST
from kidd.table.errors import TooFast
from kidd.table.play import games
from kidd.table.play.games import Seat
from kidd.table.play.imports import read_book
from kidd.web.api.study.lines import read_line
from kidd.web.http.requests import Refused, Sent, number, perhaps, status_of, text
from kidd.web.http.unhurried import in_turn, packed, unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.setup import routes
from kidd.web.pages.study import analysis, kept_studies, studies
from kidd.web.pages.study.addresses import Origin
from kidd.web.pages.study.imported_books import book_text, listed, load_form, pasted
from kidd.web.pages.study.studies import of_match
from kidd.web.pages.table.routes import welcome
from kidd.words.errors import sentence

router = APIRouter()
for part in (routes, analysis, kept_studies, studies):
    router.routes.extend(part.router.routes)


@router.get("/load")
def load(request: Request) -> Response:
    """The form, or what the address says: a position or a game's code, its options, and acts since then."""
    return RedirectResponse(f"/study?{request.url.query}") if request.url.query else load_form(request)


@router.post("/load")
async def bring(request: Request, said: Sent) -> Response:
    """A book from a file or as text, to be studied; without scripts also every step through it."""
    _ = viewer_of(request).tongue
    try:
        came = await pasted(said)
        return await in_turn(request, lambda: packed(request, _brought(request, said, came)))
    except TooFast:  # nothing is wrong with it
        raise
    except KiddError as error:
        return load_form(request, text(said, "text", ""), sentence(error, _), status_of(error))
    except Refused as error:
        if not error.sentence:
            raise
        return load_form(request, "", error.sentence)


def _brought(request: Request, said: dict[str, Any], came: str) -> Response:
    """The study of a book that was read."""
    book = book_text(came)
    matches = read_book(book)
    place = number(said, "match", 0, len(matches) - 1) if said.get("match") else 0
    shown = perhaps(said, "node") if said.get("node") else perhaps(said, "ply")
    origin = Origin(text=book, match=place, matches=listed(matches, viewer_of(request).tongue))
    return of_match(request, matches[place], origin, shown)


@router.get("/games/{game_id}/{ply:ply}/play-on")
def from_game(game_id: str, ply: int) -> Response:
    """A game of this site at a ply, to be played on from there as another game."""
    return RedirectResponse(f"/study?game={quote(game_id)}&ply={ply}#play-on-title")


@router.post("/play-on")
@unhurried
def play_on(request: Request, said: Sent) -> Response:
    """Open a game from a ply of a book, or from a position."""
    viewer = viewer_of(request)
    _ = viewer.tongue
    try:
        if said.get("text"):
            matches = read_book(text(said, "text"))
            whole = matches[number(said, "match", 0, len(matches) - 1)]
            begun = whole.until(number(said, "ply", 0, len(whole)))
        else:
            options = text(said, "options", "")
            begun = read_line(text(said, "position"), options, text(said, "acts", "").split()).match.copy()
            begun.naming = frozenset(read_options(options.split()))
        if begun.result:
            raise PositionError("over")
        actor = request.app.state.sessions.newcomer(request)
        table = games.open_game(
            request.app.state.store,
            code=begun.game.code,
            options=_options(begun),
            seats=_seats(said, begun.game.colours, begun.seat, actor.person),
            owner=actor,
            position=str(begun.start),
            acts=begun.acts,
            source="book" if said.get("text") else "position",
        )
    except TooFast:
        raise
    except KiddError as error:
        raise Refused(status_of(error), sentence(error, _)) from error
    request.app.state.metrics.opened.labels(table.match.game.code).inc()
    return welcome(request, table, actor)


def _options(begun: Match) -> dict[str, Value]:
    """The options of what is played on; a default that is another one here counts only where it is named."""
    options = dict(begun.game.options)
    claimed = any(begun.word(number) == "stalemate?" for number in range(len(begun)))  # by the book's own rule
    for name in begun.game.descriptor.online:
        if name not in begun.game.changed and name not in begun.naming and not claimed:
            options.pop(name)
    return options


def _seats(said: dict[str, Any], colours: str, seat: Any, person: str) -> tuple[Seat, ...]:
    """Who plays which colour from here on: `seat-R` is `me` or a level."""
    found: list[Seat | None] = [None] * len(colours)
    for colour in colours:
        who = text(said, f"seat-{colour}", "me")
        place = seat(colour)
        if who == "me":
            found[place] = Seat(place, "person", person)
        else:
            found[place] = Seat(place, "computer", None, number({"level": who}, "level", 1, HIGHEST))
    return tuple(one for one in found if one is not None)
