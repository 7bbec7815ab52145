"""`/api/v1`: games as data for programs, and for the pages' own scripts."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter
from starlette.responses import JSONResponse, RedirectResponse, Response

from kidd.web.api import analysis, games, openapi, play, positions, sessions, socket
from kidd.web.http.problems import KINDS
from kidd.web.http.requests import Refused

PREFIX = "/api/v1"
PARTS = (games.router, play.router, analysis.router, positions.router, sessions.router)  # as they are explained
BUSIEST = (play.router, *(part for part in PARTS if part is not play.router))

router = APIRouter()


@cache
def document() -> dict[str, Any]:
    """What the API says of itself, not to be changed."""
    whole = APIRouter()
    for part in PARTS:
        whole.include_router(part)
    return openapi.document(whole, PREFIX)


@router.get(f"{PREFIX}/openapi.json", include_in_schema=False)
def openapi_json() -> Response:
    """The same for programs."""
    return JSONResponse(document())


@router.get("/problems/{kind}", include_in_schema=False)
def problem_type(kind: str) -> Response:
    """Where the type of a problem is explained."""
    if kind not in KINDS:
        raise Refused(404)
    return RedirectResponse(f"{PREFIX}/docs#problem-{kind}", 303)


for part in BUSIEST:
    router.include_router(part, prefix=PREFIX)
router.include_router(socket.router, prefix=PREFIX)
