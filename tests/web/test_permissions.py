"""Another visitor's cookie, or none, or a forged one, changes nothing; all routes are in `test_who_may_do_what`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kidd.table.play.games import load
from tests.patience import PATIENCE
from tests.web.afloat import API, Server, Visitor
from tests.web.reading import plain

# Everything that could change a game or think for a player, and what is sent there.
CLOSED: dict[str, dict[str, Any] | None] = {
    "acts": {"ply": 2, "act": "@e7"},
    "takeback": {"ply": 2},
    "hint": {"ply": 2},
    "rematch": None,
    "abandon": None,
}


@pytest.fixture
def game(visitor: Visitor) -> str:
    """A game that waits for red."""
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
    token, _, signature = str(somebody.cookies["kidd_session"]).partition(".")
    somebody.cookies.clear()
    somebody.cookies.set("kidd_session", f"{token[:-1]}{'0' if token[-1] != '0' else '1'}.{signature}")


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


@pytest.mark.parametrize("deed", CLOSED)
@pytest.mark.parametrize("form", [False, True], ids=["json", "form"])
def test_a_stranger_is_refused(server: Server, game: str, outsider: Visitor, deed: str, form: bool):
    """403 with a sentence, and nothing is stored."""
    before = state(server, game)
    body = CLOSED[deed]
    if form:
        answer = outsider.post(f"{game}/{deed}", data=body, headers={"accept": "text/html"})
        assert answer.status_code == (404 if deed == "hint" else 403)  # hints are for scripts
    else:
        answer = outsider.post(f"{API}{game}/{deed}", json=body)
        assert (answer.status_code, answer.json()["type"]) == (403, "/problems/not-yours")
        assert answer.json()["detail"]
    assert state(server, game) == before


def test_a_stranger_may_look(game: str, outsider: Visitor):
    """But the page offers them no move, no word, no takeback and no hint."""
    html = plain(outsider.get(game).text)
    assert 'data-you=""' in html
    assert "data-move=" not in html
    assert "data-act=" not in html
    assert 'data-do="takeback" disabled' in html
    state = outsider.sees(game)
    assert not state.keys() & {"you", "moves", "acts"}
    assert state["rights"] == {"study": True}


def test_the_socket_only_tells(server: Server, visitor: Visitor, game: str, outsider: Visitor):
    """Whatever a stranger sends over the socket, nothing comes of it, and the state they get is an onlooker's."""
    before = state(server, game)
    with outsider.listens(game) as socket:
        first = json.loads(socket.recv(PATIENCE))
        assert not first.keys() & {"you", "moves", "acts"}
        for said in ('{"ply": 2, "act": "@e7"}', '{"takeback": 2}', "nonsense", b"\xff\x00"):
            socket.send(said)
        assert socket.ping().wait(PATIENCE)  # all of it was read
        assert state(server, game) == before
        visitor.plays(game, 2, "@e3")
        assert json.loads(socket.recv(PATIENCE))["version"] == first["version"] + 1


def test_the_seed_stays_secret(server: Server, visitor: Visitor, outsider: Visitor):
    """While a game goes on, nobody gets to see the seed of its dice, only its hash."""
    page = visitor.opens(game="QM")
    secret = load(server.app.state.store, page.removeprefix("/games/")).seed
    for somebody in (visitor, outsider):
        for path in ("", "/log.kidd", "/0", "/dice"):
            assert "DiceSeed" not in somebody.get(f"{page}{path}").text
            assert secret not in somebody.get(f"{page}{path}").text
        for path in ("", "?ply=0", "/log.kidd"):
            assert secret not in somebody.get(f"{API}{page}{path}").text
    assert "DiceHash" in visitor.get(f"{page}/log.kidd").text
    visitor.plays(page, 0, "resign")
    assert "DiceSeed" in visitor.get(f"{page}/log.kidd").text
    assert outsider.sees(page)["dice_seed"] == secret


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
        assert visitor.post(f"{API}{game}/acts", json={"ply": 2, "act": "@e7"}, headers=headers).status_code == 403
        assert visitor.post("/games", data={}, headers=headers).status_code == 403
        assert state(server, game) == before

    def test_their_sockets_are_closed(self, visitor: Visitor, game: str):
        """Before anything is told."""
        with (
            visitor.listens(game, origin="https://evil.example") as socket,
            pytest.raises(ConnectionClosed) as closed,
        ):
            socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403

    def test_our_own_pages_may(self, server: Server, visitor: Visitor, game: str):
        """The same origin is no other site."""
        headers = {"origin": server.url, "sec-fetch-site": "same-origin"}
        answer = visitor.post(f"{game}/acts", data={"ply": "2", "act": "@e7"}, headers=headers)
        assert answer.status_code == 303
        answer = visitor.post(f"{API}{game}/acts", json={"ply": 3, "act": "@a3"}, headers=headers)
        assert answer.status_code == 200
