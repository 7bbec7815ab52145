"""What those are told who are asked to play, come too late, or have gone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kidd.table.play.games import open_game, play
from kidd.table.seats import Seat
from kidd.table.terms import Terms
from kidd.web.state.rematches import rematch_state
from kidd.words.language import tongue
from tests.table.members import member
from tests.web.afloat import API, Server, Visitor, afloat
from tests.web.forms import Reader

pytestmark = pytest.mark.once
HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own: nobody else may be called as they are."""
    with afloat(tmp_path_factory.mktemp("callers")) as running:
        yield running


def test_a_challenge_in_the_lobby(server: Server, visitor: Visitor):
    """It says whether the game is rated, and its options; the list of games says that they are asked."""
    store, anne = server.app.state.store, member(server.app.state.store, "Anne")
    visitor.opens()
    asked = server.actor(visitor).person
    seats = Seat(0, "person", anne.person, None, "Anne"), Seat(1, "open", asked, None, "Sam")
    terms = Terms("3d", rated=True)
    table = open_game(store, code="LC", options={"opening": "chooser"}, seats=seats, owner=anne, terms=terms)
    line = visitor.get("/lobby").text.partition(f'id="asked-{table.id}"')[2].partition("</li>")[0]
    assert "rated" in line
    assert "for fun" not in line
    assert line.count(" · ") > 1, "an option"
    card = visitor.get("/games").text.partition(f'data-game="{table.id}"')[2].partition("</a>")[0]
    assert "You are asked to play." in card
    assert "against Anne<" in card
    assert rematch_state(table, asked, tongue("en")).words == "Anne would like to play again."


def test_whoever_looks_into_the_lobby_is_there(visitor: Visitor):
    """Also before their page has opened its socket: nobody reads that nobody is there."""
    assert ">1 player is here.<" in visitor.get("/lobby").text


def test_whoever_comes_too_late(server: Server, visitor: Visitor, other: Visitor):
    """They may watch those who were quicker."""
    game = visitor.post(f"{API}/invitations", json={"game": "LC"}).json()["id"]
    assert other.post(f"{API}/games/{game}/seat", json={}).status_code == 200
    with server.visitor() as late:
        answer = late.post(f"/games/{game}/seat", data={}, headers=HTML)
    assert answer.status_code == 403
    assert "That seat is taken." in answer.text
    assert f'href="/games/{game}"' in answer.text
    assert 'href="/lobby"' in answer.text.partition("<main")[2]


def test_an_invitation_that_was_called_off(visitor: Visitor, other: Visitor):
    """Whoever has the link is told so, and led to other games; there is no table to look at."""
    game = visitor.post(f"{API}/invitations", json={"game": "LC", "name": "Ann"}).json()["id"]
    assert visitor.post(f"{API}/games/{game}/abandon").status_code == 200
    page = other.get(f"/games/{game}").text
    assert "The invitation of Ann was called off before the game began." in page
    assert 'href="/lobby"' in page.partition("<main")[2]


@pytest.mark.parametrize("kept", [False, True])
def test_whoever_opened_a_game_and_stood_up(server: Server, visitor: Visitor, other: Visitor, kept: bool):
    """They may call it off as before, whether a seat is left for them or not; whoever has only the link may not."""
    visitor.opens()
    ann, friend = server.actor(visitor), Seat(2, "open", "cat", None, "Cat")
    seats = Seat(0, "person", ann.person, None, "Ann"), Seat(1, "person", "bea", None, "Bea"), friend
    page = f"/games/{open_game(server.app.state.store, code='MG3', options={}, seats=seats, owner=ann).id}"
    assert visitor.post(f"{page}/stand-up").status_code == 303
    assert 'id="call-off"' not in other.get(page).text
    if kept:
        assert other.post(f"{page}/seat").status_code == 303
    reader = Reader(visitor, page)
    assert ('id="kept"' in reader.html) == kept
    reader.sends(f"{page}/abandon")
    assert reader.path == "/lobby"
    assert "was called off before the game began." in other.get(page).text


def test_whoever_has_left_a_game_of_three(server: Server, visitor: Visitor):
    """Their page says so, and not that somebody else was quicker."""
    visitor.opens()
    ann, store = server.actor(visitor), server.app.state.store
    bea, cat = member(store, "Bea"), member(store, "Cat")
    crew = [Seat(0, "person", one.person, None, one.name) for one in (ann, bea, cat)]
    table = open_game(store, code="MG3", options={}, seats=crew, owner=bea)
    play(store, table.id, ann, 0, "R:leave")
    assert "You have left this game: you can look on." in visitor.get(f"/games/{table.id}").text
    card = visitor.get("/games").text.partition(f'data-game="{table.id}"')[2].partition("</a>")[0]
    assert "You have left this game: you can look on." in card
    assert [one["id"] for one in visitor.get(f"{API}/games").json()["games"] if one.get("left")] == [table.id]


@pytest.mark.parametrize(
    ("language", "short", "sit"),
    [("en", "Short game", "Sit down"), ("de", "Kurzes Spiel", "Hinsetzen"), ("fr", "Partie courte", "S’asseoir")],
)
def test_what_is_offered_in_the_lobby(visitor: Visitor, other: Visitor, language: str, short: str, sit: str):
    """Which of the two games it is, though that is the usual one, there and by the link; and where one sits down."""
    page = visitor.post("/invitations", data={"game": "QM", "whom": "lobby", "time": "3d"}).headers["location"]
    other.headers["accept-language"] = language
    assert short in other.get(page).text
    seek = other.get("/lobby").text.partition(f'id="seek-{page.rpartition("/")[2]}"')[2].partition("</li>")[0]
    assert short in seek
    assert sit in seek
    assert sit not in visitor.get("/lobby").text.partition('id="seeks"')[2].partition("</ul>")[0]
