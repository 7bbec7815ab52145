"""What one person sees and may do in a game, by the seats that are theirs and in their language."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from kidd.advice.threats import Threat, find_threats
from kidd.match import Match
from kidd.move import Move
from kidd.position import Position
from kidd.standing import ANSWERS
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.table.play.actors import Actor
from kidd.table.play.games import can_abandon, last_move
from kidd.table.play.permissions import Action, may
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.web.state.models import ActState, MoveState, PersonalState, Rights, SeatState, Sentences, colour_of
from kidd.web.state.shared_state import captured
from kidd.words import results
from kidd.words.errors import sentence
from kidd.words.language import Tongue
from kidd.words.names import full_name, player
from kidd.words.ranks import rank

FINAL = ("resign", "stalemate!")  # and an accepted draw, if nobody else is asked


def personal_state(table: Table, match: Match, actor: Actor, _: Tongue, told: str, *, live: bool) -> PersonalState:
    """What a visitor sees of a game at the ply that `match` has reached; `told` is the act that led there."""
    mine = tuple(table.colours_of(actor.person))
    closed = table.abandoned and len(match) == len(table.match)
    may_move = live and not closed and not table.is_full and may_move_now(match, mine)
    return PersonalState(
        seats=tuple(_seat(table, match, colour, actor.person, live and not closed) for colour in match.game.colours),
        you=tuple(map(colour_of, mine)),
        moves=tuple(map(move_state, match.position.legal_moves())) if may_move else (),
        acts=_acts(match, mine) if live and not closed else (),
        rights=_rights(table, actor, live=live, may_hint=may_move and match.to_act in mine),
        threatened=threatened(match.position, _guarded(match.position, mine)),
        sentences=_sentences(table, match, mine if live else (), _, told, live=live),
    )


def may_move_now(match: Match, mine: Collection[str]) -> bool:
    """Whether one of these colours may move: a claim is answered first, an offer of a draw waits for nobody (C6)."""
    if match.result or (match.offer and match.offer.kind == "stalemate"):
        return False
    return match.mover in mine and not match.position.is_chance


@lru_cache(8192)
def move_state(move: Move) -> MoveState:
    """A move in parts."""
    parts = {"from": move.origin, "to": move.target, "via": move.via, "escapes": move.escapes, "entry": move.entry}
    return MoveState.model_validate({"act": move.text, **parts})


def _acts(match: Match, mine: tuple[str, ...]) -> tuple[ActState, ...]:
    """What may be said: at one device for several, only whoever is waited for speaks."""
    speakers = (match.to_act,) if match.to_act in mine else mine
    return tuple(
        ActState(
            act=word if speaker == match.to_act else f"{speaker}:{word}",
            word=word,
            by=colour_of(speaker),
            answer=word in ANSWERS,
            final=word in FINAL or (word == "draw!" and match.offer is not None and match.offer.asked == speaker),
        )
        for speaker in speakers
        for word in match.legal_words(speaker)
    )


def _rights(table: Table, actor: Actor, *, live: bool, may_hint: bool) -> Rights:
    """What concerns the game as a whole may be done while one looks back, too."""
    return Rights(
        take_back=live and last_move(table, actor) is not None,
        abandon=can_abandon(table, actor),
        hint=may_hint and may(actor, Action.HINT, table),
        rematch=table.is_over and may(actor, Action.REMATCH, table),
        analyse=table.is_over and may(actor, Action.ANALYSE, table),
    )


def _seat(table: Table, match: Match, colour: str, person: str, live: bool) -> SeatState:
    seat = table.seats[match.seat(colour)]
    return SeatState(
        number=seat.number,
        colour=colour_of(colour),
        kind=seat.kind,
        name=seat.name if seat.kind == "person" else "",
        level=seat.level,
        you=seat.is_of(person),
        hand=match.position.hands[colour],
        captured=captured(match, colour),
        to_act=live and match.to_act == colour,
        out=colour not in match.in_game,
    )


def _sentences(table: Table, match: Match, mine: tuple[str, ...], _: Tongue, told: str, *, live: bool) -> Sentences:
    colours = match.game.colours
    names = {colour: full_name(table.seats[match.seat(colour)], colour, _) for colour in colours}
    called = {colour: player(table.seats[match.seat(colour)], colour, _) for colour in colours}
    closed = table.abandoned and len(match) == len(table.match)
    ended = _("This game was abandoned.") if closed else ""
    if match.result:
        ended = results.ending(match.result, colours, mine, _, names)
    full = sentence(TooMany("acts", limits.EVENTS), _) if live and table.is_full and not match.offer else ""
    thinker = _thinker(table.waits_for, _) if live else ""
    return Sentences(
        state=ended or full or results.state(match, mine, thinker, _, names),
        told=told,
        offer="" if closed else results.offer(match, mine, _, called),
        contest=results.contest(match.position, _, called),
        ended=ended,
    )


def _thinker(seat: Seat | None, _: Tongue) -> str:
    """The computer that is to act, by its rank."""
    return rank(seat.level or 1, _.code) if seat is not None and seat.kind == "computer" else ""


def _guarded(pos: Position, mine: tuple[str, ...]) -> tuple[str, ...]:
    """Whose tokens a viewer fears for: their own, or those of whoever is to move."""
    return mine if 0 < len(mine) < len(pos.game.colours) else (pos.turn,)


def threatened(pos: Position, owners: tuple[str, ...]) -> tuple[str, ...]:
    """Where tokens of these colours stand that others could take with their next move."""
    if pos.result or pos.choosing:
        return ()
    hunters = [colour for colour in pos.game.colours if colour not in owners]
    return tuple(
        dict.fromkeys(
            space for hunter in hunters for one in _threats(pos, hunter) if one.owner in owners for space in one.spaces
        )
    )


@lru_cache(1024)
def _threats(pos: Position, hunter: str) -> tuple[Threat, ...]:
    return tuple(find_threats(pos, hunter))
