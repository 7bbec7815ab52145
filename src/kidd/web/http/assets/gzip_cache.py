"""Answers that are the same every time: packed once, not for everybody who asks."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response

SMALL = 500  # bytes of an answer that are not worth packing
QUICKLY = 5  # of 9: how what is drawn for one viewer is packed
FOR_EVER = "public, max-age=31536000, immutable"


def lasting(asked: Headers, body: bytes, kind: str, headers: Mapping[str, str]) -> Response:
    """A body as the one who asks can take it."""
    answer = Response(body, media_type=kind, headers=dict(headers))
    answer.headers["vary"] = "Accept-Encoding"
    if "gzip" in asked.get("accept-encoding", "") and (packed := _packed(body)) is not None:
        answer.body = packed
        answer.headers["content-encoding"] = "gzip"
        answer.headers["content-length"] = str(len(packed))
    return answer


@lru_cache(256)
def _packed(body: bytes) -> bytes | None:
    """The same in fewer bytes; nothing where that saves nothing, as with fonts."""
    packed = gzip.compress(body, mtime=0) if len(body) >= SMALL else body
    return packed if len(packed) < 0.95 * len(body) else None
