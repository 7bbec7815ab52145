"""Positions that are nobody's game: what may be done in them, and how they look."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from kidd.errors import OptionError, shown
from kidd.logbook import read_options, write_options
from kidd.match import Match
from kidd.match.token_ids import enlisted
from kidd.position import Position, parse, start
from kidd.table import limits
from kidd.table.errors import TooMany
from kidd.web.api.answering import KEPT_FOR_A_DAY, SVG_KIND, problems, sent
from kidd.web.api.answers import PositionState
from kidd.web.api.games import SVG, Palette
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.drawing import position_picture
from kidd.web.state.models import ContestState, PieceState, colour_of
from kidd.web.state.personal_state import move_state
from kidd.web.state.shared_state import result_state
from kidd.words.language import Tongue
from kidd.words.play.results import state

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Positions"])

EXAMPLE = "QM Rc1~,Ba7~ R R6B6 2"
Text = Annotated[str, Path(description="In notation, or the code of a game for its start.", examples=[EXAMPLE])]
Options = Annotated[
    str, Query(description="Options that are not as usual, with blanks between.", examples=["entry=fresh"])
]


def position_of(text: str, options: str = "") -> Position:
    """The position that a stranger writes, or the first one of a game."""
    for what, given in (("position", text), ("options", options)):
        if len(given) > limits.POSITION:
            raise TooMany(what, limits.POSITION)
    chosen: dict[str, Any] = dict(read_options(options.split()))
    if "deck" in chosen:
        raise OptionError("site-deck", came=shown(chosen["deck"]))
    return parse(text, **chosen) if " " in text else start(text, **chosen)


@router.get("/positions/{text}.svg", response_class=Response, responses={**SVG, **problems(404)})
@unhurried
def draw_position(request: Request, text: Text, options: Options = "", palette: Palette = "light") -> Response:
    """A picture of a position."""
    pos = position_of(text, options)
    return Response(
        position_picture(pos, viewer_of(request).tongue, palette), media_type=SVG_KIND, headers=KEPT_FOR_A_DAY
    )


@router.get("/positions/{text}", response_model=PositionState, responses=problems(404))
def read_position(request: Request, text: Text, options: Options = "") -> Response:
    """What stands where in a position, and what the rules allow there."""
    return sent(position_state(position_of(text, options), viewer_of(request).tongue))


def position_state(pos: Position, _: Tongue) -> PositionState:
    """A position as data."""
    result, ids, moves = pos.result, enlisted(pos), pos.legal_moves()
    query = f"?options={quote(changed)}" if (changed := write_options(pos.game.changed)) else ""
    return PositionState(
        game=pos.game.code,
        options=dict(pos.game.options),
        position=str(pos),
        pieces=tuple(
            PieceState(crew=piece.crew, ids=ids[piece.space], space=piece.space, back=piece.back)
            for piece in pos.pieces
        ),
        hands={colour_of(colour): number for colour, number in pos.hands.items()},
        turn=None if result else colour_of(pos.turn),
        die=pos.die,
        contest=ContestState(by=colour_of(pos.contest[0]), turns_left=pos.contest[1]) if pos.contest else None,
        moves=tuple(move_state(move) for move in moves if move.roll is None),
        rolls=tuple(move.roll for move in moves if move.roll is not None),
        result=result_state(Match(pos)),
        sentence=state(Match(pos), (), "", _),
        drawing=f"/api/v1/positions/{quote(str(pos))}.svg{query}",
    )
