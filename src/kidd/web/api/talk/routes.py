"""Talking beside games: messages, notes, reports and blocks."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table import limits
from kidd.table.play.club import talk
from kidd.web.api.answering import GameId, load, problems, sent
from kidd.web.api.bodies import HIGHEST_PLY, Body
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.sessions import place_of
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.state.models import TalkState, Value
from kidd.web.state.talk_state import talk_state
from kidd.words.club.phrases import phrases

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Talking"])
Number = Annotated[int, Path(ge=1, le=HIGHEST_PLY, description="Of a message.")]
Since = Annotated[int, Query(ge=0, le=HIGHEST_PLY, description="The number of the last message that was heard.")]


class Saying(Body):
    """A phrase by its name, or a text."""

    room: str = Field(default="", max_length=16, description="`players` or `watchers`; the asker's own if left out.")
    phrase: str = Field(default="", max_length=16, examples=["ahoy"])
    text: str = Field(default="", max_length=10 * limits.MESSAGE)
    since: int = Field(default=0, ge=0, le=HIGHEST_PLY, description="The last message that was heard.")


class NoteText(Body):
    """What somebody notes for themselves."""

    text: str = Field(max_length=10 * limits.NOTE)


class Blocking(Body):
    """Whether to hear no more of somebody."""

    on: bool = True


class NoteState(Value):
    """The asker's note beside a game."""

    text: str = ""


class PhraseState(Value):
    """A quick phrase, to be said by its name."""

    name: str
    words: str


class PhraseList(Value):
    """The quick phrases, in the asker's language."""

    phrases: tuple[PhraseState, ...]


@router.get("/phrases", response_model=PhraseList, responses=problems())
async def list_phrases(request: Request) -> Response:
    """The quick phrases, which everybody reads in their own language."""
    said = phrases(viewer_of(request).tongue)
    return sent(PhraseList(phrases=tuple(PhraseState(name=name, words=words) for name, words in said)))


@router.get("/games/{game_id}/talk", response_model=TalkState, responses=problems(404))
async def hear(request: Request, game_id: GameId, since: Since = 0) -> Response:
    """What was said beside a game, as far as the asker hears it: players among themselves, watchers in their own room.

    Players hear the watchers when the game is over. Whom the asker has blocked is not heard.
    """
    return await _told(request, game_id, since)


@router.post("/games/{game_id}/talk", response_model=TalkState, responses=problems(400, 403, 404, 413, 415, 429, 503))
async def say(request: Request, game_id: GameId, said: Saying) -> Response:
    """Say something beside a game, in words or by a phrase; the answer has what is new since `since`.

    Whoever has no cookie yet becomes a guest by that, and gets one.
    """
    state, viewer, table = request.app.state, viewer_of(request), await load(request, game_id)
    actor, network = state.sessions.newcomer(request), place_of(request).network
    words = {"room": said.room, "phrase": said.phrase, "text": said.text, "network": network}
    await run_in_threadpool(partial(talk.say, state.store, table, actor, **words))
    answer = await _told(request, game_id, said.since, viewer._replace(actor=actor))
    await run_in_threadpool(state.sessions.welcome, state.store, request, actor, answer)
    return answer


@router.post("/games/{game_id}/talk/{number}/report", status_code=204, responses=problems(403, 404, 415))
async def report(request: Request, game_id: GameId, number: Number) -> Response:
    """Have whoever runs the server look at a message."""
    table = await load(request, game_id)
    await run_in_threadpool(talk.report, request.app.state.store, table, viewer_of(request).actor, number)
    return Response(status_code=204)


@router.post(
    "/games/{game_id}/talk/{number}/block", response_model=TalkState, responses=problems(400, 403, 404, 413, 415)
)
async def block_speaker(request: Request, game_id: GameId, number: Number, said: Blocking) -> Response:
    """Hear no more of whoever has said something, here and elsewhere, or hear them again.

    The answer is all that the asker hears from now on.
    """
    state, actor, table = request.app.state, viewer_of(request).actor, await load(request, game_id)
    await run_in_threadpool(partial(talk.block, state.store, table, actor, number, on=said.on))
    state.hearing.forget(actor.person)
    return await _told(request, game_id, 0)


@router.get("/games/{game_id}/note", response_model=NoteState, responses=problems(404))
async def read_note(request: Request, game_id: GameId) -> Response:
    """What the asker has noted for themselves; nobody else reads it."""
    table = await load(request, game_id)
    found = await run_in_threadpool(talk.read, request.app.state.store, table, viewer_of(request).actor)
    return sent(NoteState(text=found.note))


@router.put("/games/{game_id}/note", response_model=NoteState, responses=problems(400, 403, 404, 413, 415, 429, 503))
async def put_note(request: Request, game_id: GameId, said: NoteText) -> Response:
    """Note something for oneself in place of what was noted before; an empty text throws it away."""
    state, actor, table = request.app.state, viewer_of(request).actor, await load(request, game_id)
    kept = await run_in_threadpool(talk.put_note, state.store, table, actor, said.text)
    return sent(NoteState(text=kept))


async def _told(request: Request, game_id: str, since: int, viewer: Viewer | None = None) -> Response:
    state, viewer, table = request.app.state, viewer or viewer_of(request), await load(request, game_id)
    found = await run_in_threadpool(talk.read, state.store, table, viewer.actor, since)
    audience = state.store.hub.audience
    there = audience.number(table.id), audience.seated(table.id)
    return sent(talk_state(table, viewer, found.said, there, since))
