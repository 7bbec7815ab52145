"""Reading what a visitor sends, and telling them what was wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import parse_qsl

from fastapi import Depends, FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from kidd.errors import KiddError
from kidd.table.errors import (
    BadLogin,
    BadToken,
    Newer,
    NoSuchGame,
    NoSuchMember,
    NoSuchMessage,
    NoSuchNode,
    NoSuchStudy,
    NotYours,
    Stale,
    StoreError,
    StudyStale,
    TooFast,
    TooMany,
    Unavailable,
)
from kidd.web.http.assets.templates import page
from kidd.web.http.defence.body_limits import FIELDS, USUAL_BYTES
from kidd.web.http.defence.json_bounds import status_unread
from kidd.web.http.defence.origins import from_elsewhere
from kidd.web.http.logging_setup import Seldom, log
from kidd.web.http.middleware import LONGEST_LOGGED_PATH, TooLarge
from kidd.web.http.problems import problem
from kidd.web.http.visitors.viewer import viewer_of
from kidd.words.errors import sentence
from kidd.words.statuses import SENTENCES

STATUS: tuple[tuple[type[KiddError], int], ...] = (
    (NoSuchGame, 404),
    (NoSuchMember, 404),
    (NoSuchStudy, 404),
    (NoSuchNode, 404),
    (NoSuchMessage, 404),
    (NotYours, 403),
    (BadToken, 401),
    (BadLogin, 403),
    (TooFast, 429),
    (Stale, 409),
    (StudyStale, 409),
    (Unavailable, 503),
    (Newer, 503),  # which another server can read: it is worth to try again
    (StoreError, 500),
    (KiddError, 422),
)
TOO_MANY = {
    "thoughts": 503,
    "thoughts here": 429,
    "nobody thinks": 503,
    "database": 503,
    "analyses": 429,
    "analyses here": 429,
    "book": 413,
    "matches": 413,
    "steps": 413,
    "message": 413,
    "note": 413,
}  # else 422
PASSING = (429, 503)  # statuses of what is worth to be tried again
COUNTED = ("begun", "database", "busy", "busy-yours")  # reasons of which the metrics tell
PARTS = ("font", "image", "manifest", "script", "style", "worker")  # what a browser says that it asks for
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
RETRY_AFTER = 2  # seconds after which it is worth to try again
LATER = {"analyses": 20, "analyses here": 20}  # the same, where what has to end first takes longer
CALMLY = 5  # seconds after which a page does so by itself, at the soonest
NOTED = 10.0  # seconds until the same trouble is noted again
LONGEST_BACK = 2000  # characters of an address to go back to


class Refused(Exception):
    """Ends a request with a status and a sentence in the visitor's language."""

    def __init__(self, status: int, sentence: str = "") -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


async def sent(request: Request) -> dict[str, Any]:
    """What a POST says, as JSON or as a form, after a look at where it comes from."""
    if from_elsewhere(request, request.app.state.settings.base_url):
        raise Refused(403)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "application/json":
        said = _object(await request.body())
    elif kind in FORMS:
        said = await _form(request, kind)
    elif await request.body():
        raise Refused(415)
    else:  # nothing is sent where the address says all
        return {}
    if not _written(said):
        raise Refused(422)
    return said


Sent = Annotated[dict[str, Any], Depends(sent)]


def _object(body: bytes) -> dict[str, Any]:
    if status := status_unread(body):
        raise Refused(status)
    try:
        said = json.loads(body)
    except ValueError:
        raise Refused(400) from None
    if not isinstance(said, dict):
        raise Refused(422)
    return said


async def _form(request: Request, kind: str) -> dict[str, Any]:
    body = await request.body()
    if kind == FORMS[0]:
        if body.count(b"&") >= FIELDS:
            raise Refused(400)
        large = len(body) > USUAL_BYTES  # where every letter may be written as a number
        return await run_in_threadpool(_fields, body) if large else _fields(body)
    try:
        return dict(await request.form(max_files=2, max_fields=FIELDS, max_part_size=1 << 20))
    except (MultiPartException, HTTPException, ValueError):
        raise Refused(400) from None


def _fields(body: bytes) -> dict[str, str]:
    return dict(parse_qsl(body.decode("latin-1"), keep_blank_values=True))


def _written(value: object) -> bool:
    """Whether every text in it can be written down: half a surrogate pair, as JSON may hold, can be nowhere.

    And a letter of the number 0 cannot be in every database.
    """
    if isinstance(value, str):
        return "\0" not in value and (value.isascii() or not any("\ud800" <= char <= "\udfff" for char in value))
    if isinstance(value, dict):
        return all(_written(name) and _written(one) for name, one in value.items())
    return not isinstance(value, list) or all(map(_written, value))


