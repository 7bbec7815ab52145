"""The asker's notices: read, seen, listened to; and the browsers that take them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table.errors import TooFast, Unavailable
from kidd.table.notices import telling
from kidd.table.play.permissions import check_kept
from kidd.table.storage.database.pubsub import OF_PERSON, Listener
from kidd.table.storage.notices.receivers import Wishes
from kidd.web.api.answering import done, nothing_here, problems, sent
from kidd.web.api.notices.answers import (
    DeviceState,
    NewDevice,
    NoticeList,
    PushKey,
    Seen,
    WishBody,
    WishState,
    notice_list,
)
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.api.sockets.wire import ELSEWHERE, RESTARTS, close, send, tell_until_gone, turn_away
from kidd.web.http.defence.origins import from_elsewhere
from kidd.web.http.middleware import TRY_AGAIN
from kidd.web.http.visitors.viewer import Viewer, viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Notices"])
sockets = APIRouter(prefix=PREFIX)

NOBODY = 4403  # why a socket is closed: strangers have no notices
DeviceId = Annotated[str, Path(description="As the answer says it (`id`).", examples=["5e" * 32])]


@router.get("/notices", response_model=NoticeList, responses=problems())
async def my_notices(request: Request) -> Response:
    """What stands open for the asker, and what they have not seen yet; nothing for those without a cookie."""
    viewer = viewer_of(request)
    found = await run_in_threadpool(telling.listed, request.app.state.store, viewer.actor)
    return sent(notice_list(tuple(found), viewer))


@router.post("/notices/seen", status_code=204, response_class=Response, responses=problems(400, 403, 415))
async def see_notices(request: Request, said: Seen) -> Response:
    """Say that somebody has seen notices: they are neither pushed nor mailed any more."""
    await telling.see(request.app.state.store, viewer_of(request).actor, said.keys)
    return done()


@router.get("/notices/wishes", response_model=WishState, responses=problems(403))
async def my_wishes(request: Request) -> Response:
    """How the asker is told of what happens."""
    receiver = await run_in_threadpool(telling.reached, request.app.state.store, viewer_of(request).actor)
    return sent(WishState(**check_kept(receiver).wishes._asdict()))


@router.put("/notices/wishes", status_code=204, response_class=Response, responses=problems(400, 403, 415))
async def wish(request: Request, said: WishBody) -> Response:
    """Choose how one is told."""
    await telling.wish(request.app.state.store, viewer_of(request).actor, Wishes(**said.model_dump()))
    return done()


@router.get("/notices/key", response_model=PushKey, responses=problems())
async def push_key(request: Request) -> Response:
    """What a browser needs to ask for notices from this server."""
    return sent(PushKey(key=request.app.state.sending.pusher.public_key))


@router.post("/notices/devices", response_model=DeviceState, status_code=201, responses=problems(400, 403, 415))
async def add_device(request: Request, said: NewDevice) -> Response:
    """Have this browser told of what happens while no page is open; the oldest of more than ten makes way."""
    state, viewer = request.app.state, viewer_of(request)
    language, local = viewer.tongue.code, state.sending.pusher.local
    made = await telling.add_device(state.store, viewer.actor, said.model_dump(), language, local=local)
    answer = sent(DeviceState(id=made))
    answer.status_code = 201
    return answer


@router.delete("/notices/devices/{device_id}", status_code=204, response_class=Response, responses=problems(403, 404))
async def drop_device(request: Request, device_id: DeviceId) -> Response:
    """Have a browser of the asker's told no more; its id is the SHA-256 of its endpoint."""
    if not await telling.drop_device(request.app.state.store, viewer_of(request).actor, device_id):
        nothing_here()
    return done()


@sockets.websocket("/notices/socket")
async def socket(caller: WebSocket) -> None:
    """Send the list at once, and whenever it has changed."""
    state = caller.app.state
    await caller.accept()
    viewer = viewer_of(caller)
    if from_elsewhere(caller, state.settings.base_url) or not viewer.person:
        await close(caller, ELSEWHERE if viewer.person else NOBODY)
        return
    try:
        with state.portholes.of_notices(caller), state.store.hub.subscribe(OF_PERSON + viewer.person) as news:
            await tell_until_gone(caller, _tell(caller, viewer, news))
    except Unavailable:
        await close(caller, TRY_AGAIN)
    except TooFast as error:
        await turn_away(caller, error)
    except WebSocketDisconnect:
        pass


async def _tell(caller: WebSocket, viewer: Viewer, news: Listener) -> None:
    state = caller.app.state
    await _send(caller, viewer)
    async for _ in news:
        again = await state.sessions.viewer(state.store, caller.scope)  # whose session may have ended
        if again.person != viewer.person:
            await close(caller, NOBODY)
            return
        await _send(caller, again)
    await close(caller, RESTARTS)


async def _send(caller: WebSocket, viewer: Viewer) -> None:
    found = await run_in_threadpool(telling.listed, caller.app.state.store, viewer.actor)
    await send(caller, notice_list(tuple(found), viewer).model_dump_json(exclude_defaults=True).encode())
