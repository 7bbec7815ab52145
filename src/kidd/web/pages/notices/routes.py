"""The page of notices: what stands open, how one is told, and the way out of every letter."""

from __future__ import annotations

from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from kidd.table.notices import telling
from kidd.table.notices.stopping import read_stop_token
from kidd.table.storage.notices.receivers import Wishes
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, local, text
from kidd.web.http.visitors.viewer import viewer_of
from kidd.words.club.notices import moment, told

router = APIRouter()


class Line(NamedTuple):
    """A notice on the page."""

    title: str
    text: str
    href: str
    day: str
    iso: str
    seen: bool


@router.get("/notices")
def notices(request: Request) -> Response:
    """What stands open for the visitor, and how they are told."""
    state, viewer = request.app.state, viewer_of(request)
    receiver = telling.reached(state.store, viewer.actor)
    zone = receiver.zone if receiver else ""
    lines = []
    for one in telling.listed(state.store, viewer.actor):
        line, day = told(one.kind, one.data, viewer.tongue, zone), moment(one.at, viewer.tongue, zone)
        lines.append(Line(line.title, line.text, f"/games/{one.game}", day, one.at.isoformat(), one.seen))
    return page(
        request,
        "notices/page.html",
        lines=lines,
        known=viewer.actor.is_known,
        wishes=receiver.wishes if receiver else Wishes(),
        has_mail=state.settings.has_mail,
        address=receiver.address if receiver else "",
        push_key=state.sending.pusher.public_key,
    )


@router.post("/notices")
async def wish(request: Request, said: Sent) -> Response:
    """Choose how one is told; a switch that is off is not sent."""
    wanted = Wishes(*(name in said for name in Wishes._fields))
    await telling.wish(request.app.state.store, viewer_of(request).actor, wanted)
    return RedirectResponse(local(text(said, "back", "/notices")), 303)


@router.post("/notices/seen")
async def seen(request: Request, said: Sent) -> Response:
    """All that is listed was seen."""
    state, actor = request.app.state, viewer_of(request).actor
    await telling.see(state.store, actor, [one.key for one in telling.listed(state.store, actor)])
    return RedirectResponse("/notices", 303)


@router.get("/notices/stop")
def stop_page(request: Request, token: str = "") -> Response:
    """Ask whoever follows the link of a letter: programs that look at mail follow links, too."""
    found = read_stop_token(request.app.state.sending.secret, token)
    if found is None:
        raise Refused(404)
    return page(request, "notices/stop.html", token=token, kind=found[1], done=False)


@router.post("/notices/stop")
async def stop(request: Request, token: str = "") -> Response:
    """One click, of a person on that page or of a mail program on its button (RFC 8058); nobody has to log in."""
    state = request.app.state
    kind = await telling.stop(state.store, state.sending.secret, token)
    if not kind:
        raise Refused(404)
    return page(request, "notices/stop.html", token=token, kind=kind, done=True)
