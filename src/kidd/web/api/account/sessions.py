"""The asker's sessions: where they are at home, and how to end that."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.web.api.answering import UNKEPT, nothing_here, problems, sent
from kidd.web.api.answers import SessionList, SessionState
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Sessions"])

SessionId = Annotated[str, Path(description="As the list says it (`id`).", examples=["5e" * 32])]


@router.get("/sessions", response_model=SessionList, responses=problems())
async def my_sessions(request: Request) -> Response:
    """The devices on which the asker is known, those first that came first; none for those without a cookie."""
    state, actor = request.app.state, viewer_of(request).actor
    found = await run_in_threadpool(state.sessions.list, state.store, actor) if actor.is_known else ()
    return sent(
        SessionList(
            sessions=tuple(SessionState(id=one.id, created=one.created, this=one.id == actor.session) for one in found)
        )
    )


@router.delete("/sessions/{session_id}", status_code=204, response_class=Response, responses=problems(403, 404, 415))
async def end_session(request: Request, session_id: SessionId) -> Response:
    """End a session of the asker's: whoever still sends its cookie is a stranger from now on."""
    state, actor = request.app.state, viewer_of(request).actor
    if not actor.is_known or not await run_in_threadpool(state.sessions.end, state.store, actor, session_id):
        nothing_here()
    answer = Response(status_code=204, headers=UNKEPT)
    if session_id == actor.session:
        state.sessions.forget(answer)
    return answer
