"""The time zone of a browser: kept for whoever plays or signs up, and never put over one that was chosen."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from kidd.table.storage.persons import accounts
from kidd.web.http.visitors.prefs import COOKIE
from tests.web.afloat import API, Server, Visitor

pytestmark = pytest.mark.once


def zone_of(server: Server, visitor: Visitor) -> str:
    """What is kept of a visitor's."""
    with server.app.state.store.reading() as connection:
        found = accounts.find(connection, server.actor(visitor).person)
    assert found is not None
    return found.zone


@pytest.mark.parametrize(("said", "kept"), [("Europe/Berlin", "Europe/Berlin"), ("Mars/Olympus", ""), ("../etc", "")])
def test_a_guests_first_game(server: Server, visitor: Visitor, said: str, kept: str):
    """As the browser says it, if there is such a zone."""
    visitor.cookies.set(COOKIE, quote(f'{{"zone":"{said}"}}', safe=""))
    visitor.post(f"{API}/games", json={"game": "LC"})
    assert zone_of(server, visitor) == kept


def test_signing_up(server: Server, visitor: Visitor):
    """A member has it at once, and what they choose stays."""
    visitor.cookies.set(COOKIE, quote('{"zone":"Asia/Tokyo"}', safe=""))
    body = {"name": "Grace O'Malley", "password": "a parrot on each shoulder"}
    assert visitor.post(f"{API}/signup", json=body).status_code == 201
    assert visitor.get(f"{API}/account").json()["zone"] == "Asia/Tokyo"
    assert visitor.put(f"{API}/account/profile", json={"zone": "Europe/Paris"}).status_code == 204
    visitor.post(f"{API}/games", json={"game": "LC"})
    assert visitor.get(f"{API}/account").json()["zone"] == "Europe/Paris"
