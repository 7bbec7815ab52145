"""What holds for every request: a limit for bodies, safe headers, a line in the log, and a count."""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kidd.web.logs import log
from kidd.web.metrics import Metrics

SAFE = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cross-origin-opener-policy": "same-origin",
}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
QUIET = ("/static", "/deck", "/healthz", "/readyz", "/metrics")


class TooLarge(Exception):
    """A body that goes on beyond its limit."""


class Watch:
    """Wraps the whole app."""

    def __init__(self, app: ASGIApp, metrics: Metrics, most: int) -> None:
        self.app = app
        self.metrics = metrics
        self.most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and see what comes of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SAFE.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, _limited(scope, receive, self.most), watched)
        finally:
            self._tell(scope, status, time.perf_counter() - begun)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "") or (
            "/static" if scope["path"].startswith("/static") else "none"
        )
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.metrics.requests.labels(method, route, str(status)).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        say: Any = log().debug if scope["path"].startswith(QUIET) and status < 400 else log().info
        say("request", method=scope["method"], path=scope["path"][:200], status=status, ms=round(seconds * 1000, 1))


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


def from_elsewhere(caller: HTTPConnection, base_url: str) -> bool:
    """Whether another site's page sends this: cookies alone do not tell."""
    origin = caller.headers.get("origin")
    if origin is None:
        return caller.headers.get("sec-fetch-site", "none") not in ("same-origin", "none")
    here = {caller.headers.get("host", ""), urlsplit(base_url).netloc}
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        return True
    return not host or host not in here
