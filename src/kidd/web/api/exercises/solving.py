"""Solving problems: a move is judged here, the outcome is kept for the visitor, and nothing is given away before."""

from __future__ import annotations

from functools import partial

from cachetools import LRUCache
from sqlalchemy import Connection
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from kidd.advice.annotate import Note
from kidd.errors import ProblemError
from kidd.match import Match
from kidd.problems import sets
from kidd.problems.problem import Problem
from kidd.problems.solving import try_move
from kidd.table.errors import TooMany
from kidd.table.moments import now
from kidd.table.play.actors import Actor
from kidd.table.storage.database.store import Store
from kidd.table.storage.growth import place_of
from kidd.table.storage.study.attempts import Record, note_attempt, read_record
from kidd.web.api.answering import nothing_here
from kidd.web.api.exercises.feedback import Feedback, note_question, of_fault, of_solution, of_step
from kidd.web.http.requests import Refused
from kidd.web.http.visitors.viewer import viewer_of

KEPT_ANSWERS = 2000  # answers to wrong moves: many make the same mistake


class Refuter:
    """Asks the computers why a move is wrong, and remembers what they said."""

    def __init__(self) -> None:
        self._known: LRUCache[tuple[str, tuple[str, ...], str], Note] = LRUCache(KEPT_ANSWERS)

    async def ask(self, request: Request, match: Match, move: str, about: str) -> Note | None:
        """A note on a move; none where nobody has time for it, as it is wrong all the same."""
        key = about, match.acts, move
        if key in self._known:
            return self._known[key]
        try:
            note: Note = await request.app.state.hints.ask_note(
                request, note_question(match, move), viewer_of(request).person
            )
        except (TooMany, Refused):
            return None
        self._known[key] = note
        return note


def find(name: str) -> Problem:
    """The problem of a name that a stranger writes."""
    try:
        return sets.find_problem(name)
    except ProblemError:
        nothing_here()


async def record_of(request: Request) -> Record:
    """How the asker has fared; a stranger has no record."""
    actor = viewer_of(request).actor
    return await run_in_threadpool(_read, request, actor.person) if actor.is_known else Record()


def _read(request: Request, person: str) -> Record:
    with request.app.state.store.reading() as connection:
        return read_record(connection, person)


async def try_out(request: Request, problem: Problem, acts: tuple[str, ...], move: str) -> Feedback:
    """What comes of a move; nothing is kept yet."""
    step, _ = try_move(problem, acts, move), viewer_of(request).tongue
    if step.verdict != "wrong":
        return of_step(problem, acts, step, _)
    match = Match(problem.start())
    for act in acts:
        match.play(act)
    note = await request.app.state.refuter.ask(request, match, str(step.move), problem.id)
    return await run_in_threadpool(of_fault, problem, acts, step, note, _)


def reveal(request: Request, problem: Problem, at: int | None = None) -> Feedback:
    """The solution."""
    return of_solution(problem, at, viewer_of(request).tongue)


async def keep(request: Request, problem: Problem, feedback: Feedback) -> tuple[Record, Actor]:
    """Keep what became of a problem for the asker, who is a guest from now on if they were a stranger."""
    state = request.app.state
    actor = state.sessions.newcomer(request)
    if feedback.status in ("open", "right"):
        return await record_of(request), actor
    solved = feedback.status == "solved"
    work = partial(_keep, state.store, actor, problem, solved)
    return await run_in_threadpool(state.store.write, work, place=place_of(actor.share)), actor


def _keep(store: Store, actor: Actor, problem: Problem, solved: bool, connection: Connection) -> Record:
    if not actor.session:  # somebody new
        store.growth.charge(connection, actor.share, now())
    note_attempt(connection, actor.person, problem, solved, now())
    return read_record(connection, actor.person)


async def welcome(request: Request, feedback: Feedback, actor: Actor, answer: Response) -> Response:
    """Let a stranger whose outcome was kept be known from now on."""
    if feedback.status not in ("open", "right"):
        state = request.app.state
        await run_in_threadpool(state.sessions.welcome, state.store, request, actor, answer)
    return answer
