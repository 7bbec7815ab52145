"""Whatever is wrong with a request to the API ends in a problem that programs and people can read."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, get_type_hints

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from kidd import errors
from kidd.table.errors import NoSuchGame, NotYours, Stale, TooMany
from kidd.web.http.middleware import from_elsewhere
from kidd.web.http.problems import problem
from kidd.web.http.requests import RETRY_AFTER, Refused, status_of
from kidd.web.http.viewer import viewer_of
from kidd.web.state.game_state import state_json
from kidd.words.errors import sentence
from kidd.words.statuses import SENTENCES

KINDS: tuple[tuple[type[errors.KiddError], str], ...] = (
    (NoSuchGame, "no-such-game"),
    (NotYours, "not-yours"),
    (Stale, "stale"),
    (TooMany, "full"),
    (errors.IllegalMove, "illegal-move"),
    (errors.IllegalAct, "illegal-act"),
    (errors.NotationError, "not-notation"),
    (errors.PositionError, "bad-position"),
    (errors.OptionError, "bad-option"),
)
SAFE = ("GET", "HEAD")
JSON = "application/json"
SHOWN = 20  # faults of one body that are listed

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
                return _of_error(request, error)
            except RequestValidationError as error:
                return _of_body(request, error)
            except Refused as error:
                return _plain(request, error.status, error.sentence)

        return guarded

    def _answer(self) -> Answering:
        return super().get_route_handler()


class QuickRoute(ApiRoute):
    """The same for what is asked most: its only body is read by the model itself, without FastAPI's way around."""

    def _answer(self) -> Answering:
        usual = super()._answer()
        endpoint: Callable[..., Coroutine[Any, Any, Response]] = self.endpoint
        model = get_type_hints(endpoint)["said"]

        async def answer(request: Request) -> Response:
            try:
                said = model.model_validate_json(await request.body())
            except ValidationError:
                return await usual(request)  # which knows how to say what is wrong
            return await endpoint(request=request, said=said, **request.path_params)

        return answer


async def _refused_unread(request: Request) -> Response | None:
    """What is wrong with where a request comes from, or with its kind, before anybody reads it."""
    if from_elsewhere(request, request.app.state.settings.base_url):
        return _plain(request, 403, kind="elsewhere")
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()  # here, as FastAPI would take one that is too large for one that is broken
    return _plain(request, 415) if kind != JSON and body else None


def _of_error(request: Request, error: errors.KiddError) -> Response:
    status = status_of(error)
    if status >= 500:
        raise error  # to be noted in the log
    viewer = viewer_of(request)
    kind = next((kind for one, kind in KINDS if isinstance(error, one)), "")
    more = {"state": state_json(error.table, viewer)} if isinstance(error, Stale) else {}
    return problem(status, sentence(error, viewer.tongue), kind=kind, reason=error.reason, **more)


def _of_body(request: Request, error: RequestValidationError) -> Response:
    """What the models say of a body or a query; only where, as it stands there, is repeated, never what came."""
    found = error.errors()
    if any(one["type"] == "json_invalid" for one in found):
        return _plain(request, 400)
    said = [{"where": ".".join(map(str, one["loc"])), "what": one["msg"]} for one in found[:SHOWN]]
    return problem(422, viewer_of(request).tongue(SENTENCES[422]), faults=said)


def _plain(request: Request, status: int, said: str = "", kind: str = "") -> Response:
    _ = viewer_of(request).tongue
    answer = problem(status, said or _(SENTENCES.get(status, SENTENCES[422])), kind=kind)
    if status in (429, 503):
        answer.headers["retry-after"] = RETRY_AFTER
    return answer
