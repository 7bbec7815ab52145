"""JSON within JSON within JSON: whoever sends it is told that it cannot be read, wherever JSON is read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed

from kidd.web.api.routes import document
from kidd.web.http.defence.json_bounds import DEEPEST
from tests.web.afloat import API, JSON, Server, Visitor

pytestmark = pytest.mark.once
DEPTHS = (DEEPEST - 1, DEEPEST + 2, 600, 50_000)
UNREAD = ("/notices/stop",)  # where the address says all, as mail programs post what they like
SHAPES = {"lists": ("[", "]"), "objects": ('{"a":', "}")}
FIELDS = ("text", "game", "act", "ply", "version", "name", "position", "options", "acts", "seats", "line", "back")


def nested(depth: int, shape: str) -> str:
    """Nothing, in so many lists or objects."""
    opening, closing = SHAPES[shape]
    return opening * depth + "1" + closing * depth


def addresses(server: Server) -> Iterator[tuple[str, str]]:
    """The method and an address of every route that something can be sent to."""
    for route in server.app.routes:
        if isinstance(route, Route):
            for method in sorted((route.methods or set()) - {"GET", "HEAD"}):
                yield method, re.sub(r"\{[^}]*\}", "1", route.path)


def fields_of(path: str) -> set[str]:
    """What the document says may be sent to an address of the API, and what forms have."""
    found = set(FIELDS)
    for schema in document()["components"]["schemas"].values():
        found |= set(schema.get("properties", {})) if path.startswith(API) else set()
    return found


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_no_route_falls_into_it(server: Server, visitor: Visitor, depth: int, shape: str):
    """As a whole body or as any field of one, to every route: a refusal, and no error of ours."""
    visitor.opens()
    deep = nested(depth, shape)
    every = ",".join(f'"{name}": {deep}' for name in FIELDS)
    bodies = [deep, f'{{"said": {deep}}}'] + ([f"{{{every}}}"] if depth < 10_000 else [])
    for method, path in addresses(server):
        for body in bodies:
            kind = {"content-type": "application/json", **JSON}
            answer = visitor.request(method, path, content=body, headers=kind)
            status = answer.status_code
            refused = depth > DEEPEST and path not in UNREAD
            assert status in (400, 403, 413) if refused else status < 500, (method, path, status)


@pytest.mark.parametrize("depth", [DEEPEST - 1, 600])
def test_each_field_by_itself(visitor: Visitor, depth: int):
    """In what is else a fine body, as the models read it."""
    page = visitor.opens()
    deep = nested(depth, "lists")
    fine: dict[str, dict[str, Any]] = {
        f"{API}/games": {"game": "LC"},
        f"{API}{page}/acts": {"ply": 0, "act": "@c1"},
        f"{API}{page}/takeback": {"ply": 0},
        f"{API}/look": {"position": "LC - R R7B7 -"},
        "/load": {"text": "x"},
    }
    for path, said in fine.items():
        for name in fields_of(path):
            body = json.dumps({**said, name: "DEEP"}).replace('"DEEP"', deep)
            answer = visitor.post(path, content=body, headers={"content-type": "application/json", **JSON})
            status = answer.status_code
            assert status == 400 if depth > DEEPEST else 400 <= status < 500, (path, name, answer.text[:200])


@pytest.mark.parametrize("depth", [600, 5000, 30_000])
def test_sockets_and_cookies(visitor: Visitor, depth: int):
    """A message that deep is answered or not listened to, and a cookie is no preference."""
    page, deep = visitor.opens(), nested(depth, "lists")
    for socket in (visitor.listens(page), visitor.looks_around(), visitor.hears_notices()):
        with socket, suppress(ConnectionClosed):
            socket.recv(30)
            socket.send(deep)
            socket.send(f'{{"seen": {deep}}}')
            socket.ping().wait(30)
    with visitor.thinks_along() as engine:
        for said in (deep, f'{{"seq": 1, "line": {deep}}}', f'{{"seq": 1, "line": {{"position": {deep}}}}}'):
            with suppress(ConnectionClosed):
                engine.send(said)
                assert json.loads(engine.recv(30))["reason"] in ("unreadable", "unfit")
    visitor.cookies.set("kidd_prefs", deep[:3000])
    assert visitor.get("/").status_code == 200
