"""Mail addresses that are asked and answered, and passwords that are forgotten."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from kidd.errors import KiddError
from kidd.table import limits
from kidd.table.errors import AccountError, TooFast
from kidd.table.play.people import profile
from kidd.web.api.account.confirming import confirm
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Sent, status_of, text
from kidd.web.http.visitors.sessions import place_of
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.account.account_page import shown
from kidd.words.errors import sentence

router = APIRouter()


@router.post("/account/mail")
async def ask_mail(request: Request, said: Sent) -> Response:
    """Write to an address that a member gives, or forget the one there is."""
    store, viewer = request.app.state.store, viewer_of(request)
    address = "" if "forget" in said else text(said, "mail")
    try:
        await confirm(request, text(said, "password", ""))
        place, language = place_of(request), viewer.tongue.code
        await run_in_threadpool(profile.ask_mail, store, viewer.actor, place, address, language)
    except (AccountError, TooFast) as error:
        return await shown(request, error)
    return RedirectResponse(f"/account?done={'mail' if address.strip() else 'no-mail'}", 303)


@router.get("/verify")
def verify_page(request: Request, code: str = "") -> Response:
    """Where the link of a letter leads: a button, as some programs follow links before people do."""
    return _told(request, "verify", code=code[: limits.PERSON])


@router.post("/verify")
def verify(request: Request, said: Sent) -> Response:
    """The address is theirs who has the code."""
    try:
        profile.verify_mail(request.app.state.store, text(said, "code")[: limits.PERSON])
    except AccountError as error:
        return _told(request, "verify", error)
    return _told(request, "verified")


@router.get("/take-back")
def take_back_page(request: Request, code: str = "") -> Response:
    """Where the letter to an address leads that is no more that of the account."""
    return _told(request, "take-back", code=code[: limits.PERSON])


@router.post("/take-back")
def take_back(request: Request, said: Sent) -> Response:
    """The address of before is theirs again, who then choose another password."""
    state = request.app.state
    try:
        code = profile.take_mail_back(state.store, text(said, "code")[: limits.PERSON])
    except AccountError as error:
        return _told(request, "take-back", error)
    return _told(request, "taken-back", code=code)


@router.get("/reset")
def forgotten_page(request: Request) -> Response:
    """The form for those who have forgotten their password."""
    return _told(request, "forgotten")


@router.post("/reset")
def forgotten(request: Request, said: Sent) -> Response:
    """Write to whoever that is, and say the same whether or not it is anybody."""
    viewer = viewer_of(request)
    try:
        profile.ask_reset(request.app.state.store, place_of(request), text(said, "who"), viewer.tongue.code)
    except TooFast as error:
        return _told(request, "forgotten", error)
    return _told(request, "written")


@router.get("/reset/{code}")
def reset_page(request: Request, code: str) -> Response:
    """The form for a new password."""
    return _told(request, "reset", code=code[: limits.PERSON])


@router.post("/reset/{code}")
async def reset(request: Request, code: str, said: Sent) -> Response:
    """A new password, for whoever has the code that was sent."""
    state, password = request.app.state, text(said, "password")
    try:
        if password != text(said, "again"):
            raise AccountError("password-twice")
        place, language = place_of(request), viewer_of(request).tongue.code
        await profile.reset_password(state.store, state.hasher, place, code[: limits.PERSON], password, language)
    except (AccountError, TooFast) as error:
        return _told(request, "reset", error, code=code[: limits.PERSON])
    return _told(request, "changed")


def _told(request: Request, step: str, error: KiddError | None = None, code: str = "") -> Response:
    answer = page(
        request,
        "account/post.html",
        status_of(error) if error else 200,
        step=step,
        code=code,
        problem=sentence(error, viewer_of(request).tongue) if error else "",
        can_mail=request.app.state.settings.has_mail,
        least=limits.SHORTEST_PASSWORD,
    )
    if isinstance(error, TooFast):
        answer.headers["retry-after"] = str(error.seconds)
    return answer
