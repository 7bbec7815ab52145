"""`/api/v1`: games as data for programs, and for the pages' own scripts."""

from __future__ import annotations

from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from starlette.convertors import Convertor, register_url_convertor
from starlette.responses import JSONResponse, RedirectResponse, Response

from kidd.web.api import analysis, dice, games, openapi, play, positions
from kidd.web.api.account import routes as account
from kidd.web.api.account import sessions
from kidd.web.api.club import invitations, lobby, members, vacation
from kidd.web.api.exercises import routes as exercises
from kidd.web.api.notices import routes as notices
from kidd.web.api.operator import routes as operator
from kidd.web.api.problems import PREFIX
from kidd.web.api.scopes import guarded
from kidd.web.api.sockets import game_socket
from kidd.web.api.stream import routes as stream
from kidd.web.api.study import engine, look, studies
from kidd.web.api.talk import plans
from kidd.web.api.talk import routes as talk
from kidd.words.problem_titles import TITLES

PARTS = (
    games.router,
    members.router,
    play.router,
    invitations.router,
    lobby.router,
    talk.router,
    plans.router,
    analysis.router,
    dice.router,
    positions.router,
    look.router,
    studies.router,
    exercises.router,
    sessions.router,
    vacation.router,
    notices.router,
    account.router,
    stream.router,
    operator.router,
)  # as they are explained
BUSIEST = (play.router, *(part for part in PARTS if part is not play.router))

router = APIRouter()


class KindConvertor(Convertor[str]):
    """Makes `{kind:kind}` match the types of errors only, as beside them stand the problems that people solve."""

    regex = "|".join(TITLES)

    def convert(self, value: str) -> str:
        """As it stands."""
        return value

    def to_string(self, value: str) -> str:
        """As it stands."""
        return value


register_url_convertor("kind", KindConvertor())


@cache
def document() -> dict[str, Any]:
    """What the API says of itself, not to be changed."""
    return openapi.document([route for part in PARTS for route in part.routes])


@router.get(f"{PREFIX}/openapi.json", include_in_schema=False)
def openapi_json() -> Response:
    """The same for programs."""
    return JSONResponse(document())


@router.get("/study/{study_id}.kidd", include_in_schema=False)
async def study_book(request: Request, study_id: str) -> Response:
    """The log book of a study, beside its page."""
    return await studies.study_book(request, study_id=study_id)


@router.get("/problems/{kind:kind}", include_in_schema=False)
def problem_type(kind: str) -> Response:
    """Where the type of an error is explained."""
    return RedirectResponse(f"{PREFIX}/docs#problem-{kind}", 303)


for part in (*BUSIEST, game_socket.router, notices.sockets, engine.router):
    # As they are: to look through routers within routers takes a request its time.
    router.routes.extend(guarded(part.routes))
