"""Looking at log books and positions that visitors bring along, and playing on from them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from kidd.errors import KiddError
from kidd.game import Value
from kidd.logbook import read_options, write_logbook
from kidd.match import Match
from kidd.search.levels import HIGHEST
from kidd.table.play import games
from kidd.table.play.games import Seat
from kidd.web.http.requests import Refused, Sent, number, status_of, text, wants_json
from kidd.web.http.templates import page
from kidd.web.http.viewer import viewer_of
from kidd.web.pages.rules.diagrams import opened
from kidd.web.pages.setup import routes
from kidd.web.pages.study import analysis
from kidd.web.pages.study.imported_books import LONGEST_SHOWN, BookView, book_text, book_view, pasted, read_book
from kidd.web.pages.table.routes import welcome
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import ranks

router = APIRouter()
router.include_router(routes.router)
router.include_router(analysis.router)


@router.get("/load")
def load(request: Request, position: str = "", options: str = "", acts: str = "", ply: str = "") -> Response:
    """The form, or what the address says: a position or a game's code, its options, and acts since then."""
    _ = viewer_of(request).tongue
    if not position:
        return _form(request)
    try:
        naming = [option.partition("=")[0] for option in options.split()]  # to be known when somebody plays on
        book = write_logbook(opened(position, options, acts), naming=naming)
        found = book_view(book, 0, number({"ply": ply}, "ply") if ply else None, _)
    except KiddError as error:
        if wants_json(request):
            raise Refused(status_of(error), sentence(error, _)) from error
        return _form(request, position, sentence(error, _))
    return _shown(request, found)


@router.post("/load")
async def bring(request: Request, said: Sent) -> Response:
    """A book from a file or as text; also every step through it, as nothing of it is kept here."""
    _ = viewer_of(request).tongue
    try:
        came = await pasted(said)
        if not came.strip():
            raise Refused(422, _("Choose a file or paste a text first."))
        book = await run_in_threadpool(book_text, came)
        ply = number(said, "ply") if said.get("ply") not in (None, "") else None
        place = number(said, "match") if said.get("match") else 0
        found = await run_in_threadpool(book_view, book, place, ply, _)
    except KiddError as error:
        if wants_json(request):
            raise Refused(status_of(error), sentence(error, _)) from error
        return _form(request, text(said, "text", ""), sentence(error, _), status_of(error))
    except Refused as error:
        if wants_json(request) or not error.sentence:
            raise
        return _form(request, "", error.sentence)
    return _shown(request, found, brief=bool(said.get("brief")))


@router.get("/games/{game_id}/{ply:ply}/play-on")
def from_game(request: Request, game_id: str, ply: int) -> Response:
    """A game of this site at a ply, to be played on from there as another game."""
    table = games.load(request.app.state.store, game_id)
    if ply > len(table.match):
        raise Refused(404)
    return _shown(request, book_view(games.logbook(table), 0, ply, viewer_of(request).tongue))


@router.post("/play-on")
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
            begun = opened(text(said, "position"), options, text(said, "acts", ""))
            begun.naming = frozenset(read_options(options.split()))
        if begun.result:
            raise Refused(422, _("The game is over in this position: there is nothing to play on."))
        actor = request.app.state.sessions.newcomer(viewer.actor)
        table = games.open_game(
            request.app.state.store,
            code=begun.game.code,
            options=_options(begun),
            seats=_seats(said, begun.game.colours, begun.seat, actor.person, _),
            owner=actor,
            position=str(begun.start),
            acts=begun.acts,
            source="book" if said.get("text") else "position",
        )
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


def _seats(said: dict[str, Any], colours: str, seat: Any, person: str, _: Tongue) -> tuple[Seat, ...]:
    """Who plays which colour from here on: `seat-R` is `me` or a level."""
    found: list[Seat | None] = [None] * len(colours)
    for colour in colours:
        who = text(said, f"seat-{colour}", "me")
        place = seat(colour)
        if who == "me":
            found[place] = Seat(place, "person", person)
        else:
            found[place] = Seat(place, "computer", None, number({"level": who}, "level", 1, HIGHEST))
    sitting = tuple(one for one in found if one is not None)
    if not any(one.kind == "person" for one in sitting):
        raise Refused(422, _("At least one crew must be yours."))
    return sitting


def _form(request: Request, came: str = "", problem: str = "", status: int = 422) -> Response:
    shown = came if len(came) <= LONGEST_SHOWN else ""
    return page(request, "study/load.html", status if problem else 200, came=shown, problem=problem)


def _shown(request: Request, found: BookView, *, brief: bool = False) -> Response:
    """A page, or its live part; a page that has the book already need not get it again."""
    viewer = viewer_of(request)
    levels = ranks(viewer.tongue)
    if wants_json(request):
        pages = request.app.state.pages
        found = replace(found, text="") if brief else found
        html = pages.text("study/match.html", viewer.tongue.code, study=found, prefs=viewer.prefs, ranks=levels)
        return JSONResponse({"html": html, "ply": found.ply})
    return page(request, "study/look.html", study=found, ranks=levels)
