"""A page for people about the interface for programs, made of the same document that programs read."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kidd.web.api.problems import PREFIX
from kidd.web.api.routes import document
from kidd.web.http.assets.templates import page
from kidd.web.http.unhurried import unhurried
from kidd.web.pages.api_docs.reference import marked_up, models, operations
from kidd.words.problem_titles import TITLES

router = APIRouter()


@router.get(f"{PREFIX}/docs", include_in_schema=False)
@unhurried
def reference(request: Request) -> Response:
    """Every operation, every model and every kind of problem."""
    said = document()
    about = [marked_up(part) for part in said["info"]["description"].strip().split("\n\n")]
    return page(
        request, "api_docs/page.html", about=about, operations=operations(said), models=models(said), problems=TITLES
    )
