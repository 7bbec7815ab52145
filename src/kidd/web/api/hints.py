"""Asking the computers for a hint while somebody waits for it, and no longer."""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.requests import Request

from kidd.search.hint import Hint
from kidd.table.computers.job_queue import SOON, Stopped, ThinkerPool
from kidd.table.computers.jobs import HintQuestion
from kidd.web.http.requests import Refused

MOST = 2  # hints that one visitor waits for at a time
GONE = 499  # nobody reads this answer


class Hints:
    """How many hints each visitor waits for; all of it happens in the server's loop."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()

    async def ask(self, request: Request, question: HintQuestion, person: str) -> Hint:
        """A hint; the question is dropped when the visitor has gone or the server stops."""
        if self._asked[person] >= MOST:
            raise Refused(429)
        self._asked[person] += 1
        try:
            return await _answer(request, question, person)
        finally:
            self._asked[person] -= 1
            if not self._asked[person]:
                del self._asked[person]


async def _answer(request: Request, question: HintQuestion, person: str) -> Hint:
    thinkers: ThinkerPool = request.app.state.computers.thinkers
    thought = thinkers.ask(question, SOON, owner=person)
    answer = asyncio.wrap_future(thought)
    leaving = asyncio.create_task(_left(request))
    try:
        await asyncio.wait((answer, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        if not answer.done():
            thought.cancel()
            answer.cancel()
    if not answer.done():
        raise Refused(GONE)
    try:
        found = await answer
    except (asyncio.CancelledError, Stopped):
        raise Refused(GONE if leaving.done() and not leaving.cancelled() else 503) from None
    assert isinstance(found, Hint)
    return found


async def _left(request: Request) -> None:
    """Wait until the visitor goes away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
