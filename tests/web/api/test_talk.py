"""Talking beside games over the API and the socket."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from kidd.table import limits
from kidd.table.play.actors import Actor, guest
from kidd.table.play.games import open_game, play
from kidd.table.seats import Seat
from kidd.table.storage.persons import people
from kidd.words.club.ship_names import ship_name
from kidd.words.language import tongue
from tests.patience import PATIENCE
from tests.plain import NO_TLS
from tests.web.afloat import API, Server, Visitor
from tests.web.roles import Caller, cookie, listener

ANN, BEN, CAT = "Ann", "Ben", ""


class Table:
    """A game of Ann and Ben, and Cat who looks on, each with a browser."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.actors: dict[str, Actor] = {name: guest(people.new_id()) for name in (ANN, BEN, CAT)}
        seats = [Seat(n, "person", self.actors[name].person, None, name) for n, name in enumerate((ANN, BEN))]
        self.id = open_game(server.app.state.store, code="LC", options={}, seats=seats, owner=self.actors[ANN]).id
        self.path = f"{API}/games/{self.id}"
        self.visitors: dict[str, Visitor] = {}
        for name, actor in self.actors.items():
            visitor = server.visitor()
            self.visitors[name] = listener(visitor, Caller(name, self.id, cookie(server, actor), actor))

    def says(self, name: str, language: str = "en", **said: Any) -> Any:
        """Somebody says something."""
        headers = {"accept-language": language}
        return self.visitors[name].post(f"{self.path}/talk", json=said, headers=headers)

    def hears(self, name: str, language: str = "en") -> list[str]:
        """What somebody hears."""
        answer = self.visitors[name].get(f"{self.path}/talk", headers={"accept-language": language})
        return [f"{one['name']}: {one['text']}" for one in answer.json().get("messages", [])]

    def listens(self, name: str) -> Any:
        """The socket of somebody who has seen all."""
        return self.visitors[name].listens(f"/games/{self.id}", "1&talk=0")


@pytest.fixture
def table(server: Server) -> Iterator[Table]:
    """Three people."""
    made = Table(server)
    yield made
    for visitor in made.visitors.values():
        visitor.close()


def told(socket: Any) -> dict[str, Any]:
    """The next talk that a socket tells."""
    while "talk" not in (said := json.loads(socket.recv(PATIENCE))):
        pass
    return dict(said["talk"])


def spoken(socket: Any) -> dict[str, Any]:
    """The next talk in which something was said."""
    while not (said := told(socket)).get("messages"):
        pass
    return said


def test_a_phrase_in_each_language(table: Table):
    """Said by its name, and read by each in their own."""
    assert table.says(ANN, phrase="ahoy").json()["messages"][0]["text"] == "Ahoy!"
    assert table.hears(BEN, "de") == ["Ann: Ahoi!"]
    assert table.hears(BEN, "fr") == ["Ann: Ohé\u202f!"]
    assert table.hears(CAT) == []
    phrases = table.visitors[BEN].get(f"{API}/phrases", headers={"accept-language": "de"}).json()["phrases"]
    assert {"name": "well-played", "words": "Gut gespielt!"} in phrases


def test_over_the_socket(table: Table):
    """Each hears their room at once, the number of those who look on, and after the end everything."""
    with table.listens(ANN) as ann, table.listens(CAT) as cat:
        assert told(cat) == {"rooms": ["watchers"], "may_talk": True, "watchers": 1, "here": ["R"]}
        while told(ann).get("watchers") != 1:
            pass
        table.says(CAT, text="<i>Poor Ann</i>")
        assert [one["text"] for one in spoken(cat)["messages"]] == ["<i>Poor Ann</i>"]
        table.says(BEN, text="Ready?")
        heard = spoken(ann)
        assert [(one["text"], one["by"], one.get("you", False)) for one in heard["messages"]] == [
            ("Ready?", "B", False)
        ]
        play(table.server.app.state.store, table.id, table.actors[ANN], 0, "resign")
        heard = spoken(ann)
        assert heard["rooms"] == ["players", "watchers"]
        assert [one["name"] for one in heard["messages"]] == [ship_name(table.actors[CAT].person, tongue("en")), "Ben"]
    with table.listens(ANN) as ann:
        assert "watchers" not in told(ann)


