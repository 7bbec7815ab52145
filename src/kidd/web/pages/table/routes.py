"""A game's page, and the forms by which its players act where scripts do not run."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kidd.draw.palette import PALETTES
from kidd.errors import KiddError
from kidd.table.errors import Unavailable
from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.play.export import logbook
from kidd.table.play.games import NoSuchGame, Stale, Table
from kidd.web.http import url_ply  # noqa: F401 - registers `{ply:ply}`
from kidd.web.http.requests import Refused, Sent, local, number, perhaps, status_of, text
from kidd.web.http.templates import page
from kidd.web.http.viewer import Viewer, viewer_of
from kidd.web.pages.home.new_game_form import read_opening
from kidd.web.pages.table.embedded import embedded
from kidd.web.pages.table.table_view import look
from kidd.web.state.drawing import picture
from kidd.words.errors import sentence

router = APIRouter()


@router.post("/games")
def open_game(request: Request, said: Sent) -> Response:
    """Open a game; whoever has no cookie yet gets one."""
    state = request.app.state
    actor = state.sessions.newcomer(viewer_of(request).actor)
    opening = read_opening(said, actor.person)
    table = games.open_game(state.store, code=opening.code, options=opening.options, seats=opening.seats, owner=actor)
    state.metrics.opened.labels(opening.code).inc()
    return welcome(request, table, actor)


def welcome(request: Request, table: Table, actor: Actor) -> Response:
    """Send a visitor to a game that was opened for them, with their cookie."""
    url = f"/games/{table.id}"
    answer, state = RedirectResponse(url, 303), request.app.state
    state.sessions.welcome(state.store, request, actor, answer)
    return answer


@router.get("/games/{game_id}")
def table_page(request: Request, game_id: str) -> Response:
    """The game as it stands."""
    return _page(request, games.load(request.app.state.store, game_id), None)


@router.get("/games/{game_id}/log.kidd")
def log_kidd(request: Request, game_id: str) -> Response:
    """The log book, to keep."""
    table = games.load(request.app.state.store, game_id)
    headers = {"content-disposition": f'attachment; filename="kidd-{table.id}.kidd"', "cache-control": "no-store"}
    return Response(logbook(table), media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/games/{game_id}/{ply:ply}.svg")
def ply_svg(request: Request, game_id: str, ply: int, palette: str = "light") -> Response:
    """A picture of the deck at a ply."""
    table = games.load(request.app.state.store, game_id)
    if palette not in PALETTES:
        raise Refused(422)
    title = viewer_of(request).tongue(table.match.game.descriptor.name)
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
    answer = _attempt(request, game_id, lambda actor: games.play(store, game_id, actor, ply, wish, by, version))
    if answer.status_code < 400:
        request.app.state.metrics.acts.inc()
    return answer


@router.post("/games/{game_id}/takeback")
def takeback(request: Request, game_id: str, said: Sent) -> Response:
    """Take back one's last move and what followed it."""
    store, ply, version = request.app.state.store, number(said, "ply"), perhaps(said, "version")
    return _attempt(request, game_id, lambda actor: games.take_back(store, game_id, actor, ply, version))


@router.post("/games/{game_id}/abandon")
def abandon(request: Request, game_id: str, said: Sent) -> Response:
    """Close a game without a result; a form leads to where it says, or home."""
    store, back = request.app.state.store, local(text(said, "back", "/"))
    return _attempt(request, game_id, lambda actor: games.abandon(store, game_id, actor), back)


@router.post("/games/{game_id}/rematch")
def rematch(request: Request, game_id: str, said: Sent) -> Response:
    """The same game again, seats swapped."""
    state = request.app.state
    table = games.rematch(state.store, game_id, viewer_of(request).actor)
    return RedirectResponse(f"/games/{table.id}", 303)


def _attempt(request: Request, game_id: str, deed: Callable[[Actor], Table], back: str = "") -> Response:
    """Let a visitor do something to a game, and show them what came of it, or why nothing did."""
    state, viewer = request.app.state, viewer_of(request)
    try:
        table = deed(viewer.actor)
    except (NoSuchGame, Unavailable):
        raise
    except Stale as error:
        return _refused(request, error.table, viewer, error)
    except KiddError as error:
        return _refused(request, games.load(state.store, game_id), viewer, error)
    return RedirectResponse(back or f"/games/{table.id}", 303)


def _refused(request: Request, table: Table, viewer: Viewer, error: KiddError) -> Response:
    return _page(request, table, None, status_of(error), sentence(error, viewer.tongue))


def _page(request: Request, table: Table, ply: int | None, status: int = 200, *notices: str) -> Response:
    viewer = viewer_of(request)
    analysis = request.app.state.computers.analyses.find(table)
    view, data = look(table, viewer, ply, notices, analysis), embedded(table, viewer, ply)
    return page(request, "table/page.html", status, view=view, embedded=data)


def _checked(table: Table, ply: int) -> int:
    if ply > len(table.match):
        raise Refused(404)
    return ply
