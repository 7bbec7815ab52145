"""Whoever asks for a long game costs nobody else their time: every route of a game is gone through."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from bench.long_game import long_game
from kidd.table.errors import TooFast
from kidd.web.state import log_entries
from tests.patience import PATIENCE
from tests.web.afloat import API, Server, Visitor, afloat
from tests.web.rights.api import ADDRESSES
from tests.web.rights.pages import PAGES
from tests.web.rights.words import PARTS
from tests.web.test_who_may_do_what import routes

ACTS = 2900
SMALL = 20_000  # bytes: what tells a whole game is much longer
PLAYERS = "strangers are refused before it is read; players hear what is new since their version, of a log that is kept"
SMALL_PAGE = "a stranger is refused by a small page; who has done it is led on"
FEW_ROWS = "asks the database for a few rows, whatever the game"
QUICK = {
    f"GET {API}/games/{{game_id}}/why": "one move at one ply",
    f"GET {API}/games/{{game_id}}/analysis": "none here; what there is of one is told in turn",
    f"GET {API}/games/{{game_id}}/plan": "none here; what was planned is told in turn",
    "GET /games/{game_id}/{ply:ply}/small.svg": "drawn in less than a millisecond, where the game is kept ready",
    f"GET {API}/games/{{game_id}}/link.svg": "the address alone, as a drawing",
    f"GET {API}/games/{{game_id}}/talk": FEW_ROWS,
    f"POST {API}/games/{{game_id}}/talk": FEW_ROWS,
    f"POST {API}/games/{{game_id}}/talk/{{number}}/report": FEW_ROWS,
    f"POST {API}/games/{{game_id}}/talk/{{number}}/block": FEW_ROWS,
    f"GET {API}/games/{{game_id}}/note": FEW_ROWS,
    f"PUT {API}/games/{{game_id}}/note": FEW_ROWS,
    f"POST {API}/games/{{game_id}}/acts": PLAYERS,
    f"POST {API}/games/{{game_id}}/takeback": PLAYERS,
    f"POST {API}/games/{{game_id}}/adjourn": PLAYERS,
    f"POST {API}/games/{{game_id}}/resume": PLAYERS,
    f"POST {API}/games/{{game_id}}/abandon": PLAYERS,
    f"POST {API}/games/{{game_id}}/go-on": PLAYERS,
    f"POST {API}/games/{{game_id}}/hint": PLAYERS,
    f"POST {API}/games/{{game_id}}/analysis": PLAYERS,
    f"DELETE {API}/games/{{game_id}}/analysis": PLAYERS,
    f"POST {API}/games/{{game_id}}/seat": "nothing was played where a seat is open",
    f"DELETE {API}/games/{{game_id}}/seat": "nothing was played where somebody may stand up",
    f"POST {API}/games/{{game_id}}/computer": "nothing was played where a seat is open",
    f"POST {API}/operator/games/{{game_id}}/close": "says nothing of the game",
    "GET /games/{game_id}/{ply:ply}/play-on": "leads on to a page that is answered in turn",
    "POST /games/{game_id}/seat": SMALL_PAGE,
    "POST /games/{game_id}/stand-up": SMALL_PAGE,
    "POST /games/{game_id}/computer": SMALL_PAGE,
    "POST /games/{game_id}/analysis": SMALL_PAGE,
}
SOCKETS = {
    f"SOCKET {API}/games/{{game_id}}/socket": "in turn: test_crowds.test_a_long_game_is_told_in_turn",
}
SAID = {
    "POST /games/{game_id}/talk": {"phrase": "no such phrase"},  # what is well said is answered by a redirect
    "POST /games/{game_id}/talk/{number}": {"deed": "report"},
}


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own, in whose turnstile nobody else waits."""
    with afloat(tmp_path_factory.mktemp("long")) as running:
        yield running


@pytest.fixture(scope="module")
def game(harbour: Server) -> str:
    """The id of a long game between two people, of whom nobody is here."""
    with harbour.visitor() as visitor:
        seats = [{"kind": "person"}, {"kind": "person"}]
        opened = visitor.post(f"{API}/games", json={"game": "LC", "seats": seats, "acts": list(long_game(ACTS))})
        assert opened.status_code == 201
        return str(opened.json()["id"])


