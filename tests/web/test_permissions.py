"""Another visitor's cookie, or none, or a forged one, changes nothing: over all routes and the socket."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.routing import APIRoute, APIWebSocketRoute

from kidd.table.play.games import load
from tests.patience import PATIENCE
from tests.web.afloat import JSON, Server, Visitor

# Every route that could change a game or think for a player, what is sent there, and the answer to a stranger.
CLOSED: dict[str, dict[str, Any]] = {
    "acts": {"ply": 2, "act": "@e7"},
    "takeback": {"ply": 2},
    "hint": {"ply": 2},
    "rematch": {},
    "abandon": {},
}
# Routes that anybody may look at.
OPEN = {"", "/{ply:ply}", "/{ply:ply}/play-on", "/{ply:ply}.svg", "/view", "/log.kidd", "/why", "/dice", "/analysis"}


@pytest.fixture
def game(visitor: Visitor) -> str:
    """A game against the computer that waits for its player."""
    page = visitor.opens()
    visitor.plays(page, 0, "@c1")
    visitor.plays(page, 1, "@a7")
    return page


def nobody(somebody: Visitor) -> None:
    """Somebody without a cookie."""


def stranger(somebody: Visitor) -> None:
    """Somebody with a game of their own."""
    somebody.opens()


def forger(somebody: Visitor) -> None:
    """Somebody who has made up a cookie."""
    somebody.opens()
    name, _, signature = str(somebody.cookies["kidd_visitor"]).partition(".")
    somebody.cookies.clear()
    somebody.cookies.set("kidd_visitor", f"{name[:-1]}{'0' if name[-1] != '0' else '1'}.{signature}")


@pytest.fixture(params=[nobody, stranger, forger])
def outsider(server: Server, request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Whoever does not sit at the table."""
    become: Callable[[Visitor], None] = request.param
    with server.visitor() as somebody:
        become(somebody)
        yield somebody


def state(server: Server, page: str) -> tuple[object, ...]:
    """All that could have been changed."""
    table = load(server.app.state.store, page.removeprefix("/games/"))
    return table.version, table.match.acts, table.updated


def test_every_route_of_a_game_is_known_here(server: Server):
    """Whoever adds a route to games says here who may use it."""
    found: set[tuple[str, str]] = set()
    for route in _routes(server.app.routes):
        path, methods = getattr(route, "path", ""), getattr(route, "methods", None) or set()
        if path.startswith("/games/{game_id}") and not isinstance(route, APIWebSocketRoute):
            rest = path.removeprefix("/games/{game_id}")
            found.update((method, rest) for method in methods - {"HEAD"})
    assert {rest for method, rest in found if method == "GET"} <= OPEN
    assert {rest for method, rest in found if method != "GET"} <= {f"/{name}" for name in CLOSED} | {"/analysis"}
    assert {("POST", f"/{name}") for name in CLOSED} <= found


def _routes(routes: Any) -> Iterator[Any]:
    for route in routes:
        if isinstance(route, APIRoute | APIWebSocketRoute):
            yield route
        else:
            yield from _routes(
                getattr(route, "routes", None) or getattr(getattr(route, "original_router", None), "routes", [])
            )


@pytest.mark.parametrize("deed", CLOSED)
@pytest.mark.parametrize("form", [False, True], ids=["json", "form"])
def test_a_stranger_is_refused(server: Server, game: str, outsider: Visitor, deed: str, form: bool):
    """403 with a sentence, and nothing is stored."""
    before = state(server, game)
    body = CLOSED[deed]
    if form:
        answer = outsider.post(f"{game}/{deed}", data=body, headers={"accept": "text/html"})
    else:
        answer = outsider.post(f"{game}/{deed}", json=body, headers=JSON)
        assert answer.json()["error"]
    assert answer.status_code == 403
    assert state(server, game) == before


def test_a_stranger_may_look(game: str, outsider: Visitor):
    """But the page offers them no move, no word, no takeback and no hint."""
    html = outsider.get(game).text
    assert 'data-you=""' in html
    assert "data-move=" not in html
    assert "data-act=" not in html
    assert 'data-do="takeback" disabled' in html


def test_the_socket_only_tells(server: Server, game: str, outsider: Visitor):
    """Whatever a stranger sends over the socket, nothing comes of it, and the view they get is an onlooker's."""
    before = state(server, game)
    with outsider.listens(game) as socket:
        view = json.loads(socket.recv(PATIENCE))
        assert 'data-you=""' in view["html"]
        for said in ('{"ply": 2, "act": "@e7"}', '{"takeback": 2}', "nonsense", b"\xff\x00"):
            socket.send(said)
        with pytest.raises(TimeoutError):
            socket.recv(0.3)
    assert state(server, game) == before


def test_the_seed_stays_secret(visitor: Visitor, outsider: Visitor):
    """While a game goes on, nobody gets to see the seed of its dice, only its hash."""
    page = visitor.opens(game="QM")
    for somebody in (visitor, outsider):
        for path in ("", "/view", "/log.kidd", "/0", "/dice"):
            assert "DiceSeed" not in somebody.get(f"{page}{path}").text
    assert "DiceHash" in visitor.get(f"{page}/log.kidd").text
    visitor.plays(page, 0, "resign")
    assert "DiceSeed" in visitor.get(f"{page}/log.kidd").text


class TestOtherSites:
    """A page of another site cannot use a visitor's cookie."""

    @pytest.mark.parametrize(
        "headers",
        [
            {"origin": "https://evil.example"},
            {"origin": "null"},
            {"origin": "http://127.0.0.1:1"},
            {"sec-fetch-site": "cross-site"},
        ],
    )
    def test_posts_are_refused(self, server: Server, visitor: Visitor, game: str, headers: dict[str, str]):
        """By where they come from, for forms and programs alike."""
        before = state(server, game)
        assert visitor.post(f"{game}/acts", data={"ply": "2", "act": "@e7"}, headers=headers).status_code == 403
        assert visitor.post("/games", data={}, headers=headers).status_code == 403
        assert state(server, game) == before

    def test_their_sockets_are_closed(self, visitor: Visitor, game: str):
        """Before anything is told."""
        with visitor.listens(game, origin="https://evil.example") as socket:
            from websockets.exceptions import ConnectionClosed

            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403

    def test_our_own_pages_may(self, server: Server, visitor: Visitor, game: str):
        """The same origin is no other site."""
        headers = {"origin": server.url, "sec-fetch-site": "same-origin"}
        answer = visitor.post(f"{game}/acts", data={"ply": "2", "act": "@e7"}, headers=headers)
        assert answer.status_code == 303
