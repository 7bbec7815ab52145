"""The page of notices, its settings, and the way out of every letter."""

from __future__ import annotations

import pytest

from kidd.table.notices.stopping import stop_token
from kidd.table.storage.notices import receivers
from tests.table.notices.servers import Browser, PushService
from tests.web.afloat import API, Server, Visitor

pytestmark = pytest.mark.once

HTML = {"accept": "text/html"}


def wishes(server: Server, visitor: Visitor) -> receivers.Wishes:
    """What somebody wants to be told."""
    with server.app.state.store.reading() as connection:
        return receivers.wishes_of(connection, server.actor(visitor).person)


class TestStopping:
    """One click, without logging in."""

    @pytest.mark.parametrize("kind", ["digest", "warnings"])
    def test_by_a_person(self, server: Server, visitor: Visitor, other: Visitor, kind: str):
        """A link is only looked at, also by programs; the button on its page stops that kind of letter."""
        path = f"/notices/stop?token={stop_token(server.app.state.sending.secret, server.actor(other).person, kind)}"
        assert "stop-letters" in visitor.get(path, headers=HTML).text
        assert wishes(server, other) == receivers.Wishes()
        assert "stopped" in visitor.post(path, data={}, headers=HTML).text
        assert wishes(server, other) == receivers.Wishes()._replace(**{kind: False})

    def test_by_a_mail_program(self, server: Server, visitor: Visitor, other: Visitor):
        """It sends what the standard says, from wherever, and any number of times."""
        path = (
            f"/notices/stop?token={stop_token(server.app.state.sending.secret, server.actor(other).person, 'digest')}"
        )
        for _ in range(2):
            said = {"List-Unsubscribe": "One-Click"}
            assert visitor.post(path, data=said, headers={"origin": "https://mail.example"}).status_code == 200
        assert not wishes(server, other).digest

    def test_made_up(self, visitor: Visitor):
        """Is not found, and nobody is told more."""
        for token in ("", "x.y", stop_token(b"another secret", "somebody", "digest"), "ä"):
            assert visitor.post("/notices/stop", params={"token": token}, headers=HTML).status_code == 404


def test_settings(server: Server, other: Visitor):
    """Are kept; a switch that is off is not sent."""
    assert other.post("/notices", data={"push": "on"}).status_code == 303
    assert wishes(server, other) == receivers.Wishes(push=True, digest=False, warnings=False)
    page = other.get("/notices", headers=HTML).text
    assert 'name="push" checked' in page


def test_browsers(server: Server, other: Visitor, visitor: Visitor):
    """Anybody's own; the eleventh takes the place of the first, and nobody ends those of others."""
    sent = [Browser(PushService(url="https://push.example.org"), str(number)) for number in range(11)]
    ids = []
    for one in sent:
        answer = other.post(
            f"{API}/notices/devices", json={"endpoint": one.endpoint, "keys": one.keys, "expirationTime": None}
        )
        assert answer.status_code == 201, answer.text
        ids.append(answer.json()["id"])
    visitor.opens()
    assert visitor.delete(f"{API}/notices/devices/{ids[-1]}").status_code == 404
    assert other.delete(f"{API}/notices/devices/{ids[0]}").status_code == 404
    assert [other.delete(f"{API}/notices/devices/{one}").status_code for one in ids[1:]] == [204] * 10


def test_an_app(visitor: Visitor):
    """The manifest names pictures that are there, and the worker sees to all pages."""
    made = visitor.get("/manifest.webmanifest", headers={"accept-language": "de"}).json()
    assert (made["lang"], made["scope"], made["display"]) == ("de", "/", "standalone")
    for icon in made["icons"]:
        assert visitor.get(icon["src"]).headers["content-type"] == "image/png"
    worker = visitor.get("/sw.js")
    assert (worker.headers["content-type"].split(";")[0], worker.headers["cache-control"]) == (
        "text/javascript",
        "no-cache",
    )
    assert worker.text.startswith('const SHELL = {"version": "')
