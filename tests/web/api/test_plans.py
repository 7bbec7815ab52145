"""Conditional moves over the API and by forms: told in words, looked at before they are kept, deleted line by line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kidd.table.play.actors import Actor, guest
from kidd.table.play.games import load, open_game, play
from kidd.table.seats import Seat
from kidd.table.storage.persons import people
from kidd.table.terms import Terms
from tests.web.afloat import API, Server, Visitor
from tests.web.roles import Caller, cookie, listener


class Table:
    """A game of days in which Ann waits for Ben."""

    def __init__(self, server: Server) -> None:
        self.store = server.app.state.store
        self.red, self.blue = guest(people.new_id()), guest(people.new_id())
        seats = [Seat(n, "person", one.person, None, "") for n, one in enumerate((self.red, self.blue))]
        terms = Terms(time="3d")
        game = open_game(self.store, code="QM", options={}, seats=seats, owner=self.red, terms=terms)
        self.id = play(self.store, game.id, self.red, 0, "@c1").id
        self.ann, self.ben = (self._visits(server, one) for one in (self.red, self.blue))
        self.path, self.page = f"{API}/games/{self.id}/plan", f"/games/{self.id}"

    def _visits(self, server: Server, actor: Actor) -> Visitor:
        return listener(server.visitor(), Caller("", self.id, cookie(server, actor), actor))


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    """Two people."""
    made = Table(server)
    yield made
    for visitor in (made.ann, made.ben):
        visitor.close()


def test_kept_and_told(table: Table):
    """As lines of acts, and step by step in the asker's language; nobody else reads them."""
    said = {"ply": 1, "lines": [["@a7", "*2", "c1-a3@c1"], ["@e7", "*1", "c1-b2@c1"]]}
    kept = table.ann.put(table.path, json=said).json()
    assert kept["lines"][0] == ["@a7", "*2", "c1-a3/b2@c1"]
    assert [one["words"] for one in kept["told"][0]] == [
        "if they enter on a7",
        "if the die shows 2",
        "then c1 → b2 → a3, new: c1",
    ]
    assert [one.get("yours", False) for one in kept["told"][0]] == [False, False, True]
    german = table.ann.get(table.path, headers={"accept-language": "de"}).json()
    assert german["told"][1][2]["words"] == "dann c1 → b2, neu: c1"
    assert table.ben.get(table.path).json() == {}


def test_looked_at_first(table: Table):
    """What stands where after each, with all that may be played there: theirs, the die, one's own."""
    moves = [["@a7"], ["@a7", "*2"], ["@a7", "*2", "c1-a3@c1"]]
    found = [table.ann.post(f"{table.path}/look", json={"ply": 1, "acts": acts}).json() for acts in ([], *moves)]
    assert [one["turn"] for one in found] == ["B", "R", "R", "B"]
    assert {move["act"] for move in found[1]["moves"]} == {"*1", "*2", "*3"}
    assert found[2]["die"] == 2
    assert found[3]["last"]["act"] == "c1-a3/b2@c1"
    assert found[3]["pieces"][0]["ids"] == ["R2"]
    assert len(load(table.store, table.id).match) == 1
    for acts, status in ((["c1-c9"], 422), (["draw?"], 422), (["@a7"] * 61, 422)):
        assert table.ann.post(f"{table.path}/look", json={"ply": 1, "acts": acts}).status_code == status
    assert table.ann.post(f"{table.path}/look", json={"ply": 0, "acts": []}).status_code == 409
    refused = table.ben.post(f"{table.path}/look", json={"ply": 1, "acts": []})
    assert (refused.status_code, refused.json()["reason"]) == (422, "no-plan")


def test_forms(table: Table):
    """Without scripts: written in a field, read as lines, and each deleted by its button."""
    lines = "@a7 *2 c1-a3@c1\n@e7 *1 c1-b2@c1"
    assert table.ann.post(f"{table.page}/plan", data={"ply": "1", "lines": lines}).status_code == 303
    page = table.ann.get(table.page).text
    assert page.count('class="plan-line"') == 2
    assert "then c1 → b2 → a3, new: c1" in page
    assert "@a7 *2 c1-a3/b2@c1\n" in page
    assert table.ann.post(f"{table.page}/plan", data={"ply": "1", "drop": "0"}).status_code == 303
    assert table.ann.get(table.path).json()["lines"] == [["@e7", "*1", "c1-b2@c1"]]
    assert 'class="plan-line"' not in table.ben.get(table.page).text
    play(table.store, table.id, table.blue, 1, "@a7")
    assert table.ann.post(f"{table.page}/plan", data={"ply": "1", "drop": "0"}).status_code == 409
