"""What a viewer's page shows of a game: its state, in words and with a drawing."""

from __future__ import annotations

from functools import lru_cache

from kidd.match import Match
from kidd.table.computers.analysis_jobs import Analysis
from kidd.table.play.games import Table
from kidd.web.http.viewer import Viewer
from kidd.web.pages.board_svg import deck_svg, last_move
from kidd.web.pages.links import links
from kidd.web.pages.move_log import log_rows
from kidd.web.pages.table.view_models import ActItem, Contest, MoveItem, Remark, SeatView, TableView
from kidd.web.state.game_state import game_state
from kidd.web.state.models import ActState, GameState, SeatState
from kidd.words.advice_texts import MARKS
from kidd.words.language import Tongue
from kidd.words.moves import LABELS, words_of
from kidd.words.names import crew, full_name, option_words
from kidd.words.notes import note_words
from kidd.words.ranks import rank


def look(
    table: Table,
    viewer: Viewer,
    ply: int | None = None,
    notices: tuple[str, ...] = (),
    study: Analysis | None = None,
) -> TableView:
    """What a viewer sees of a table now, or as it was after so many acts, with the marks of an analysis."""
    _, state, live = viewer.tongue, game_state(table, viewer, ply=ply), ply is None
    pos, rights, result = table.match.position_at(state.ply), state.rights, state.result
    may_move, described = live and bool(state.moves), table.match.game.descriptor
    last = last_move(state)
    return TableView(
        id=state.id,
        code=state.game,
        title=_(described.name),
        aim=_(described.aim) if described.aim else "",
        claims=described.claims,
        ply=state.ply,
        last_ply=state.last_ply,
        version=state.version,
        live=live,
        turn=state.turn or "",
        die=state.die,
        result=result.outcome if result else "",
        sentence=state.sentences.state,
        svg=deck_svg(pos, state, viewer),
        moves=_moves(table.match, _) if may_move else (),
        acts=tuple(_act(table, state, act, _) for act in state.acts) if live else (),
        seats=tuple(_seat(state, seat, _) for seat in state.seats),
        rows=log_rows(state.log, state.ply, _remarks(study, _)),
        contest=Contest(state.contest.turns_left, state.sentences.contest) if state.contest else None,
        offer=state.sentences.offer,
        yours=state.you,
        may_move=may_move,
        can_take_back=live and rights.take_back,
        can_abandon=rights.abandon,
        can_hint=live and rights.hint,
        over=result is not None or state.abandoned,
        winner_sentence=state.sentences.ended,
        winner=(result.winner or "") if result else "",
        thinking=live and state.thinking,
        path=last.path if last else (),
        said=state.sentences.told,
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
    resigns = act.word == "resign"
    question = _resigning(table, state, act.by, _) if resigns else ""
    return ActItem(act.act, _(LABELS[act.word]), act.answer, resigns, question)


def _resigning(table: Table, state: GameState, speaker: str, _: Tongue) -> str:
    """What is asked before somebody resigns; at one device for several it says who does."""
    if len(state.you) == 1:
        return _("Do you want to give up this game?")
    return _("Do you want to give up this game for %(crew)s?", crew=full_name(table.seat_of(speaker), speaker, _))


def _seat(state: GameState, seat: SeatState, _: Tongue) -> SeatView:
    taken = len(seat.captured)
    return SeatView(
        colour=seat.colour,
        crew=crew(seat.colour, _),
        name=_name(seat, len(state.you) == 1, _),
        you=seat.you,
        computer=seat.kind == "computer",
        hand=seat.hand,
        captured=seat.captured,
        to_act=seat.to_act,
        out=seat.out,
        won=bool(state.result and state.result.winner == seat.colour),
        hand_words=_.ngettext("%(number)s token in hand", "%(number)s tokens in hand", seat.hand),
        captured_words=_.ngettext("%(number)s token captured", "%(number)s tokens captured", taken),
    )


def _name(seat: SeatState, alone: bool, _: Tongue) -> str:
    if seat.kind == "computer":
        return rank(seat.level or 1, _.code)
    return seat.name or (_("You") if seat.you and alone else crew(seat.colour, _))


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
