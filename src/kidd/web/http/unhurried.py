"""Routes that take long: each waits for its turn (`defence/turnstile.py`), and is answered and packed on a thread."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from kidd.web.http.assets.gzip_cache import QUICKLY, SMALL
from kidd.web.http.requests import Refused
from kidd.web.http.visitors.sessions import share_of

GONE = 499  # nobody reads this answer

Made = TypeVar("Made")


def unhurried(answer: Callable[..., Response]) -> Callable[..., Coroutine[Any, Any, Response]]:
    """Have a route of pages or of the API answered in turn; its first argument is the request."""

    @wraps(answer)
    async def waiting(request: Request, **given: object) -> Response:
        return await in_turn(request, lambda: packed(request, answer(request, **given)))

    return waiting


async def in_turn(caller: HTTPConnection, work: Callable[[], Made]) -> Made:
    """Have something done on a thread when it is the caller's turn, and not at all for who has gone meanwhile."""
    async with caller.app.state.turnstile.turn(share_of(caller)):
        if isinstance(caller, Request) and await caller.is_disconnected():
            raise Refused(GONE)
        return await run_in_threadpool(work)


def packed(request: Request, answer: Response) -> Response:
    """The same in fewer bytes, if whoever asks can take it: where that is done later, it holds everybody up."""
    asked = request.headers.get("accept-encoding", "")
    if len(answer.body) < SMALL or "gzip" not in asked or "content-encoding" in answer.headers:
        return answer
    answer.body = gzip.compress(answer.body, QUICKLY, mtime=0)
    answer.headers["content-encoding"] = "gzip"
    answer.headers["content-length"] = str(len(answer.body))
    answer.headers.add_vary_header("Accept-Encoding")
    return answer
