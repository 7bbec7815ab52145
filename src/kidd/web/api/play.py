"""What players do in their games."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import Response

from kidd.table.computers.jobs import HintQuestion, MatchRecord
from kidd.table.play import games
from kidd.table.play.club import adjourning
from kidd.table.play.club.locks import check_help
from kidd.table.snapshot import Table
from kidd.web.api.answering import GameId, load, problems, sent, told
from kidd.web.api.answers import HintState
from kidd.web.api.bodies import Act, Adjournment, GoOn, HintWish, Takeback
from kidd.web.api.problems import PREFIX, ApiRoute, QuickRoute
from kidd.web.http.unhurried import unhurried
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.drawing import pointer
from kidd.web.state.models import GameState
from kidd.web.state.personal_state import move_state
from kidd.words.study.hints import advice

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Playing"])


async def act(request: Request, game_id: GameId, said: Act) -> Response:
    """Play a move or say a word; the same act at the same ply counts once, however often it is sent.

    The answer has what is new in the log since the `version` that was sent, with whatever followed at once.
    """
    return told(request, await played(request, game_id, said), since=said.version)


async def played(caller: HTTPConnection, game_id: str, said: Act) -> Table:
    """A game after an act, however it was sent."""
    state, actor = caller.app.state, viewer_of(caller).actor
    said_at = partial(games.decide_act, actor, said.ply, said.act.strip(), None, said.version)
    decide = partial(said_at, salt=said.salt, lag=state.round_trips.lag(game_id, actor.person))
    table = await games.run_async(state.store, game_id, decide)
    state.metrics.acts.inc()
    return table


router.add_api_route(
    "/games/{game_id}/acts",
    act,
    methods=["POST"],
    response_model=GameState,
    responses=problems(400, 403, 404, 409, 413, 415),
    route_class_override=QuickRoute,
)


@router.post("/games/{game_id}/takeback", response_model=GameState, responses=problems(400, 403, 404, 409, 413, 415))
async def take_back(request: Request, game_id: GameId, said: Takeback) -> Response:
    """Take back one's last move and what followed it; other people at the table are asked first, and `answer` that.

    Between people nothing is taken back across a roll of the die. A question lapses with the next act.
    """
    about = viewer_of(request).actor, said.ply, said.version
    decide = partial(games.decide_take_back, *about)
    if said.answer:
        decide = partial(games.decide_answer, *about, agree=said.answer == "yes")
    table = await games.run_async(request.app.state.store, game_id, decide)
    return told(request, table, since=said.version)


@router.post("/games/{game_id}/adjourn", response_model=GameState, responses=problems(400, 403, 404, 409, 413, 415))
async def adjourn(request: Request, game_id: GameId, said: Adjournment) -> Response:
    """Ask the others to adjourn a live game, or `answer` who asks: clocks stand still, and nobody has to stay.

    A question lapses with the next act. An operator who does not play it adjourns any game at once.
    """
    actor = viewer_of(request).actor
    decide = partial(adjourning.decide_adjourn, actor)
    if said.answer:
        decide = partial(adjourning.decide_adjourn_answer, actor, said.version, agree=said.answer == "yes")
    return told(request, await games.run_async(request.app.state.store, game_id, decide), since=said.version)


@router.post("/games/{game_id}/resume", response_model=GameState, responses=problems(403, 404, 415))
async def resume(request: Request, game_id: GameId) -> Response:
    """Say that one is ready to go on with an adjourned game, which it does when everybody has within five minutes.

    What an operator has adjourned, an operator lets go on, at once.
    """
    decide = partial(adjourning.decide_resume, viewer_of(request).actor)
    return told(request, await games.run_async(request.app.state.store, game_id, decide))


@router.post("/games/{game_id}/abandon", response_model=GameState, responses=problems(403, 404, 415))
async def abandon(request: Request, game_id: GameId) -> Response:
    """Close a game without a result, where no other people sit at the table."""
    decide = partial(games.decide_abandon, viewer_of(request).actor)
    return told(request, await games.run_async(request.app.state.store, game_id, decide))


@router.post("/games/{game_id}/rematch", status_code=201, response_model=GameState, responses=problems(403, 404, 415))
@unhurried
def rematch(request: Request, game_id: GameId) -> Response:
    """The same game again, everybody one seat further; asked for twice, it is still one game."""
    table = games.rematch(request.app.state.store, game_id, viewer_of(request).actor)
    return told(request, table, status=201)


@router.post("/games/{game_id}/go-on", response_model=GameState, responses=problems(400, 403, 404, 409, 413, 415))
async def go_on(request: Request, game_id: GameId, said: GoOn) -> Response:
    """Have the next computer act in a game between computers, which waits until whoever opened it asks.

    The answer is the game as it stands; what the computer does comes over the socket.
    """
    table = await load(request, game_id)
    games.check_go_on(table, viewer_of(request).actor, said.ply)
    await run_in_threadpool(request.app.state.computers.turns.go_on, table)
    return told(request, table, since=said.version)


@router.post("/games/{game_id}/hint", response_model=HintState, responses=problems(400, 403, 404, 409, 413, 415, 429))
async def hint(request: Request, game_id: GameId, said: HintWish) -> Response:
    """What a good player would do now, and why, where no other people sit at the table; takes half a second."""
    state, viewer = request.app.state, viewer_of(request)
    table = await load(request, game_id)
    games.check_hint(table, viewer.actor, said.ply)
    await run_in_threadpool(check_help, state.store, viewer.actor, table.match.game)
    found = await state.hints.ask(request, HintQuestion(MatchRecord.of(table.match)), viewer.person)
    move = found.line.moves[0] if found.line else None
    way, arrow = pointer(table.match.position, move, viewer.prefs)
    words = advice(table.match, found, viewer.tongue)
    return sent(HintState(act=found.act, move=move_state(move) if move else None, words=words, way=way, arrow=arrow))
