"""What a finished game was worth, move by move."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, RedirectResponse, Response

from kidd.advice.annotate import Note, acts_to_judge
from kidd.advice.judge import MARKS
from kidd.advice.luck import balance
from kidd.match import Match
from kidd.search.answer import Line
from kidd.search.scores import chances
from kidd.table.computers.analysis_jobs import Analysis
from kidd.table.computers.analysis_run import judged_acts
from kidd.table.computers.lanes import Lane
from kidd.table.play import games
from kidd.table.play.permissions import Action, may
from kidd.table.snapshot import Table
from kidd.web.api.answering import load
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Sent, wants_json
from kidd.web.http.unhurried import in_turn, packed, unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.pages.study.chart import WEAK, Point, curve
from kidd.words.language import Tongue
from kidd.words.names import crew
from kidd.words.play.results import ending
from kidd.words.study import charts
from kidd.words.study.advice_texts import MARKS as MARK_NAMES
from kidd.words.study.chances import points
from kidd.words.study.notes import note_words

router = APIRouter()


@dataclass(frozen=True)
class Judged:
    """A move that got a mark."""

    ply: int
    before: int
    turn: int
    by: str
    crew: str
    move: str
    mark: str
    glyph: str
    label: str
    """The mark in words."""
    words: str
    chances: tuple[int, ...]
    """What each crew could expect after it, in per cent."""


class Fortune(NamedTuple):
    """What a crew owes to the die and to its moves, in points of per cent."""

    colour: str
    crew: str
    rolls: int
    luck: str
    moves: int
    lost: str


@dataclass(frozen=True)
class AnalysisView:
    """An analysis as far as it has come."""

    title: str
    ended: str
    state: str
    """`none`, `running`, `done`, `cancelled` or `failed`."""
    done: int
    total: int
    place: int
    """Which it is of those that wait, 0 while it is made."""
    last: int
    """How many of a long game's moves are judged, which are its last; 0 where all are."""
    crews: tuple[tuple[str, str], ...]
    sums: tuple[tuple[str, str, tuple[int, ...]], ...]
    """For each mark its name in words and how often each crew earned it."""
    fortunes: tuple[Fortune, ...]
    """Luck against skill, where there is a die."""
    judged: tuple[Judged, ...]
    weak: tuple[Judged, ...]
    curve: Markup
    may_ask: bool
    stranded: bool
    """Whether nobody is there who could judge moves."""
    page: str
    study: str
    """The study of the game; with `&ply=` at any of its plies."""


@router.get("/games/{game_id}/analysis")
@unhurried
def analysis(request: Request, game_id: str) -> Response:
    """The analysis as far as it has come, or the button that begins it."""
    table = games.load(request.app.state.store, game_id)
    return _answer(request, table, request.app.state.computers.analyses.find(table))


@router.post("/games/{game_id}/analysis")
async def begin(request: Request, game_id: str, said: Sent) -> Response:
    """Have the game analysed, or stop that with `stop`; only those who sat at the table ask for it."""
    table, analyses = await load(request, game_id), request.app.state.computers.analyses
    deed = analyses.cancel if said.get("stop") else analyses.begin
    study = await run_in_threadpool(deed, viewer_of(request).actor, table)
    if not wants_json(request):
        then = "mistakes" if said.get("then") == "mistakes" else "analysis"
        return RedirectResponse(f"/games/{table.id}/{then}", 303)
    return await in_turn(request, lambda: packed(request, _answer(request, table, study)))


def _answer(request: Request, table: Table, study: Analysis | None) -> Response:
    viewer = viewer_of(request)
    away = request.app.state.computers.thinkers.away(Lane.STUDIES)
    shown = view(table, study, may(viewer.actor, Action.ANALYSE, table), viewer.tongue, stranded=away)
    if wants_json(request):
        html = request.app.state.pages.text(
            "study/analysis.html", viewer.tongue.code, analysis=shown, prefs=viewer.prefs
        )
        said = {"html": html, "state": shown.state, "done": shown.done, "total": shown.total}
        return JSONResponse(said, headers={"cache-control": "no-store"})
    return page(request, "study/analysis_page.html", analysis=shown)


def view(table: Table, study: Analysis | None, may_ask: bool, _: Tongue, *, stranded: bool = False) -> AnalysisView:
    """What a page shows of an analysis."""
    match, colours = table.match, table.match.game.colours
    notes = study.notes if study else ()
    judged = tuple(_judged(table, note, _) for note in notes)
    counts = Counter((note.by, note.mark) for note in notes)
    return AnalysisView(
        title=_(match.game.descriptor.name),
        ended=ending(table.result, colours, (), _, sharing=match.sharing) if table.result else "",
        state=study.state if study else "none",
        done=len(notes),
        total=study.total if study else 0,
        place=study.place if study else 0,
        last=_last(match, study),
        crews=tuple((colour, crew(colour, _)) for colour in colours),
        sums=tuple((mark, _(MARK_NAMES[mark]), tuple(counts[colour, mark] for colour in colours)) for mark in MARKS),
        fortunes=_fortunes(match, notes, _) if match.game.descriptor.faces else (),
        judged=judged,
        weak=tuple(one for one in judged if one.mark in WEAK),
        curve=_curve(table, notes, judged, _) if len(notes) > 1 else Markup(),
        may_ask=may_ask and table.is_over,
        stranded=stranded,
        page=f"/games/{table.id}",
        study=f"/study?game={table.id}",
    )


def _last(match: Match, study: Analysis | None) -> int:
    judged = study.total if study else len(judged_acts(match))
    return judged if judged < len(acts_to_judge(match)) else 0


def _fortunes(match: Match, notes: tuple[Note, ...], _: Tongue) -> tuple[Fortune, ...]:
    return tuple(
        Fortune(
            colour,
            crew(colour, _),
            one.rolls,
            points(one.luck, _, signed=True),
            one.moves,
            points(one.lost, _),
        )
        for colour, one in balance(match, notes).items()
    )


def _judged(table: Table, note: Note, _: Tongue) -> Judged:
    match = table.match
    return Judged(
        ply=note.number + 1,
        before=note.number,
        turn=match.turn_number(note.number),
        by=note.by,
        crew=crew(note.by, _),
        move=note.move.text,
        mark=note.mark,
        glyph=note.glyph,
        label=_(MARK_NAMES[note.mark]),
        words=note_words(match, note, _),
        chances=_chances(note.played),
    )


def _chances(line: Line) -> tuple[int, ...]:
    return tuple(round(chance) for chance in chances(line.score))


def _curve(table: Table, notes: tuple[Note, ...], judged: tuple[Judged, ...], _: Tongue) -> Markup:
    points = []
    for note, one in zip(notes, judged, strict=True):
        label = charts.point(one.turn, one.crew, one.move, one.label, _)
        href = f"/study?game={table.id}&ply={one.ply}"
        points.append(Point(one.ply, note.played.score.expected, note.mark, note.by, label, href))
    colours = table.match.game.colours
    return curve(points, colours, len(table.match), charts.title(_))
