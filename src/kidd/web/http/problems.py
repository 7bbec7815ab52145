"""Errors for programs: `application/problem+json` (RFC 9457), with types that stay the same."""

from __future__ import annotations

import json

from starlette.responses import Response

from kidd.words.language import Tongue
from kidd.words.problem_titles import TITLES

MEDIA_TYPE = "application/problem+json"
BY_STATUS = {
    400: "unreadable",
    401: "bad-token",
    403: "not-yours",
    404: "not-found",
    405: "method",
    409: "stale",
    413: "too-large",
    415: "media-type",
    421: "another-host",
    422: "unfit",
    429: "too-fast",
    500: "internal",
    503: "busy",
}


def problem(
    status: int, detail: str, _: Tongue, *, kind: str = "", title: str = "", reason: str = "", **more: object
) -> Response:
    """An error as data, its title (or its kind's) in the language of its detail; bytes are JSON already."""
    kind = kind or BY_STATUS.get(status, "internal" if status >= 500 else "unfit")
    said = {
        "type": f"/problems/{kind}",
        "title": _(title or TITLES[kind]),
        "status": status,
        "detail": detail,
        "reason": reason,
    }
    made = [f'"{name}":{json.dumps(value)}'.encode() for name, value in said.items()]
    for name, value in more.items():
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        made.append(b'"%b":%b' % (name.encode(), text))
    headers = {"cache-control": "no-store", "vary": "Cookie, Accept-Language"}
    return Response(b"{%b}" % b",".join(made), status, headers, MEDIA_TYPE)
