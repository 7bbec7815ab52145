"""What all sockets have in common: why they are closed, how something is sent, and the wait until the caller goes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from time import monotonic
from typing import Any

from fastapi import WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection
from starlette.types import Scope

from kidd.table.errors import TooFast
from kidd.web.http.defence.portholes import CROWDED
from kidd.web.http.lines import line_of
from kidd.web.http.middleware import TRY_AGAIN
from kidd.web.http.visitors.viewer import viewer_of
from kidd.words.errors import sentence
from kidd.words.statuses import SENTENCES

UNKNOWN, ELSEWHERE = 4404, 4403  # why a socket is closed, after HTTP's numbers
RESTARTS = 1012  # the server stops: come again
ALIVE = '{"alive":true}'  # what a page asks that has heard nothing for a while, and what it is answered
ALIVE_EVERY = 1.0  # seconds: not answered more often
SLOW = 20.0  # seconds after which a page that does not take what it is sent is given up


async def send(caller: WebSocket, text: bytes) -> None:
    """Send something to whoever still takes it."""
    line = line_of(caller.scope)
    if line is not None and line.say(text):  # then nobody waits, and no time has to be kept
        return
    try:
        async with asyncio.timeout(SLOW):
            await caller.send_text(text.decode())
    except (TimeoutError, RuntimeError) as error:  # it reads no more, or the server has closed it meanwhile
        raise WebSocketDisconnect(1006) from error


async def close(caller: WebSocket, code: int, reason: str = "") -> None:
    """Close a socket, whoever may have done so before."""
    with suppress(RuntimeError, WebSocketDisconnect):  # which it is already
        await caller.close(code, reason)


async def turn_away(caller: WebSocket, error: TooFast) -> None:
    """Close a socket of which there are too many, and say so in the words of whoever looks."""
    caller.app.state.metrics.refused.labels(error.reason).inc()
    is_busy = error.reason == "busy"  # which passes
    await close(caller, TRY_AGAIN if is_busy else CROWDED, "" if is_busy else sentence(error, viewer_of(caller).tongue))


def too_large(scope: Scope) -> str:
    """What is said to whoever sends a message that is too large, in their language."""
    return viewer_of(HTTPConnection(scope)).tongue(SENTENCES[413])


async def gone(caller: WebSocket, heard: Callable[[str], Awaitable[None]] | None = None) -> None:
    """Wait until the caller goes away; before that a page asks whether we are alive, and says what `heard` is for."""
    answered = 0.0
    while (said := await caller.receive())["type"] != "websocket.disconnect":
        if (text := said.get("text") or "") != ALIVE:
            if heard is not None:
                await heard(text)
        elif (moment := monotonic()) - answered >= ALIVE_EVERY:
            answered = moment
            await send(caller, ALIVE.encode())


async def tell_until_gone(
    caller: WebSocket, telling: Coroutine[Any, Any, None], heard: Callable[[str], Awaitable[None]] | None = None
) -> None:
    """Tell until all is told or the caller goes away; meanwhile what they say is heard."""
    talking, leaving = asyncio.create_task(telling), asyncio.create_task(gone(caller, heard))
    try:
        await asyncio.wait((talking, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        talking.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await leaving
    with suppress(asyncio.CancelledError):
        await talking
