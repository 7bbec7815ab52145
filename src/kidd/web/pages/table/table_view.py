"""What a viewer's page shows of a game: its state, in words and with a drawing."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache

from kidd.game import descriptor
from kidd.match import Match
from kidd.table.computers.analysis_jobs import Analysis
from kidd.table.play.games import Table
from kidd.web.http.visitors.viewer import Viewer
from kidd.web.pages.board_svg import deck_svg, last_move
from kidd.web.pages.links import links
from kidd.web.pages.move_log import log_rows
from kidd.web.pages.table.view_models import ActItem, ClockView, Contest, MoveItem, Remark, SeatView, TableView
from kidd.web.state.game_state import game_state
from kidd.web.state.models import ActState, Colour, GameState, SeatState
from kidd.web.state.whole_state import leads
from kidd.words.club.clocks import clock_face, clock_note
from kidd.words.club.days import day
from kidd.words.club.ratings import at_the_table
from kidd.words.language import Tongue
from kidd.words.names import crew, option_words
from kidd.words.play.moves import words_of
from kidd.words.play.offers import LABELS
from kidd.words.play.table import captured, claiming, in_hand, leaving, resigning, seat_name
from kidd.words.study.advice_texts import MARKS
from kidd.words.study.notes import note_words

MILLISECOND = timedelta(milliseconds=1)
NOT_BEFORE = dict.fromkeys(("go_on", "take_back", "ask_takeback", "hint"), False)  # may not be done at a past ply
QUESTIONS = {"resign": resigning, "leave": leaving, "stalemate?": claiming}  # before what cannot be taken back
DANGERS = ("resign", "leave")


def look(
    table: Table,
    viewer: Viewer,
    ply: int | None = None,
    notices: tuple[str, ...] = (),
    study: Analysis | None = None,
) -> TableView:
    """What a viewer sees of a table now, or as it was after so many acts, with the marks of an analysis."""
    _, state, live = viewer.tongue, game_state(table, viewer, ply=ply), ply is None
    result, may_move, described = state.result, live and bool(state.moves), table.match.game.descriptor
    last = last_move(state)
    return TableView(
        id=state.id,
        code=state.game,
        title=_(described.name),
        aim=_(described.aim) if described.aim else "",
        family=described.group,
        family_name=_(described.group_name),
        claims=described.claims,
        taken_off=described.captured_leave,
        ply=state.ply,
        last_ply=state.last_ply,
        version=state.version,
        live=live,
        turn=state.turn or "",
        die=state.die,
        result=result.outcome if result else "",
        sentence=state.sentences.state,
        svg=deck_svg(table.match, state, viewer),
        moves=_moves(table.match, _) if may_move else (),
        acts=tuple(_act(table, state, act, _) for act in state.acts) if live else (),
        seats=tuple(_seat(state, seat, _) for seat in state.seats),
        rows=log_rows(state.log, state.ply, _remarks(study, _)),
        contest=Contest(state.contest.turns_left, state.sentences.contest) if state.contest else None,
        offer=state.sentences.offer,
        yours=state.you,
        may_move=may_move,
        watched=state.watched,
        leads=leads(table, viewer),
        may=state.rights if live else state.rights.model_copy(update=NOT_BEFORE),
        takeback=state.sentences.takeback,
        recess=state.sentences.recess,
        ready=state.recess is not None and any(colour in state.you for colour in state.recess.ready),
        over=result is not None or state.abandoned,
        verdict=state.sentences.verdict,
        why=state.sentences.why,
        winner=(result.winner or "") if result else "",
        thinking=live and state.thinking,
        path=last.path if last else (),
        said=state.sentences.told,
        members=tuple(one.member for one in table.ratings if one.member),
        dice_hash=state.dice_hash or "",
        options=option_words(table.match.game, _),
        date=state.created.date().isoformat(),
        prefs=viewer.prefs,
        links=links(table, state.ply, result is not None, viewer.prefs),
        notices=notices,
    )


def _moves(match: Match, _: Tongue) -> tuple[MoveItem, ...]:
    return tuple(MoveItem(move.text, words_of(move, _)) for move in match.position.legal_moves())


def _act(table: Table, state: GameState, act: ActState, _: Tongue) -> ActItem:
    seat, alone, ask = table.seat_of(act.by), len(state.you) == 1, QUESTIONS.get(act.word)
    question = ask(seat, act.by, _, alone=alone) if ask else ""
    return ActItem(act.act, _(LABELS[act.word]), act.answer, act.word in DANGERS, question)


def _seat(state: GameState, seat: SeatState, _: Tongue) -> SeatView:
    taken_off = descriptor(state.game).captured_leave
    return SeatView(
        colour=seat.colour,
        crew=crew(seat.colour, _),
        name=seat_name(seat, seat.colour, state.seats, _, you=seat.you and len(state.you) == 1),
        you=seat.you,
        computer=seat.kind == "computer",
        bot=seat.bot,
        hand=seat.hand,
        captured=seat.captured,
        to_act=seat.colour == state.turn and any(one.to_act for one in state.seats),
        out=seat.out,
        left=seat.left,
        was=seat.was,
        won=bool(state.result and state.result.winner == seat.colour),
        shares=state.result is None or seat.colour in state.result.sharing,
        rating=_rating(seat, _),
        hand_words=in_hand(seat.hand, _),
        captured_words=captured(seat.colour, len(seat.captured), _, taken_off=taken_off),
        clock=_clock(state, seat.colour, _),
    )


def _clock(state: GameState, colour: Colour, _: Tongue) -> ClockView | None:
    clock, moment = state.clock, state.now
    if clock is None or moment is None or colour not in clock.left:
        return None
    runs, over = clock.running == colour, state.result is not None or state.abandoned
    left = clock.left[colour]
    if runs and clock.started and clock.since:
        left = max(0, left - max(0, (moment - clock.since) // MILLISECOND))

    def until(at: datetime | None) -> str:
        return clock_face(max(0, (at - moment) // MILLISECOND), _) if at else ""

    back = clock.vacation.get(colour)
    leave = day(back, _) if back and back > moment else ""
    first = until(clock.falls) if runs and not clock.started else ""
    note = "" if over else clock_note(until(clock.away.get(colour)), leave, first, _)
    return ClockView(clock_face(left, _), left // 1000, note, runs and clock.started, left <= clock.short and not over)


def _rating(seat: SeatState, _: Tongue) -> str:
    if seat.rating is None:
        return ""
    return at_the_table(seat.rating, provisional=seat.provisional, change=seat.rating_change, _=_)


def _remarks(study: Analysis | None, _: Tongue) -> dict[int, Remark]:
    """What an analysis says of weak moves once it is done, by the ply after them."""
    return _marked(study, _) if study is not None and study.state == "done" else {}


@lru_cache(128)
def _marked(study: Analysis, _: Tongue) -> dict[int, Remark]:
    match = study.table.match
    return {
        note.number + 1: Remark(note.mark, note.glyph, _(MARKS[note.mark]), note_words(match, note, _))
        for note in study.notes
        if note.glyph
    }
