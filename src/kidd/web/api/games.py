"""Opening, listing and reading games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.game import descriptor
from kidd.table import limits
from kidd.table.play import games
from kidd.table.seats import Seat
from kidd.table.snapshot import Table
from kidd.table.storage.game_lists import Opponent, Result, Wanted, next_turn
from kidd.table.summary import Summary
from kidd.web.api.answering import (
    PRIVATE,
    GameId,
    PlyWish,
    book_of,
    checked_ply,
    load,
    picture_of,
    problems,
    seal,
    sent,
)
from kidd.web.api.answers import GameList, ListedGame, ListedSeat, NextGame, Sentence
from kidd.web.api.bodies import HIGHEST_PLY, NewGame, NewSeat
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http import url_ply  # noqa: F401 - registers `{ply:ply}`
from kidd.web.http.unhurried import in_turn, packed, unhurried
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.state.game_state import is_slow, state_json
from kidd.web.state.log_entries import first_changed
from kidd.web.state.models import GameState, colour_of
from kidd.words.play.results import game_over
from kidd.words.play.why_not import why_not
from kidd.words.rule_book.cited import rule_against

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Games"])
LONG = 100  # acts from which on a game waits for its turn to be read or told
LEVEL = 2  # of computers for whom nobody has chosen one
SVG: dict[int | str, dict[str, Any]] = {200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}}
BOOK: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {"schema": {"type": "string"}}}}}

SinceWish = Annotated[
    int | None,
    Query(ge=0, le=HIGHEST_PLY, description="A version: the log has only what is new since then (`log_from`)."),
]
Palette = Literal["light", "dark", "contrast", "print"]


@router.post("/games", status_code=201, response_model=GameState, responses=problems(400, 403, 413, 415))
async def open_game(request: Request, wish: NewGame) -> Response:
    """Open a game; whoever has no cookie yet gets one, which has to be sent along from then on."""
    state = request.app.state
    actor = state.sessions.newcomer(request)
    seats = _seats(wish, actor.person)
    source = "" if wish.position is None and not wish.acts else "position"

    def opened() -> Response:
        table = games.open_game(
            state.store,
            code=wish.game,
            options=wish.options,
            seats=seats,
            owner=actor,
            position=wish.position,
            acts=wish.acts,
            source=source,
        )
        state.metrics.opened.labels(wish.game).inc()
        body = state_json(table, viewer_of(request)._replace(actor=actor))
        answer = Response(body, 201, {"location": f"/api/v1/games/{table.id}"}, "application/json")
        state.sessions.welcome(state.store, request, actor, answer)
        return answer

    return await in_turn(request, opened) if len(wish.acts) > LONG else await run_in_threadpool(opened)


def _seats(wish: NewGame, person: str) -> tuple[Seat, ...]:
    crews = descriptor(wish.game).seats
    wished = [NewSeat(), *[NewSeat(kind="computer")] * (crews - 1)] if wish.seats is None else wish.seats
    return tuple(
        Seat(number, "person", person, None, one.name)
        if one.kind == "person"
        else Seat(number, "computer", None, one.level or LEVEL, one.name)
        for number, one in enumerate(wished)
    )


@router.get("/games", response_model=GameList, responses=problems())
async def my_games(
    request: Request,
    finished: Annotated[bool | None, Query(description="Only those that are over, or only those that are not.")] = None,
    game: Annotated[str | None, Query(max_length=8, description="Only those of this game, by its code.")] = None,
    opponent: Annotated[Opponent | None, Query(description="Only those against these.")] = None,
    result: Annotated[Result | None, Query(description="Only those that ended so for the asker.")] = None,
    rated: Annotated[bool | None, Query(description="Only those that count, or only those that do not.")] = None,
    page: Annotated[int, Query(ge=1, le=10_000, description="Which leaf, from 1 on.")] = 1,
) -> Response:
    """The asker's games; none for those without a cookie."""
    person, store = viewer_of(request).person, request.app.state.store
    leaf, found = limits.LEAF, []
    codes = (descriptor(game).code,) if game is not None else ()
    wanted = Wanted(finished, codes, opponent, result, rated)
    if person:
        found = await run_in_threadpool(
            lambda: games.games_of(store, person, wanted, limit=leaf + 1, skip=(page - 1) * leaf)
        )
    return sent(GameList(games=tuple(listed(one, person) for one in found[:leaf]), more=len(found) > leaf))


