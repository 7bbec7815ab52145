"""Analyses of finished games."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.advice.annotate import Note
from kidd.advice.luck import balance, judge_rolls, points_lost
from kidd.search.scores import chances
from kidd.table.computers.analysis_jobs import Analysis, AnalysisJobs
from kidd.table.snapshot import Table
from kidd.web.api.answering import GameId, load, problems, sent
from kidd.web.api.answers import AnalysisState, BalanceState, JudgementState, RollState
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.unhurried import in_turn
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.models import colour_of
from kidd.words.language import Tongue
from kidd.words.study.advice import verdict
from kidd.words.study.advice_texts import MARKS
from kidd.words.study.chances import balance_words
from kidd.words.study.notes import note_words

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Analysis"])
NONE = AnalysisState(state="none")


@router.get("/games/{game_id}/analysis", response_model=AnalysisState, responses=problems(404))
async def read_analysis(request: Request, game_id: GameId) -> Response:
    """The analysis of a game as far as it has come: ask again until `state` is no longer `running`."""
    table = await load(request, game_id)
    found = await run_in_threadpool(request.app.state.computers.analyses.find, table)
    return await _told(request, found)


@router.post("/games/{game_id}/analysis", response_model=AnalysisState, responses=problems(403, 404, 415, 429))
async def begin_analysis(request: Request, game_id: GameId) -> Response:
    """Have a game analysed that is over, which only its players ask for."""
    table, viewer = await load(request, game_id), viewer_of(request)
    analyses: AnalysisJobs = request.app.state.computers.analyses
    return await _told(request, await run_in_threadpool(analyses.begin, viewer.actor, table))


@router.delete("/games/{game_id}/analysis", response_model=AnalysisState, responses=problems(403, 404, 415))
async def stop_analysis(request: Request, game_id: GameId) -> Response:
    """Stop an analysis that is under way; one that is done stays."""
    table, viewer = await load(request, game_id), viewer_of(request)
    analyses: AnalysisJobs = request.app.state.computers.analyses
    return await _told(request, await run_in_threadpool(analyses.cancel, viewer.actor, table))


async def _told(request: Request, found: Analysis | None) -> Response:
    if found is None:
        return sent(NONE)
    return sent(await in_turn(request, partial(analysis_state, found, viewer_of(request).tongue)))


def analysis_state(found: Analysis, _: Tongue) -> AnalysisState:
    """An analysis in a language."""
    notes, match = found.notes, found.table.match
    rolls = judge_rolls(match, notes)
    return AnalysisState(
        state=found.state,
        done=len(notes),
        total=found.total,
        place=found.place,
        notes=tuple(_note(found.table, note, _) for note in notes),
        rolls=tuple(
            RollState(ply=one.number + 1, by=colour_of(one.by), roll=one.roll, luck=round(one.luck, 1)) for one in rolls
        ),
        balance=balance_states(found, _) if rolls else (),
    )


def balance_states(found: Analysis, _: Tongue) -> tuple[BalanceState, ...]:
    """Luck and skill of each crew."""
    return tuple(
        BalanceState(
            crew=colour_of(colour),
            rolls=one.rolls,
            luck=round(one.luck, 1),
            moves=one.moves,
            lost=round(one.lost, 1),
            words=balance_words(colour, one, _),
        )
        for colour, one in balance(found.table.match, found.notes).items()
    )


def _note(table: Table, note: Note, _: Tongue) -> JudgementState:
    match = table.match
    return JudgementState(
        ply=note.number + 1,
        round=match.turn_number(note.number),
        by=colour_of(note.by),
        act=note.move.text,
        mark=note.mark,
        glyph=note.glyph,
        label=_(MARKS[note.mark]),
        chances=tuple(round(chance) for chance in chances(note.played.score)),
        lost=round(points_lost(match, note), 1),
        standing=verdict(note.played.score, match.position_at(note.number), language=_.code),
        words=note_words(match, note, _),
    )
