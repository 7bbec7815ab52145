"""Members, their ratings and games, and the leader boards."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from kidd.game import descriptor
from kidd.table import limits
from kidd.table.play.club import members
from kidd.table.play.club.members import Standing
from kidd.table.rating import ENOUGH, Pool, Rating, Speed
from kidd.table.storage.club.ratings import Leader, Record, Step
from kidd.table.storage.game_lists import Result, Wanted
from kidd.web.api.answering import problems, sent
from kidd.web.api.club.member_answers import (
    BalanceCount,
    CourseState,
    CourseStep,
    LeaderBoard,
    LeaderState,
    MemberGames,
    MemberState,
    RatingState,
)
from kidd.web.api.games import listed
from kidd.web.api.problems import PREFIX, ApiRoute
from kidd.web.http.visitors.viewer import viewer_of

router = APIRouter(prefix=PREFIX, route_class=ApiRoute, tags=["Members"])

MemberName = Annotated[str, Path(description="A member's name, however it is written.", examples=["Mary Read"])]
Code = Annotated[str, Query(max_length=8, description="The code of a game.", examples=["LC"])]
Leaf = Annotated[int, Query(ge=1, le=10_000, description="Which leaf, from 1 on.")]


@router.get("/members/{member}", response_model=MemberState, responses=problems(404))
async def member(request: Request, member: MemberName) -> Response:
    """What everybody may know of a member, and what is between them and the asker."""
    store, actor = request.app.state.store, viewer_of(request).actor

    def look() -> members.Profile:
        return members.profile(store, members.member_named(store, member), actor)

    known = await run_in_threadpool(look)
    return sent(
        MemberState(
            name=known.member.name,
            bot=known.member.is_bot,
            since=known.member.since,
            ratings=tuple(map(_standing, known.standings)),
            against_you=BalanceCount(**known.against_me._asdict()) if known.against_me else None,
        )
    )


@router.get("/members/{member}/ratings", response_model=CourseState, responses=problems(404))
async def course(request: Request, member: MemberName, game: Code, speed: Speed) -> Response:
    """How a member's rating went in a pool: the last games, the oldest of them first."""
    store, pool = request.app.state.store, _pool(game, speed)
    found = await run_in_threadpool(lambda: members.course_of(store, members.member_named(store, member), pool))
    return sent(CourseState(game=pool.code, speed=pool.speed, steps=tuple(map(_step, found))))


@router.get("/members/{member}/games", response_model=MemberGames, responses=problems(404))
async def member_games(
    request: Request,
    member: MemberName,
    game: Annotated[str | None, Query(max_length=8, description="Only those of this game, by its code.")] = None,
    result: Annotated[Result | None, Query(description="Only those that ended so for the member.")] = None,
    rated: Annotated[bool | None, Query(description="Only those that count, or only those that do not.")] = None,
    page: Leaf = 1,
) -> Response:
    """A member's finished games, the latest first: rated and listed ones, and those in which the asker sat, too."""
    store, actor = request.app.state.store, viewer_of(request).actor
    codes = (descriptor(game).code,) if game is not None else ()
    wanted = Wanted(codes=codes, result=result, rated=rated)

    def look() -> MemberGames:
        known = members.member_named(store, member)
        found, more = members.member_games(store, known, actor, wanted, leaf=page)
        changes = members.changes_of(store, known, found)
        return MemberGames(games=tuple(listed(one, actor.person) for one in found), changes=dict(changes), more=more)

    return sent(await run_in_threadpool(look))


@router.get("/leaders", response_model=LeaderBoard, responses=problems())
async def leaders(
    request: Request,
    game: Code,
    speed: Speed,
    page: Annotated[int, Query(ge=1, le=limits.BOARD_LEAVES, description="Which leaf, from 1 on.")] = 1,
) -> Response:
    """Members with enough rated games in a pool, the best first."""
    pool, first = _pool(game, speed), (page - 1) * limits.LEADERS + 1
    found, more = await run_in_threadpool(members.leaders, request.app.state.store, pool, page)
    return sent(
        LeaderBoard(
            game=pool.code,
            speed=pool.speed,
            enough=ENOUGH,
            leaders=tuple(_leader(first + place, one) for place, one in enumerate(found)),
            more=more and page < limits.BOARD_LEAVES,
        )
    )


def _pool(game: str, speed: Speed) -> Pool:
    return Pool(descriptor(game).code, speed)


def _rating(record: Record, place: int | None) -> RatingState:
    return RatingState(
        game=record.pool.code,
        speed=record.pool.speed,
        rating=record.rating.points,
        spread=record.rating.spread,
        provisional=record.rating.is_provisional,
        games=record.rating.games,
        won=record.won,
        drawn=record.drawn,
        lost=record.lost,
        place=place,
    )


def _standing(one: Standing) -> RatingState:
    return _rating(one.record, one.place)


def _leader(place: int, one: Leader) -> LeaderState:
    return LeaderState(name=one.name, bot=one.kind == "bot", **dict(_rating(one.record, place)))


def _step(one: Step) -> CourseStep:
    rating: Rating = one.rating
    return CourseStep(
        game=one.game,
        at=one.at,
        rating=rating.points,
        spread=rating.spread,
        change=rating.points - one.before.points,
        place=one.place,
    )
