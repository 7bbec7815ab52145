"""Whatever is wrong with a request to the API ends in a problem that programs and people can read."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, get_type_hints

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from kidd import errors
from kidd.table.errors import (
    AccountError,
    BadLogin,
    BadToken,
    MissingScope,
    NoSuchGame,
    NoSuchMember,
    NoSuchMessage,
    NoSuchNode,
    NoSuchStudy,
    NotYours,
    Stale,
    StudyStale,
    TooFast,
    TooMany,
)
from kidd.web.http.defence.json_bounds import status_unread
from kidd.web.http.defence.origins import from_elsewhere
from kidd.web.http.problems import problem
from kidd.web.http.requests import PASSING, RETRY_AFTER, Refused, count_refusal, seconds_of, status_of
from kidd.web.http.visitors.viewer import viewer_of
from kidd.web.state.game_state import state_json
from kidd.web.state.study_state import study_state
from kidd.words.errors import sentence
from kidd.words.problem_titles import STUDY_CHANGED
from kidd.words.statuses import SENTENCES

KINDS: tuple[tuple[type[errors.KiddError], str], ...] = (
    (NoSuchGame, "no-such-game"),
    (BadToken, "bad-token"),
    (MissingScope, "missing-scope"),
    (NotYours, "not-yours"),
    (NoSuchMember, "no-such-member"),
    (NoSuchStudy, "no-such-study"),
    (NoSuchNode, "no-such-node"),
    (NoSuchMessage, "no-such-message"),
    (Stale, "stale"),
    (StudyStale, "stale"),
    (TooMany, "full"),
    (TooFast, "too-fast"),
    (BadLogin, "not-yours"),
    (AccountError, "bad-account"),
    (errors.IllegalMove, "illegal-move"),
    (errors.IllegalAct, "illegal-act"),
    (errors.NotationError, "not-notation"),
    (errors.PositionError, "bad-position"),
    (errors.OptionError, "bad-option"),
    (errors.LogbookError, "bad-book"),
)
PREFIX = "/api/v1"
SAFE = ("GET", "HEAD")
JSON = "application/json"
SHOWN = 20  # faults of one body that are listed

Said = TypeVar("Said", bound=BaseModel)
Answering = Callable[[Request], Coroutine[Any, Any, Response]]


class ApiRoute(APIRoute):
    """A route that refuses what other sites send and what is not JSON, and says every error as a problem."""

    def get_route_handler(self) -> Answering:
        """What answers a request."""
        answer = self._answer()

        async def guarded(request: Request) -> Response:
            try:
                if request.method not in SAFE and (refused := await _refused_unread(request)):
                    return refused
                return await answer(request)
            except errors.KiddError as error:
                return of_error(request, error)
            except RequestValidationError as error:
                return of_body(request, error)
            except Refused as error:
                return plain(request, error.status, error.sentence)

        return guarded

    def _answer(self) -> Answering:
        return super().get_route_handler()


class QuickRoute(ApiRoute):
    """The same for what is asked most: its only body is read by the model itself, without FastAPI's way around."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        answer = self.get_route_handler()

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            response = await answer(Request(scope, receive, send))
            await response(scope, receive, send)

        self.app = app

    def _answer(self) -> Answering:
        endpoint: Callable[..., Coroutine[Any, Any, Response]] = self.endpoint
        model = get_type_hints(endpoint)["said"]

        async def answer(request: Request) -> Response:
            said = read_body(model, await request.body())
            return await endpoint(request=request, said=said, **request.path_params)

        return answer


def read_body(model: type[Said], body: bytes) -> Said:
    """What a body says, or what is wrong with it as FastAPI would say it."""
    try:
        return _read(model, body)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        raise RequestValidationError([{**one, "loc": ("body", *one["loc"])} for one in found]) from None


def _read(model: type[Said], body: bytes) -> Said:
    """What a body says; nothing at all, or half a letter, is no broken JSON but not what the model asks for."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        if error.errors()[0]["type"] != "json_invalid":
            raise
        try:
            said = json.loads(body) if body else None
        except ValueError:
            raise error from None
        return model.model_validate(said)


async def _refused_unread(request: Request) -> Response | None:
    """What is wrong with where a request comes from, or with its kind, before anybody reads it."""
    if from_elsewhere(request, request.app.state.settings.base_url):
        return plain(request, 403, kind="elsewhere")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()  # here, as FastAPI would take one that is too large for one that is broken
    if kind != JSON and body:
        return plain(request, 415)
    status = status_unread(body)
    return plain(request, status) if status else None


def of_error(request: HTTPConnection, error: errors.KiddError) -> Response:
    """A refusal as a problem."""
    status = status_of(error)
    if status >= 500:
        raise error  # to be noted in the log
    count_refusal(request, error)
    viewer = viewer_of(request)
    kind = next((kind for one, kind in KINDS if isinstance(error, one)), "")
    more: dict[str, Any] = {"state": state_json(error.table, viewer)} if isinstance(error, Stale) else {}
    if isinstance(error, StudyStale):  # which only its owner hears
        told = study_state(error.study, viewer.tongue, mine=True)
        more = {"study": told.model_dump_json(exclude_defaults=True).encode(), "title": STUDY_CHANGED}
    answer = problem(status, sentence(error, viewer.tongue), viewer.tongue, kind=kind, reason=error.reason, **more)
    if isinstance(error, BadToken):
        answer.headers["www-authenticate"] = "Bearer"
    if status == 429:
        answer.headers["retry-after"] = str(seconds_of(error))
    return answer


def of_body(request: HTTPConnection, error: RequestValidationError) -> Response:
    """What the models say of a body or a query; only where, as it stands there, is repeated, never what came."""
    found = error.errors()
    if any(one["type"] == "json_invalid" for one in found):
        return plain(request, 400)
    if isinstance(of_ours := found[0].get("ctx", {}).get("error"), errors.KiddError):
        return of_error(request, of_ours)  # the same problem as wherever else that is said
    said = [{"where": ".".join(map(str, one["loc"])), "what": one["msg"]} for one in found[:SHOWN]]
    _ = viewer_of(request).tongue
    return problem(422, _(SENTENCES[422]), _, faults=said)


def plain(request: HTTPConnection, status: int, said: str = "", kind: str = "") -> Response:
    """A refusal of which its status says all."""
    _ = viewer_of(request).tongue
    answer = problem(status, said or _(SENTENCES.get(status, SENTENCES[422])), _, kind=kind)
    if status in PASSING:
        answer.headers["retry-after"] = str(RETRY_AFTER)
    return answer
