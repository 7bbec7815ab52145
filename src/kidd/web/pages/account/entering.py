"""Signing up, logging in and logging out, by forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from kidd.errors import KiddError
from kidd.table import limits
from kidd.table.errors import AccountError, TooFast, Unavailable
from kidd.table.play.people import accounts
from kidd.table.play.people.accounts import Entered
from kidd.table.play.people.farewell import take_name
from kidd.web.http.assets.templates import NEWCOMER, page
from kidd.web.http.requests import Sent, local, status_of, text
from kidd.web.http.visitors.prefs import keep
from kidd.web.http.visitors.sessions import place_of
from kidd.web.http.visitors.viewer import viewer_of
from kidd.words.errors import sentence

router = APIRouter()


@router.get("/signup")
def sign_up_page(request: Request, back: str = "/", invitation: str = "") -> Response:
    """The form for those who want an account."""
    if viewer_of(request).actor.is_member:
        return RedirectResponse("/account", 303)
    return _sign_up(request, {"name": "", "back": local(back), "invitation": invitation[: limits.PERSON]})


@router.post("/signup")
async def sign_up(request: Request, said: Sent) -> Response:
    """Make a member of whoever asks."""
    state, actor = request.app.state, viewer_of(request).actor
    try:
        entered = await accounts.sign_up(
            state.store,
            state.hasher,
            actor,
            place_of(request),
            text(said, "name"),
            _same_twice(text(said, "password"), text(said, "again")),
            rule=state.settings.signup,
            language=viewer_of(request).tongue.code,
            code=text(said, "invitation", "")[: limits.PERSON],
        )
    except KiddError as error:
        return _refused(_sign_up, request, said, error)
    await run_in_threadpool(take_name, state.store, entered.account.id, entered.account.name or "")
    await run_in_threadpool(state.sessions.settle_zone, state.store, request, entered.account.id)
    answer = _welcomed(request, entered, local(text(said, "back", "/")))
    answer.set_cookie(NEWCOMER, "1", max_age=60, httponly=True, samesite="lax", secure=state.settings.secure)
    return answer


@router.get("/login")
def log_in_page(request: Request, back: str = "/") -> Response:
    """The form for those who have an account."""
    if viewer_of(request).actor.is_member:
        return RedirectResponse(local(back), 303)
    return _log_in(request, {"name": "", "back": local(back)})


@router.post("/login")
async def log_in(request: Request, said: Sent) -> Response:
    """Let a member in."""
    state, actor = request.app.state, viewer_of(request).actor
    name, password = text(said, "name"), text(said, "password")
    try:
        entered = await accounts.log_in(state.store, state.hasher, actor, place_of(request), name, password)
    except KiddError as error:
        return _refused(_log_in, request, said, error)
    return _welcomed(request, entered, local(text(said, "back", "/")))


@router.post("/logout")
async def log_out(request: Request, said: Sent) -> Response:
    """Let a member out; a guest who was here before is here again."""
    state, actor = request.app.state, viewer_of(request).actor
    answer = RedirectResponse("/", 303)
    if actor.is_member:
        token = await accounts.log_out(state.store, actor, place_of(request))
        state.sessions.forget(answer)
        if token:
            state.sessions.hand_out(request, answer, token)
    return answer


def _same_twice(password: str, again: str) -> str:
    if password != again:
        raise AccountError("password-twice")
    return password


def _welcomed(request: Request, entered: Entered, back: str) -> Response:
    """Lead a member on, with a cookie and the language that they like."""
    state, prefs = request.app.state, viewer_of(request).prefs
    answer = RedirectResponse(back, 303)
    state.sessions.hand_out(request, answer, entered.token)
    if entered.account.language and entered.account.language != prefs.language:
        keep(answer, replace(prefs, language=entered.account.language), state.settings.secure)
    return answer


def _refused(form: Callable[..., Response], request: Request, said: dict[str, Any], error: KiddError) -> Response:
    """The form again with what was wrong, and all that was written but the password."""
    if isinstance(error, Unavailable):
        raise error
    kept = {name: str(said.get(name, ""))[:400] for name in ("name", "back", "invitation")}
    kept["back"] = local(kept["back"] or "/")
    answer = form(request, kept, sentence(error, viewer_of(request).tongue), status_of(error))
    if isinstance(error, TooFast):
        answer.headers["retry-after"] = str(error.seconds)
    return answer


def _sign_up(request: Request, said: dict[str, str], problem: str = "", status: int = 200) -> Response:
    rule = request.app.state.settings.signup
    closed = rule == "closed" or (rule == "invitation" and not said.get("invitation"))
    return page(
        request,
        "account/sign_up.html",
        status,
        said=said,
        problem=problem,
        rule=rule,
        is_closed=closed,
        least=limits.SHORTEST_PASSWORD,
        longest_name=limits.MEMBER_NAME,
    )


def _log_in(request: Request, said: dict[str, str], problem: str = "", status: int = 200) -> Response:
    may_sign_up = request.app.state.settings.signup == "open"
    return page(request, "account/log_in.html", status, said=said, problem=problem, may_sign_up=may_sign_up)
