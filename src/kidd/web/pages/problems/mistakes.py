"""Learning from one's mistakes: the weak moves of a finished game as little problems."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from kidd.advice.annotate import Note
from kidd.advice.judge import judge
from kidd.errors import KiddError
from kidd.match import Match
from kidd.move_lookup import find
from kidd.table.computers.analysis_jobs import Analysis
from kidd.table.play import games
from kidd.table.play.permissions import Action, may
from kidd.table.snapshot import Table
from kidd.web.api.exercises.feedback import Feedback, refutation, why_wrong
from kidd.web.http.assets.templates import page
from kidd.web.http.requests import Refused, Sent, perhaps, status_of, text, wants_json
from kidd.web.http.unhurried import in_turn, packed, unhurried
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.pages.problems.exercise import Labels, exercises
from kidd.web.pages.table.kit import diagram_kit
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import crew
from kidd.words.study.advice import sentences
from kidd.words.study.advice_texts import MARKS
from kidd.words.study.notes import fault_words, find_better, in_the_game
from kidd.words.study.problems import headline

router = APIRouter()

LEARNT_FROM = ("mistake", "blunder")
GOOD_ENOUGH = ("best", "fine", "forced")  # marks of a move that gives hardly anything away


@dataclass(frozen=True)
class Item:
    """A mistake in the list of a game's."""

    url: str
    by: str
    crew: str
    turn: int
    move: str
    label: str
    picture: str


@router.get("/games/{game_id}/mistakes")
@unhurried
def mistakes(request: Request, game_id: str) -> Response:
    """The mistakes of the visitor's own crews, or of all where none is theirs; without an analysis, an offer of one."""
    table, viewer = games.load(request.app.state.store, game_id), viewer_of(request)
    study: Analysis | None = request.app.state.computers.analyses.find(table)
    _ = viewer.tongue
    items = [_item(table, note, _) for note in own_mistakes(table, study, viewer)]
    return page(
        request,
        "problems/mistakes.html",
        items=items,
        state=study.state if study else "none",
        may_ask=table.is_over and may(viewer.actor, Action.ANALYSE, table),
        back=f"/games/{table.id}",
    )


@router.get("/games/{game_id}/mistakes/{ply:ply}")
@unhurried
def look_at_mistake(request: Request, game_id: str, ply: int) -> Response:
    """The position before a mistake, to find something better."""
    table, note, numbers = _found(request, game_id, ply)
    return _answered(request, table, note, numbers, Feedback("open"))


@router.post("/games/{game_id}/mistakes/{ply:ply}")
async def mend(request: Request, game_id: str, ply: int, said: Sent) -> Response:
    """Another move that is tried instead, a wish to try again, or to see what was better."""
    table, note, numbers = await in_turn(request, partial(_found, request, game_id, ply))
    try:
        feedback = await _feedback(request, table, note, said)
    except KiddError as error:
        raise Refused(status_of(error), sentence(error, viewer_of(request).tongue)) from error
    return await in_turn(request, lambda: packed(request, _answered(request, table, note, numbers, feedback)))


def own_mistakes(table: Table, study: Analysis | None, viewer: Viewer) -> list[Note]:
    """The notes to learn from, in the order of the game."""
    if study is None or study.state != "done":
        return []
    weak = [note for note in study.notes if note.mark in LEARNT_FROM]
    own = [note for note in weak if table.seat_of(note.by).is_of(viewer.person)]
    return own if any(seat.is_of(viewer.person) for seat in table.seats) else weak


def _found(request: Request, game_id: str, ply: int) -> tuple[Table, Note, list[int]]:
    """A game, the note on the move that led to a ply, and all plies that there is something to learn from."""
    table = games.load(request.app.state.store, game_id)
    study: Analysis | None = request.app.state.computers.analyses.find(table)
    notes = own_mistakes(table, study, viewer_of(request))
    note = next((note for note in notes if note.number + 1 == ply), None)
    if note is None:
        raise Refused(404)
    return table, note, [one.number + 1 for one in notes]


