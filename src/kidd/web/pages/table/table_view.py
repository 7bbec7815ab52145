"""Looks at a table for one viewer and says what their page shows."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from kidd.advice.annotate import retold
from kidd.match import Match
from kidd.standing import ANSWERS, WORDS
from kidd.table import limits
from kidd.table.computers.analysis_jobs import Study
from kidd.table.play.games import Seat, Table, TooMany, can_abandon, last_move
from kidd.web.http.viewer import Viewer
from kidd.web.pages.board_svg import deck_svg, trace_at
from kidd.web.pages.links import links
from kidd.web.pages.move_log import log_rows
from kidd.web.pages.table.view_models import ActItem, MoveItem, Remark, SeatView, TableView
from kidd.words import results
from kidd.words.advice import speech_of
from kidd.words.errors import refusal
from kidd.words.language import Tongue
from kidd.words.move_words import story
from kidd.words.moves import LABELS, words_of
from kidd.words.names import Names, crew, full_name, option_words, player
from kidd.words.ranks import rank
from kidd.words.texts import GAMES


def look(
    table: Table,
    viewer: Viewer,
    ply: int | None = None,
    notices: tuple[str, ...] = (),
    study: Study | None = None,
) -> TableView:
    """What a viewer sees of a table now, or as it was after so many acts, with the marks of an analysis."""
    _, whole = viewer.tongue, table.match
    live = ply is None
    shown = len(whole) if ply is None else ply
    match = whole if shown == len(whole) else table.at(shown)
    mine = tuple(table.colours_of(viewer.visitor))
    thinker = _thinker(table, _) if live else ""
    closed = table.abandoned and shown == len(whole)
    may_move = live and not closed and not table.is_full and may_move_now(match, mine)
    trace = trace_at(whole, shown)
    told = story(table, _, _uncoloured(table, viewer))
    over = closed or match.result is not None
    names = {colour: full_name(table.seats[match.seat(colour)], colour, _) for colour in match.game.colours}
    called = {colour: player(table.seats[match.seat(colour)], colour, _) for colour in match.game.colours}
    ended = _("This game was abandoned.") if closed else ""
    if match.result:
        ended = results.ending(match.result, match.game.colours, mine, _, names)
    full = refusal(TooMany("acts", limits.EVENTS), _) if live and table.is_full and not match.offer else ""
    return TableView(
        id=table.id,
        code=match.game.code,
        title=_(GAMES[match.game.code]),
        ply=shown,
        last_ply=len(whole),
        version=table.version,
        live=live,
        turn="" if over else match.to_act or match.position.turn,
        die=match.position.die,
        result=match.outcome if match.result else "",
        sentence=ended or full or results.state(match, mine if live else (), thinker, _, names),
        svg=deck_svg(table, shown, trace.move, viewer),
        moves=_moves(match, _) if may_move else (),
        acts=_acts(match, mine, names, _) if live and not closed else (),
        seats=_seats(table, match, viewer, live and not closed),
        rows=log_rows(whole, shown, _, told, _remarks(study, _)),
        contest=results.contest(match.position, _, called),
        offer="" if closed else results.offer(match, mine if live else (), _, called),
        yours=mine,
        may_move=may_move,
        can_take_back=live and last_move(table, viewer.visitor) is not None,
        can_abandon=can_abandon(table, viewer.visitor),
        can_hint=may_move and match.to_act in mine and table.people == {viewer.visitor},
        over=over,
        winner_sentence=ended,
        winner=(match.result.winner or "") if match.result else "",
        thinking=bool(thinker),
        path=trace.path,
        said=told[shown - 1] if shown else "",
        dice_hash=table.dice_hash if match.game.code == "QM" else "",
        options=option_words(match.game.changed, _),
        date=table.created.date().isoformat(),
        prefs=viewer.prefs,
        links=links(table, shown, match.result is not None, viewer.prefs),
        notices=notices,
    )


def _uncoloured(table: Table, viewer: Viewer) -> int | None:
    """The viewer's seat where it has no colour before one is picked; None if they have several or none (LC6)."""
    mine = [seat.number for seat in table.seats if seat.is_of(viewer.visitor)]
    chosen = table.match.game.options.get("opening") == "chooser"
    return mine[0] if chosen and len(mine) == 1 else None


