"""What a token has to be good for at each address of the API: the one table of it, and the door that looks there.

An address without a row is closed to tokens. People, who come with a cookie, do not pass by here.
"""

from __future__ import annotations

from collections.abc import Iterable

from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from kidd.table.errors import BadToken, MissingScope
from kidd.table.play.people.scopes import CHALLENGE, PEOPLE, PLAY, PUBLIC, READ, STUDY, TALK
from kidd.table.play.permissions import check_scope
from kidd.web.api.problems import PREFIX, of_error
from kidd.web.http.visitors.viewer import viewer_of

NO_TOKEN = 4401  # why a socket is closed
SOCKET = "SOCKET"  # in place of a method

_ABOUT = {
    PUBLIC: """
        GET /openapi.json
        GET /games/{game_id}
        GET /games/{game_id}/log.kidd
        GET /games/{game_id}/{ply:ply}.svg
        GET /games/{game_id}/why
        GET /games/{game_id}/link.svg
        GET /games/{game_id}/analysis
        GET /games/{game_id}/dice
        POST /dice
        GET /lobby
        GET /leaders
        GET /members/{member}
        GET /members/{member}/ratings
        GET /members/{member}/games
        GET /positions/{text}
        GET /positions/{text}.svg
        GET /problems
        GET /problems/today
        GET /problems/{problem_id}
        GET /studies/{study_id}
        GET /studies/{study_id}/log.kidd
        GET /phrases
        POST /look
        SOCKET /games/{game_id}/socket
        SOCKET /lobby/socket
    """,
    READ: """
        GET /account
        GET /games
        GET /games/next
        GET /vacation
        GET /notices
        POST /notices/seen
        SOCKET /notices/socket
        GET /stream
        GET /studies
        GET /problems/record
    """,
    PLAY: """
        POST /games/{game_id}/acts
        POST /games/{game_id}/takeback
        POST /games/{game_id}/abandon
        POST /games/{game_id}/adjourn
        POST /games/{game_id}/resume
        POST /games/{game_id}/go-on
        GET /games/{game_id}/plan
        PUT /games/{game_id}/plan
        POST /games/{game_id}/plan/look
        POST /vacation
        DELETE /vacation
    """,
    CHALLENGE: """
        POST /games
        POST /games/{game_id}/rematch
        POST /invitations
        POST /games/{game_id}/seat
        DELETE /games/{game_id}/seat
        POST /games/{game_id}/computer
    """,
    TALK: """
        GET /games/{game_id}/talk
        POST /games/{game_id}/talk
        POST /games/{game_id}/talk/{number}/report
        GET /games/{game_id}/note
        PUT /games/{game_id}/note
    """,
    STUDY: """
        POST /games/{game_id}/hint
        POST /games/{game_id}/analysis
        DELETE /games/{game_id}/analysis
        POST /studies
        POST /studies/{study_id}/edits
        DELETE /studies/{study_id}
        POST /problems/{problem_id}/moves
        POST /problems/{problem_id}/solution
        SOCKET /engine
    """,
    PEOPLE: """
        GET /sessions
        DELETE /sessions/{session_id}
        POST /signup
        POST /login
        POST /logout
        POST /account/password
        PUT /account/mail
        POST /account/mail/proof
        POST /account/export
        POST /account/delete
        POST /password-resets
        POST /password-resets/{code}
        GET /bots
        POST /bots
        DELETE /bots/{bot_id}
        POST /bots/{bot_id}/tokens
        DELETE /bots/{bot_id}/tokens/{token_id}
        GET /notices/wishes
        PUT /notices/wishes
        GET /operator/people
        PUT /operator/people/{person_id}
        GET /operator/games
        POST /operator/games/{game_id}/close
        GET /operator/reports
        DELETE /operator/reports/{report_id}
        POST /operator/invitations
        PUT /account/profile
        PUT /account/name
        POST /games/{game_id}/talk/{number}/block
        GET /notices/key
        POST /notices/devices
        DELETE /notices/devices/{device_id}
        GET /blocks
        POST /blocks
        DELETE /blocks/{name}
        GET /tokens
        POST /tokens
        DELETE /tokens/{token_id}
    """,
}
NEEDED = {line.strip(): scope for scope, lines in _ABOUT.items() for line in lines.strip().splitlines()}


def needed(method: str, path: str) -> str:
    """The scope that a token needs there."""
    return NEEDED.get(f"{method} {path.removeprefix(PREFIX)}", PEOPLE)


class Door:
    """Stands before a route, and looks at what a token is good for."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let somebody in, or tell them why not."""
        is_socket = scope["type"] == "websocket"
        caller = WebSocket(scope, receive, send) if is_socket else Request(scope, receive)
        try:
            check_scope(viewer_of(caller).actor, needed(SOCKET if is_socket else scope["method"], self._path))
        except (BadToken, MissingScope) as error:
            if isinstance(caller, WebSocket):
                await caller.accept()
                await caller.close(NO_TOKEN)
            else:
                await of_error(Request(scope, receive), error)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def guarded(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """Routes with a door each."""
    found = list(routes)
    for route in found:
        if isinstance(route, APIRoute | WebSocketRoute) and not isinstance(route.app, Door):
            route.app = Door(route.app, route.path)
    return found
