"""The asker's vacation from games of days."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table.play.club import vacations
from kidd.table.play.club.vacations import ALLOWANCE, Holidays
from kidd.web.api.answering import problems, sent
from kidd.web.api.answers import VacationState
from kidd.web.api.bodies import NewVacation
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.unhurried import in_turn
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Vacation"])


@router.get("/vacation", response_model=VacationState, responses=problems())
async def my_vacation(request: Request) -> Response:
    """Whether the asker is on vacation, and how many days are left this year."""
    return _told(await run_in_threadpool(vacations.holidays_of, request.app.state.store, viewer_of(request).actor))


@router.post("/vacation", response_model=VacationState, responses=problems(400, 403, 413, 415))
async def begin_vacation(request: Request, said: NewVacation) -> Response:
    """Have days from now on: the asker's clock stands in all games of days that are under way."""
    store, actor = request.app.state.store, viewer_of(request).actor
    return _told(await in_turn(request, partial(vacations.begin_vacation, store, actor, said.days)))


@router.delete("/vacation", response_model=VacationState, responses=problems(400, 403, 415))
async def end_vacation(request: Request) -> Response:
    """Be back at once; days that have not begun are had again."""
    store, actor = request.app.state.store, viewer_of(request).actor
    return _told(await in_turn(request, partial(vacations.end_vacation, store, actor)))


def _told(had: Holidays) -> Response:
    return sent(VacationState(until=had.until, days_left=had.days_left, allowance=ALLOWANCE))
