"""Asking the computers for a hint while somebody waits for it, and no longer."""

from __future__ import annotations

import asyncio
from collections import Counter

from starlette.requests import Request

from kidd.advice.annotate import Note
from kidd.search.hint import Hint
from kidd.table.computers.job_queue import Stopped, ThinkerPool
from kidd.table.computers.jobs import Answer, HintQuestion, NoteQuestion
from kidd.table.computers.lanes import SOON, Lane
from kidd.table.errors import TooMany
from kidd.web.http.requests import Refused
from kidd.web.http.visitors.sessions import share_of

MOST_HINTS = 2  # hints that one visitor waits for at a time
GONE = 499  # nobody reads this answer


class Hints:
    """How many hints each visitor waits for; all of it happens in the server's loop."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()

    async def ask(self, request: Request, question: HintQuestion, person: str) -> Hint:
        """A hint; the question is dropped when the visitor has gone or the server stops."""
        found = await self._ask(request, question, person)
        assert isinstance(found, Hint)
        return found

    async def ask_note(self, request: Request, question: NoteQuestion, person: str) -> Note:
        """A note on a move, asked for in the same way."""
        found = await self._ask(request, question, person)
        assert isinstance(found, Note)
        return found

    async def _ask(self, request: Request, question: HintQuestion | NoteQuestion, person: str) -> Answer:
        share = share_of(request)
        visitor = person or share  # strangers of one place are one
        if self._asked[visitor] >= MOST_HINTS:
            raise Refused(429)
        self._asked[visitor] += 1
        try:
            return await _answer(request, question, person, share)
        finally:
            self._asked[visitor] -= 1
            if not self._asked[visitor]:
                del self._asked[visitor]


async def _answer(request: Request, question: HintQuestion | NoteQuestion, person: str, share: str) -> Answer:
    thinkers: ThinkerPool = request.app.state.computers.thinkers
    if thinkers.away(Lane.HINTS):
        raise TooMany("nobody thinks", 0)
    thought = thinkers.ask(question, SOON, owner=person, share=share)
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
        return await answer
    except (asyncio.CancelledError, Stopped):
        raise Refused(GONE if leaving.done() and not leaving.cancelled() else 503) from None


async def _left(request: Request) -> None:
    """Wait until the visitor goes away."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
