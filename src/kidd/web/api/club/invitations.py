"""Inviting somebody, sitting down, standing up, and a computer where nobody comes."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table.play import games
from kidd.table.play.actors import Actor
from kidd.table.play.club import invitations
from kidd.table.play.club.invitations import Invitation
from kidd.table.play.people.guest_names import called
from kidd.table.play.seats import any_seat, leave_or_decline
from kidd.table.snapshot import Table
from kidd.table.terms import Terms
from kidd.web.api.answering import UNKEPT, GameId, load, nothing_here, problems, told
from kidd.web.api.club.bodies import ComputerWish, NewInvitation, Sitting
from kidd.web.api.games import SVG
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.assets.qr import qr_svg
from kidd.web.http.requests import site_of
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.game_state import state_json
from kidd.web.state.models import GameState

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Finding players"])


def link_to(request: Request, game_id: str) -> str:
    """The address of a game for people elsewhere."""
    return f"{site_of(request)}/games/{game_id}"


@router.post("/invitations", status_code=201, response_model=GameState, responses=problems(400, 403, 413, 415))
async def invite(request: Request, wish: NewInvitation) -> Response:
    """Open a game with an open seat: for whoever has its link, for a member, or for anybody in the lobby.

    Until every seat is taken the state is `waiting`: nobody acts, no die falls and no clock runs. Its owner may abandon
    it, or fill a seat with a computer.
    """
    actor = request.app.state.sessions.newcomer(request)
    terms = Terms(wish.time, wish.rated, wish.listed, wish.lowest, wish.highest, wish.salt)
    store, _ = request.app.state.store, viewer_of(request).tongue
    name = await run_in_threadpool(called, store, actor, wish.name, _)
    opened = Invitation(wish.game, wish.options, terms, wish.colour, name, wish.friend.strip(), tuple(wish.computers))
    table = await run_in_threadpool(invitations.invite, store, actor, opened)
    request.app.state.metrics.opened.labels(wish.game).inc()
    return await welcomed(request, table, actor, 201)


@router.post("/games/{game_id}/seat", response_model=GameState, responses=problems(400, 403, 404, 413, 415))
async def sit_down(request: Request, game_id: GameId, said: Sitting) -> Response:
    """Sit down in an open seat; whoever has no cookie yet gets one. Asked for twice, it is done once."""
    state = request.app.state
    actor = state.sessions.newcomer(request)
    name = await run_in_threadpool(called, state.store, actor, said.name, viewer_of(request).tongue)
    work = partial(sit, state.store, game_id, actor, said.seat, name=name, salt=said.salt)
    return await welcomed(request, await run_in_threadpool(work), actor, 200)


def sit(store: games.Store, game_id: str, actor: Actor, seat: int | None, **more: str) -> Table:
    """Sit down in a seat, or in the one that fits."""
    number = any_seat(games.load(store, game_id), actor) if seat is None else seat
    return games.take_seat(store, game_id, actor, number, **more)


@router.delete("/games/{game_id}/seat", response_model=GameState, responses=problems(403, 404))
async def stand_up(request: Request, game_id: GameId) -> Response:
    """Stand up before the game has begun, or say no to a seat that is kept; a challenge between two is over then."""
    actor = viewer_of(request).actor
    return told(request, await run_in_threadpool(leave_or_decline, request.app.state.store, game_id, actor))


@router.post("/games/{game_id}/computer", response_model=GameState, responses=problems(400, 403, 404, 413, 415))
async def fill(request: Request, game_id: GameId, said: ComputerWish) -> Response:
    """Let a computer play in a seat that is still open; whoever opened the game decides that."""
    actor = viewer_of(request).actor
    work = partial(fill_seat, request.app.state.store, game_id, actor, said.seat, said.level)
    return told(request, await run_in_threadpool(work))


def fill_seat(store: games.Store, game_id: str, actor: Actor, seat: int | None, level: int) -> Table:
    """Let a computer play in a seat, or in the last open one."""
    table = games.load(store, game_id)
    open_ones = [one.number for one in table.seats if one.kind == "open"]
    number = seat if seat is not None else open_ones[-1] if open_ones else 0
    return games.give_seat_to_computer(store, game_id, actor, number, level)


@router.get("/games/{game_id}/link.svg", response_class=Response, responses={**SVG, **problems(404)})
async def link_svg(request: Request, game_id: GameId) -> Response:
    """The link to a game as a QR code."""
    table = await load(request, game_id)
    drawn = qr_svg(link_to(request, table.id))
    if not drawn:
        nothing_here()
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


async def welcomed(request: Request, table: Table, actor: Actor, status: int) -> Response:
    """A game as it stands for somebody who may have just come, with their cookie."""
    state, viewer = request.app.state, viewer_of(request)._replace(actor=actor)
    answer = Response(state_json(table, viewer), status, UNKEPT, "application/json")
    if status == 201:
        answer.headers["location"] = f"/api/v1/games/{table.id}"
    await run_in_threadpool(state.sessions.welcome, state.store, request, actor, answer)
    return answer
