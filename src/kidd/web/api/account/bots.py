"""Bots of one's own, and their tokens."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table import limits
from kidd.table.play.people import farewell, programs
from kidd.table.play.people.accounts import own_account
from kidd.table.play.permissions import check_member
from kidd.web.api.account.confirming import Confirmed, confirm
from kidd.web.api.account.lists import MadeToken, NewToken, TokenId, TokenState, token_states
from kidd.web.api.answering import done, problems, sent
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.models import Value

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Accounts"])

BotId = Annotated[str, Path(description="As the list says it (`id`).", max_length=limits.PERSON, examples=["5e" * 16])]


class NewBot(Confirmed):
    """A bot to be made."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Polly", "password": "two parrots"}]})

    name: str = Field(max_length=limits.PERSON)


class BotState(Value):
    """A bot as its maker sees it."""

    id: str
    name: str
    tokens: tuple[TokenState, ...] = ()


class BotList(Value):
    """The asker's bots."""

    bots: tuple[BotState, ...]


@router.get("/bots", response_model=BotList, responses=problems(403))
async def my_bots(request: Request) -> Response:
    """The asker's bots, with their tokens."""
    store, actor = request.app.state.store, viewer_of(request).actor
    await run_in_threadpool(own_account, store, actor)
    found = await run_in_threadpool(programs.bots_of, store, actor)
    return sent(
        BotList(bots=tuple(BotState(id=one.id, name=one.name, tokens=token_states(one.tokens)) for one in found))
    )


@router.post("/bots", status_code=201, response_model=BotState, responses=problems(400, 403, 415, 429))
async def make_bot(request: Request, said: NewBot) -> Response:
    """A bot: a person of its own, marked as a program, that can do nothing but by its tokens."""
    store, actor = request.app.state.store, viewer_of(request).actor
    await confirm(request, said.password)
    made = await run_in_threadpool(programs.make_bot, store, actor, said.name)
    answer = sent(BotState(id=made, name=said.name))
    answer.status_code = 201
    return answer


@router.delete("/bots/{bot_id}", status_code=204, response_class=Response, responses=problems(403, 415))
async def dismiss_bot(request: Request, bot_id: BotId) -> Response:
    """Let a bot go for good."""
    state, actor = request.app.state, viewer_of(request).actor
    check_member(actor)
    await run_in_threadpool(farewell.dismiss_bot, state.store, actor, bot_id)
    return done()


@router.post("/bots/{bot_id}/tokens", status_code=201, response_model=MadeToken, responses=problems(400, 403, 415, 429))
async def make_bot_token(request: Request, bot_id: BotId, said: NewToken) -> Response:
    """A new token of a bot's, which is told only now."""
    store, actor = request.app.state.store, viewer_of(request).actor
    await confirm(request, said.password)
    secret = await run_in_threadpool(programs.make_token, store, actor, said.name, frozenset(said.scopes), bot_id)
    answer = sent(MadeToken(token=secret))
    answer.status_code = 201
    return answer


@router.delete(
    "/bots/{bot_id}/tokens/{token_id}", status_code=204, response_class=Response, responses=problems(403, 415)
)
async def end_bot_token(request: Request, bot_id: BotId, token_id: TokenId) -> Response:
    """Let a token of a bot's be good no more."""
    state, actor = request.app.state, viewer_of(request).actor
    await run_in_threadpool(programs.end_token, state.store, actor, token_id, bot_id)
    return done()
