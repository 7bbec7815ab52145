"""Signing up, logging in and out, and one's own account."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.table.play.actors import role_of
from kidd.table.play.people import accounts
from kidd.table.play.people.accounts import Entered
from kidd.table.play.people.farewell import take_name
from kidd.table.storage.persons.accounts import Account
from kidd.web.api.account import bots, guests, leaving, letters, lists
from kidd.web.api.account.models import AccountState, Credentials, NewPassword, SignUp
from kidd.web.api.answering import UNKEPT, problems, sent
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.sessions import place_of
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Accounts"])


@router.get("/account", response_model=AccountState, responses=problems())
async def my_account(request: Request) -> Response:
    """Who the asker is; a guest is told by which name."""
    state, actor = request.app.state, viewer_of(request).actor
    if not actor.is_member:
        return sent(AccountState(role=actor.role, name=viewer_of(request).name))
    return sent(
        _told(await run_in_threadpool(accounts.own_account, state.store, actor), program=actor.scopes is not None)
    )


@router.post("/signup", status_code=201, response_model=AccountState, responses=problems(400, 403, 415, 429))
async def sign_up(request: Request, said: SignUp) -> Response:
    """Make a member of the asker, whose games stay theirs; the answer brings the cookie of a new session."""
    state, actor = request.app.state, viewer_of(request).actor
    entered = await accounts.sign_up(
        state.store,
        state.hasher,
        actor,
        place_of(request),
        said.name,
        said.password,
        rule=state.settings.signup,
        code=said.invitation,
        language=viewer_of(request).tongue.code,
    )
    await run_in_threadpool(take_name, state.store, entered.account.id, entered.account.name or "")
    await run_in_threadpool(state.sessions.settle_zone, state.store, request, entered.account.id)
    return _let_in(request, entered, 201)


@router.post("/login", response_model=AccountState, responses=problems(400, 403, 415, 429))
async def log_in(request: Request, said: Credentials) -> Response:
    """Begin a session of a member's; the answer brings its cookie."""
    state, actor = request.app.state, viewer_of(request).actor
    entered = await accounts.log_in(state.store, state.hasher, actor, place_of(request), said.name, said.password)
    return _let_in(request, entered)


@router.post("/logout", status_code=204, response_class=Response, responses=problems(403, 415))
async def log_out(request: Request) -> Response:
    """End this session of a member's; a guest who was there before is there again."""
    state, actor = request.app.state, viewer_of(request).actor
    answer = Response(status_code=204, headers=UNKEPT)
    if actor.is_member:
        token = await accounts.log_out(state.store, actor, place_of(request))
        state.sessions.forget(answer)
        if token:
            state.sessions.hand_out(request, answer, token)
    return answer


@router.post("/account/password", status_code=204, response_class=Response, responses=problems(400, 403, 415, 429))
async def change_password(request: Request, said: NewPassword) -> Response:
    """Another password; all other sessions, tokens and devices end, and the answer brings the cookie of a new one."""
    state, viewer = request.app.state, viewer_of(request)
    entered = await accounts.change_password(
        state.store, state.hasher, viewer.actor, place_of(request), said.old, said.password, viewer.tongue.code
    )
    answer = Response(status_code=204, headers=UNKEPT)
    state.sessions.hand_out(request, answer, entered.token)
    return answer


def _let_in(request: Request, entered: Entered, status: int = 200) -> Response:
    state = request.app.state
    answer = sent(_told(entered.account))
    answer.status_code = status
    state.sessions.hand_out(request, answer, entered.token)
    return answer


def _told(account: Account, *, program: bool = False) -> AccountState:
    """An account as its owner is told of it; for a program an operator's is a member's."""
    return AccountState(
        role=role_of(account.kind, operator=account.operator and not program),
        name=account.name or "",
        created=account.created,
        mail=account.mail or "",
        mail_verified=account.mail_verified is not None,
        language=account.language,
        zone=account.zone,
    )


for part in (lists, guests, bots, letters, leaving):
    router.routes.extend(part.router.routes)
