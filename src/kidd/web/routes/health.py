"""What those who run the server ask it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from kidd.web.metrics import CONTENT_TYPE, Metrics

router = APIRouter()


@router.get("/healthz")
async def healthz() -> Response:
    """Whether the server runs."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
def readyz(request: Request) -> Response:
    """Whether the server can do its work: the database answers, and it is not stopping."""
    state = request.app.state
    if state.stopping or not state.store.alive():
        return PlainTextResponse("not ready\n", 503)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
def metrics(request: Request) -> Response:
    """Counters and timings for Prometheus."""
    counted: Metrics = request.app.state.metrics
    return Response(counted.text(), media_type=CONTENT_TYPE)
