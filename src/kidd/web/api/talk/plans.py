"""Planning ahead: conditional moves, and looks at what they lead to."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.match.token_ids import follow
from kidd.table import limits
from kidd.table.play import games
from kidd.table.play.club import conditions
from kidd.web.api.answering import GameId, load, problems, sent
from kidd.web.api.bodies import HIGHEST_PLY, Acts, Body
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.api.study.answers import LookState
from kidd.web.api.study.lines import Line
from kidd.web.api.study.look import look_state
from kidd.web.http.unhurried import in_turn, unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.plan_state import PlanState, plan_state

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Planning ahead"])


class PlanLines(Body):
    """What may come, and what is to be played then: each line begins with the next act."""

    ply: int = Field(ge=0, le=HIGHEST_PLY, description="`ply` of the state that was seen.")
    lines: list[Annotated[Acts, Field(max_length=limits.CONDITIONS)]] = Field(
        default=[],
        max_length=limits.CONDITIONS,
        description="None at all to forget the plan.",
        examples=[[["@a7", "@e3"]]],
    )


class PlanLook(Body):
    """A line to be looked at while one plans."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ply": 1, "acts": ["@a7"]}]})

    ply: int = Field(ge=0, le=HIGHEST_PLY, description="`ply` of the state that was seen.")
    acts: Acts = Field(default=[], max_length=limits.CONDITIONS, description="From the next act on.")


@router.get("/games/{game_id}/plan", response_model=PlanState, responses=problems(404))
async def read_plan(request: Request, game_id: GameId) -> Response:
    """The asker's conditional moves, which nobody else sees."""
    table, viewer = await load(request, game_id), viewer_of(request)
    lines = await run_in_threadpool(conditions.plan_of, request.app.state.store, table, viewer.actor)
    return sent(await in_turn(request, partial(plan_state, table, viewer, lines)) if lines else PlanState())


@router.put("/games/{game_id}/plan", response_model=PlanState, responses=problems(400, 403, 404, 409, 413, 415))
async def put_plan(request: Request, game_id: GameId, said: PlanLines) -> Response:
    """Plan ahead while one waits: if they play this, that is played at once.

    The first act that is not foreseen, a word included, ends the plan.
    """
    store, viewer, table = request.app.state.store, viewer_of(request), await load(request, game_id)

    def put() -> PlanState:
        return plan_state(table, viewer, conditions.put_plan(store, table, viewer.actor, said.ply, said.lines))

    return sent(await in_turn(request, put))


@router.post("/games/{game_id}/plan/look", response_model=LookState, responses=problems(400, 403, 404, 409, 413, 415))
@unhurried
def look_ahead(request: Request, game_id: GameId, said: PlanLook) -> Response:
    """The deck after a line that one might plan, with all that may be played there; nothing is kept of it."""
    table = games.load(request.app.state.store, game_id)
    match = conditions.tried(table, viewer_of(request).actor, said.ply, said.acts)
    line = Line(match, follow(match, table.ids))
    return sent(look_state(line, len(match), viewer_of(request).tongue))