def test_every_route_of_a_game_is_quick_or_waits_for_its_turn(
    harbour: Server, game: str, monkeypatch: pytest.MonkeyPatch
):
    """Where nobody is let in, a stranger is told when to come again, or answered shortly where it is said why."""
    monkeypatch.setattr(harbour.app.state.turnstile, "turn", shut)
    every = {route for route in routes(harbour) if "{game_id}" in route}
    assert every >= {*QUICK, *SOCKETS}
    wrong = {}
    for route in sorted(every - SOCKETS.keys()):
        answer = asked(harbour, route, game)
        waits = answer.status_code == 503 and answer.headers["retry-after"] == "3"
        if waits == (route in QUICK) or len(answer.content) > SMALL:
            wrong[route] = answer.status_code, len(answer.content)
    assert not wrong


def shut(_: str) -> None:
    """A turnstile that lets nobody in."""
    raise TooFast(3, "busy")


def asked(server: Server, route: str, game: str) -> httpx.Response:
    """What a stranger hears, of a log that nobody has told yet."""
    log_entries._told.clear()
    method, _, path = route.partition(" ")
    for part, found in {**PARTS, "{game_id}": game}.items():
        path = path.replace(part, found)
    rows = [one for one in (*ADDRESSES, *PAGES) if one.route.partition("?")[0] == route]
    query = rows[0].route.partition("?")[2] if rows else ""
    said = SAID.get(route, rows[0].said if rows else None)
    with server.visitor(headers={"accept": "application/json" if API in path else "text/html"}) as visitor:
        if API in path:
            return visitor.request(method, f"{path}?{query}", json=said)
        return visitor.request(method, f"{path}?{query}", data=said)


@pytest.mark.parametrize("wish", [{"since": 2}, {"since": ACTS - 200}, {"ply": 3}, {"since": ACTS, "ply": 3}])
def test_much_of_a_log_waits_even_where_it_is_kept(
    harbour: Server, game: str, wish: dict[str, int], monkeypatch: pytest.MonkeyPatch
):
    """However little is missing before it; a few entries do not wait."""
    with harbour.visitor() as visitor:
        whole = visitor.sees(f"/games/{game}")
        monkeypatch.setattr(harbour.app.state.turnstile, "turn", shut)
        assert visitor.get(f"{API}/games/{game}", params=wish).status_code == 503
        assert len(visitor.sees(f"/games/{game}", since=whole["version"] - 10)["log"]) == 10


def test_a_refused_form_shows_the_game_when_it_is_its_turn(harbour: Server, game: str):
    """Without scripts the refusal is the page of the game with what was wrong, as small as the browser takes it."""
    with harbour.visitor(headers={"accept": "text/html"}) as visitor:
        answer = visitor.post(f"/games/{game}/acts", data={"act": "x", "ply": 0})
    assert (answer.status_code, answer.headers["content-encoding"]) == (403, "gzip")
    assert f'href="/games/{game}/log.kidd"' in answer.text


def test_the_engine_reads_a_line_in_turn(harbour: Server, monkeypatch: pytest.MonkeyPatch):
    """At most two lines are replayed at a time, however many sockets ask; nobody is turned away for that."""
    shares: list[str] = []
    turn = harbour.app.state.turnstile.turn

    def counted(share: str) -> object:
        shares.append(share)
        if len(shares) == 1:
            raise TooFast(3, "busy")
        return turn(share)

    monkeypatch.setattr(harbour.app.state.turnstile, "turn", counted)
    with harbour.visitor() as visitor:
        assert _engine_says(visitor)["seq"] == 7
    assert len(shares) == 2


def _engine_says(visitor: Visitor) -> dict[str, int]:
    with visitor.thinks_along() as socket:
        socket.send(json.dumps({"look": {"position": "LC", "acts": ["@c1"]}, "seq": 7}))
        found: dict[str, int] = json.loads(socket.recv(PATIENCE))
        return found


def test_a_rematch_is_refused_before_the_writer_reads_the_game(
    harbour: Server, game: str, monkeypatch: pytest.MonkeyPatch
):
    """Whoever may not ask for one does not have all others wait who have something to write."""
    written: list[object] = []
    submit = harbour.app.state.store.submit

    def counted(work: object, **more: object) -> object:
        written.append(work)
        return submit(work, **more)

    monkeypatch.setattr(harbour.app.state.store, "submit", counted)
    with harbour.visitor(headers={"accept": "text/html"}) as visitor:
        assert visitor.post(f"/games/{game}/rematch").status_code == 403
    assert not written
