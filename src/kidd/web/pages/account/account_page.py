"""The page of one's account, as it is shown after whatever was done there."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any
from zoneinfo import available_timezones

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.errors import KiddError
from kidd.table import limits
from kidd.table.errors import TooFast, Unavailable
from kidd.table.play.people import accounts, profile, programs
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import status_of
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.words.club.accounts import DONE, SCOPES
from kidd.words.club.days import day
from kidd.words.errors import sentence


@lru_cache(1)
def zones() -> list[str]:
    """The time zones that people know by the name of a city."""
    return sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix/")))


async def shown(
    request: Request, error: KiddError | None = None, *, done: str = "", secret: str = "", secret_of: str = ""
) -> Response:
    """The whole page, with what was wrong, what was done, or a new token (of a bot's), which is shown once."""
    if isinstance(error, Unavailable):
        raise error
    viewer = viewer_of(request)
    if not viewer.actor.is_member:
        return await _shown_to_guest(request, viewer, error, done)
    known = await run_in_threadpool(partial(_known, request, viewer))
    answer = page(
        request,
        "account/page.html",
        status_of(error) if error else 200,
        **known,
        problem=sentence(error, viewer.tongue) if error else "",
        done=done,
        secret=secret,
        secret_of=secret_of,
        said_when_done={name: viewer.tongue(words) for name, words in DONE.items()},
        scopes={name: viewer.tongue(words) for name, words in SCOPES.items()},
        zones=zones(),
        least=limits.SHORTEST_PASSWORD,
        longest_name=limits.MEMBER_NAME,
    )
    if isinstance(error, TooFast):
        answer.headers["retry-after"] = str(error.seconds)
    return answer


async def _shown_to_guest(request: Request, viewer: Viewer, error: KiddError | None, done: str) -> Response:
    """What a guest has of an account: a name, and whom they do not want to hear of."""
    store = request.app.state.store
    answer = page(
        request,
        "account/guest.html",
        status_of(error) if error else 200,
        blocked=await run_in_threadpool(profile.blocked, store, viewer.actor, viewer.tongue),
        problem=sentence(error, viewer.tongue) if error else "",
        done=viewer.tongue(DONE[done]) if done in DONE else "",
        longest_name=limits.NAME,
        may_sign_up=request.app.state.settings.signup != "closed",
    )
    if isinstance(error, TooFast):
        answer.headers["retry-after"] = str(error.seconds)
    return answer


def _known(request: Request, viewer: Viewer) -> dict[str, Any]:
    state, actor = request.app.state, viewer.actor
    account = accounts.own_account(state.store, actor)
    return {
        "account": account,
        "sessions": state.sessions.list(state.store, actor),
        "blocked": profile.blocked(state.store, actor, viewer.tongue),
        "tokens": programs.tokens_of(state.store, actor),
        "bots": programs.bots_of(state.store, actor),
        "can_mail": state.settings.has_mail,
        "asked_mail": profile.asked_mail(state.store, actor),
        "day": lambda moment: day(moment, viewer.tongue, account.zone),
    }
