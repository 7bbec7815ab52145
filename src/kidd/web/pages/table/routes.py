"""A game's page, and everything that its players do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from kidd.draw.palette import PALETTES
from kidd.errors import KiddError
from kidd.table.computers.jobs import Counsel, Sight
from kidd.table.errors import Unavailable
from kidd.table.play import games
from kidd.table.play.export import logbook
from kidd.table.play.games import NoSuchGame, Stale, Table
from kidd.web.http import url_ply, visitor_cookies
from kidd.web.http.requests import Refused, Sent, local, number, perhaps, status_of, text, wants_json
from kidd.web.http.viewer import Viewer, viewer_of
from kidd.web.pages.board_svg import picture, pointer
from kidd.web.pages.home.new_game_form import read_opening
from kidd.web.pages.render import page
from kidd.web.pages.table.table_json import seal, seen, shown
from kidd.words.errors import refusal
from kidd.words.hints import advice
from kidd.words.texts import GAMES
from kidd.words.why_not import why_not

router = APIRouter()


@router.post("/games")
def open_game(request: Request, said: Sent) -> Response:
    """Open a game; whoever has no cookie yet gets one."""
    state, visitor = request.app.state, viewer_of(request).visitor
    visitor = visitor or state.purser.new_visitor()
    opening = read_opening(said, visitor)
    table = games.open_game(state.store, code=opening.code, options=opening.options, seats=opening.seats, owner=visitor)
    state.metrics.opened.labels(opening.code).inc()
    state.rivals.moved(table)
    return welcome(request, table, visitor)


def welcome(request: Request, table: Table, visitor: str) -> Response:
    """Send a visitor to a game that was opened for them, with their cookie."""
    url = f"/games/{table.id}"
    answer: Response = (
        JSONResponse({"id": table.id, "url": url}, 201) if wants_json(request) else RedirectResponse(url, 303)
    )
    state = request.app.state
    answer.set_cookie(
        visitor_cookies.COOKIE,
        state.purser.cookie(visitor),
        max_age=visitor_cookies.YEAR,
        httponly=True,
        samesite="lax",
        secure=state.settings.secure,
    )
    return answer


@router.get("/games/{game_id}")
def table_page(request: Request, game_id: str) -> Response:
    """The game as it stands."""
    return _page(request, games.load(request.app.state.store, game_id), None)


@router.get("/games/{game_id}/view")
def view(request: Request, game_id: str, ply: str | None = None) -> Response:
    """The live part of the page alone, now or at a ply; a browser that has it already is told so without drawing it."""
    table, viewer = games.load(request.app.state.store, game_id), viewer_of(request)
    at = None if ply is None else _checked(table, url_ply.read(ply))
    tag = seal(request.app, table, viewer, at)
    headers = {"etag": tag, "cache-control": "private, no-cache", "vary": "Cookie, Accept-Language"}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    return JSONResponse(shown(request.app, table, viewer, at), headers=headers)


@router.get("/games/{game_id}/log.kidd")
def log_kidd(request: Request, game_id: str) -> Response:
    """The log book, to keep."""
    table = games.load(request.app.state.store, game_id)
    headers = {"content-disposition": f'attachment; filename="kidd-{table.id}.kidd"', "cache-control": "no-store"}
    return Response(logbook(table), media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/games/{game_id}/why")
def why(request: Request, game_id: str, move: str = "", ply: str | None = None) -> Response:
    """Why a move, or any move from a space, is not possible; an empty sentence if it is."""
    table, viewer = games.load(request.app.state.store, game_id), viewer_of(request)
    match = table.match if ply is None else table.at(_checked(table, url_ply.read(ply)))
    yours = table.colours_of(viewer.visitor)
    if table.abandoned:
        return JSONResponse({"sentence": viewer.tongue("The game is over.")}, headers={"cache-control": "no-store"})
    return JSONResponse({"sentence": why_not(match, yours, move, viewer.tongue)}, headers={"cache-control": "no-store"})


@router.get("/games/{game_id}/{ply:ply}.svg")
def ply_svg(request: Request, game_id: str, ply: int, palette: str = "light") -> Response:
    """A picture of the deck at a ply."""
    table = games.load(request.app.state.store, game_id)
    if palette not in PALETTES:
        raise Refused(422)
    title = viewer_of(request).tongue(GAMES[table.match.game.code])
    drawn = picture(table, _checked(table, ply), title, palette)
    headers = {"content-disposition": f'inline; filename="kidd-{table.id}-{ply}.svg"'}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/games/{game_id}/{ply:ply}")
def ply_page(request: Request, game_id: str, ply: int) -> Response:
    """A look back: the same page as it was after so many acts."""
    table = games.load(request.app.state.store, game_id)
    return _page(request, table, _checked(table, ply))


@router.post("/games/{game_id}/acts")
def act(request: Request, game_id: str, said: Sent) -> Response:
    """Play a move, or say a word."""
    by = text(said, "by", "") or None
    wish, ply, version = text(said, "act").strip(), number(said, "ply"), perhaps(said, "version")
    store = request.app.state.store
    answer = _attempt(request, game_id, lambda visitor: games.play(store, game_id, visitor, ply, wish, by, version))
    if answer.status_code < 400:
        request.app.state.metrics.acts.inc()
    return answer


@router.post("/games/{game_id}/takeback")
def takeback(request: Request, game_id: str, said: Sent) -> Response:
    """Take back one's last move and what followed it."""
    store, ply, version = request.app.state.store, number(said, "ply"), perhaps(said, "version")
    return _attempt(request, game_id, lambda visitor: games.take_back(store, game_id, visitor, ply, version))


