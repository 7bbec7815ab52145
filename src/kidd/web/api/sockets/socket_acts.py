"""Acts over the socket of a game: the same as by POST, without the cost of a request for each of them."""

from __future__ import annotations

from functools import lru_cache
from time import perf_counter
from typing import NamedTuple

from fastapi.exceptions import RequestValidationError
from prometheus_client import Counter, Histogram
from pydantic import Field, TypeAdapter
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.websockets import WebSocket

from kidd.errors import KiddError
from kidd.table.errors import Unavailable
from kidd.table.play import games
from kidd.table.play.people.scopes import PLAY
from kidd.table.play.permissions import check_scope
from kidd.table.snapshot import Table
from kidd.web.api.bodies import Act, Count
from kidd.web.api.play import played
from kidd.web.api.problems import of_body, of_error, plain, read_body
from kidd.web.http.defence.body_limits import ACT_BYTES
from kidd.web.http.defence.json_bounds import status_unread
from kidd.web.http.metrics import Metrics
from kidd.web.http.middleware import address_of, note_no_answer
from kidd.web.http.visitors.viewer import VIEWER, viewer_of
from kidd.web.state.game_state import state_json
from kidd.words.errors import sentence

ANSWER = b'{"answer":%d,"status":%d,"state":%b}'
MARK = '"ask"'  # what only an act says
OK = 200
ROUTE = "/api/v1/games/{game_id}/acts"  # as which it is counted


class Asked(Act):
    """An act as it is said over a socket."""

    ask: Count = Field(description="Any number of the asker's: the answer repeats it.")


class Answer(NamedTuple):
    """What is sent back, and the game as it stands where the act counted."""

    text: bytes
    table: Table | None = None


class Tried(NamedTuple):
    """An act that was begun at once, and goes the long way after all; it is in the pace already."""

    version: int
    """Of the game that it was begun on."""
    error: Unavailable | None = None
    """Why it could not be written, in the time that there is for that: then it is not written later."""


read_asked = TypeAdapter(Asked).validate_json


async def answer_act(caller: WebSocket, game_id: str, text: str, tried: Tried | None = None) -> Answer:
    """Do what is asked, and say what came of it: the state as by POST, or the problem."""
    state, begun = caller.app.state, perf_counter()
    viewer = caller.scope[VIEWER] = await state.sessions.viewer(state.store, caller.scope)  # its session may have ended
    said = None
    late = 0 if tried else state.paces.wait(viewer.actor, address_of(caller.scope))
    if late:
        answer = plain(caller, 429)
        answer.headers["retry-after"] = str(late)
    elif status := _status_unread(body := text.encode()):
        answer = plain(caller, status)
    else:
        try:
            said = read_body(Asked, body)
            check_scope(viewer.actor, PLAY)
            if tried is not None and tried.error is not None:
                fresh = await run_in_threadpool(games.load, state.store, game_id)
                if fresh.version == tried.version:  # else it was written perhaps, and only the answer was lost
                    raise tried.error
            table = await played(caller, game_id, said)
            told = state_json(table, viewer, since=said.version)
            _count(state.metrics, perf_counter() - begun)
            return Answer(ANSWER % (said.ask, OK, told), table)
        except RequestValidationError as error:
            answer = of_body(caller, error)
        except Unavailable as error:
            answer = _out_of_reach(caller, error)
        except KiddError as error:
            answer = of_error(caller, error)
    _count(state.metrics, perf_counter() - begun, answer.status_code)
    return Answer(_refusal(said, answer))


def _out_of_reach(caller: WebSocket, error: Unavailable) -> Response:
    note_no_answer(caller.scope, 503, error)
    return plain(caller, 503, sentence(error, viewer_of(caller).tongue))


def _status_unread(body: bytes) -> int:
    return 413 if len(body) > ACT_BYTES else status_unread(body)


def _refusal(said: Asked | None, answer: Response) -> bytes:
    """A problem as one message: what HTTP would say in its head comes first."""
    number = "null" if said is None else said.ask
    wait = answer.headers.get("retry-after")
    head = f'"answer":{number},"status":{answer.status_code}' + (f',"retry_after":{int(wait)}' if wait else "")
    return b'{%b,"problem":%b}' % (head.encode(), bytes(answer.body))


class Meters(NamedTuple):
    """What counts the answers of one status, and how long they took."""

    answers: Counter
    seconds: Histogram


@lru_cache(64)
def meters(metrics: Metrics, status: int = OK) -> Meters:
    """To look them up by their labels each time would cost more than to count."""
    return Meters(metrics.requests.labels("SOCKET", ROUTE, str(status)), metrics.seconds.labels(ROUTE))


def _count(metrics: Metrics, seconds: float, status: int = OK) -> None:
    counted = meters(metrics, status)
    counted.answers.inc()
    counted.seconds.observe(seconds)
