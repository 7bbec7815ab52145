"""What holds for every request: a limit for bodies, safe headers, an answer at any rate, and a line in the log."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from prometheus_client import Counter, Histogram
from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from kidd.table.errors import Unavailable
from kidd.web.http.assets.gzip_cache import QUICKLY, SMALL
from kidd.web.http.defence.origins import OwnNames
from kidd.web.http.defence.pace import Crowd, Paces
from kidd.web.http.logging_setup import log
from kidd.web.http.metrics import Metrics
from kidd.web.http.visitors.viewer import VIEWER, Viewer

SAFE_PARTS = {"x-content-type-options": "nosniff"}  # scripts, styles and fonts are no pages: more says nothing there
SAFE = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    **SAFE_PARTS,
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}
BY_HTTPS = {"strict-transport-security": "max-age=31536000"}  # of other hosts of the domain others have to say that
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
LONGEST_LOGGED_PATH = 200  # characters of a path in the log
QUIET = ("/static", "/deck", "/kit/", "/healthz", "/readyz", "/metrics")  # where nobody asks who it is
SELDOM_TOLD = (*QUIET, "/api/")
TRY_AGAIN = 1013  # why a socket is closed
ELSEWHERE = 1008
CROWDED = 5  # seconds after which somebody may come again who has too much open
GONE = 499  # in the log and the metrics: whoever asked has hung up before they had said all
LOGGER = logging.getLogger("kidd.web")


class TooLarge(Exception):
    """A body that goes on beyond its limit."""


class Door(NamedTuple):
    """Who is let in: those who call the server by its name, with as much as an address takes, so fast, so many.

    Requests and sockets are counted apart: windows that are open at once are not to keep each other from asking.
    """

    names: OwnNames
    most: Callable[[str], int]
    paces: Paces
    requests: Crowd
    sockets: Crowd


class Watch:
    """Wraps the whole app; `refuse` makes the answer to what nobody else has answered, from a request and a status."""

    def __init__(self, app: ASGIApp, metrics: Metrics, refuse: Callable[..., Response], door: Door) -> None:
        self.app = app
        self._packed = GZipMiddleware(app, minimum_size=SMALL, compresslevel=QUICKLY)
        self._known_meters: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}
        self.metrics = metrics
        self.refuse = refuse
        self.door = door
        more = BY_HTTPS if door.names.by_https else {}
        self._safe, self._safe_part = _pairs(SAFE | more), _pairs(SAFE_PARTS | more)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and see what comes of it."""
        if scope["type"] == "http":
            await self._request(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _request(self, outer: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 0
        is_head = outer["method"] == "HEAD"
        scope = {**outer, "method": "GET"} if is_head else outer  # whatever can be had can be asked about

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                part = status == 200 and scope["path"].startswith("/static/")
                there = {name for name, _ in message["headers"]}
                missing = [pair for pair in (self._safe_part if part else self._safe) if pair[0] not in there]
                message = {**message, "headers": [*message["headers"], *missing]}
            elif is_head:
                message = {**message, "body": b""}
            await send(message)

        answer = 0
        address = address_of(scope)
        entered = self.door.requests.enter(address)
        try:
            app = await self._answering(scope, address) if entered else self._too_fast(scope, CROWDED)
            await app(scope, _limited(scope, receive, self.door.most(scope["path"])), watched)
        except asyncio.CancelledError:  # the server stops and has waited long enough
            log().info("cut off", path=scope["path"][:LONGEST_LOGGED_PATH])
            answer = 503
        except ClientDisconnect:  # in the middle of what they said: there is nobody left to answer
            self._tell(scope, outer["method"], status or GONE, time.perf_counter() - begun)
            return
        except Unavailable as error:  # before anybody could be asked
            note_no_answer(scope, 503, error)
            answer = 503
        except Exception as error:  # noqa: BLE001 - here, and nowhere else, it is noted
            log().error("unforeseen", method=outer["method"], path=scope["path"][:LONGEST_LOGGED_PATH], exc_info=error)
            answer = 500
        finally:
            if entered:
                self.door.requests.leave(address)
        if answer and not status:
            await self._last_answer(scope, answer)(scope, receive, watched)
        self._tell(scope, outer["method"], status or answer, time.perf_counter() - begun)

    async def _answering(self, scope: Scope, address: str) -> ASGIApp:
        """Who answers a request: the app, or somebody who says why it does not."""
        if not self.door.names.knows(scope):
            return self.refuse(Request(scope), 421)
        path: str = scope["path"]
        if "\0" in path:  # which not every database can look for
            return self.refuse(Request(scope), 404)
        paces, is_quiet = self.door.paces, path.startswith(QUIET)
        # By network first: to find out who somebody is takes a thread and a look into the database.
        late = paces.wait_of_parts(address) if is_quiet else paces.wait_of_network(address)
        if not late and not is_quiet:
            scope[VIEWER] = await self._viewer(scope)
            late = paces.wait_of_person(scope[VIEWER].actor)
        if late:
            return self._too_fast(scope, late)
        # The answer to a move is small, and packing it would cost more than sending it.
        return self.app if scope["method"] == "POST" and path.startswith("/api/") else self._packed

    async def _viewer(self, scope: Scope) -> Viewer:
        state = scope["app"].state
        found: Viewer = await state.sessions.viewer(state.store, scope)
        return found

    def _too_fast(self, scope: Scope, seconds: int) -> Response:
        return self.refuse(Request(scope), 429, after=seconds)

    def _last_answer(self, scope: Scope, status: int) -> Response:
        try:
            return self.refuse(Request(scope), status)
        except Exception as error:  # noqa: BLE001 - even the page that says so cannot be made
            log().error("no page for an error", exc_info=error)
            return PlainTextResponse("Something went wrong.\n", status)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.door.names.knows(scope) or "\0" in scope["path"]:
            await send({"type": "websocket.close", "code": ELSEWHERE, "reason": ""})  # which is answered with 403
            return
        address = address_of(scope)
        entered = self.door.sockets.enter(address)
        try:
            if not entered or await self._is_late(scope, address):
                await _turn_away(WebSocket(scope, receive, send))
                return
            await self.app(scope, receive, send)
        except asyncio.CancelledError:
            log().info("cut off", path=scope["path"][:LONGEST_LOGGED_PATH])
        except Unavailable as error:  # as above; a socket that is not open yet could not be told when to come again
            note_no_answer(scope, 503, error)
            await _turn_away(WebSocket(scope, receive, send))
        except ClientDisconnected:
            log().info("gone before it was open", path=scope["path"][:LONGEST_LOGGED_PATH])
        except Exception as error:  # noqa: BLE001 - as above
            log().error("unforeseen", path=scope["path"][:LONGEST_LOGGED_PATH], exc_info=error)
            with suppress(RuntimeError, OSError):
                await send({"type": "websocket.close", "code": 1011, "reason": ""})
        finally:
            if entered:
                self.door.sockets.leave(address)

    async def _is_late(self, scope: Scope, address: str) -> bool:
        """Whether whoever opens a socket has to come again later; by network first, as above."""
        if self.door.paces.wait_of_network(address):
            return True
        scope[VIEWER] = await self._viewer(scope)
        return self.door.paces.wait_of_person(scope[VIEWER].actor) > 0

    def _meters(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """The counter and the clock of such requests: to look them up by their labels each time would cost more."""
        key = method, route, status
        found = self._known_meters.get(key)
        if found is None:
            counted = self.metrics.requests.labels(method, route, str(status))
            found = self._known_meters[key] = counted, self.metrics.seconds.labels(route)
        return found

    def _tell(self, scope: Scope, method: str, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "") or (
            "/static" if scope["path"].startswith("/static") else "none"
        )
        counted, timed = self._meters(method if method in METHODS else "other", route, status)
        counted.inc()
        timed.observe(seconds)
        level = logging.DEBUG if status < 400 and scope["path"].startswith(SELDOM_TOLD) else logging.INFO
        if LOGGER.isEnabledFor(level):  # a line for every move of every game would cost more than the move
            said = {"method": method, "path": scope["path"][:LONGEST_LOGGED_PATH], "status": status}
            log().log(level, "request", **said, ms=round(seconds * 1000, 1))


def _pairs(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


async def _turn_away(caller: WebSocket) -> None:
    """Let a socket come again later."""
    with suppress(RuntimeError, OSError, WebSocketDisconnect):
        await caller.accept()
        await caller.close(TRY_AGAIN)


def note_no_answer(scope: Scope, status: int, error: Unavailable) -> None:
    """Say in the log why the server does not do its work, but not a thousand times."""
    if scope["app"].state.seldom.again(str(error)):
        log().warning("no answer", status=status, path=scope["path"][:LONGEST_LOGGED_PATH], reason=str(error))


def _limited(scope: Scope, receive: Receive, most: int) -> Receive:
    """The same body, but an end to it where it is too long."""
    length = Headers(scope=scope).get("content-length", "0")
    announced = int(length) if length.isascii() and length.isdigit() and len(length) < 12 else most + 1
    had = 0

    async def limited() -> Message:
        nonlocal had
        if announced > most:
            raise TooLarge
        message = await receive()
        if message["type"] == "http.request":
            had += len(message.get("body", b""))
            if had > most:
                raise TooLarge
        return message

    return limited
