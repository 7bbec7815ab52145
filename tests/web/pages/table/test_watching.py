"""What those are told who look on, and whoever opens a link that somebody else was quicker with."""

from __future__ import annotations

import pytest

from kidd.table.storage.persons import accounts
from tests.table.members import member
from tests.web.afloat import API, Server, Visitor
from tests.web.bearers import bearer

pytestmark = pytest.mark.once


def test_a_link_that_was_used(server: Server, visitor: Visitor, other: Visitor):
    """The seat is taken, which is said on the page and to whoever asks for it all the same."""
    game = visitor.post(f"{API}/invitations", json={"game": "LC"}).json()["id"]
    assert other.post(f"{API}/games/{game}/seat", json={}).status_code == 200
    with server.visitor() as late:
        page = late.get(f"/games/{game}").text
        assert "Every seat of this game is taken: you can look on." in page
        assert "You cannot move now.</p>" not in page
        assert "You are watching: others play here.</p>" in page
        assert late.post(f"{API}/games/{game}/seat", json={}).json()["detail"] == "That seat is taken."
    assert "You are watching" not in other.get(f"/games/{game}").text.partition("<main")[2].partition("</main")[0]


def test_a_game_that_nobody_was_invited_to(visitor: Visitor, other: Visitor):
    """Whoever finds it watches."""
    page = visitor.opens()
    assert "You are watching: this is not your game." in other.get(page).text


def test_an_operators_token(server: Server, visitor: Visitor):
    """It is a member's, and says so: looking after the house is for people."""
    store = server.app.state.store
    anne = member(store, "Anne the Operator")
    store.write(lambda connection: accounts.change(connection, anne.person, operator=True))
    told = visitor.get(f"{API}/account", headers=bearer(store, anne, "read")).json()
    assert (told["role"], told["name"]) == ("member", "Anne the Operator")