def number(said: Mapping[str, Any], name: str, least: int = 0, most: int = 1_000_000) -> int:
    """A whole number that must be there."""
    value = said.get(name)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
        value = int(value)
    if type(value) is not int or not least <= value <= most:
        raise Refused(422)
    return value


def perhaps(said: Mapping[str, Any], name: str, least: int = 0, most: int = 1_000_000) -> int | None:
    """A whole number that may be left out, but not be anything else."""
    return None if said.get(name) in (None, "") else number(said, name, least, most)


def text(said: Mapping[str, Any], name: str, default: str | None = None) -> str:
    """A text, which must be there unless there is a default."""
    value = said.get(name, default)
    if not isinstance(value, str):
        raise Refused(422)
    return value


def local(path: str) -> str:
    """A path of this site to go back to; home where it leads elsewhere."""
    elsewhere = not path.startswith("/") or path.startswith(("//", "/\\")) or not path.isprintable()
    return "/" if elsewhere or len(path) > LONGEST_BACK else path


def wants_json(request: Request) -> bool:
    """Whether a program asks, and not a page."""
    accept = request.headers.get("accept", "")
    if "text/html" in accept:
        return False
    return "json" in accept or "json" in request.headers.get("content-type", "")


def _wants_part(request: Request) -> bool:
    """Whether a page asks for one of its scripts, styles or pictures, which nobody reads."""
    if "text/html" in request.headers.get("accept", ""):
        return False
    is_part = request.url.path.startswith("/static/") or request.url.path.endswith((".svg", ".css"))
    return is_part or request.headers.get("sec-fetch-dest", "") in PARTS


def refuse(request: Request, status: int, sentence: str = "", after: int = RETRY_AFTER, **more: Any) -> Response:
    """An error as a problem of the API, JSON, text or a page; what passes is asked for again after so many seconds."""
    _ = viewer_of(request).tongue
    said = sentence or _(SENTENCES.get(status, SENTENCES[500 if status >= 500 else 422]))
    passes = status in PASSING
    answer: Response
    if request.url.path.startswith("/api/"):
        answer = problem(status, said, _, **more)
    elif wants_json(request):
        answer = JSONResponse({"error": said, **more}, status)
    elif _wants_part(request):
        answer = PlainTextResponse(f"{said}\n", status, {"cache-control": "no-store"})
    else:
        is_game = status == 404 and request.url.path.startswith("/games/")
        keeping = request.app.state.settings.keeping if is_game else None
        again = max(after, CALMLY) if passes and request.method in ("GET", "HEAD") else 0
        answer = page(request, "error.html", status, status=status, sentence=said, keeping=keeping, again=again)
    if passes:
        answer.headers["retry-after"] = str(after)
    return answer


def seconds_of(error: KiddError) -> int:
    """After how many seconds somebody who was refused may try again."""
    return error.seconds if isinstance(error, TooFast) else LATER.get(error.reason, RETRY_AFTER)


def status_of(error: KiddError) -> int:
    """The status that answers an error."""
    if isinstance(error, TooMany):
        return TOO_MANY.get(error.reason, 422)
    if isinstance(error, TooFast) and error.reason == "busy":  # which is not their fault
        return 503
    return next(status for kind, status in STATUS if isinstance(error, kind))


def count_refusal(request: HTTPConnection, error: KiddError) -> None:
    """Count what was too much."""
    if isinstance(error, TooFast | TooMany) and error.reason in COUNTED:
        request.app.state.metrics.refused.labels(error.reason).inc()


def site_of(request: Request) -> str:
    """The address of the site, as people use it."""
    return request.app.state.settings.base_url or f"{request.url.scheme}://{request.url.netloc}"


def register(app: FastAPI) -> None:
    """Let every error end in an answer that a person can read."""
    seldom = app.state.seldom = Seldom(NOTED)

    def note(request: Request, status: int, reason: str) -> None:
        """Say in the log why the server does not do its work, but not a thousand times."""
        if status >= 500 and seldom.again(reason):
            say = log().error if status == 500 else log().warning
            say("no answer", status=status, path=request.url.path[:LONGEST_LOGGED_PATH], reason=reason)

    @app.exception_handler(KiddError)
    def kidd_error(request: Request, error: KiddError) -> Response:
        status = status_of(error)
        count_refusal(request, error)
        note(request, status, str(error))
        return refuse(request, status, sentence(error, viewer_of(request).tongue), seconds_of(error))

    @app.exception_handler(Refused)
    def refused(request: Request, error: Refused) -> Response:
        note(request, error.status, str(error.__cause__ or error))
        return refuse(request, error.status, error.sentence)

    @app.exception_handler(HTTPException)
    def http(request: Request, error: HTTPException) -> Response:
        answer = refuse(request, error.status_code)
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, _: RequestValidationError) -> Response:
        return refuse(request, 422)

    @app.exception_handler(TooLarge)
    def too_large(request: Request, _: TooLarge) -> Response:
        return refuse(request, 413)
