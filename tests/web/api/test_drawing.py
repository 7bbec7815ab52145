"""What is drawn on the deck of a page."""

from __future__ import annotations

import re

from starlette.routing import Route

import kidd
from kidd.deck import shipped
from kidd.move_lookup import find
from kidd.web.http.visitors.prefs import Prefs
from kidd.web.state.drawing import pointer
from tests.web.afloat import API, Server, Visitor

TIP = 2  # lines of an arrow: the way, and its barbs


def arrows(position: str, move: str) -> int:
    """How many arrows a hint draws."""
    pos = kidd.parse(position)
    return pointer(pos, find(pos, move), Prefs()).arrow.count("M") // TIP


def test_a_hint_shows_every_part_of_a_move():
    """The walk, the step of whoever is freed, and the token that enters; nothing where a move leads nowhere."""
    rescue = "QM Ra5a7,BRb5a5,Bc6d5 R R5B5 1"
    assert arrows("LC - R R7B7 -", "@c1") == 1
    assert arrows(rescue, "a5-b5>c4") == 2
    assert arrows("QM Rc1~,Ba7~ R R6B6 2", "c1-a3/b2@c9") == 2
    assert pointer(kidd.parse(rescue), None, Prefs()).arrow == ""


def test_how_long_a_picture_may_be_kept(server: Server, visitor: Visitor):
    """Every address of a picture says so, and a game's is not drawn again while it stays the same."""
    page = visitor.opens()
    given = {"game_id": page.removeprefix("/games/"), "ply": "0", "text": "LC - R R7B7 -"}
    given["name"] = next(iter(shipped()))
    paths = [route.path for route in server.app.routes if isinstance(route, Route) and route.path.endswith(".svg")]
    assert len(paths) >= 8
    for path in paths:
        address = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: given[found[1]], path)
        answer = visitor.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml"), address
        assert re.search(r"no-cache|max-age=\d+", answer.headers["cache-control"]), address
    for address in (f"{page}/0.svg", f"{API}{page}/0.svg"):
        tag = visitor.get(address).headers["etag"]
        assert visitor.get(address, headers={"if-none-match": tag}).status_code == 304
        german = visitor.get(address, headers={"if-none-match": tag, "accept-language": "de"})
        assert german.status_code == 200
