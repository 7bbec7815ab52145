"""Errors for programs: `application/problem+json` (RFC 9457), with types that stay the same."""

from __future__ import annotations

import json

from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"
# What can go wrong, and its name in English; the type is `/problems/` and the key.
KINDS = {
    "unreadable": "What was sent cannot be read",
    "elsewhere": "Sent from the page of another site",
    "not-yours": "Not the asker's to do",
    "bad-token": "This token is not known here",
    "missing-scope": "The token is not good for this",
    "not-found": "There is nothing at this address",
    "no-such-game": "There is no game of this id",
    "no-such-member": "There is no member of this name",
    "no-such-study": "There is no study of this id",
    "no-such-node": "There is no such move in the study",
    "no-such-message": "Nothing of that number was said",
    "bad-book": "This is no log book",
    "method": "This address does not take that method",
    "stale": "The game has moved on",
    "too-large": "What was sent is too large",
    "media-type": "What was sent is not JSON",
    "another-host": "The server does not go by this name",
    "unfit": "Something is missing or does not fit",
    "illegal-move": "The rules do not allow this move",
    "illegal-act": "This cannot be said or done now",
    "not-notation": "This is not notation",
    "bad-position": "This position cannot be",
    "bad-option": "There is no such game, option or seat",
    "bad-account": "An account cannot be or do that",
    "full": "More than there is room for",
    "too-fast": "Too much at once",
    "internal": "A fault of the server's",
    "busy": "The server is busy",
}
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


def problem(status: int, detail: str, *, kind: str = "", reason: str = "", **more: object) -> Response:
    """An error as data; a member that is bytes is JSON already."""
    kind = kind or BY_STATUS.get(status, "internal" if status >= 500 else "unfit")
    said = {"type": f"/problems/{kind}", "title": KINDS[kind], "status": status, "detail": detail, "reason": reason}
    made = [f'"{name}":{json.dumps(value)}'.encode() for name, value in said.items()]
    for name, value in more.items():
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        made.append(b'"%b":%b' % (name.encode(), text))
    headers = {"cache-control": "no-store", "vary": "Cookie, Accept-Language"}
    return Response(b"{%b}" % b",".join(made), status, headers, MEDIA_TYPE)
