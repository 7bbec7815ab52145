"""The rules of the games, with diagrams that can be tried out."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kidd.draw.badge import card
from kidd.errors import KiddError
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, text, wants_json
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.rules.diagrams import DiagramView, diagram, opened, still
from kidd.web.pages.rules.lessons import BOOKS, COMMON, Diagram
from kidd.web.pages.rules.rule_text import linked
from kidd.web.pages.rules.told_options import told_options
from kidd.web.pages.table.kit import diagram_kit
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.play.why_not import why_not
from kidd.words.rule_book import NUMBERS, RULES, SECTIONS
from kidd.words.rule_book.cited import rule_against

router = APIRouter()
KEPT_PAGES = 24  # pages with their diagrams, each in three languages: some 150 KB each

KEYS = {
    f"{slug}-{lesson.key}": lesson
    for slug, lessons in (("deck", COMMON), *((book.slug, book.lessons) for book in BOOKS.values()))
    for lesson in lessons
}
TAUGHT = {  # the lessons that teach a rule, by their addresses
    number: tuple(
        (f"/rules/{slug}#{lesson.key}".replace("//", "/").replace("/rules/#", "/rules#"), lesson.title)
        for slug, lessons in (("", COMMON), *((book.slug, book.lessons) for book in BOOKS.values()))
        for lesson in lessons
        if number in lesson.rules
    )
    for number in RULES
}


@router.get("/rules")
@unhurried
def rules(request: Request) -> Response:
    """The deck, what all games share, and the way to each of them."""
    _ = viewer_of(request).tongue
    views = _views("deck", _)
    books = tuple(BOOKS.values())
    emblems = {book.slug: Markup(card(book.described.emblem)) for book in books}
    told = {"books": books, "lessons": COMMON, "views": views, "emblems": emblems, "numbers": NUMBERS}
    return page(request, "rules/index.html", kit=diagram_kit(request.app.state.pages, _), **told)


@router.get("/rules/numbers")
@unhurried
def by_number(request: Request) -> Response:
    """Every rule by its number, and where it is taught."""
    _ = viewer_of(request).tongue
    told = {book.described.group: told_options(book.described, _, programs=True) for book in BOOKS.values()}
    return page(
        request, "rules/numbers.html", sections=SECTIONS, numbers=NUMBERS, taught=TAUGHT, told=told, linked=linked
    )


@router.get("/rules/{slug}")
@unhurried
def book(request: Request, slug: str) -> Response:
    """The rules of one game."""
    if slug not in BOOKS:
        raise Refused(404)
    found, _ = BOOKS[slug], viewer_of(request).tongue
    views, told = _views(slug, _), told_options(found.described, _)
    return page(
        request,
        "rules/book.html",
        book=found,
        books=tuple(BOOKS.values()),
        views=views,
        told=told,
        numbers=NUMBERS,
        taken_off=found.described.captured_leave,
        kit=diagram_kit(request.app.state.pages, _),
    )


@router.get("/help")
def help_page(request: Request) -> Response:
    """How to play on this site."""
    return page(request, "rules/help.html", books=tuple(BOOKS.values()))


@router.post("/diagram")
@unhurried
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
            wish, everybody = text(said, "why"), match.game.colours
            rule = rule_against(match, everybody, wish)
            return JSONResponse({"sentence": why_not(match, everybody, wish, _)} | ({"rule": rule} if rule else {}))
        if said.get("move"):
            match.play(text(said, "move"))
    except KiddError as error:
        raise Refused(422, sentence(error, _)) from error
    lesson = KEYS.get(key)
    view = diagram(key if lesson else "trial", match, _)
    caption = _(lesson.diagram.caption) if lesson else ""
    if wants_json(request):
        pages = request.app.state.pages
        html = pages.text("rules/fragment.html", _.code, view=view, caption=caption, prefs=viewer_of(request).prefs)
        return JSONResponse({"html": html, "position": view.position, "words": view.said})
    kit = diagram_kit(request.app.state.pages, _, match.game.deck.name)
    return page(request, "rules/try.html", view=view, caption=caption, lesson=lesson, back=_back(key), kit=kit)


def _back(key: str) -> str:
    """The place in the rules that a diagram stands at."""
    for slug in BOOKS:
        if key.startswith(f"{slug}-"):
            return f"/rules/{slug}#{key.removeprefix(f'{slug}-')}"
    return "/rules"


@lru_cache(KEPT_PAGES)
def _views(slug: str, _: Tongue) -> dict[str, DiagramView]:
    """The diagrams of a page, drawn once in each language: nothing in them is of whoever asks."""
    lessons = BOOKS[slug].lessons if slug in BOOKS else COMMON
    return {lesson.key: _view(f"{slug}-{lesson.key}", lesson.diagram, _) for lesson in lessons}


def _view(key: str, shown: Diagram, _: Tongue) -> DiagramView:
    match = opened(shown.position, shown.options)
    return diagram(key, match, _) if shown.shows else still(key, match, shown.captured, _)
