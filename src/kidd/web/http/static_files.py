"""Static files, under an address with their version for ever, under a plain one as long as they stay the same."""

from __future__ import annotations

from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from kidd.web.http.gzip_cache import FOR_EVER, lasting
from kidd.web.http.templates import STATIC


class Static(StaticFiles):
    """Serves `/static/VERSION/path`, read once, and `/static/path`, read every time."""

    def __init__(self, version: str) -> None:
        super().__init__(directory=STATIC)
        self._version = version
        self._read: dict[str, tuple[bytes, str]] = {}

    def get_path(self, scope: Scope) -> str:
        """The file's path, without the version."""
        return super().get_path(scope).removeprefix(f"{self._version}/")

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, with how long it may be kept."""
        versioned = super().get_path(scope).startswith(f"{self._version}/")
        if not versioned or path not in self._read:
            answer = await super().get_response(path, scope)
            if not versioned or not isinstance(answer, FileResponse):
                answer.headers["cache-control"] = "no-cache"
                return answer
            body = await run_in_threadpool(Path(answer.path).read_bytes)
            self._read[path] = body, answer.media_type or "application/octet-stream"
        body, kind = self._read[path]
        return lasting(Headers(scope=scope), body, kind, {"cache-control": FOR_EVER})
