"""The socket of a game: sends its state whenever it has moved on; acts come by POST."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from kidd.table.errors import NoSuchGame, Unavailable
from kidd.table.play import games
from kidd.table.snapshot import Table
from kidd.table.storage.database.pubsub import Listener
from kidd.web.http.middleware import TRY_AGAIN, from_elsewhere
from kidd.web.http.viewer import Viewer, viewer_of
from kidd.web.state.game_state import state_json

router = APIRouter()
UNKNOWN, ELSEWHERE = 4404, 4403  # why a socket is closed, after HTTP's numbers
RESTARTS = 1012  # the server stops: come again
DIGITS = 8  # of a version
SLOW = 20.0  # seconds after which a page that does not take its state is given up


@router.websocket("/games/{game_id}/socket")
async def socket(caller: WebSocket, game_id: str, version: str = "") -> None:
    """Tell of a game from the version that the caller has seen; with none, the whole of it first."""
    state = caller.app.state
    await caller.accept()
    if from_elsewhere(caller, state.settings.base_url):
        await _close(caller, ELSEWHERE)
        return
    seen = int(version) if version.isascii() and version.isdigit() and len(version) <= DIGITS else None
    state.metrics.sockets.inc()
    try:
        with state.store.hub.subscribe(game_id) as news:
            await _serve(caller, game_id, seen, news)
    except NoSuchGame:
        await _close(caller, UNKNOWN)
    except Unavailable:
        await _close(caller, TRY_AGAIN)
    except WebSocketDisconnect:
        pass
    finally:
        state.metrics.sockets.dec()


async def _serve(caller: WebSocket, game_id: str, seen: int | None, news: Listener) -> None:
    """Send states until the caller goes away or the server stops."""
    telling = asyncio.create_task(_tell(caller, game_id, seen, news))
    leaving = asyncio.create_task(_left(caller))
    try:
        await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        telling.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await leaving
    with suppress(asyncio.CancelledError):
        await telling


async def _tell(caller: WebSocket, game_id: str, seen: int | None, news: Listener) -> None:
    viewer, state = viewer_of(caller), caller.app.state
    seen = await _send(caller, viewer, await _load(caller, game_id), seen)
    async for version in news:
        if version > seen:
            table = await _load(caller, game_id, version)
            viewer = viewer._replace(actor=await state.sessions.find(state.store, caller.scope))  # it may have ended
            seen = await _send(caller, viewer, table, seen)
    await _close(caller, RESTARTS)


async def _load(caller: WebSocket, game_id: str, version: int | None = None) -> Table:
    """The game, without asking the database where that version is kept ready."""
    store = caller.app.state.store
    ready: Table | None = store.snapshots.latest(game_id)
    if ready is not None and not store.is_ours_alone and (version is None or ready.version < version):
        ready = None
    return await run_in_threadpool(games.load, store, game_id) if ready is None else ready


async def _send(caller: WebSocket, viewer: Viewer, table: Table, seen: int | None) -> int:
    """Send the state if it is another than what was seen, and return its version."""
    if table.version != seen:  # less only after a backup was put back
        text = state_json(table, viewer, since=seen).decode()
        try:
            async with asyncio.timeout(SLOW):
                await caller.send_text(text)
        except (TimeoutError, RuntimeError) as error:  # it reads no more, or the server has closed it meanwhile
            raise WebSocketDisconnect(1006) from error
    return table.version


async def _close(caller: WebSocket, code: int) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # which it is already
        await caller.close(code)


async def _left(caller: WebSocket) -> None:
    """Wait until the caller goes away; whatever it says before that is not listened to."""
    while (await caller.receive())["type"] != "websocket.disconnect":
        pass
