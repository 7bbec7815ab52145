"""How fast requests may come, and what those hear who are faster."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosed

from kidd.table.play.actors import Actor, guest
from kidd.table.storage.persons.tokens import PREFIX
from kidd.web.http.defence import pace
from kidd.web.http.defence.pace import BURST, NETWORKS, Pace, Paces
from kidd.web.http.middleware import Watch
from tests.patience import PATIENCE
from tests.web.afloat import API, Server, Visitor

FAR = {"x-forwarded-for": "203.0.113.9"}


class Clock:
    """A timer that stands still until somebody turns it on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_an_even_rate():
    """A bucket is emptied at once, fills again, and says how long that takes."""
    clock = Clock()
    paced = Pace(10, clock)
    assert [paced.take("ann") for _ in range(int(10 * BURST))] == [0] * int(10 * BURST)
    assert paced.take("ann") == pytest.approx(0.1)
    assert paced.take("ben") == 0
    clock.now += 0.25
    assert [paced.take("ann") > 0 for _ in range(3)] == [False, False, True]
    clock.now += 10 * BURST
    assert [paced.take("ann") for _ in range(int(10 * BURST))] == [0] * int(10 * BURST)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch):
    """Those of long ago make room."""
    monkeypatch.setattr(pace, "KEYS", 10)
    paced = Pace(1, Clock())
    for number in range(50):
        paced.take(str(number))
    assert len(paced) == 10


def test_by_person_by_program_and_by_network():
    """Programs are slower than people, a network is faster; this machine's own address is nobody's."""
    clock, ann = Clock(), guest("ann")
    bot = Actor("bot", "token", scopes=frozenset({"read"}))

    def most(actor: Actor, address: str) -> int:
        paces, number = Paces(2, clock), 0
        while not paces.wait(actor, address):
            number += 1
        assert paces.wait(actor, address) >= 1
        return number

    assert most(ann, "127.0.0.1") == 2 * BURST
    assert most(bot, "127.0.0.1") == BURST
    assert most(Actor(), "203.0.113.5") == 16 * BURST
    paces = Paces(2, clock)
    several = [paces.wait(Actor(), f"2001:db8::{number:x}") for number in range(int(16 * BURST) + 1)]
    assert several[-1]  # a customer's addresses are one
    assert not any(several[:-1])
    parts = [paces.wait(Actor(), f"2001:db8:0:{number:x}::1") for number in range(1, int(8 * 16 * BURST) + 1)]
    assert any(parts)  # and so are all that a customer may be given
    assert not any(parts[: int(7 * 16 * BURST)])
    assert not any(Paces(0, clock).wait(ann, "203.0.113.5") for _ in range(1000))


def watch_of(server: Server) -> Watch:
    """What every request comes to first."""
    watch = server.app.middleware_stack
    while not isinstance(watch, Watch):
        watch = watch.app  # type: ignore[union-attr]
    return watch


def test_whoever_is_too_fast_hears_when_to_come_again(
    server: Server, visitor: Visitor, monkeypatch: pytest.MonkeyPatch
):
    """As a problem of the API, as a page, and with 429."""
    watch = watch_of(server)
    page = visitor.opens()
    monkeypatch.setattr(watch, "door", watch.door._replace(paces=Paces(1, Clock())))
    for _ in range(int(BURST)):
        assert visitor.get(f"{API}{page}").status_code == 200
    answer = visitor.get(f"{API}{page}", headers={"accept-language": "de"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert answer.json()["type"] == "/problems/too-fast"
    assert "versuch" in answer.json()["detail"].lower()
    assert visitor.get(page, headers={"accept": "text/html"}).status_code == 429
    assert visitor.get("/healthz").status_code == 200
    with server.visitor() as other:
        assert other.get(f"{API}{page}").status_code == 200


@pytest.mark.parametrize("path", ["/static/none", "/deck/kidd-18.svg", "/kit/none", "/healthz", "/readyz", "/metrics"])
def test_a_network_asks_for_so_many_parts(server: Server, path: str, monkeypatch: pytest.MonkeyPatch):
    """Scripts, decks, probes and what is not there: in a bucket of their own, as large as that of the pages."""
    watch, paces = watch_of(server), Paces(1, Clock())
    monkeypatch.setattr(watch, "door", watch.door._replace(paces=paces))
    with server.visitor(headers=FAR) as visitor:
        for _ in range(int(NETWORKS * BURST)):
            assert visitor.get(path).status_code != 429
        answer = visitor.get(path)
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
        assert visitor.get("/help").status_code == 200
        assert visitor.get(path, headers={"x-forwarded-for": "198.51.100.7"}).status_code != 429
    with server.visitor() as here:
        assert here.get(path).status_code != 429


def test_nobody_is_looked_up_whose_network_is_late(server: Server, monkeypatch: pytest.MonkeyPatch):
    """Made-up tokens cost no thread and no look into the database then, by requests and at sockets."""
    watch, sessions = watch_of(server), server.app.state.sessions
    paces = Paces(1, Clock())
    while not paces.wait_of_network(FAR["x-forwarded-for"]):
        pass
    monkeypatch.setattr(watch, "door", watch.door._replace(paces=paces))
    made_up = {**FAR, "authorization": f"Bearer {PREFIX}made-up"}
    sessions.forget_all()
    with server.visitor(headers=made_up) as visitor:
        assert visitor.get(f"{API}/games").status_code == 429
        with visitor.looks_around(**made_up) as socket, pytest.raises(ConnectionClosed):
            socket.recv(PATIENCE)
        assert not sessions._actors
        assert visitor.get(f"{API}/games", headers={"x-forwarded-for": "198.51.100.7"}).status_code == 401
        assert list(sessions._actors) == [f"bearer {PREFIX}made-up"]
