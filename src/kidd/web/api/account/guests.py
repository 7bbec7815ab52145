"""What guests have of an account."""

from __future__ import annotations

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table import limits
from kidd.table.play.people.guest_names import rename
from kidd.web.api.answering import done, problems
from kidd.web.api.bodies import Body
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Accounts"])


class NewName(Body):
    """What a guest wants to be called."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Storm Heron"}]})

    name: str = Field(max_length=limits.NAME)


@router.put("/account/name", status_code=204, response_class=Response, responses=problems(400, 403, 415, 429))
async def put_name(request: Request, said: NewName) -> Response:
    """Another name for a guest, from the next game on; nobody takes one that looks like a member's."""
    state = request.app.state
    await run_in_threadpool(rename, state.store, viewer_of(request).actor, said.name)
    return done()
