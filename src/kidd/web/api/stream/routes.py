"""`GET /api/v1/stream`: server-sent events."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Header, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kidd.table.play.actors import Actor
from kidd.table.play.permissions import check_known
from kidd.web.api.answering import problems
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.api.stream.streams import Stream, Streams
from kidd.web.api.stream.telling import LONGEST_ID, moment_of
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Stream"])

BEAT = 15.0  # seconds after which a line without meaning keeps the connection open
SLOW = 20.0  # seconds after which somebody who does not take what is sent is given up
RETRY = 2000  # milliseconds after which a browser may come again
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class EventStream(Response):
    """An answer that goes on as long as somebody listens."""

    media_type = "text/event-stream"

    def __init__(self, request: Request, streams: Streams, last: datetime | None) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self._request = request
        self._streams = streams
        self._last = last
        self._actor = viewer_of(request).actor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Tell what happens until the caller goes away, is somebody else, or the server stops."""
        with self._streams.of(self._actor.person) as stream:
            telling = asyncio.create_task(self._tell(stream, send))
            leaving = asyncio.create_task(_left(receive))
            try:
                await asyncio.wait((telling, leaving), return_when=asyncio.FIRST_COMPLETED)
            finally:
                leaving.cancel()
                telling.cancel()
                with suppress(asyncio.CancelledError):
                    await leaving
            with suppress(asyncio.CancelledError, TimeoutError, OSError):
                await telling

    async def _tell(self, stream: Stream, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await _send(send, b"retry: %d\n\n" % RETRY)
        await self._streams.begin(self._request.app.state.store, stream, self._last)
        while True:
            found = await stream.take(BEAT)
            if await self._who() != self._actor:
                break
            await _send(send, b"".join(map(bytes, found)) or b": here\n\n")
            if stream.closed:
                break
        await send({"type": "http.response.body", "body": b""})

    async def _who(self) -> Actor:
        """Who the caller is now: their session may have ended, or their token."""
        state = self._request.app.state
        found: Actor = (await state.sessions.viewer(state.store, self._request.scope)).actor
        return found


async def _send(send: Send, body: bytes) -> None:
    async with asyncio.timeout(SLOW):
        await send({"type": "http.response.body", "body": body, "more_body": True})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


@router.get("/stream", responses={200: {"content": {"text/event-stream": {}}}, **problems(401, 403, 429)})
async def stream(
    request: Request,
    last_event_id: Annotated[
        str, Header(max_length=LONGEST_ID, description="The last `id` that was heard: what came after it follows.")
    ] = "",
) -> Response:
    """What happens in the asker's games as server-sent events: `challenge`, `begin`, `act`, `change`, `end`.

    It begins with the challenges and games that are open, or, after `Last-Event-ID`, with what has happened since; a
    little of that may have been heard before, with the same `game` and `version`.
    """
    check_known(viewer_of(request).actor)
    streams: Streams = request.app.state.streams
    streams.check(viewer_of(request).actor.person)
    return EventStream(request, streams, moment_of(last_event_id) if last_event_id else None)
