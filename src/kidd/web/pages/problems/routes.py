"""Problems on the deck: chosen, solved, and one for each day."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from kidd.errors import KiddError
from kidd.game import descriptor
from kidd.match import Match
from kidd.problems import sets
from kidd.problems.grading import EASIEST, HARDEST
from kidd.problems.problem import Problem
from kidd.problems.solving import replay
from kidd.table.storage.study.attempts import Record
from kidd.web.api.exercises import solving
from kidd.web.api.exercises.answers import MOST_ACTS
from kidd.web.api.exercises.feedback import Feedback
from kidd.web.api.exercises.routes import drawing, outcome_of, today
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, perhaps, status_of, text, wants_json
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.problems.exercise import Labels, exercises
from kidd.web.pages.problems.mistakes import router as mistakes
from kidd.web.pages.table.kit import diagram_kit
from kidd.words.club import days
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import option_words
from kidd.words.study import problems as words

router = APIRouter()
router.routes.extend(mistakes.routes)

LONGEST_WISH = 40  # characters of a game, a theme or a grade in an address


@dataclass(frozen=True)
class Wish:
    """Which problems somebody wants to solve."""

    game: str = ""
    theme: str = ""
    grade: int = 0

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        said = {name: value for name, value in vars(self).items() if value}
        return f"?{urlencode(said)}" if said else ""


def wish_of(said: Any) -> Wish:
    """A wish that a stranger writes; what there is not is left out."""
    game, theme, grade = (str(said.get(name) or "")[:LONGEST_WISH] for name in ("game", "theme", "grade"))
    game = game if game in sets.codes() else ""
    theme = theme if theme in words.THEMES else ""
    return Wish(game, theme, int(grade) if grade in [str(one) for one in range(EASIEST, HARDEST + 1)] else 0)


@router.get("/problems")
async def index(request: Request) -> Response:
    """The problems of today, a choice of others, and how the visitor has fared."""
    record, _, wish = await solving.record_of(request), viewer_of(request).tongue, wish_of(request.query_params)
    daily = [_card(problem, record, _) for code in sets.codes() if (problem := sets.of_the_day(code, today()))]
    return page(
        request,
        "problems/index.html",
        daily=daily,
        day=today(),
        day_words=days.day(today(), _),
        record=record,
        rows=_rows(record, _),
        games=[(code, _(descriptor(code).name), len(sets.problems_of(code))) for code in sets.codes()],
        themes=[(theme, words.theme_name(theme, _), games) for theme in words.THEMES if (games := _games_with(theme))],
        grades=[(grade, words.grade_name(grade, _)) for grade in range(EASIEST, HARDEST + 1)],
        wish=wish,
        nothing=not _chosen(wish),
    )


@router.get("/problems/next")
async def go_on(request: Request) -> Response:
    """The next problem of a choice: one that is not solved yet, and not the one that was there last."""
    wish, record = wish_of(request.query_params), await solving.record_of(request)
    before = request.query_params.get("after", "")[:LONGEST_WISH]
    found = sets.next_problem(_chosen(wish), record.done | {before}, f"{viewer_of(request).person} {before}")
    there = f"/problems/{found.id}{wish.query}" if found else f"/problems{wish.query}#choice"  # to choose otherwise
    return RedirectResponse(there, 303, {"cache-control": "no-store"})


def _chosen(wish: Wish) -> tuple[Problem, ...]:
    codes = (wish.game,) if wish.game else sets.codes()
    return tuple(problem for code in codes for problem in sets.choose(code, wish.theme, wish.grade))


@router.get("/problems/{problem_id}")
async def look(request: Request, problem_id: str) -> Response:
    """A problem on the deck, without its solution."""
    problem = solving.find(problem_id)
    return _answered(request, problem, await solving.record_of(request), Feedback("open"))


@router.post("/problems/{problem_id}")
async def solve(request: Request, problem_id: str, said: Sent) -> Response:
    """A move that is tried, a wish to try again, or to see the solution."""
    problem = solving.find(problem_id)
    feedback = await _feedback(request, problem, said)
    record, actor = await solving.keep(request, problem, feedback)
    answer = _answered(request, problem, record, feedback)
    return await solving.welcome(request, feedback, actor, answer)


async def _feedback(request: Request, problem: Problem, said: dict[str, Any]) -> Feedback:
    acts = tuple(text(said, "acts", "").split(maxsplit=MOST_ACTS))
    try:
        if "solution" in said or "at" in said:
            return solving.reveal(request, problem, perhaps(said, "at", 0, MOST_ACTS))
        if said.get("move"):
            return await solving.try_out(request, problem, acts, text(said, "move"))
        replay(problem, acts)
        return Feedback("right" if acts else "open", acts, (acts,))
    except KiddError as error:
        raise Refused(status_of(error), sentence(error, viewer_of(request).tongue)) from error


def _answered(request: Request, problem: Problem, record: Record, feedback: Feedback) -> Response:
    """The page, or for scripts its live part deck by deck."""
    viewer = viewer_of(request)
    _ = viewer.tongue
    wish = wish_of(request.query_params)
    labels = _labels(problem, record, wish, _)
    views = exercises(Match(problem.start()), feedback, labels, len(problem.line), _)
    if wants_json(request):
        pages = request.app.state.pages
        decks = [pages.text("problems/exercise.html", _.code, view=view, prefs=viewer.prefs) for view in views]
        streak = pages.text("problems/streak.html", _.code, record=record)
        return JSONResponse({"decks": decks, "streak": streak})
    name = _(descriptor(problem.game).name)
    kit, back = diagram_kit(request.app.state.pages, _, problem.start().deck.name), f"/problems{wish.query}"
    return page(request, "problems/page.html", view=views[-1], record=record, game=name, back=back, kit=kit)


def _labels(problem: Problem, record: Record, wish: Wish, _: Tongue) -> Labels:
    pos = problem.start()
    outcome = outcome_of(problem, record)
    facts = [words.grade_name(problem.grade, _), words.length(problem, _), *option_words(pos.game, _)]
    return Labels(
        url=f"/problems/{problem.id}{wish.query}",
        task=words.task(problem, pos, _),
        facts=(*facts, *([words.outcome_words(outcome, _)] if outcome else [])),
        next=f"/problems/next{wish.query}{'&' if wish.query else '?'}after={problem.id}",
        next_words=_("Next problem"),
        after=(words.themes(problem, _), words.solved_by(problem, _)),
        can_step=True,
    )


@dataclass(frozen=True)
class Card:
    """A problem of today, small."""

    url: str
    game: str
    grade: str
    task: str
    picture: str
    outcome: str


def _card(problem: Problem, record: Record, _: Tongue) -> Card:
    return Card(
        url=f"/problems/{problem.id}",
        game=_(descriptor(problem.game).name),
        grade=words.grade_name(problem.grade, _),
        task=words.task(problem, problem.start(), _),
        picture=drawing(problem),
        outcome=outcome_of(problem, record) or "",
    )


def _rows(record: Record, _: Tongue) -> list[tuple[str, list[tuple[int, int]]]]:
    """For each game that was tried how many were solved and failed of each grade."""
    rows = []
    for code in sets.codes():
        counts = record.counts(code)
        if counts:
            rows.append((_(descriptor(code).name), [counts.get(one, (0, 0)) for one in range(EASIEST, HARDEST + 1)]))
    return rows


def _games_with(theme: str) -> list[str]:
    return [code for code in sets.codes() if theme in sets.themes_of(code)]
