"""Static files, under an address with their version for ever, under a plain one as long as they stay the same."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from kidd.web.http.assets.gzip_cache import FOR_EVER, lasting
from kidd.web.http.assets.joined_scripts import CannotJoin, joined
from kidd.web.http.assets.templates import STATIC
from kidd.web.http.logging_setup import log

# What the busiest pages run at once and when it is asked for, under the addresses with a version; and the script that
# alone asks for it, if there is one.
JOINED = {
    "js/shared/notices.js": "",
    "js/table/start.js": "",
    "js/table/table.js": "",
    "js/table/introduction.js": "",
    "js/club/chat.js": "js/table/table.js",
    "js/club/clock.js": "js/table/table.js",
    "js/club/premoves.js": "js/table/table.js",
    "js/club/plans.js": "js/table/table.js",
    "js/study/start.js": "",
    "js/study/study.js": "",
}
_QUOTED_OR_COMMENT = re.compile(r'("(?:[^"\\]|\\.)*")|/\*.*?\*/', re.S)
_QUOTED_OR_AROUND = re.compile(r'("(?:[^"\\]|\\.)*")|\s*([{};,])\s*')


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
            body = await run_in_threadpool(_read, Path(answer.path), path)
            self._read[path] = body, answer.media_type or "application/octet-stream"
        body, kind = self._read[path]
        return lasting(Headers(scope=scope), body, kind, {"cache-control": FOR_EVER})


def _read(file: Path, path: str) -> bytes:
    if path in JOINED:
        try:
            return joined(STATIC, path, JOINED, after=JOINED[path]).encode()
        except CannotJoin as error:
            log().warning("scripts are served one by one", reason=str(error))
    return _lean(file.read_text(encoding="utf-8")).encode() if path.endswith(".css") else file.read_bytes()


def _lean(styles: str) -> str:
    """Without comments, and without space where none is needed."""
    said = _QUOTED_OR_COMMENT.sub(lambda found: found[1] or "", styles)
    return _QUOTED_OR_AROUND.sub(lambda found: found[1] or found[2], said).strip()
