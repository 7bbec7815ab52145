"""All of one's data to take along, and the end of an account."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import IO

from fastapi import APIRouter, Request
from pydantic import ConfigDict
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from kidd.table.play.people import farewell
from kidd.web.api.account.confirming import Confirmed, confirm
from kidd.web.api.answering import done, problems
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.unhurried import in_turn
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Accounts"])

CHUNK = 1 << 16
ZIP = "application/zip"


class Farewell(Confirmed):
    """The password of whoever leaves."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"password": "two parrots"}]})


@router.post("/account/export", response_class=Response, responses={200: {"content": {ZIP: {}}}, **problems(403, 429)})
async def export(request: Request) -> Response:
    """All that is known of the asker: their account, games, studies, notes and messages, as a ZIP."""
    return zipped(await exported(request))


async def exported(request: Request) -> IO[bytes]:
    """The file of whoever asks, made in turn, as it may take long."""
    return await in_turn(request, partial(farewell.export, request.app.state.store, viewer_of(request).actor))


@router.post("/account/delete", status_code=204, response_class=Response, responses=problems(400, 403, 415, 429))
async def delete(request: Request, said: Farewell) -> Response:
    """End the account for good; its games stay, under "former player"."""
    answer = done()
    await leave(request, said.password)
    request.app.state.sessions.forget(answer)
    return answer


async def leave(request: Request, password: str) -> None:
    """End the account of whoever asks, if they know its password."""
    state, actor = request.app.state, viewer_of(request).actor
    await confirm(request, password)
    await run_in_threadpool(farewell.leave, state.store, actor)


def zipped(file: IO[bytes]) -> Response:
    """A file to keep, sent piece by piece."""
    headers = {"content-disposition": 'attachment; filename="kidd-account.zip"', "cache-control": "no-store"}
    return StreamingResponse(_chunks(file), media_type=ZIP, headers=headers)


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    try:
        while part := await run_in_threadpool(file.read, CHUNK):
            yield part
    finally:
        file.close()
