"""People, games, reports and invitations, for those who look after the house."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table import limits
from kidd.table.play.games import load
from kidd.table.play.people import operators
from kidd.web.api.answering import GameId, done, problems, sent
from kidd.web.api.operator.answers import (
    Keeping,
    MadeInvitation,
    PersonList,
    ReportList,
    RunningGames,
    person_state,
    report_state,
    running_game,
)
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.requests import site_of
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=f"{PREFIX}/operator", route_class=ApiRoute, tags=["Operators"])

Leaf = Annotated[int, Query(ge=1, le=10_000, description="Of a long list; the first is 1.")]
Wanted = Annotated[str, Query(max_length=limits.MAIL, description="Part of a name or a mail address; empty for all.")]
Member = Annotated[str, Query(max_length=limits.PERSON, description="Whose games; empty for everybody's.")]
PersonId = Annotated[
    str, Path(description="As the list says it (`id`).", max_length=limits.PERSON, examples=["5e" * 16])
]
ReportId = Annotated[int, Path(ge=0, le=10**8, description="As the list says it (`id`).")]


@router.get("/people", response_model=PersonList, responses=problems(403))
async def people(request: Request, search: Wanted = "", leaf: Leaf = 1) -> Response:
    """Members and bots by name."""
    store, actor = request.app.state.store, viewer_of(request).actor
    skip = (leaf - 1) * limits.LEAF
    found = await run_in_threadpool(lambda: operators.find_people(store, actor, search, skip=skip))
    listed = tuple(person_state(one) for one in found[: limits.LEAF])
    return sent(PersonList(people=listed, more=len(found) > limits.LEAF))


@router.put("/people/{person_id}", status_code=204, response_class=Response, responses=problems(400, 403, 415))
async def keep_out(request: Request, person_id: PersonId, said: Keeping) -> Response:
    """Keep somebody out, whose sessions and tokens end, or let them in again."""
    state, actor = request.app.state, viewer_of(request).actor
    deed = operators.close_account if said.closed else operators.reopen_account
    await run_in_threadpool(deed, state.store, actor, person_id)
    return done()


@router.get("/games", response_model=RunningGames, responses=problems(403))
async def running_games(request: Request, name: Member = "", leaf: Leaf = 1) -> Response:
    """Games that are not over, the latest first."""
    store, actor = request.app.state.store, viewer_of(request).actor
    skip = (leaf - 1) * limits.LEAF
    found = await run_in_threadpool(lambda: operators.find_games(store, actor, name, skip=skip))
    listed = [running_game(await run_in_threadpool(load, store, game)) for game in found[: limits.LEAF]]
    return sent(RunningGames(games=tuple(listed), more=len(found) > limits.LEAF))


@router.post("/games/{game_id}/close", status_code=204, response_class=Response, responses=problems(400, 403, 404, 415))
async def close_game(request: Request, game_id: GameId) -> Response:
    """End a game without a result, whoever plays it."""
    await run_in_threadpool(operators.close_game, request.app.state.store, viewer_of(request).actor, game_id)
    return done()


@router.get("/reports", response_model=ReportList, responses=problems(403))
async def reports(request: Request) -> Response:
    """What was reported and not laid aside yet."""
    found = await run_in_threadpool(operators.find_reports, request.app.state.store, viewer_of(request).actor)
    return sent(ReportList(reports=tuple(map(report_state, found))))


@router.delete("/reports/{report_id}", status_code=204, response_class=Response, responses=problems(403, 415))
async def settle_report(request: Request, report_id: ReportId) -> Response:
    """Lay a report aside."""
    await run_in_threadpool(operators.settle_report, request.app.state.store, viewer_of(request).actor, report_id)
    return done()


@router.post("/invitations", status_code=201, response_model=MadeInvitation, responses=problems(400, 403, 415))
async def invite_member(request: Request) -> Response:
    """An invitation to sign up, good once and for a month; it is told only now."""
    code = await run_in_threadpool(operators.invite, request.app.state.store, viewer_of(request).actor)
    answer = sent(MadeInvitation(code=code, link=f"{site_of(request)}/signup?invitation={code}"))
    answer.status_code = 201
    return answer
