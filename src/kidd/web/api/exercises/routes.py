"""Problems as data: listed without their solutions, solved by sending moves."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from kidd.logbook import write_options
from kidd.problems import sets
from kidd.problems.problem import Problem
from kidd.rules.games import BOX
from kidd.table.storage.study.attempts import Record
from kidd.web.api.answering import problems, sent
from kidd.web.api.exercises import solving
from kidd.web.api.exercises.answers import (
    GradeCount,
    Outcome,
    ProblemAnswer,
    ProblemList,
    ProblemMove,
    ProblemRecord,
    ProblemsOfTheDay,
    ProblemState,
)
from kidd.web.api.exercises.feedback import Feedback
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.models import colour_of
from kidd.words.language import Tongue
from kidd.words.study.problems import task

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Problems"])

LEAF = 50  # problems at a time
ProblemId = Annotated[str, Path(max_length=32, description="As the list says it (`id`).", examples=["lc-250126ae"])]
Game = Annotated[str, Query(max_length=8, description="The code of a game.", examples=["LC"])]
Theme = Annotated[str, Query(max_length=16, description="Only those with this theme, such as `surround`.")]
Grade = Annotated[int, Query(ge=0, le=5, description="Only those of this grade.")]
Leaf = Annotated[int, Query(ge=1, le=1000, description="Which leaf of the list.")]


@router.get("/problems", response_model=ProblemList, responses=problems())
async def list_problems(
    request: Request, game: Game = BOX[0].code, theme: Theme = "", grade: Grade = 0, page: Leaf = 1
) -> Response:
    """The problems of a game, the easy ones first."""
    chosen, record, _ = sets.choose(game, theme, grade), await solving.record_of(request), viewer_of(request).tongue
    leaf = chosen[LEAF * (page - 1) : LEAF * page]
    found = tuple(problem_state(one, record, _) for one in leaf)
    return sent(ProblemList(problems=found, total=len(chosen), more=len(chosen) > LEAF * page))


@router.get("/problems/today", response_model=ProblemsOfTheDay, responses=problems())
async def problems_of_the_day(request: Request) -> Response:
    """One problem of each game, the same for everybody on this day."""
    day, record, _ = today(), await solving.record_of(request), viewer_of(request).tongue
    found = [sets.of_the_day(code, day) for code in sets.codes()]
    return sent(ProblemsOfTheDay(day=day, problems=tuple(problem_state(one, record, _) for one in found if one)))


@router.get("/problems/record", response_model=ProblemRecord, responses=problems())
async def my_record(request: Request) -> Response:
    """How the asker has fared with problems."""
    record = await solving.record_of(request)
    counts = tuple(
        GradeCount(game=code, grade=grade, solved=solved, failed=failed)
        for code in sets.codes()
        for grade, (solved, failed) in record.counts(code).items()
    )
    best = record.best_streak
    return sent(ProblemRecord(streak=record.streak, best_streak=best, solved=len(record.done), counts=counts))


@router.get("/problems/{problem_id}", response_model=ProblemState, responses=problems(404))
async def read_problem(request: Request, problem_id: ProblemId) -> Response:
    """A problem, without its solution."""
    problem = solving.find(problem_id)
    return sent(problem_state(problem, await solving.record_of(request), viewer_of(request).tongue))


@router.post("/problems/{problem_id}/moves", response_model=ProblemAnswer, responses=problems(400, 403, 404, 415))
async def try_problem(request: Request, problem_id: ProblemId, said: ProblemMove) -> Response:
    """Try a move: it is answered if it is right, and refuted if it is wrong. The first outcome is what counts."""
    problem = solving.find(problem_id)
    return await _answered(request, problem, await solving.try_out(request, problem, tuple(said.acts), said.move))


@router.post("/problems/{problem_id}/solution", response_model=ProblemAnswer, responses=problems(403, 404, 415))
async def show_solution(request: Request, problem_id: ProblemId) -> Response:
    """Give up: the solution with its reasons. A problem that was not solved before counts as failed."""
    problem = solving.find(problem_id)
    return await _answered(request, problem, solving.reveal(request, problem))


async def _answered(request: Request, problem: Problem, feedback: Feedback) -> Response:
    record, actor = await solving.keep(request, problem, feedback)
    known = feedback.status in ("solved", "shown")
    answer = sent(
        ProblemAnswer(
            status=feedback.status,  # type: ignore[arg-type]  # never open: something was tried
            acts=feedback.acts,
            line=feedback.decks[-1],
            headline=feedback.headline,
            words=feedback.words,
            solution=problem.line if known else (),
            streak=record.streak,
        )
    )
    return await solving.welcome(request, feedback, actor, answer)


def today() -> date:
    """The day, by UTC."""
    return datetime.now(UTC).date()


def outcome_of(problem: Problem, record: Record) -> Outcome | None:
    """What became of a problem."""
    found = record.outcome(problem.id)
    if found is None:
        return None
    return "solved" if found.at_once else "solved-later" if found.solved else "failed"


def problem_state(problem: Problem, record: Record, _: Tongue) -> ProblemState:
    """A problem as data."""
    pos = problem.start()
    return ProblemState(
        id=problem.id,
        game=problem.game,
        options=dict(problem.options),
        position=problem.position,
        turn=colour_of(pos.turn),
        kind=problem.kind,  # type: ignore[arg-type]  # one of those that there are
        proof=problem.proof,  # type: ignore[arg-type]
        task=task(problem, pos, _),
        themes=problem.themes,
        grade=problem.grade,
        length=problem.length,
        outcome=outcome_of(problem, record),
        drawing=drawing(problem),
    )


def drawing(problem: Problem) -> str:
    """The address of a picture of the position."""
    options = write_options(problem.options)
    query = f"?options={quote(options)}" if options else ""
    return f"/api/v1/positions/{quote(problem.position)}.svg{query}"
