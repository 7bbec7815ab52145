"""The socket of the engine: it thinks about what one looks at, in slices, as long as one looks at it."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import Field, ValidationError
from starlette.concurrency import run_in_threadpool

from kidd.advice.look import Look
from kidd.errors import KiddError
from kidd.match import Match
from kidd.search.scores import result_score
from kidd.table.computers.job_queue import Stopped, ThinkerPool
from kidd.table.computers.jobs import LookQuestion
from kidd.table.computers.lanes import LOOKING, SOMETIME, Lane
from kidd.table.errors import TooFast, TooMany
from kidd.table.play.club.locks import check_help
from kidd.web.api.bodies import Body, Count
from kidd.web.api.problems import PREFIX
from kidd.web.api.sockets.wire import ELSEWHERE, RESTARTS, close, send, too_large
from kidd.web.api.study.answers import EngineAnswer, EngineRefusal
from kidd.web.api.study.engine_words import engine_answer
from kidd.web.api.study.lines import Line, read_line
from kidd.web.api.study.look import LineBody
from kidd.web.api.study.lookers import Looker
from kidd.web.http.defence.json_bounds import status_unread
from kidd.web.http.defence.origins import from_elsewhere
from kidd.web.http.middleware import TRY_AGAIN
from kidd.web.http.unhurried import in_turn
from kidd.web.http.visitors.sessions import share_of
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.words.errors import sentence
from kidd.words.statuses import SENTENCES

router = APIRouter(prefix=PREFIX)

ANOTHER, TOO_LONG, TOO_FAST = 4409, 1009, 4429  # why a socket is closed
LONGEST_MESSAGE = 60_000  # characters of a message: the longest game in notation
MOST_A_SECOND = 60  # messages, most of which are skipped
MOST_LINES = 5
SLICES = (0.1, 0.2, 0.4, 0.8)  # seconds of thinking at a time; the last one is repeated
TOTAL = 20.0  # seconds of thinking for one position
REST = 10  # times what it took to read a line, until the next is read: nobody keeps the server busy with reading
LONGEST_REST = 1.0  # second
ASK_AGAIN_AFTER = 0.5  # seconds after which a place in a queue is asked for again


class EngineWish(Body):
    """What the engine is to look at, or that it is to stop."""

    line: LineBody | None = Field(default=None, alias="look")
    lines: int = Field(default=3, ge=1, le=MOST_LINES)
    seq: Count = 0
    stop: bool = False


@router.websocket("/engine")
async def engine(caller: WebSocket) -> None:
    """Tell what is found about a line, deeper each time, until another is asked for or the caller goes away."""
    state = caller.app.state
    await caller.accept()
    if from_elsewhere(caller, state.settings.base_url):
        await close(caller, ELSEWHERE)
        return
    viewer, gone = viewer_of(caller), asyncio.Event()
    looker = state.lookers.enter(viewer.person, share_of(caller), gone.set)
    if looker is None:
        await close(caller, TRY_AGAIN)
        return
    state.metrics.sockets.inc()
    try:
        await _serve(caller, EngineSession(caller, viewer, looker, state.computers.thinkers), gone)
    except WebSocketDisconnect:
        pass
    finally:
        state.lookers.go(looker)
        state.metrics.sockets.dec()


async def _serve(caller: WebSocket, session: EngineSession, gone: asyncio.Event) -> None:
    """Listen and think until one of the two ends, or somebody else takes the place."""
    tasks = [asyncio.create_task(work) for work in (session.listen(), session.think(), gone.wait())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    if gone.is_set():
        await close(caller, ANOTHER)
    for error in ended:
        if isinstance(error, Exception):
            raise error


class EngineSession:
    """One socket: the newest message, and what is being thought about."""

    def __init__(self, caller: WebSocket, viewer: Viewer, looker: Looker, thinkers: ThinkerPool) -> None:
        self._caller = caller
        self._viewer = viewer
        self._looker = looker
        self._thinkers = thinkers
        self._newest: str | None = None
        self._news = asyncio.Event()

    async def listen(self) -> None:
        """Take messages until the caller goes away; of those that come faster than they are read the last counts."""
        second, count = 0.0, 0
        while True:
            message = await self._caller.receive()
            if message["type"] == "websocket.disconnect":
                return
            now = time.monotonic()
            second, count = (second, count + 1) if now - second < 1 else (now, 1)
            if count > MOST_A_SECOND:
                await close(self._caller, TOO_FAST)
                return
            text = message.get("text") or (message.get("bytes") or b"").decode(errors="replace")
            if len(text) > LONGEST_MESSAGE:
                await close(self._caller, TOO_LONG, too_large(self._caller.scope))
                return
            self._newest = text
            self._news.set()

    async def think(self) -> None:
        """Think about the newest message, each time until another comes."""
        while True:
            await self._news.wait()
            self._news.clear()
            text, self._newest = self._newest or "", None
            began = time.monotonic()
            asked = await self._read(text)
            ready = time.monotonic()
            if asked is not None:
                await self._until_news(asked)
            await asyncio.sleep(max(ready + min(REST * (ready - began), LONGEST_REST) - time.monotonic(), 0))

    async def _until_news(self, asked: tuple[EngineWish, Match]) -> None:
        looking = asyncio.create_task(self._look(*asked))
        news = asyncio.create_task(self._news.wait())
        try:
            await asyncio.wait((looking, news), return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
            looking.cancel()
        with suppress(asyncio.CancelledError):
            await looking

    async def _read(self, text: str) -> tuple[EngineWish, Match] | None:
        """What a message wants, or tell what is wrong with it."""
        _ = self._viewer.tongue
        seq: int | None = None
        if status_unread(text.encode()):
            await self._refuse(seq, _(SENTENCES[400]), "unreadable")
            return None
        try:
            wish = EngineWish.model_validate_json(text)
            seq = wish.seq
            if wish.stop or wish.line is None:
                return None
            line = await self._in_turn(wish.line)
        except ValidationError as error:
            broken = any(one["type"] == "json_invalid" for one in error.errors())
            await self._refuse(seq, _(SENTENCES[400 if broken else 422]), "unreadable" if broken else "unfit")
        except KiddError as error:
            await self._refuse(seq, sentence(error, _), error.reason)
        else:
            return wish, line.match
        return None

    async def _in_turn(self, said: LineBody) -> Line:
        """The same line when it is the asker's turn to have one replayed; whoever waits in vain waits once more."""
        while True:
            try:
                return await in_turn(self._caller, partial(self._line, said))
            except TooFast:
                await asyncio.sleep(ASK_AGAIN_AFTER)

    def _line(self, said: LineBody) -> Line:
        """The line that is asked about, if the asker plays no such game for points."""
        line = read_line(said.position, said.options, said.acts)
        check_help(self._caller.app.state.store, self._viewer.actor, line.match.game)
        return line

    async def _refuse(self, seq: int | None, said: str, reason: str) -> None:
        refusal = EngineRefusal(seq=seq, error=said, reason=reason)
        await send(self._caller, refusal.model_dump_json(exclude_none=True).encode())

    async def _look(self, wish: EngineWish, match: Match) -> None:
        """Slice after slice, each told if it saw further than the one before."""
        if match.result:
            await self._tell(wish, match, Look(result_score(match.position, match.result, 0)), done=True)
            return
        if self._thinkers.away(Lane.LOOKS):  # said once; it is thought about as soon as somebody is there
            away = TooMany("nobody thinks", 0)
            await self._refuse(wish.seq, sentence(away, self._viewer.tongue), away.reason)
        quick, best, spent = self._looker.may_hurry(), None, 0.0
        for number in range(int(TOTAL / SLICES[0])):
            seconds = SLICES[min(number, len(SLICES) - 1)]
            urgency = LOOKING if quick and number < 2 else SOMETIME
            found = await self._slice(LookQuestion.of(match, wish.lines, seconds), urgency)
            spent += seconds
            done = found.settled or spent >= TOTAL
            if best is None or found.depth >= best.depth:
                best = found
            if best is found or done:
                await self._tell(wish, match, best, done=done)
            if done:
                return

    async def _slice(self, question: LookQuestion, urgency: int) -> Look:
        """Wait for a place in the queue and for the answer; whoever waits no longer is not thought for."""
        while True:
            try:
                return await self._asked(question, urgency)
            except TooMany:  # or others had less
                await asyncio.sleep(ASK_AGAIN_AFTER)

    async def _asked(self, question: LookQuestion, urgency: int) -> Look:
        looker = self._looker
        thought = self._thinkers.ask(question, urgency, owner=looker.person, share=looker.share)
        try:
            found = await asyncio.wrap_future(thought)
        except Stopped:
            await close(self._caller, RESTARTS)
            raise WebSocketDisconnect(RESTARTS) from None
        finally:
            thought.cancel()
        assert isinstance(found, Look)
        return found

    async def _tell(self, wish: EngineWish, match: Match, look: Look, *, done: bool) -> None:
        pos, _ = match.position, self._viewer.tongue
        told: EngineAnswer = await run_in_threadpool(engine_answer, pos, look, wish.seq, done, _)
        await send(self._caller, told.model_dump_json(exclude_defaults=True).encode())
