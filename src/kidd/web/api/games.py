"""Opening, listing and reading games."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.game import descriptor
from kidd.table import limits
from kidd.table.play import games
from kidd.table.seats import Seat
from kidd.table.snapshot import Summary, Table
from kidd.web.api.answering import (
    PRIVATE,
    GameId,
    PlyWish,
    checked_ply,
    load,
    problems,
    seal,
    sent,
)
from kidd.web.api.answers import GameList, ListedGame, ListedSeat, Sentence
from kidd.web.api.bodies import MOST, NewGame, NewSeat
from kidd.web.api.problems import ApiRoute
from kidd.web.http import url_ply  # noqa: F401 - registers `{ply:ply}`
from kidd.web.http.viewer import Viewer, viewer_of
from kidd.web.state.drawing import picture
from kidd.web.state.game_state import state_json
from kidd.web.state.models import GameState, colour_of
from kidd.words.why_not import why_not

router = APIRouter(route_class=ApiRoute, tags=["Games"])
LEVEL = 2  # of computers for whom nobody has chosen one
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
BOOK: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}

SinceWish = Annotated[
    int | None, Query(ge=0, le=MOST, description="A version: the log has only what is new since then (`log_from`).")
]
Palette = Literal["light", "dark", "contrast", "print"]


@router.post("/games", status_code=201, response_model=GameState, responses=problems(400, 403, 413, 415))
async def open_game(request: Request, wish: NewGame) -> Response:
    """Open a game; whoever has no cookie yet gets one, which has to be sent along from then on."""
    state = request.app.state
    actor = state.sessions.newcomer(viewer_of(request).actor)
    seats = _seats(wish, actor.person)
    source = "" if wish.position is None and not wish.acts else "position"

    table = await run_in_threadpool(
        partial(
            games.open_game,
            state.store,
            code=wish.game,
            options=wish.options,
            seats=seats,
            owner=actor,
            position=wish.position,
            acts=wish.acts,
            source=source,
        )
    )
    state.metrics.opened.labels(wish.game).inc()
    viewer = viewer_of(request)._replace(actor=actor)
    answer = Response(state_json(table, viewer), 201, {"location": f"/api/v1/games/{table.id}"}, "application/json")
    await run_in_threadpool(state.sessions.welcome, state.store, request, actor, answer)
    return answer


def _seats(wish: NewGame, person: str) -> tuple[Seat, ...]:
    crews = descriptor(wish.game).seats
    wished = [NewSeat(), *[NewSeat(kind="computer")] * (crews - 1)] if wish.seats is None else wish.seats
    return tuple(
        Seat(number, "person", person, None, one.name)
        if one.kind == "person"
        else Seat(number, "computer", None, one.level or LEVEL, one.name)
        for number, one in enumerate(wished)
    )


@router.get("/games", response_model=GameList, responses=problems())
async def my_games(
    request: Request,
    finished: Annotated[bool | None, Query(description="Only those that are over, or only those that are not.")] = None,
    page: Annotated[int, Query(ge=1, le=10_000, description="Which leaf, from 1 on.")] = 1,
) -> Response:
    """The asker's games; none for those without a cookie."""
    person = viewer_of(request).person
    leaf, found = limits.LEAF, []
    if person:
        found = await run_in_threadpool(
            lambda: games.games_of(
                request.app.state.store, person, finished=finished, limit=leaf + 1, skip=(page - 1) * leaf
            )
        )
    return sent(GameList(games=tuple(_listed(one, person) for one in found[:leaf]), more=len(found) > leaf))


def _listed(one: Summary, person: str) -> ListedGame:
    return ListedGame(
        id=one.id,
        game=one.code,
        seats=tuple(_listed_seat(seat, person) for seat in one.seats),
        ply=one.ply,
        outcome=None if one.outcome == "*" else one.outcome,
        reason=one.reason,
        turn=colour_of(one.turn) if one.turn else None,
        your_turn=one.waits_for_person(person),
        updated=one.updated,
    )


def _listed_seat(seat: Seat, person: str) -> ListedSeat:
    name = seat.name if seat.kind == "person" else ""
    return ListedSeat(number=seat.number, kind=seat.kind, name=name, level=seat.level, you=seat.is_of(person))


@router.get(
    "/games/{game_id}", response_model=GameState, responses={304: {"description": "As before."}, **problems(404)}
)
async def read_game(request: Request, game_id: GameId, ply: PlyWish = None, since: SinceWish = None) -> Response:
    """A game as it stands, or as it stood after so many acts; with its `ETag` one is told if all is as it was."""
    table, viewer = await load(request, game_id), viewer_of(request)
    if ply is not None:
        checked_ply(table, ply)
    tag = seal(request, table, viewer, ply, since)
    headers = {**PRIVATE, "etag": tag}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)
    body = state_json(table, viewer, ply=ply, since=since)
    return Response(body, headers=headers, media_type="application/json")


@router.get("/games/{game_id}/log.kidd", response_class=Response, responses={**BOOK, **problems(404)})
async def log_book(request: Request, game_id: GameId) -> Response:
    """The log book, to keep."""
    table = await load(request, game_id)
    headers = {"content-disposition": f'attachment; filename="kidd-{table.id}.kidd"', "cache-control": "no-store"}
    return Response(games.logbook(table), media_type="text/plain; charset=utf-8", headers=headers)


@router.get("/games/{game_id}/{ply:ply}.svg", response_class=Response, responses={**SVG, **problems(404)})
def ply_picture(request: Request, game_id: GameId, ply: int, palette: Palette = "light") -> Response:
    """A picture of the deck after so many acts."""
    table = games.load(request.app.state.store, game_id)
    title = viewer_of(request).tongue(table.match.game.descriptor.name)
    drawn = picture(table, checked_ply(table, ply), title, palette)
    headers = {"content-disposition": f'inline; filename="kidd-{table.id}-{ply}.svg"'}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.get("/games/{game_id}/why", response_model=Sentence, responses=problems(404))
async def why(
    request: Request,
    game_id: GameId,
    move: Annotated[str, Query(max_length=limits.ACT, description="A move, or a space alone.", examples=["c4-c9"])],
    ply: PlyWish = None,
) -> Response:
    """Why a move of the asker's, or any move from a space, is not possible."""
    table, viewer = await load(request, game_id), viewer_of(request)
    return sent(Sentence(sentence=_why(table, viewer, move, ply)))


def _why(table: Table, viewer: Viewer, move: str, ply: int | None) -> str:
    match = table.match if ply is None else table.at(checked_ply(table, ply))
    if table.abandoned:
        return viewer.tongue("The game is over.")
    return why_not(match, table.colours_of(viewer.person), move, viewer.tongue)
