"""The rules of the games, with diagrams that can be tried out."""

from __future__ import annotations

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kidd.draw.badge import card
from kidd.errors import KiddError
from kidd.game import descriptor
from kidd.match import Match
from kidd.web.http.requests import Refused, Sent, text, wants_json
from kidd.web.http.templates import page
from kidd.web.http.viewer import viewer_of
from kidd.web.pages.rules.diagrams import DiagramView, diagram, opened
from kidd.web.pages.rules.lessons import BOOKS, COMMON, Lesson
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.why_not import why_not

router = APIRouter()

KEYS = {
    f"{slug}-{lesson.key}": lesson
    for slug, lessons in (("deck", COMMON), *((book.slug, book.lessons) for book in BOOKS.values()))
    for lesson in lessons
}


@router.get("/rules")
def rules(request: Request) -> Response:
    """The deck, what all games share, and the way to each of them."""
    _ = viewer_of(request).tongue
    views = _views("deck", COMMON, _)
    emblems = {book.slug: Markup(card(descriptor(book.code).emblem, palette="light")) for book in BOOKS.values()}
    return page(request, "rules/index.html", books=tuple(BOOKS.values()), lessons=COMMON, views=views, emblems=emblems)


@router.get("/rules/{slug}")
def book(request: Request, slug: str) -> Response:
    """The rules of one game."""
    if slug not in BOOKS:
        raise Refused(404)
    found = BOOKS[slug]
    views = _views(slug, found.lessons, viewer_of(request).tongue)
    return page(request, "rules/book.html", book=found, books=tuple(BOOKS.values()), views=views)


@router.get("/help")
def help_page(request: Request) -> Response:
    """How to play on this site."""
    return page(request, "rules/help.html", books=tuple(BOOKS.values()))


@router.post("/diagram")
def try_out(request: Request, said: Sent) -> Response:
    """One more move in a diagram: nothing is kept here, the page sends all that was played before."""
    _ = viewer_of(request).tongue
    acts = "" if "reset" in said else text(said, "acts", "")
    if "undo" in said:
        acts = " ".join(acts.split()[:-1])
    key = text(said, "key", "")
    try:
        match = opened(text(said, "position"), text(said, "options", ""), acts)
        if said.get("why"):
            return JSONResponse({"sentence": _why(match, text(said, "why"), _)})
        if said.get("move"):
            match.play(text(said, "move"))
    except KiddError as error:
        raise Refused(422, sentence(error, _)) from error
    lesson = KEYS.get(key)
    view = diagram(key if lesson else "trial", match, _)
    caption = _(lesson.diagram.caption) if lesson and lesson.diagram else ""
    if wants_json(request):
        pages = request.app.state.pages
        html = pages.text("rules/fragment.html", _.code, view=view, caption=caption, prefs=viewer_of(request).prefs)
        return JSONResponse({"html": html, "position": view.position, "words": view.said})
    return page(request, "rules/try.html", view=view, caption=caption, lesson=lesson, back=_back(key))


def _why(match: Match, wish: str, _: Tongue) -> str:
    """Why a move, or any move from a space, is not possible in a diagram."""
    if match.position.is_chance:
        return _("The die is to be rolled first.")
    return why_not(match, match.game.colours, wish, _)


def _back(key: str) -> str:
    """The place in the rules that a diagram stands at."""
    for slug in BOOKS:
        if key.startswith(f"{slug}-"):
            return f"/rules/{slug}#{key.removeprefix(f'{slug}-')}"
    return "/rules"


def _views(slug: str, lessons: tuple[Lesson, ...], _: Tongue) -> dict[str, DiagramView]:
    return {
        lesson.key: diagram(f"{slug}-{lesson.key}", opened(lesson.diagram.position, lesson.diagram.options), _)
        for lesson in lessons
        if lesson.diagram
    }
