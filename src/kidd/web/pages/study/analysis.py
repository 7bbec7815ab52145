"""What a finished game was worth, move by move."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import JSONResponse, RedirectResponse, Response

from kidd.advice.annotate import Note
from kidd.advice.judge import MARKS
from kidd.search.answer import Line
from kidd.table.computers.analysis_jobs import Analysis
from kidd.table.play import games
from kidd.table.play.permissions import Action, may
from kidd.table.snapshot import Table
from kidd.web.http.requests import Sent, wants_json
from kidd.web.http.templates import page
from kidd.web.http.viewer import viewer_of
from kidd.web.pages.study.chart import WEAK, Point, curve
from kidd.words.advice import verdict
from kidd.words.advice_texts import MARKS as MARK_NAMES
from kidd.words.language import Tongue
from kidd.words.names import crew
from kidd.words.notes import note_words
from kidd.words.results import ending

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
    standing: str
    words: str
    chances: tuple[int, ...]
    """What each crew could expect after it, in per cent."""


@dataclass(frozen=True)
class AnalysisView:
    """An analysis as far as it has come."""

    title: str
    ended: str
    state: str
    """`none`, `running`, `done`, `cancelled` or `failed`."""
    done: int
    total: int
    crews: tuple[tuple[str, str], ...]
    sums: tuple[tuple[str, str, tuple[int, ...]], ...]
    """For each mark its name in words and how often each crew earned it."""
    judged: tuple[Judged, ...]
    weak: tuple[Judged, ...]
    curve: Markup
    may_ask: bool
    page: str


@router.get("/games/{game_id}/analysis")
def analysis(request: Request, game_id: str) -> Response:
    """The analysis as far as it has come, or the button that begins it."""
    table = games.load(request.app.state.store, game_id)
    return _answer(request, table, request.app.state.computers.analyses.find(table))


@router.post("/games/{game_id}/analysis")
def begin(request: Request, game_id: str, said: Sent) -> Response:
    """Have the game analysed, or stop that with `stop`; only those who sat at the table ask for it."""
    table = games.load(request.app.state.store, game_id)
    viewer = viewer_of(request)
    if said.get("stop"):
        study = request.app.state.computers.analyses.cancel(viewer.actor, table)
    else:
        study = request.app.state.computers.analyses.begin(viewer.actor, table)
    if not wants_json(request):
        return RedirectResponse(f"/games/{table.id}/analysis", 303)
    return _answer(request, table, study)


def _answer(request: Request, table: Table, study: Analysis | None) -> Response:
    viewer = viewer_of(request)
    shown = view(table, study, may(viewer.actor, Action.ANALYSE, table), viewer.tongue)
    if wants_json(request):
        html = request.app.state.pages.text(
            "study/analysis.html", viewer.tongue.code, analysis=shown, prefs=viewer.prefs
        )
        said = {"html": html, "state": shown.state, "done": shown.done, "total": shown.total}
        return JSONResponse(said, headers={"cache-control": "no-store"})
    return page(request, "study/analysis_page.html", analysis=shown)


def view(table: Table, study: Analysis | None, may_ask: bool, _: Tongue) -> AnalysisView:
    """What a page shows of an analysis."""
    match, colours = table.match, table.match.game.colours
    notes = study.notes if study else ()
    judged = tuple(_judged(table, note, _) for note in notes)
    counts = Counter((note.by, note.mark) for note in notes)
    return AnalysisView(
        title=_(match.game.descriptor.name),
        ended=ending(match.result, colours, (), _) if match.result else "",
        state=study.state if study else "none",
        done=len(notes),
        total=study.total if study else 0,
        crews=tuple((colour, crew(colour, _)) for colour in colours),
        sums=tuple((mark, _(MARK_NAMES[mark]), tuple(counts[colour, mark] for colour in colours)) for mark in MARKS),
        judged=judged,
        weak=tuple(one for one in judged if one.mark in WEAK),
        curve=_curve(table, notes, judged, _) if len(notes) > 1 else Markup(),
        may_ask=may_ask and table.is_over,
        page=f"/games/{table.id}",
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
        standing=verdict(note.played.score, match.position_at(note.number), language=_.code),
        words=note_words(match, note, _),
        chances=_chances(note.played),
    )


def _chances(line: Line) -> tuple[int, ...]:
    return tuple(round(50 * (1 + expected)) for expected in line.score.expected)


def _curve(table: Table, notes: tuple[Note, ...], judged: tuple[Judged, ...], _: Tongue) -> Markup:
    points = []
    for note, one in zip(notes, judged, strict=True):
        label = _("%(turn)s. %(crew)s %(move)s: %(mark)s", turn=one.turn, crew=one.crew, move=one.move, mark=one.label)
        href = f"/games/{table.id}/{one.ply}"
        points.append(Point(one.ply, note.played.score.expected, note.mark, note.by, label, href))
    colours = table.match.game.colours
    title = _("The course of the game. The table below says the same in numbers.")
    return curve(points, colours, len(table.match), title)
