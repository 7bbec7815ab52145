"""The operators' page: people and games, found, closed and opened again, adjourned and resumed; and invitations."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from kidd.errors import KiddError
from kidd.table import limits
from kidd.table.errors import Unavailable
from kidd.table.play.games import load
from kidd.table.play.people import operators
from kidd.table.play.permissions import check_operator
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.persons.accounts import Account
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, number, site_of, status_of, text
from kidd.web.http.visitors.viewer import viewer_of
from kidd.words.club.days import day
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import names_at

router = APIRouter()


class Search(NamedTuple):
    """What is looked for, and on which leaf."""

    people: str = ""
    games: str = ""
    leaf: int = 1


ALL = Search()


@router.get("/operator")
async def operator_page(request: Request, people: str = "", games: str = "", leaf: str = "1") -> Response:
    """People and running games, all of them or those that are looked for."""
    check_operator(viewer_of(request).actor)
    return await _shown(request, Search(people, games, number({"leaf": leaf}, "leaf", 1, 10_000)))


@router.post("/operator/people")
async def change_person(request: Request, said: Sent) -> Response:
    """Close somebody's account, open it again, or make an operator of them."""
    state, actor = request.app.state, viewer_of(request).actor
    check_operator(actor)
    person, deed = text(said, "person"), text(said, "do")
    try:
        if deed == "close":
            await run_in_threadpool(operators.close_account, state.store, actor, person)
        elif deed == "open":
            await run_in_threadpool(operators.reopen_account, state.store, actor, person)
        else:
            raise Refused(422)
    except KiddError as error:
        return await _shown(request, error=error)
    return RedirectResponse("/operator", 303)


GAME_DEEDS = {"close": operators.close_game, "adjourn": operators.adjourn_game, "resume": operators.resume_game}


@router.post("/operator/games")
async def change_game(request: Request, said: Sent) -> Response:
    """End a game without a result, adjourn it, or let it go on."""
    state, actor = request.app.state, viewer_of(request).actor
    check_operator(actor)
    deed = GAME_DEEDS.get(text(said, "do", "close"))
    if deed is None:
        raise Refused(422)
    try:
        await run_in_threadpool(deed, state.store, actor, text(said, "game"))
    except KiddError as error:
        return await _shown(request, error=error)
    return RedirectResponse("/operator", 303)


@router.post("/operator/reports")
async def settle_report(request: Request, said: Sent) -> Response:
    """Lay a report aside."""
    state, actor = request.app.state, viewer_of(request).actor
    check_operator(actor)
    try:
        await run_in_threadpool(operators.settle_report, state.store, actor, number(said, "report", 0, 10**8))
    except KiddError as error:
        return await _shown(request, error=error)
    return RedirectResponse("/operator", 303)


@router.post("/operator/invitations")
async def invite(request: Request, said: Sent) -> Response:
    """A new invitation, which is shown once."""
    state, actor = request.app.state, viewer_of(request).actor
    check_operator(actor)
    try:
        code = await run_in_threadpool(operators.invite, state.store, actor)
    except KiddError as error:
        return await _shown(request, error=error)
    return await _shown(request, invitation=f"{site_of(request)}/signup?invitation={code}")


async def _shown(
    request: Request, search: Search = ALL, *, error: KiddError | None = None, invitation: str = ""
) -> Response:
    if isinstance(error, Unavailable):
        raise error
    viewer = viewer_of(request)
    found, played = await run_in_threadpool(_found, request, search)
    reports = await run_in_threadpool(operators.find_reports, request.app.state.store, viewer.actor)
    return page(
        request,
        "operator/page.html",
        status_of(error) if error else 200,
        people=found[: limits.LEAF],
        played=played[: limits.LEAF],
        more=len(found) > limits.LEAF or len(played) > limits.LEAF,
        reports=reports,
        leaf=search.leaf,
        search=search,
        problem=sentence(error, viewer.tongue) if error else "",
        invitation=invitation,
        rule=request.app.state.settings.signup,
        day=lambda moment: day(moment, viewer.tongue),
    )


def _found(request: Request, search: Search) -> tuple[list[Account], list[dict[str, Any]]]:
    store, viewer = request.app.state.store, viewer_of(request)
    skip = (search.leaf - 1) * limits.LEAF
    ids = operators.find_games(store, viewer.actor, search.games, skip=skip)
    listed = [_listed(load(store, game_id), request) for game_id in ids]
    return list(operators.find_people(store, viewer.actor, search.people, skip=skip)), listed


def _listed(table: Table, request: Request) -> dict[str, Any]:
    _ = viewer_of(request).tongue
    match = table.match
    seating = "".join(sorted(match.game.colours, key=match.seat))
    names = names_at(table.seats, seating, _)[1]
    return {
        "id": table.id,
        "title": _(match.game.descriptor.name),
        "players": ", ".join(_at(seat, names[colour], _) for colour, seat in zip(seating, table.seats, strict=True)),
        "waiting": table.is_waiting_for_people,
        "updated": table.updated,
        "ply": len(match),
        "adjourned": table.is_adjourned,
    }


def _at(seat: Seat, name: str, _: Tongue) -> str:
    return name if seat.kind != "open" else seat.name or _("Nobody yet")
