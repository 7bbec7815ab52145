"""Profile, blocks and tokens of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from pydantic import ConfigDict, Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table import limits
from kidd.table.play.people import profile, programs
from kidd.table.play.people.accounts import own_account
from kidd.table.play.permissions import check_known
from kidd.table.storage.persons.tokens import Token
from kidd.web.api.account.confirming import Confirmed, confirm
from kidd.web.api.answering import done, problems, sent
from kidd.web.api.bodies import Body
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.models import Value

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Accounts"])

Name = Annotated[str, Path(description="Of a member, or as the list says it.", max_length=100, examples=["Mary Read"])]
TokenId = Annotated[str, Path(description="As the list says it (`id`).", examples=["5e" * 32])]


class Profile(Body):
    """How one likes to be written to; empty is as the browser has it."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"language": "de", "zone": "Europe/Berlin"}]})

    language: str = Field(default="", max_length=8)
    zone: str = Field(default="", max_length=64)


class NewBlock(Body):
    """Whom one does not want to hear of."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Mary Read"}]})

    name: str = Field(max_length=100)


class BlockList(Value):
    """Whom the asker has blocked."""

    blocked: tuple[str, ...]


class NewToken(Confirmed):
    """A token to be made."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "my engine", "scopes": ["read", "play"], "password": "two parrots"}]}
    )

    name: str = Field(max_length=limits.NAME)
    scopes: list[Literal["read", "play", "challenge", "talk", "study"]] = Field(min_length=1, max_length=5)


class TokenState(Value):
    """A token as its owner sees it."""

    id: str
    name: str
    scopes: tuple[str, ...]
    created: datetime
    used: datetime | None = None


class TokenList(Value):
    """The asker's tokens."""

    tokens: tuple[TokenState, ...]


class MadeToken(Value):
    """A token that was just made, in full: it is told only now."""

    token: str


@router.put("/account/profile", status_code=204, response_class=Response, responses=problems(400, 403, 415))
async def keep_profile(request: Request, said: Profile) -> Response:
    """Another language or time zone."""
    store, actor = request.app.state.store, viewer_of(request).actor
    await run_in_threadpool(profile.keep_profile, store, actor, said.language, said.zone)
    return done()


@router.get("/blocks", response_model=BlockList, responses=problems(403))
async def my_blocks(request: Request) -> Response:
    """Whom the asker has blocked, by name."""
    viewer = viewer_of(request)
    check_known(viewer.actor)
    found = await run_in_threadpool(profile.blocked, request.app.state.store, viewer.actor, viewer.tongue)
    return sent(BlockList(blocked=tuple(one.name for one in found)))


@router.post("/blocks", status_code=204, response_class=Response, responses=problems(400, 403, 415))
async def block(request: Request, said: NewBlock) -> Response:
    """Hear no more of somebody."""
    store, actor = request.app.state.store, viewer_of(request).actor
    await run_in_threadpool(profile.block, store, actor, said.name)
    return done()


@router.delete("/blocks/{name}", status_code=204, response_class=Response, responses=problems(403, 415))
async def unblock(request: Request, name: Name) -> Response:
    """Hear of somebody again."""
    store, viewer = request.app.state.store, viewer_of(request)
    await run_in_threadpool(profile.unblock, store, viewer.actor, name, viewer.tongue)
    return done()


@router.get("/tokens", response_model=TokenList, responses=problems(403))
async def my_tokens(request: Request) -> Response:
    """The asker's tokens; what is sent with requests is not told again."""
    store, actor = request.app.state.store, viewer_of(request).actor
    await run_in_threadpool(own_account, store, actor)
    found = await run_in_threadpool(programs.tokens_of, store, actor)
    return sent(TokenList(tokens=token_states(found)))


def token_states(found: Iterable[Token]) -> tuple[TokenState, ...]:
    """Tokens as their owner sees them."""
    return tuple(
        TokenState(id=one.id, name=one.name, scopes=tuple(sorted(one.scopes)), created=one.created, used=one.used)
        for one in found
    )


@router.post("/tokens", status_code=201, response_model=MadeToken, responses=problems(400, 403, 415, 429))
async def make_token(request: Request, said: NewToken) -> Response:
    """A new token for a program; it comes with every request as `Authorization: Bearer TOKEN`."""
    store, actor = request.app.state.store, viewer_of(request).actor
    await confirm(request, said.password)
    secret = await run_in_threadpool(programs.make_token, store, actor, said.name, frozenset(said.scopes))
    answer = sent(MadeToken(token=secret))
    answer.status_code = 201
    return answer


@router.delete("/tokens/{token_id}", status_code=204, response_class=Response, responses=problems(403, 415))
async def end_token(request: Request, token_id: TokenId) -> Response:
    """Let a token be good no more."""
    state, actor = request.app.state, viewer_of(request).actor
    await run_in_threadpool(programs.end_token, state.store, actor, token_id)
    return done()
