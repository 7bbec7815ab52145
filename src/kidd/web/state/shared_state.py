"""What everybody sees of a game: the same for players and watchers, in every language."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache

from kidd.deck import Piece
from kidd.match import Match
from kidd.position import Result
from kidd.table.clocks import AWAY
from kidd.table.play.games import takes_salt
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.web.state.models import (
    ClockState,
    Colour,
    ContestState,
    OfferState,
    PieceState,
    RecessState,
    ResultState,
    SharedState,
    TakebackState,
    as_json,
    colour_of,
)


def shared_state(table: Table, match: Match, *, live: bool) -> SharedState:
    """A game at the ply that `match` has reached."""
    pos = match.position
    over = match.result is not None or (table.abandoned and len(match) == len(table.match))
    awaited = table.waits_for if live else None
    return SharedState(
        id=table.id,
        version=table.version,
        game=match.game.code,
        options=dict(match.game.options),
        ply=len(match),
        last_ply=len(table.match),
        position=str(pos),
        hands={colour_of(colour): number for colour, number in pos.hands.items()},
        turn=None if over else colour_of(whose_turn(match, awaited)),
        die=pos.die or (_last_roll(match) if over else None),
        contest=contest_state(match),
        offer=offer_state(match),
        takeback=takeback_state(table) if live else None,
        recess=recess_state(table) if live else None,
        result=result_state(match, table.result),
        abandoned=table.abandoned and over,
        thinking=awaited is not None and awaited.kind == "computer" and not table.is_watched,
        watched=table.is_watched,
        waiting=table.is_waiting_for_people,
        time=table.time,
        rated=table.rated,
        dice_hash=table.dice_hash if match.game.descriptor.faces else None,
        dice_seed=table.dice_seed if match.game.descriptor.faces else None,
        salted=takes_salt(table) and not table.is_over,
        clock=_clock_state(table, match) if live and table.clock is not None else None,
        created=table.created,
        updated=table.updated,
    )


def whose_turn(match: Match, awaited: Seat | None = None) -> str:
    """The crew that acts or rolls: a draw that was offered waits for nobody (C6), though a computer thinks about it."""
    answers = match.offer is None or match.offer.kind != "draw" or (awaited is not None and awaited.kind == "computer")
    return match.to_act or match.position.turn if answers else match.mover


def _clock_state(table: Table, match: Match) -> ClockState | None:
    clock = table.clock
    if clock is None:
        return None
    colours = [colour_of(colour) for colour in match.seating]

    def by_colour(moments: tuple[datetime | None, ...]) -> dict[Colour, datetime]:
        return {colour: at for colour, at in zip(colours, moments, strict=True) if at is not None}

    lost = timedelta(milliseconds=AWAY)
    return ClockState(
        left={colour: left for colour, left in zip(colours, clock.left, strict=True) if left is not None},
        running=None if clock.running is None else colours[clock.running],
        since=clock.since,
        started=clock.is_started,
        falls=clock.falls,
        short=clock.control.short,
        away={colour: at + lost for colour, at in by_colour(clock.away).items()},
        vacation=by_colour(clock.free),
    )


def _last_roll(match: Match) -> int | None:
    """What the die shows that was rolled last: it lies there when all is over."""
    if not match.game.descriptor.faces:
        return None
    numbers = (number for number in reversed(range(len(match))) if not match.word(number))
    return next((roll for number in numbers if (roll := match.move(number).roll)), None)


def pieces_json(table: Table, match: Match) -> bytes:
    """What stands on the deck, token by token, as `DeckState` has it."""
    ids = table.ids[len(match)]
    return b",".join([_piece(piece, ids[piece.space]) for piece in match.position.pieces])


@lru_cache(2048)
def _piece(piece: Piece, ids: tuple[str, ...]) -> bytes:
    return as_json(PieceState(crew=piece.crew, ids=ids, space=piece.space, back=piece.back))


def contest_state(match: Match) -> ContestState | None:
    """A contested stalemate, if there is one."""
    if match.position.contest is None:
        return None
    by, left = match.position.contest
    return ContestState.model_validate({"by": by, "turns_left": left})


def offer_state(match: Match) -> OfferState | None:
    """What waits for an answer."""
    return match.offer and OfferState.model_validate(match.offer._asdict())


def takeback_state(table: Table) -> TakebackState | None:
    """Who asks to take back, if anybody does."""
    wish, match = table.wish, table.match
    if wish is None or table.is_over:
        return None
    colours = {match.seat(colour): colour for colour in match.game.colours}
    asked = "".join(colours[seat] for seat in wish.asked)
    return TakebackState(by=colour_of(colours[wish.seat]), ply=wish.ply, asked=asked)


def recess_state(table: Table) -> RecessState | None:
    """Whether the game is adjourned, or somebody asks for that."""
    recess, colours = table.recess, table.match.seating
    if table.is_over or (recess.plea is None and recess.since is None):
        return None
    return RecessState(
        by=colour_of(colours[recess.plea.seat]) if recess.plea else None,
        asked="".join(colours[seat] for seat in recess.plea.asked) if recess.plea else "",
        since=recess.since,
        house=recess.house,
        ready="".join(colours[one.seat] for one in recess.ready),
    )


def result_state(match: Match, at_the_table: Result | None = None) -> ResultState | None:
    """How a match ended, None while it goes on; a table may know better why."""
    if match.result is None:
        return None
    winner, reason = at_the_table or match.result
    colour = colour_of(winner) if winner else None
    return ResultState(outcome=match.outcome, winner=colour, sharing=match.sharing, reason=reason)
