"""Looks at lines: what stands where, what happened, and what may be done, at any ply of anything."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field
from starlette.responses import Response

from kidd.advice.move_facts import captured
from kidd.match import Match
from kidd.match.token_ids import Ids
from kidd.table import limits
from kidd.table.play.club.locks import check_board
from kidd.web.api.answering import problems, sent
from kidd.web.api.answers import Sentence
from kidd.web.api.bodies import Acts, ActText, Body, Count
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.api.study.answers import Looks, LookSentences, LookState
from kidd.web.api.study.lines import Line, read_line
from kidd.web.http.requests import Refused
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.log_entries import entry
from kidd.web.state.models import LogEntry, PieceState, colour_of
from kidd.web.state.personal_state import move_state
from kidd.web.state.shared_state import contest_state, offer_state, result_state, whose_turn
from kidd.words.language import Tongue
from kidd.words.names import crew
from kidd.words.play.act_sentences import tell_act
from kidd.words.play.results import contest, state
from kidd.words.play.why_not import why_not
from kidd.words.rule_book.cited import rule_against

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Study"])

OPTIONS = 400  # characters

PositionText = Annotated[
    str, Field(max_length=limits.POSITION, description="In notation, or the code of a game for its start.")
]
OptionsText = Annotated[
    str, Field(max_length=OPTIONS, description="Those that are not as usual, `name=value` with blanks between.")
]


class LineBody(Body):
    """A line that the asker keeps."""

    position: PositionText
    options: OptionsText = ""
    acts: Acts = Field(default=[], max_length=limits.EVENTS, description="What was played from there.")


class LookWish(LineBody):
    """The plies of a line that one wants to see: without any, the last."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"position": "LC", "acts": ["@c1", "@a7"], "from": 0, "to": 2}]}
    )

    first: Count | None = Field(default=None, alias="from")
    last: Count | None = Field(default=None, alias="to")
    why: ActText = Field(default="", description="A move, or a space alone: asks why it is no move after the last act.")


@router.post("/look", response_model=Looks, responses=problems(400, 403, 413, 415))
@unhurried
def look(request: Request, said: LookWish) -> Response:
    """The deck after the last act of a line, or after each from one ply to another; nothing is kept of it."""
    line = read_line(said.position, said.options, said.acts)
    end = len(line.match)
    last = end if said.last is None else said.last
    first = last if said.first is None else said.first
    if not first <= last <= end or last - first >= limits.LOOKS:
        raise Refused(422)
    _, actor = viewer_of(request).tongue, viewer_of(request).actor
    check_board(request.app.state.store, actor, map(line.match.position_at, range(last + 1)))
    game = line.match.game
    return sent(
        Looks(
            game=game.code,
            options=dict(game.options),
            last_ply=end,
            looks=tuple(look_state(line, ply, _) for ply in range(first, last + 1)),
            why=_why(line.match, said.why, _) if said.why else None,
        )
    )


def _why(match: Match, move: str, _: Tongue) -> Sentence:
    said = why_not(match, match.mover, move, _)
    return Sentence(sentence=said, rule=rule_against(match, match.mover, move) or None)


def look_state(line: Line, ply: int, _: Tongue) -> LookState:
    """A line after so many acts."""
    match = line.match if ply == len(line.match) else line.match.until(ply)
    pos, ids = match.position, line.ids[ply]
    last = last_entry(match, line.ids[ply - 1], _) if ply else None
    return LookState(
        ply=ply,
        position=str(pos),
        pieces=tuple(
            PieceState(crew=piece.crew, ids=ids[piece.space], space=piece.space, back=piece.back)
            for piece in pos.pieces
        ),
        hands={colour_of(colour): number for colour, number in pos.hands.items()},
        captured={colour_of(colour): held for colour, held in captured(pos).items() if held},
        out=tuple(colour_of(colour) for colour in match.game.colours if colour not in match.in_game),
        turn=None if match.result else colour_of(whose_turn(match)),
        die=pos.die,
        contest=contest_state(match),
        offer=offer_state(match),
        result=result_state(match),
        moves=() if match.result or is_claimed(match) else tuple(map(move_state, pos.legal_moves())),
        last=last,
        threatened=() if match.result else pos.in_danger(pos.turn),
        sentences=LookSentences(state=state(match, (), "", _), told=last.said if last else "", contest=contest(pos, _)),
    )


def is_claimed(match: Match) -> bool:
    """Whether a claim of stalemate has to be answered before anybody moves."""
    return match.offer is not None and match.offer.kind == "stalemate"


def last_entry(match: Match, ids: Ids, _: Tongue) -> LogEntry:
    """The last act of a match, told of crews."""
    number = len(match) - 1
    before, by = match.position_at(number), match.act_by(number)
    name = crew(by or before.turn, _)
    return entry(match, number, _, tell_act(before, match.word(number) or str(match.move(number)), name, _), ids)
