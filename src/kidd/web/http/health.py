"""What those who run the server ask it."""

from __future__ import annotations

import hmac

import anyio
from fastapi import APIRouter, HTTPException, Request
from starlette.responses import PlainTextResponse, Response

from kidd.table.storage.persons.throttles import is_here
from kidd.web.http.metrics import CONTENT_TYPE, Metrics
from kidd.web.http.settings import Settings

router = APIRouter()
PATIENCE = 3.0  # seconds: who asks does not wait much longer


@router.get("/healthz")
async def healthz() -> Response:
    """Whether the server runs."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Whether the server can do its work: the database keeps what it is told, and the server is not stopping."""
    state = request.app.state
    alive = False
    with anyio.move_on_after(PATIENCE):
        # On a thread of its own: those of the requests may all be waiting for the database.
        alive = await anyio.to_thread.run_sync(state.store.alive, abandon_on_cancel=True, limiter=_asking(request))
    if state.stopping or not alive:
        return PlainTextResponse("not ready\n", 503)
    return PlainTextResponse("ready\n")


def _asking(request: Request) -> anyio.CapacityLimiter:
    """Lets one question at a time through to the database."""
    state = request.app.state
    if not hasattr(state, "asking"):
        state.asking = anyio.CapacityLimiter(1)
    limiter: anyio.CapacityLimiter = state.asking
    return limiter


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
