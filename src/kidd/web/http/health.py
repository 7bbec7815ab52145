"""What those who run the server ask it."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from time import monotonic

import anyio
from fastapi import APIRouter, HTTPException, Request
from starlette.responses import PlainTextResponse, Response

from kidd.table.storage.database.store import Store
from kidd.table.storage.persons.throttles import is_here
from kidd.web.http.metrics import CONTENT_TYPE, Metrics
from kidd.web.http.settings import Settings

router = APIRouter()
PATIENCE = 3.0  # seconds: who asks does not wait much longer
HOLDS_FOR = 1.0  # seconds that an answer of the database's holds, as each costs it a sync of the disk


@router.get("/healthz")
async def healthz() -> Response:
    """Whether the server runs."""
    return PlainTextResponse("ok\n")


class Readiness:
    """Whether the database keeps what it is told: found out once in a while, however many ask, and by one of them."""

    def __init__(self, timer: Callable[[], float] = monotonic) -> None:
        self._timer = timer
        self._found, self._until = False, 0.0
        self._asking: asyncio.Task[bool] | None = None

    async def of(self, store: Store) -> bool:
        """What was found out a moment ago, or is now; an answer that takes too long is none."""
        if self._timer() < self._until:
            return self._found
        asking = self._asking
        if asking is None or asking.done():
            asking = self._asking = asyncio.create_task(self._ask(store))
        done, _ = await asyncio.wait((asking,), timeout=PATIENCE)
        return asking.result() if done else False

    async def _ask(self, store: Store) -> bool:
        # On a thread of its own: those of the requests may all be waiting for the database.
        limiter = anyio.CapacityLimiter(1)
        self._found = await anyio.to_thread.run_sync(store.alive, abandon_on_cancel=True, limiter=limiter)
        self._until = self._timer() + HOLDS_FOR
        return self._found


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Whether the server can do its work: the database keeps what it is told, and the server is not stopping."""
    state = request.app.state
    alive = await state.readiness.of(state.store)
    if state.stopping or not alive:
        return PlainTextResponse("not ready\n", 503)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """Counters and timings for Prometheus: for who has the token, or, where there is none, for this machine."""
    settings: Settings = request.app.state.settings
    if settings.metrics_token:
        given = request.headers.get("authorization", "").encode()
        if not hmac.compare_digest(given, f"Bearer {settings.metrics_token}".encode()):
            raise HTTPException(401, headers={"www-authenticate": "Bearer"})
    elif settings.base_url or not is_here(request.client.host if request.client else ""):
        raise HTTPException(404)  # a proxy may stand before it, for which all are alike
    counted: Metrics = request.app.state.metrics
    return Response(counted.text(), media_type=CONTENT_TYPE)
