"""An introduction: each step is a page, and a move that is made in it is answered and forgotten."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kidd.errors import KiddError
from kidd.game import descriptors
from kidd.rules.descriptor import Descriptor
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, text, wants_json
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.prefs import keep
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.introduction.steps import INTRODUCTIONS, Introduction, Step
from kidd.web.pages.rules.diagrams import DiagramView, diagram, opened
from kidd.web.pages.table.kit import diagram_kit
from kidd.words.errors import sentence
from kidd.words.language import Tongue

router = APIRouter()


@dataclass(frozen=True)
class StepView:
    """One step as a page shows it."""

    title: str
    """The game's name."""
    family: str
    address: str
    """Of the introduction, without the step."""
    rules: str
    number: int
    last: int
    step: Step
    state: str
    """`open`, `done` when the move that is asked for was made, `other` after another one."""
    deck: DiagramView
    shows: str
    """A move that is asked for."""


@router.get("/rules/{slug}/introduction")
def begin(request: Request, slug: str) -> Response:
    """The first step."""
    return _answer(request, slug, 1)


@router.get("/rules/{slug}/introduction/{step}")
@unhurried
def go(request: Request, slug: str, step: str) -> Response:
    """Any step, as it is before the move."""
    return _answer(request, slug, _number(step))


@router.post("/rules/{slug}/introduction/{step}")
@unhurried
def try_out(request: Request, slug: str, step: str, said: Sent) -> Response:
    """The step after a move."""
    return _answer(request, slug, _number(step), text(said, "move"))


def _number(step: str) -> int:
    if not (step.isascii() and step.isdigit() and len(step) < 3):
        raise Refused(404)
    return int(step)


def _answer(request: Request, slug: str, number: int, move: str = "") -> Response:
    """A step as a page or as a part of one; whoever sees it need not be offered the introduction again."""
    found, viewer = INTRODUCTIONS.get(slug), viewer_of(request)
    if found is None or not 1 <= number <= len(found.steps):
        raise Refused(404)
    view = _view(found, number, move, viewer.tongue)
    answer: Response
    if wants_json(request):
        html = request.app.state.pages.text(
            "introduction/fragment.html", viewer.tongue.code, view=view, prefs=viewer.prefs
        )
        answer = JSONResponse({"html": html}, headers={"cache-control": "no-store"})
    else:
        kit = diagram_kit(request.app.state.pages, viewer.tongue)
        answer = page(request, "introduction/page.html", view=view, kit=kit)
    if view.family not in viewer.prefs.introduced:
        keep(answer, viewer.prefs.knows(view.family), request.app.state.settings.secure)
    return answer


def _view(found: Introduction, number: int, move: str, _: Tongue) -> StepView:
    step, described = found.steps[number - 1], _described(found.slug)
    match = opened(step.position, "")
    state = "open"
    if move:
        try:
            match.play(move)
        except KiddError as error:
            raise Refused(422, sentence(error, _)) from error
        state = "done" if not step.answers or move in step.answers else "other"
    deck = diagram(f"introduction-{number}", match, _)
    return StepView(
        title=_(described.group_name),
        family=described.group,
        address=f"/rules/{found.slug}/introduction",
        rules=f"/rules/{found.slug}",
        number=number,
        last=len(found.steps),
        step=step,
        state=state,
        deck=deck if state == "open" else replace(deck, moves=()),
        shows=next(iter((*filter(None, [step.shown]), *step.answers, *(move.text for move in deck.moves))), ""),
    )


def _described(slug: str) -> Descriptor:
    return next(one for one in descriptors() if one.slug == slug)