def listed(one: Summary, person: str) -> ListedGame:
    """A game in a list, as somebody sees it."""
    return ListedGame(
        id=one.id,
        game=one.code,
        seats=tuple(listed_seat(seat, person) for seat in one.seats),
        ply=one.ply,
        outcome=None if one.outcome == "*" else one.outcome,
        reason=one.reason,
        turn=colour_of(one.turn) if one.turn else None,
        your_turn=one.waits_for_person(person),
        updated=one.updated,
        rated=one.rated,
        time=one.time,
        due=one.due,
        adjourned=one.adjourned,
        left=one.was_left_by(person),
    )


def listed_seat(seat: Seat, person: str) -> ListedSeat:
    """A seat in a list, as somebody sees it."""
    name = seat.name if seat.kind == "person" else ""
    return ListedSeat(
        number=seat.number, kind=seat.kind, name=name, level=seat.level, bot=seat.bot, you=seat.is_of(person)
    )


@router.get("/games/next", response_model=NextGame, responses=problems())
async def next_game(
    request: Request,
    after: Annotated[str, Query(max_length=limits.PERSON, description="The game that one looks at now.")] = "",
) -> Response:
    """The next game where it is the asker's turn, the soonest deadline first; none for those without a cookie."""
    person = viewer_of(request).person
    found = await run_in_threadpool(next_turn, request.app.state.store, person, after) if person else None
    return sent(NextGame(id=found))


@router.get(
    "/games/{game_id}", response_model=GameState, responses={304: {"description": "As before."}, **problems(404)}
)
async def read_game(request: Request, game_id: GameId, ply: PlyWish = None, since: SinceWish = None) -> Response:
    """A game as it stands, or as it stood after so many acts; with its `ETag` one is told if all is as it was."""
    table, viewer = await load(request, game_id), viewer_of(request)
    if ply is not None:
        checked_ply(table, ply)
    tag = seal(request, table, viewer, ply, since)
    headers = {**PRIVATE, "etag": tag}
    if request.headers.get("if-none-match", "").removeprefix("W/") == tag:
        return Response(status_code=304, headers=headers)

    def told() -> Response:
        body = state_json(table, viewer, ply=ply, since=since)
        return packed(request, Response(body, headers=headers, media_type="application/json"))

    known = 0 if since is None or ply is not None else first_changed(table, since)
    has_much_to_say = len(table.match) - known > LONG
    return await in_turn(request, told) if has_much_to_say or is_slow(table, viewer, since=since) else told()


@router.get("/games/{game_id}/log.kidd", response_class=Response, responses={**BOOK, **problems(404)})
@unhurried
def log_book(request: Request, game_id: GameId) -> Response:
    """The log book, to keep."""
    return book_of(games.load(request.app.state.store, game_id))


@router.get(
    "/games/{game_id}/{ply:ply}.svg",
    response_class=Response,
    responses={**SVG, 304: {"description": "As before."}, **problems(404)},
)
@unhurried
def ply_picture(request: Request, game_id: GameId, ply: int, palette: Palette = "light") -> Response:
    """A picture of the deck after so many acts."""
    return picture_of(request, games.load(request.app.state.store, game_id), ply, palette)


@router.get("/games/{game_id}/why", response_model=Sentence, responses=problems(404))
async def why(
    request: Request,
    game_id: GameId,
    move: Annotated[str, Query(max_length=limits.ACT, description="A move, or a space alone.", examples=["c4-c9"])],
    ply: PlyWish = None,
) -> Response:
    """Why a move of the asker's, or any move from a space, is not possible."""
    table, viewer = await load(request, game_id), viewer_of(request)
    return sent(_why(table, viewer, move, ply))


def _why(table: Table, viewer: Viewer, move: str, ply: int | None) -> Sentence:
    match = table.match if ply is None else table.at(checked_ply(table, ply))
    if table.abandoned:
        return Sentence(sentence=game_over(viewer.tongue))
    yours = table.colours_of(viewer.person)
    return Sentence(sentence=why_not(match, yours, move, viewer.tongue), rule=rule_against(match, yours, move) or None)
