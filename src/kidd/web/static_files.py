"""Static files, under an address with their version for ever, under a plain one as long as they stay the same."""

from __future__ import annotations

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from kidd.web.pages import STATIC

FOR_EVER = "public, max-age=31536000, immutable"


class Static(StaticFiles):
    """Serves `/static/VERSION/path` and `/static/path` alike."""

    def __init__(self, version: str) -> None:
        super().__init__(directory=STATIC)
        self._version = version

    def get_path(self, scope: Scope) -> str:
        """The file's path, without the version."""
        return super().get_path(scope).removeprefix(f"{self._version}/")

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with how long it may be kept."""
        answer = await super().get_response(path, scope)
        versioned = super().get_path(scope).startswith(f"{self._version}/")
        answer.headers["cache-control"] = FOR_EVER if versioned else "no-cache"
        return answer
