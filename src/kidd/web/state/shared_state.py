"""What everybody sees of a game: the same for players and watchers, in every language."""

from __future__ import annotations

from functools import lru_cache

from kidd.deck import Piece
from kidd.match import Match
from kidd.table.snapshot import Table
from kidd.web.state.models import ContestState, OfferState, PieceState, ResultState, SharedState, colour_of


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
        pieces=pieces(table, match),
        hands={colour_of(colour): number for colour, number in pos.hands.items()},
        turn=None if over else colour_of(match.to_act or pos.turn),
        die=pos.die,
        contest=_contest(match),
        offer=_offer(match),
        result=_result(match),
        abandoned=table.abandoned and over,
        thinking=awaited is not None and awaited.kind == "computer",
        dice_hash=table.dice_hash if match.game.descriptor.faces else None,
        dice_seed=table.dice_seed if match.game.descriptor.faces else None,
        created=table.created,
        updated=table.updated,
    )


def pieces(table: Table, match: Match) -> tuple[PieceState, ...]:
    """What stands on the deck, token by token."""
    ids = table.ids[len(match)]
    return tuple([_piece(piece, ids[piece.space]) for piece in match.position.pieces])


@lru_cache(8192)
def _piece(piece: Piece, ids: tuple[str, ...]) -> PieceState:
    return PieceState(crew=piece.crew, ids=ids, space=piece.space, back=piece.back)


def captured(match: Match, colour: str) -> str:
    """The colours of what a crew has taken: from the deck in Loyal Captain, else under those it leads."""
    pos = match.position
    if not pos.game.descriptor.captured_leave:
        held = "".join(piece.crew[1:] for piece in pos.pieces if piece.crew[0] == colour)
        return "".join(sorted(held.replace(colour, ""), key=pos.game.colours.index))
    other = "B" if colour == "R" else "R"
    standing = sum(piece.crew == other for piece in pos.pieces)
    return other * (pos.game.tokens - pos.hands[other] - standing)


def _contest(match: Match) -> ContestState | None:
    if match.position.contest is None:
        return None
    by, left = match.position.contest
    return ContestState.model_validate({"by": by, "turns_left": left})


def _offer(match: Match) -> OfferState | None:
    return match.offer and OfferState.model_validate(match.offer._asdict())


def _result(match: Match) -> ResultState | None:
    if match.result is None:
        return None
    winner = match.result.winner
    return ResultState(outcome=match.outcome, winner=colour_of(winner) if winner else None, reason=match.result.reason)
