"""The page of one's vacation from games of days."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from kidd.errors import IllegalAct, OptionError
from kidd.table.play.club import vacations
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Sent, status_of, text
from kidd.web.http.unhurried import in_turn
from kidd.web.http.visitors.viewer import viewer_of
from kidd.words.club.days import day
from kidd.words.errors import sentence

router = APIRouter()


@router.get("/vacation")
async def vacation_page(request: Request) -> Response:
    """Whether one is on vacation, and a form for it."""
    return await _shown(request)


@router.post("/vacation")
async def change_vacation(request: Request, said: Sent) -> Response:
    """Have so many days, or be back."""
    store, actor = request.app.state.store, viewer_of(request).actor
    try:
        if "back" in said:
            await in_turn(request, partial(vacations.end_vacation, store, actor))
        else:
            wish = text(said, "days")
            days = int(wish) if wish.isascii() and wish.isdigit() and len(wish) <= 2 else 0
            await in_turn(request, partial(vacations.begin_vacation, store, actor, days))
    except (OptionError, IllegalAct) as error:
        return await _shown(request, error)
    return RedirectResponse("/vacation", 303)


async def _shown(request: Request, error: OptionError | IllegalAct | None = None) -> Response:
    viewer = viewer_of(request)
    had = await run_in_threadpool(vacations.holidays_of, request.app.state.store, viewer.actor)
    return page(
        request,
        "vacation/page.html",
        status_of(error) if error else 200,
        had=had,
        until=day(had.until, viewer.tongue) if had.until else "",
        allowance=vacations.ALLOWANCE,
        known=viewer.actor.is_known,
        problem=sentence(error, viewer.tongue) if error else "",
    )
