"""The page of a member, the leader boards, and the way to the next game where it is one's turn."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from kidd.table import limits
from kidd.table.play.club import members
from kidd.table.play.club.members import Profile
from kidd.table.rating import ENOUGH, SPEEDS, Pool
from kidd.table.storage.club.ratings import checked_pool
from kidd.table.storage.game_lists import next_turn
from kidd.web.http.assets.templates import page as filled
from kidd.web.http.requests import Refused, number
from kidd.web.http.visitors.viewer import Viewer, viewer_of
from kidd.web.pages.home.new_game_form import families
from kidd.web.pages.member.curve import curve
from kidd.web.pages.member.lists import LeaderRow, MemberSearch, curve_points, game_rows, read_search, rows_of, steps_of
from kidd.words.club import ratings as words
from kidd.words.club.days import day
from kidd.words.language import Tongue

router = APIRouter()


@router.get("/next")
async def next_game(request: Request, after: str = "") -> Response:
    """On to the next game where it is the visitor's turn, or to their list if there is none."""
    viewer, store = viewer_of(request), request.app.state.store
    found = await run_in_threadpool(next_turn, store, viewer.person, after[: limits.PERSON]) if viewer.person else None
    return RedirectResponse(f"/games/{found}" if found else "/games?state=running&turn=none", 303)


@router.get("/members")
async def leader_board(request: Request, page: str = "1") -> Response:
    """Those with enough rated games in a pool, the best first."""
    viewer, store = viewer_of(request), request.app.state.store
    leaf = number({"page": page}, "page", 1, limits.BOARD_LEAVES)
    pool = await run_in_threadpool(_wanted_pool, request)
    found, more = await run_in_threadpool(members.leaders, store, pool, leaf)
    first = (leaf - 1) * limits.LEADERS + 1
    return filled(
        request,
        "member/leaders.html",
        pool=pool,
        games=_games(viewer.tongue),
        speeds=[(speed, words.speed_name(speed, viewer.tongue)) for speed in SPEEDS],
        pool_name=_pool_name(pool, viewer.tongue),
        rows=[LeaderRow(first + place, one) for place, one in enumerate(found)],
        enough=ENOUGH,
        leaf=leaf,
        more=more and leaf < limits.BOARD_LEAVES,
        figure=words.figure,
    )


@router.get("/members/{member}")
async def member_page(request: Request, member: str, page: str = "1") -> Response:
    """A member: ratings with their course, what is between them and whoever looks, and finished games."""
    leaf, search = number({"page": page}, "page", 1, 10_000), read_search(request.query_params)
    return await run_in_threadpool(_member_page, request, member, search, leaf)


def _member_page(request: Request, name: str, search: MemberSearch, leaf: int) -> Response:
    viewer, store = viewer_of(request), request.app.state.store
    member = members.member_named(store, name)
    if member.name != name:  # however it is written, there is one page
        return RedirectResponse(f"/members/{quote(member.name, safe='')}", 303)
    known = members.profile(store, member, viewer.actor)
    games, more = members.member_games(store, member, viewer.actor, search.wanted, leaf=leaf)
    return filled(
        request,
        "member/page.html",
        member=member,
        day=lambda moment: day(moment, viewer.tongue),
        is_me=viewer.person == member.person,
        ratings=rows_of(known, viewer.tongue),
        against_me=known.against_me,
        games=game_rows(games, member, members.changes_of(store, member, games), viewer.tongue),
        families=[(key, viewer.tongue(family[0].group_name)) for key, family in families().items()],
        search=search,
        address=f"/members/{quote(member.name, safe='')}",
        leaf=leaf,
        more=more,
        enough=ENOUGH,
        longest=limits.CURVE,
        **_course(request, known, viewer),
    )


def _course(request: Request, known: Profile, viewer: Viewer) -> dict[str, Any]:
    """The curve of a pool: the one that is asked for, or the one with most games."""
    pools = [one.record.pool for one in known.standings]
    wished = _pool_of(request) if "speed" in request.query_params else None
    pool = wished if wished in pools else next(iter(pools), None)
    if pool is None:
        return {"pool": None, "pool_name": "", "curve": "", "steps": ()}
    _, member = viewer.tongue, known.member
    course = members.course_of(request.app.state.store, member, pool)
    name = _pool_name(pool, _)
    drawn = curve(curve_points(course, _), words.curve_title(member.name, name, _))
    return {"pool": pool, "pool_name": name, "curve": drawn, "steps": steps_of(course, _)}


def _wanted_pool(request: Request) -> Pool:
    if "speed" in request.query_params:
        pool = _pool_of(request)
        if pool is None:
            raise Refused(422)
        return pool
    return members.busiest_pool(request.app.state.store, _codes())


def _pool_of(request: Request) -> Pool | None:
    code = request.query_params.get("pool", "")
    return checked_pool(code, request.query_params["speed"]) if code in _codes() else None


def _codes() -> list[str]:
    return [one.code for family in families().values() for one in family]


def _games(_: Tongue) -> list[tuple[str, str]]:
    return [(one.code, _(one.name)) for family in families().values() for one in family]


def _pool_name(pool: Pool, _: Tongue) -> str:
    name = dict(_games(_)).get(pool.code, pool.code)
    return f"{name}, {words.speed_name(pool.speed, _)}"
