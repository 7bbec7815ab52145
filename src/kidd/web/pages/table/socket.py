"""The socket of a game: sends the fresh view whenever the game has moved on; acts come by POST."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from kidd.table.errors import Unavailable
from kidd.table.play import games
from kidd.table.play.games import NoSuchGame
from kidd.table.storage.pubsub import Listener
from kidd.web.http.middleware import from_elsewhere
from kidd.web.http.viewer import Viewer, viewer_of
from kidd.web.pages.table.table_json import shown

router = APIRouter()
UNKNOWN, ELSEWHERE = 4404, 4403  # why a socket is closed, after HTTP's numbers
LATER = 1013  # try again
BEFORE_ALL = -1
SLOW = 20.0  # seconds after which a page that does not take its view is given up


@router.websocket("/games/{game_id}/socket")
async def socket(caller: WebSocket, game_id: str, version: str = "") -> None:
    """Tell a page about a game from the version it has seen; with none, from the beginning."""
    state = caller.app.state
    await caller.accept()
    if from_elsewhere(caller, state.settings.base_url):
        await _close(caller, ELSEWHERE)
        return
    seen = int(version) if version.isascii() and version.isdigit() and len(version) < 9 else BEFORE_ALL
    state.metrics.sockets.inc()
    try:
        with state.hub.subscribe(game_id) as news:
            await _serve(caller, game_id, seen, news)
    except NoSuchGame:
        await _close(caller, UNKNOWN)
    except Unavailable:
        await _close(caller, LATER)
    except WebSocketDisconnect:
        pass
    finally:
        state.metrics.sockets.dec()


async def _serve(caller: WebSocket, game_id: str, seen: int, news: Listener) -> None:
    """Send views until the page goes away or the server stops."""
    viewer = viewer_of(caller)
    telling = asyncio.create_task(_tell(caller, viewer, game_id, seen, news))
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


async def _tell(caller: WebSocket, viewer: Viewer, game_id: str, seen: int, news: Listener) -> None:
    seen = await _send(caller, viewer, game_id, seen)
    async for version in news:
        if version > seen:
            seen = await _send(caller, viewer, game_id, seen)
    await _close(caller, 1012)  # the server stops: come again


async def _send(caller: WebSocket, viewer: Viewer, game_id: str, seen: int) -> int:
    """Send the view if it is another than what was seen, and return its version."""
    table = await run_in_threadpool(games.load, caller.app.state.store, game_id)
    if table.version != seen:  # less only after a backup was put back
        view = await run_in_threadpool(lambda: shown(caller.app, table, viewer))
        try:
            async with asyncio.timeout(SLOW):
                await caller.send_json(view)
        except (TimeoutError, RuntimeError) as error:  # it reads no more, or the server has closed it meanwhile
            raise WebSocketDisconnect(1006) from error
    return table.version


async def _close(caller: WebSocket, code: int) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # which it is already
        await caller.close(code)


async def _left(caller: WebSocket) -> None:
    """Wait until the page goes away; whatever it says before that is not listened to."""
    while (await caller.receive())["type"] != "websocket.disconnect":
        pass
