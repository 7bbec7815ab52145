"""The document that describes the API to programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi.openapi.utils import get_openapi
from starlette.routing import BaseRoute

from kidd.web.api.leads import add_leads
from kidd.web.http.problems import MEDIA_TYPE
from kidd.web.http.visitors import session_cookies

TITLE = "Capt'n W. Kidd"
VERSION = "1"
DESCRIPTION = """\
The three games of Capt'n W. Kidd as data: open a game, read its state, play one of the moves that it lists.

Who asks is told by a cookie that comes with the first game: send it back. Members that are empty or as usual are left \
out of what is sent. Sentences come in the language of `Accept-Language` (en, de, fr). Errors are problems (RFC 9457).

`/api/v1/games/{game_id}/socket?version=N` is a WebSocket: it sends the state whenever the game has moved on, with the \
log since the version that the listener has.
"""


def document(routes: Sequence[BaseRoute]) -> dict[str, Any]:
    """OpenAPI for some routes."""
    made = get_openapi(title=TITLE, version=VERSION, description=DESCRIPTION, routes=routes)
    for path in made["paths"].values():
        for operation in path.values():
            _finish(operation)
    add_leads(made)
    schemes = made["components"].setdefault("securitySchemes", {})
    schemes["session"] = {"type": "apiKey", "in": "cookie", "name": session_cookies.COOKIE}
    return made


def _finish(operation: dict[str, Any]) -> None:
    """Say what FastAPI does not: names are short, problems have a media type of their own, cookies say who asks."""
    operation["security"] = [{"session": []}, {}]
    operation["operationId"] = operation["operationId"].partition("_api_")[0]
    for status, answer in operation["responses"].items():
        content = answer.get("content", {})
        if status >= "400" and "application/json" in content:
            answer["content"] = {MEDIA_TYPE: content["application/json"]}