async def _feedback(request: Request, table: Table, note: Note, said: dict[str, Any]) -> Feedback:
    _ = viewer_of(request).tongue
    match = table.match.until(note.number)
    best = tuple(str(move) for move in note.best.moves)
    if "solution" in said or "at" in said:
        at = perhaps(said, "at", 0, len(best))
        lines = [best[:number] for number in range(len(best) + 1)]
        decks = tuple(lines) if at is None else (lines[at],)
        return Feedback("shown", (), decks, headline("shown", _), _reasons(table.match, note, _))
    if not said.get("move"):
        return Feedback("open")
    move = str(find(match.position, text(said, "move")))
    if move == best[0]:
        return Feedback("solved", (), ((move,),), headline("solved", _), _reasons(table.match, note, _))
    if move == str(note.move):
        return _wrong(match, move, note, _)
    tried: Note | None = await request.app.state.refuter.ask(request, match, move, table.id)
    if tried is not None and _is_good(match, note, tried):
        return Feedback("solved", (), ((move,),), headline("as-good", _), _reasons(table.match, note, _))
    return await run_in_threadpool(_wrong, match, move, tried, _)


def _is_good(match: Match, note: Note, tried: Note) -> bool:
    """Whether a move gives hardly anything away, by itself or beside the best of the analysis."""
    pos = match.position
    beside = judge(note.best.score, tried.played.score, pos.game.colours, pos.turn)
    return tried.mark in GOOD_ENOUGH and beside.mark in (*GOOD_ENOUGH, "inaccuracy")


def _wrong(match: Match, move: str, note: Note | None, _: Tongue) -> Feedback:
    pos = match.position
    said = tuple(why_wrong(pos, move, note, _))
    return Feedback("wrong", (), refutation(pos, (), move, note), headline("wrong", _), said)


def _reasons(match: Match, note: Note, _: Tongue) -> tuple[str, ...]:
    """What was better and what comes of that, then what was wrong with the move of the game."""
    pos = match.position_at(note.number)
    fault = " ".join(fault_words(pos, note.played, note.best, _))
    return (*sentences(pos, note.best, language=_.code), in_the_game(note, _), fault)


def _answered(request: Request, table: Table, note: Note, numbers: list[int], feedback: Feedback) -> Response:
    viewer = viewer_of(request)
    _ = viewer.tongue
    labels = _labels(table, note, numbers, _)
    views = exercises(table.match.until(note.number), feedback, labels, len(note.best.moves), _)
    if wants_json(request):
        pages = request.app.state.pages
        decks = [pages.text("problems/exercise.html", _.code, view=view, prefs=viewer.prefs) for view in views]
        return JSONResponse({"decks": decks})
    place = numbers.index(note.number + 1) + 1
    return page(
        request,
        "problems/mistake.html",
        view=views[-1],
        place=place,
        total=len(numbers),
        back=f"/games/{table.id}/mistakes",
        game=f"/games/{table.id}",
        kit=diagram_kit(request.app.state.pages, _, table.match.game.deck.name),
    )


def _labels(table: Table, note: Note, numbers: list[int], _: Tongue) -> Labels:
    ply = note.number + 1
    later = [number for number in numbers if number > ply]
    home = f"/games/{table.id}/mistakes"
    return Labels(
        url=f"{home}/{ply}",
        task=find_better(note, _),
        next=f"{home}/{later[0]}" if later else f"/games/{table.id}/analysis",
        next_words=_("Next mistake") if later else _("Back to the report"),
        can_step=len(note.best.moves) > 1,
    )


def _item(table: Table, note: Note, _: Tongue) -> Item:
    home = f"/games/{table.id}"
    return Item(
        url=f"{home}/mistakes/{note.number + 1}",
        by=note.by,
        crew=crew(note.by, _),
        turn=table.match.turn_number(note.number),
        move=f"{note.move}{note.glyph}",
        label=_(MARKS[note.mark]),
        picture=f"{home}/{note.number}.svg",
    )
