"""The account: sessions, password, language, blocks, tokens and bots, and how to leave."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from kidd.table.errors import AccountError, TooFast, TooMany
from kidd.table.play.people import accounts, farewell, guest_names, profile, programs
from kidd.table.play.people.scopes import SCOPES
from kidd.table.play.permissions import check_known, check_member
from kidd.web.api.account.confirming import confirm
from kidd.web.api.account.leaving import exported, leave, zipped
from kidd.web.http.requests import Refused, Sent, text
from kidd.web.http.visitors.sessions import place_of
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.account import entering, post
from kidd.web.pages.account.account_page import shown

router = APIRouter()
for part in (entering, post):
    router.routes.extend(part.router.routes)
REFUSALS = (AccountError, TooFast, TooMany)


@router.get("/account")
async def account_page(request: Request, done: str = "") -> Response:
    """All of one's account, or what a guest has of one; whoever is neither is asked to log in."""
    if not viewer_of(request).actor.is_known:
        return RedirectResponse("/login?back=/account", 303)
    return await shown(request, done=done)


@router.post("/account/password")
async def change_password(request: Request, said: Sent) -> Response:
    """Another password."""
    state, actor = request.app.state, viewer_of(request).actor
    old, new = text(said, "old"), text(said, "password")
    try:
        if actor.is_member and new != text(said, "again"):
            raise AccountError("password-twice")
        language = viewer_of(request).tongue.code
        entered = await accounts.change_password(
            state.store, state.hasher, actor, place_of(request), old, new, language
        )
    except REFUSALS as error:
        return await shown(request, error)
    answer = RedirectResponse("/account?done=password", 303)
    state.sessions.hand_out(request, answer, entered.token)
    return answer


@router.post("/account/sessions")
async def end_session(request: Request, said: Sent) -> Response:
    """End a session of one's own, or all but this one."""
    state, actor = request.app.state, viewer_of(request).actor
    if not actor.is_member:
        raise Refused(403)
    ended = text(said, "session")
    if ended == "others":
        await run_in_threadpool(state.sessions.end_others, state.store, actor)
    elif not await run_in_threadpool(state.sessions.end, state.store, actor, ended):
        raise Refused(404)
    answer = RedirectResponse("/" if ended == actor.session else "/account?done=session", 303)
    if ended == actor.session:
        state.sessions.forget(answer)
    return answer


@router.post("/account/profile")
async def keep_profile(request: Request, said: Sent) -> Response:
    """Another language or time zone."""
    return await _done(
        request, "profile", partial(profile.keep_profile, language=text(said, "language"), zone=text(said, "zone"))
    )


@router.post("/account/blocks")
async def block(request: Request, said: Sent) -> Response:
    """Block somebody by name, or unblock somebody by id."""
    if "unblock" in said:
        known = partial(profile.unblock, other=text(said, "unblock"), _=viewer_of(request).tongue)
        return await _done(request, "unblock", known, guests=True)
    return await _done(request, "block", partial(profile.block, name=text(said, "name")), guests=True)


@router.post("/account/name")
async def rename(request: Request, said: Sent) -> Response:
    """Another name for a guest."""
    return await _done(request, "name", partial(guest_names.rename, name=text(said, "name")), guests=True)


@router.post("/account/tokens")
async def tokens(request: Request, said: Sent) -> Response:
    """Make a token, of one's own or of a bot, and show it once; or end one."""
    bot = text(said, "bot", "")
    if "end" in said:
        return await _done(request, "token", partial(programs.end_token, token=text(said, "end"), bot=bot))
    scopes = frozenset(scope for scope in SCOPES if f"scope-{scope}" in said)
    store, actor = request.app.state.store, viewer_of(request).actor
    make = partial(programs.make_token, store, actor, text(said, "name"), scopes, bot)
    try:
        await confirm(request, text(said, "password", ""))
        secret = await run_in_threadpool(make)
    except REFUSALS as error:
        return await shown(request, error)
    return await shown(request, secret=secret, secret_of=bot)


@router.post("/account/bots")
async def bots(request: Request, said: Sent) -> Response:
    """Make a bot, or let one go."""
    store, actor = request.app.state.store, viewer_of(request).actor
    if "end" in said:
        return await _done(request, "bot", partial(farewell.dismiss_bot, bot=text(said, "end")))
    try:
        await confirm(request, text(said, "password", ""))
        await run_in_threadpool(programs.make_bot, store, actor, text(said, "name"))
    except REFUSALS as error:
        return await shown(request, error)
    return RedirectResponse("/account#bots", 303)


@router.post("/account/export")
async def export(request: Request, said: Sent) -> Response:
    """All of one's data as a file."""
    try:
        file = await exported(request)
    except REFUSALS as error:
        return await shown(request, error)
    return zipped(file)


@router.post("/account/delete")
async def delete(request: Request, said: Sent) -> Response:
    """End the account for good, for whoever knows its password."""
    try:
        await leave(request, text(said, "password"))
    except REFUSALS as error:
        return await shown(request, error)
    answer = RedirectResponse("/", 303)
    request.app.state.sessions.forget(answer)
    return answer


async def _done(request: Request, what: str, work: Callable[..., Any], *, guests: bool = False) -> Response:
    """Do something to one's account, and say so on its page."""
    state, actor = request.app.state, viewer_of(request).actor
    (check_known if guests else check_member)(actor)
    try:
        await run_in_threadpool(work, state.store, actor)
    except REFUSALS as error:
        return await shown(request, error)
    return RedirectResponse(f"/account?done={what}", 303)
