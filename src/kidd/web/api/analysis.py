"""Analyses of finished games."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.advice.annotate import Note
from kidd.table.computers.analysis_jobs import Analysis
from kidd.table.snapshot import Table
from kidd.web.api.answering import GameId, load, problems, sent
from kidd.web.api.answers import AnalysisState, NoteState
from kidd.web.api.problems import ApiRoute
from kidd.web.http.viewer import Viewer, viewer_of
from kidd.web.state.models import colour_of
from kidd.words.advice import verdict
from kidd.words.language import Tongue
from kidd.words.notes import note_words

router = APIRouter(route_class=ApiRoute, tags=["Analysis"])
NONE = AnalysisState(state="none")


@router.get("/games/{game_id}/analysis", response_model=AnalysisState, responses=problems(404))
async def read_analysis(request: Request, game_id: GameId) -> Response:
    """The analysis of a game as far as it has come: ask again until `state` is no longer `running`."""
    table = await load(request, game_id)
    found = await run_in_threadpool(request.app.state.computers.analyses.find, table)
    return await _told(found, viewer_of(request))


@router.post("/games/{game_id}/analysis", response_model=AnalysisState, responses=problems(403, 404, 415))
async def begin_analysis(request: Request, game_id: GameId) -> Response:
    """Have a game analysed that is over, which only its players ask for."""
    table, viewer = await load(request, game_id), viewer_of(request)
    return await _told(await run_in_threadpool(request.app.state.computers.analyses.begin, viewer.actor, table), viewer)


@router.delete("/games/{game_id}/analysis", response_model=AnalysisState, responses=problems(403, 404, 415))
async def stop_analysis(request: Request, game_id: GameId) -> Response:
    """Stop an analysis that is under way; one that is done stays."""
    table, viewer = await load(request, game_id), viewer_of(request)
    return await _told(
        await run_in_threadpool(request.app.state.computers.analyses.cancel, viewer.actor, table), viewer
    )


async def _told(found: Analysis | None, viewer: Viewer) -> Response:
    return sent(NONE if found is None else await run_in_threadpool(analysis_state, found, viewer.tongue))


def analysis_state(found: Analysis, _: Tongue) -> AnalysisState:
    """An analysis in a language."""
    notes = found.notes
    return AnalysisState(
        state=found.state,
        done=len(notes),
        total=found.total,
        notes=tuple(_note(found.table, note, _) for note in notes),
    )


def _note(table: Table, note: Note, _: Tongue) -> NoteState:
    match = table.match
    return NoteState(
        ply=note.number + 1,
        round=match.turn_number(note.number),
        by=colour_of(note.by),
        act=note.move.text,
        mark=note.mark,
        glyph=note.glyph,
        chances=tuple(round(50 * (1 + expected)) for expected in note.played.score.expected),
        standing=verdict(note.played.score, match.position_at(note.number), language=_.code),
        words=note_words(match, note, _),
    )