def test_a_block_counts_on_the_socket(table: Table):
    """What the blocked one says from then on is not sent any more."""
    table.says(BEN, text="Landlubber")
    with table.listens(ANN) as ann:
        assert told(ann)["messages"]
        answer = table.visitors[ANN].post(f"{table.path}/talk/1/block", json={})
        assert "messages" not in answer.json()
        table.says(BEN, text="Landlubber!")
        table.says(ANN, text="Peace")
        assert [one["text"] for one in spoken(ann)["messages"]] == ["Peace"]
        assert table.hears(ANN) == ["Ann: Peace"]
    assert len(table.hears(BEN)) == 3


def test_too_fast_and_too_much(table: Table):
    """With 429 and when to come again; a megabyte is too large before anybody reads it, and less than that, too."""
    for _ in range(limits.TALK_AT_ONCE):
        assert table.says(ANN, text="x").status_code == 200
    answer = table.says(ANN, "de", text="x")
    assert (answer.status_code, answer.json()["type"]) == (429, "/problems/too-fast")
    assert int(answer.headers["retry-after"]) == limits.TALK_SECONDS
    assert answer.json()["detail"] == "Du redest zu schnell: Warte bitte einen Moment."
    assert table.says(BEN, text="x" * 1_000_000).status_code == 413
    assert table.says(BEN, text="x" * (limits.MESSAGE + 1)).status_code == 413
    assert table.says(BEN, text="x" * 12_000).status_code == 422
    for odd in ({}, {"phrase": "x"}, {"text": "a", "phrase": "ahoy"}, {"room": "cellar", "text": "a"}):
        assert table.says(BEN, **odd).status_code in (403, 422)
    assert len(table.hears(BEN)) == limits.TALK_AT_ONCE


def test_forms(table: Table):
    """Without scripts: what is said is on the page as text, notes are one's own, and a refusal is a sentence there."""
    ann, page = table.visitors[ANN], f"/games/{table.id}"
    assert ann.post(f"{page}/talk", data={"text": "<script>x</script>", "phrase": ""}).status_code == 303
    assert ann.post(f"{page}/talk", data={"text": "", "phrase": "luck"}).status_code == 303
    assert ann.post(f"{page}/note", data={"text": "</textarea>mine"}).status_code == 303
    mine, theirs = ann.get(page).text, table.visitors[BEN].get(page).text
    assert "&lt;script&gt;x&lt;/script&gt;" in theirs
    assert "Good luck, and fair winds!" in theirs
    assert "&lt;/textarea&gt;mine" in mine
    assert "mine" not in theirs
    assert table.visitors[CAT].get(page).text.count("talk-words") == 0
    refused = ann.post(f"{page}/talk", data={"text": " "}, headers={"accept": "text/html"})
    assert (refused.status_code, "There is nothing to be read in that." in refused.text) == (422, True)
    assert table.visitors[BEN].post(f"{page}/talk/1", data={"deed": "report"}).status_code == 303
    assert table.visitors[BEN].post(f"{page}/talk/1", data={"deed": "block"}).status_code == 303
    assert "luck, and" not in table.visitors[BEN].get(page).text.split('id="talk-form"')[0]
    assert ann.get(f"{table.path}/note").json() == {"text": "</textarea>mine"}
    assert ann.put(f"{table.path}/note", json={"text": ""}).json() == {}


def test_who_has_the_game_open(table: Table):
    """Each hears whose page shows the game, with or without a clock, and when it is closed."""
    with table.listens(ANN) as ann:
        assert told(ann)["here"] == ["R"]
        with table.listens(BEN) as ben:
            assert told(ben)["here"] == ["R", "B"]
            assert told(ann)["here"] == ["R", "B"]
        assert told(ann)["here"] == ["R"]


def test_a_stranger_who_looks_on(table: Table):
    """The first word makes a guest of them, with a name, who may say more; not without end from one place."""
    with table.server.visitor() as cat:
        heard = cat.get(f"{table.path}/talk").json()
        assert (heard["rooms"], heard["may_talk"]) == (["watchers"], True)
        first = cat.post(f"{table.path}/talk", json={"text": "Who wins?"}).json()["messages"][0]
        assert first["you"]
        name = cat.get(f"{API}/account").json()["name"]
        assert (first["name"], cat.post(f"{table.path}/talk", json={"phrase": "ahoy"}).status_code) == (name, 200)
        assert table.hears(CAT)[0] == f"{name}: Who wins?"
    with table.server.visitor() as dan:
        page = dan.post(f"/games/{table.id}/talk", data={"text": "Hello"})
        assert page.status_code == 303
        assert dan.cookies
    found = [
        httpx.post(f"{table.server.url}{table.path}/talk", json={"text": "x"}, verify=NO_TLS).status_code
        for _ in range(20)
    ]
    assert found[0] == 200
    assert found[-1] == 429
