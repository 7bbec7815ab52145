"""How much may be sent where: nothing that is too much is gone through by whoever would have something to say of it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from pydantic import BaseModel
from starlette.routing import Route

from kidd.table import limits
from kidd.web.api import bodies
from kidd.web.http.defence import body_limits
from kidd.web.http.defence.body_limits import ACT_BYTES, FIELDS, MOST_BYTES, USUAL_BYTES, WITH_BOOKS, most_bytes
from kidd.web.http.defence.json_bounds import MOST_NAMES
from tests.web.afloat import API, JSON, Server, Visitor

pytestmark = pytest.mark.once
KIND = {"content-type": "application/json", **JSON}
UNREAD = "/notices/stop"  # where the address says all
MANY = "{" + ",".join(f'"{number:x}":0' for number in range(MOST_NAMES + 1)) + "}"


def posted(server: Server) -> dict[str, tuple[str, str]]:
    """Every route that something can be sent to, with a method and an address."""
    return {
        route.path: (sorted((route.methods or set()) - {"GET", "HEAD"})[0], re.sub(r"\{[^}]*\}", "1", route.path))
        for route in server.app.routes
        if isinstance(route, Route) and (route.methods or set()) - {"GET", "HEAD"}
    }


def test_every_route_has_its_end(server: Server, visitor: Visitor):
    """One byte more than an address takes is refused with 413; books can be sent to those only that are named."""
    visitor.opens()
    routes = posted(server)
    assert set(routes) >= WITH_BOOKS
    for method, path in routes.values():
        if path != UNREAD:
            answer = visitor.request(method, path, content=b" " * (most_bytes(path) + 1), headers=KIND)
            assert answer.status_code == 413, path
    assert most_bytes(f"{API}/games/x/acts") == most_bytes("/games") == USUAL_BYTES < MOST_BYTES


def test_no_route_lists_a_thousand_faults(server: Server, visitor: Visitor, monkeypatch: pytest.MonkeyPatch):
    """A body of more members than anybody means is refused before it is validated, wherever it is sent."""
    visitor.opens()

    def never(*_: Any, **__: Any) -> None:
        raise AssertionError("validated")

    monkeypatch.setattr(BaseModel, "model_validate", never)
    monkeypatch.setattr(BaseModel, "model_validate_json", never)
    for method, path in posted(server).values():
        if path == UNREAD:
            continue
        answer = visitor.request(method, path, content=MANY, headers=KIND)
        assert answer.status_code == 413, path
        if path.startswith(API):
            assert answer.json()["type"] == "/problems/too-large"
            assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(("language", "said"), [("en", "too large"), ("de", "zu groß"), ("fr", "trop")])
def test_it_is_said_in_words(visitor: Visitor, language: str, said: str):
    """In the language of whoever asks."""
    answer = visitor.post(f"{API}/games", content=MANY, headers={**KIND, "accept-language": language})
    assert said in answer.json()["detail"]


def test_options_without_an_end(visitor: Visitor):
    """More options than any game has are refused; a thousand acts that are none are one fault."""
    options = {str(number): "x" for number in range(bodies.OPTIONS + 1)}
    for path in ("games", "invitations"):
        answer = visitor.post(f"{API}/{path}", json={"game": "LC", "options": options})
        assert [one["where"] for one in answer.json()["faults"]] == ["body.options"]
    for path, said in (("games", {"game": "LC"}), ("studies", {"position": "LC"}), ("look", {"position": "LC"})):
        answer = visitor.post(f"{API}/{path}", json={**said, "acts": [0] * limits.EVENTS})
        assert [one["where"] for one in answer.json()["faults"]] == ["body.acts.0"]


def test_forms_without_an_end(visitor: Visitor):
    """Fields that say nothing are fields, too."""
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert visitor.post("/load", content=b"&" * FIELDS, headers=kind).status_code == 400
    assert visitor.post("/language", content=b"&" * (FIELDS - 1), headers=kind).status_code != 400


def test_acts_over_a_socket(visitor: Visitor):
    """An act has a few letters: what is longer, or has more members, is refused unread."""
    page = visitor.opens()
    with visitor.listens(page) as socket:
        socket.recv(30)
        long = json.dumps({"ask": 1, "act": "a" * ACT_BYTES, "ply": 0})
        for said in (long, MANY.replace("{", '{"ask":1,')):
            socket.send(said)
            answer = json.loads(socket.recv(30))
            assert (answer["answer"], answer["status"]) == (None, 413)
    with visitor.thinks_along() as engine:
        engine.send(MANY)
        assert json.loads(engine.recv(30))["reason"] == "unreadable"


def test_the_longest_that_is_meant(visitor: Visitor):
    """A note of four thousand letters comes through, whichever they are and however they are written."""
    page, text = visitor.opens(), "😀" * limits.NOTE
    assert visitor.put(f"{API}{page}/note", json={"text": text}).status_code in (200, 204)
    assert len(json.dumps({"text": text})) < body_limits.WORDY_BYTES
