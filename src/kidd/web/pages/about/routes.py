"""Who made what."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from kidd.web.http.templates import page

router = APIRouter()


@router.get("/about")
def about(request: Request) -> Response:
    """The authors of the games, and what this site is."""
    return page(request, "about/page.html")
