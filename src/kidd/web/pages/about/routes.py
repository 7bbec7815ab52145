"""Who made what, who runs the site, and what it keeps of its visitors."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused

router = APIRouter()


@router.get("/about")
def about(request: Request) -> Response:
    """The authors of the games, and what this site is."""
    return page(request, "about/page.html")


@router.get("/privacy")
def privacy(request: Request) -> Response:
    """What is kept of visitors, for how long, and what they can do about it."""
    settings = request.app.state.settings
    return page(
        request,
        "about/privacy.html",
        days=settings.guest_days,
        sooner=settings.keeping.days(0),
        finished=settings.finished_days,
        more=settings.privacy_text(),
    )


@router.get("/imprint")
def imprint(request: Request) -> Response:
    """Who runs this site, where they have said so."""
    told = request.app.state.settings.imprint_text()
    if not told:
        raise Refused(404)
    return page(request, "about/imprint.html", told=told)