def _thinker(table: Table, _: Tongue) -> str:
    """The computer that is to act, by its rank."""
    seat = table.waits_for
    return rank(seat.level or 1, _.code) if seat is not None and seat.kind == "computer" else ""


def may_move_now(match: Match, mine: Collection[str]) -> bool:
    """Whether one of these colours may move: a claim is answered first, an offer of a draw waits for nobody (C6)."""
    if match.result or (match.offer and match.offer.kind == "stalemate"):
        return False
    return match.mover in mine and not match.position.is_chance


def _moves(match: Match, _: Tongue) -> tuple[MoveItem, ...]:
    return tuple(MoveItem(move.text, words_of(move, _)) for move in match.position.legal_moves())


def _acts(match: Match, mine: tuple[str, ...], names: Names, _: Tongue) -> tuple[ActItem, ...]:
    """What the viewer may say: at one device for several, only whoever is waited for speaks."""
    speakers = (match.to_act,) if match.to_act in mine else mine
    items = []
    for speaker in speakers:
        for act in match.legal_acts(speaker):
            if act in WORDS:
                text = act if speaker == match.to_act else f"{speaker}:{act}"
                question = _resigning(speaker, mine, names, _) if act == "resign" else ""
                items.append(ActItem(text, _(LABELS[act]), act in ANSWERS, act == "resign", question))
    return tuple(items)


def _resigning(speaker: str, mine: tuple[str, ...], names: Names, _: Tongue) -> str:
    """What is asked before somebody resigns; at one device for several it says who does."""
    if len(mine) == 1:
        return _("Do you want to give up this game?")
    return _("Do you want to give up this game for %(crew)s?", crew=names[speaker])


def _seats(table: Table, match: Match, viewer: Viewer, live: bool) -> tuple[SeatView, ...]:
    return tuple(_seat(table, match, colour, viewer, live) for colour in match.game.colours)


def _seat(table: Table, match: Match, colour: str, viewer: Viewer, live: bool) -> SeatView:
    _ = viewer.tongue
    seat = table.seats[match.seat(colour)]
    you = seat.is_of(viewer.visitor)
    held, hand = _captured(match, colour), match.position.hands[colour]
    return SeatView(
        colour=colour,
        crew=crew(colour, _),
        name=_name(seat, colour, you, len(table.colours_of(viewer.visitor)) == 1, _),
        you=you,
        computer=seat.kind == "computer",
        hand=hand,
        captured=held,
        to_act=live and match.to_act == colour,
        out=colour not in match.in_game,
        won=bool(match.result and match.result.winner == colour),
        hand_words=_.ngettext("%(number)s token in hand", "%(number)s tokens in hand", hand),
        captured_words=_.ngettext("%(number)s token captured", "%(number)s tokens captured", len(held)),
    )


def _name(seat: Seat, colour: str, you: bool, alone: bool, _: Tongue) -> str:
    if seat.kind == "computer":
        return rank(seat.level or 1, _.code)
    return seat.name or (_("You") if you and alone else crew(colour, _))


def _captured(match: Match, colour: str) -> str:
    """The colours of what a crew has taken: from the deck in Loyal Captain, else under those it leads."""
    pos = match.position
    if pos.game.code != "LC":
        held = "".join(piece.crew[1:] for piece in pos.pieces if piece.crew[0] == colour)
        return "".join(sorted(held.replace(colour, ""), key=pos.game.colours.index))
    other = "B" if colour == "R" else "R"
    standing = sum(piece.crew == other for piece in pos.pieces)
    return other * (pos.game.tokens - pos.hands[other] - standing)


def _remarks(study: Study | None, _: Tongue) -> dict[int, Remark]:
    """What an analysis says of weak moves once it is done, by the ply after them."""
    return _marked(study, _) if study is not None and study.state == "done" else {}


@lru_cache(128)
def _marked(study: Study, _: Tongue) -> dict[int, Remark]:
    names, match = speech_of(_.code).marks, study.table.match
    return {
        note.number + 1: Remark(note.mark, note.glyph, names[note.mark], retold(match, note, _.code))
        for note in study.notes
        if note.glyph
    }