@router.post("/games/{game_id}/abandon")
def abandon(request: Request, game_id: str, said: Sent) -> Response:
    """Close a game without a result; a form leads to where it says, or home."""
    store, back = request.app.state.store, local(text(said, "back", "/"))
    return _attempt(request, game_id, lambda visitor: games.abandon(store, game_id, visitor), back)


@router.post("/games/{game_id}/hint")
async def hint(request: Request, game_id: str, said: Sent) -> Response:
    """What a good player would do now, and why."""
    state, viewer = request.app.state, viewer_of(request)
    ply = number(said, "ply")
    table = await run_in_threadpool(games.load, state.store, game_id)
    try:
        games.check_hint(table, viewer.visitor, ply)
    except KiddError as error:
        return _refused(request, table, viewer, error)
    found = await state.hints.ask(request, Counsel(Sight.of(table.match)), viewer.visitor)
    drawn = pointer(table.match.position, found.line.moves[0] if found.line else None, viewer.prefs)
    words = advice(table.match, found, viewer.tongue)
    return JSONResponse({"move": found.act, "words": words, **drawn._asdict()})


@router.post("/games/{game_id}/rematch")
def rematch(request: Request, game_id: str, said: Sent) -> Response:
    """The same game again, seats swapped."""
    state = request.app.state
    table = games.rematch(state.store, game_id, viewer_of(request).visitor)
    state.rivals.moved(table)
    url = f"/games/{table.id}"
    return JSONResponse({"id": table.id, "url": url}) if wants_json(request) else RedirectResponse(url, 303)


def _attempt(request: Request, game_id: str, deed: Callable[[str], Table], back: str = "") -> Response:
    """Let a visitor do something to a game, and show them what came of it, or why nothing did."""
    state, viewer = request.app.state, viewer_of(request)
    try:
        table = deed(viewer.visitor)
    except (NoSuchGame, Unavailable):
        raise
    except Stale as error:
        return _refused(request, error.table, viewer, error)
    except KiddError as error:
        return _refused(request, games.load(state.store, game_id), viewer, error)
    try:
        if not wants_json(request):
            return RedirectResponse(back or f"/games/{table.id}", 303)
        return JSONResponse(shown(request.app, table, viewer))
    finally:  # whoever acts sees it first: what others are told and what computers think would only delay it
        state.rivals.moved(table)


def _refused(request: Request, table: Table, viewer: Viewer, error: KiddError) -> Response:
    status, sentence = status_of(error), refusal(error, viewer.tongue)
    if not wants_json(request):
        return _page(request, table, None, status, sentence)
    answer: dict[str, Any] = {"error": sentence}
    if isinstance(error, Stale):
        answer["view"] = shown(request.app, table, viewer)
    return JSONResponse(answer, status)


def _page(request: Request, table: Table, ply: int | None, status: int = 200, *notices: str) -> Response:
    return page(request, "table/page.html", status, view=seen(request.app, table, viewer_of(request), ply, notices))


def _checked(table: Table, ply: int) -> int:
    if ply > len(table.match):
        raise Refused(404)
    return ply
