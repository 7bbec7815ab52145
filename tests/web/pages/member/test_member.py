"""Members, leader boards and the next game where it is one's turn, as pages and as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from kidd.table.play.actors import Actor
from kidd.table.play.games import open_game, play
from kidd.table.rating import ENOUGH
from kidd.table.seats import Seat
from kidd.table.storage.database.store import Store
from kidd.table.terms import Terms
from tests.patience import until
from tests.table.members import advance, game_between, give_up, member, rated
from tests.web.afloat import API, Server, Visitor, afloat
from tests.web.roles import cookie

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own: nobody else may be called as they are."""
    with afloat(tmp_path_factory.mktemp("members")) as running:
        yield running


@pytest.fixture(scope="module")
def crew(server: Server) -> tuple[Actor, ...]:
    """Ada, who has beaten Bob often, and Cleo, who has beaten Ada once; a game of Ada and Cleo did not count."""
    store = server.app.state.store
    ada, bob, cleo = (member(store, name) for name in ("Ada", "Bob", "Cleo"))
    for _ in range(ENOUGH - 1):
        game_between(store, ada, bob, code="MG2", time="600+5")
    game_between(store, cleo, ada, code="MG2", time="600+5")
    casual(store, ada, cleo)
    return ada, bob, cleo


def casual(store: Store, winner: Actor, loser: Actor) -> str:
    """A private game for nothing."""
    seats = Seat(0, "person", winner.person, None, winner.name), Seat(1, "person", loser.person, None, loser.name)
    table = open_game(store, code="LC", options={}, seats=seats, owner=winner)
    return give_up(store, advance(store, table, Random(1)), loser).id


@pytest.fixture
def cleo(server: Server, crew: tuple[Actor, ...]) -> Iterator[Visitor]:
    """Cleo's browser."""
    with server.visitor(headers=cookie(server, crew[2])) as visitor:
        yield visitor


def test_a_member(visitor: Visitor, cleo: Visitor):
    """Ratings, curve and record against whoever looks; private games are for those who sat there."""
    said = visitor.get(f"{API}/members/ada").json()
    (rating,) = said["ratings"]
    assert said["name"] == "Ada"
    assert "against_you" not in said
    assert (rating["game"], rating["speed"], rating["games"], rating["won"], rating["lost"]) == (
        "MG2",
        "rapid",
        10,
        9,
        1,
    )
    assert rating["place"] == 1
    assert "provisional" not in rating
    assert cleo.get(f"{API}/members/Ada").json()["against_you"] == {"won": 1, "lost": 1}
    course = visitor.get(f"{API}/members/Ada/ratings", params={"game": "MG2", "speed": "rapid"}).json()["steps"]
    assert len(course) == ENOUGH
    assert course[-1]["rating"] == rating["rating"]
    assert course[-1]["change"] < 0 < course[0]["change"]
    assert 1500 + sum(step["change"] for step in course) == rating["rating"]
    shown = visitor.get("/members/Ada")
    assert shown.status_code == 200
    assert f"<b>{rating['rating']} ± {rating['spread']}</b>" in shown.text
    assert 'class="curve-band"' in shown.text
    assert 'id="between"' not in shown.text
    assert len(re.findall("<dd>1</dd>", cleo.get("/members/Ada").text)) == 2
    assert visitor.get("/members/aDA").headers["location"] == "/members/Ada"


def test_games_with_filters(visitor: Visitor, cleo: Visitor):
    """By game, result and whether they count."""

    def found(somebody: Visitor, **wishes: str) -> int:
        answer = somebody.get(f"{API}/members/Ada/games", params=wishes)
        rows = somebody.get("/members/Ada", params=as_page(wishes)).text.count('<td class="is-')
        assert rows == len(answer.json().get("games", []))
        return rows

    def as_page(wishes: dict[str, str]) -> dict[str, str]:
        kinds = {"true": "rated", "false": "casual"}
        return {("kind" if name == "rated" else name): kinds.get(value, value) for name, value in wishes.items()}

    assert (found(visitor), found(cleo)) == (ENOUGH, ENOUGH + 1)
    assert (found(visitor, result="lost"), found(visitor, result="drawn")) == (1, 0)
    assert (found(cleo, rated="false"), found(visitor, rated="false")) == (1, 0)
    assert found(cleo, game="LC") == 1
    changes = visitor.get(f"{API}/members/Ada/games").json()["changes"]
    assert len(changes) == ENOUGH
    assert visitor.get("/members/Ada?page=2").status_code == 200


def test_leaders(visitor: Visitor, crew: tuple[Actor, ...]):
    """Those with enough games, and how many that is."""
    board = visitor.get(f"{API}/leaders", params={"game": "MG2", "speed": "rapid"}).json()
    assert board["enough"] == ENOUGH
    assert [(one["name"], one["place"], one["games"]) for one in board["leaders"]] == [("Ada", 1, ENOUGH)]
    page = visitor.get("/members?pool=MG2&speed=rapid").text
    assert page.count('<th scope="row"><a href="/members/') == 1
    assert f"at least {ENOUGH} rated games" in page
    assert 'id="none"' in visitor.get("/members?pool=LC&speed=blitz").text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/members/Nobody%20of%20that%20name", 404),
        ("/members/%00", 404),
        ("/members/" + "x" * 300, 404),
        ("/members?pool=XX&speed=rapid", 422),
        ("/members?pool=LC&speed=warp", 422),
        ("/members?page=0", 422),
        ("/members?page=99999", 422),
        ("/members/Ada?result=glorious", 422),
        (f"{API}/members/Nobody", 404),
        (f"{API}/leaders?game=XX&speed=rapid", 422),
        (f"{API}/leaders?game=LC&speed=warp", 422),
        (f"{API}/leaders?game=LC&speed=rapid&page=21", 422),
        (f"{API}/members/Ada/games?result=glorious", 422),
    ],
)
def test_what_there_is_not(visitor: Visitor, crew: tuple[Actor, ...], path: str, status: int):
    """A clear sentence."""
    answer = visitor.get(path)
    assert answer.status_code == status
    assert "Internal" not in answer.text


def test_the_next_game(server: Server, visitor: Visitor):
    """Round by round through all games where it is one's turn, and to the list where there is no other."""
    store = server.app.state.store
    dora, emil = member(store, "Dora"), member(store, "Emil")
    mine = [rated(store, dora, emil, time=time).id for time in ("", "3d", "1d")]
    theirs = rated(store, emil, dora).id
    with server.visitor(headers=cookie(server, dora)) as browser:
        first = browser.get(f"{API}/games/next").json()["id"]
        second = browser.get(f"{API}/games/next", params={"after": first}).json()["id"]
        third = browser.get(f"{API}/games/next", params={"after": second}).json()["id"]
        assert [first, second, third] == mine[::-1]  # the soonest deadline first
        assert browser.get(f"{API}/games/next", params={"after": third}).json()["id"] == first
        assert browser.get(f"/next?after={theirs}").headers["location"] == f"/games/{first}"
        listed = browser.get(f"{API}/games", params={"rated": "true"}).json()["games"]
        assert [one["id"] for one in listed] == [first, second, third, theirs]
        assert [one.get("your_turn", False) for one in listed] == [True, True, True, False]
        assert [bool(one.get("due")) for one in listed] == [True, True, False, False]
        play(store, second, dora, 0, "@c1")
        play(store, third, dora, 0, "@c1")
        assert browser.get(f"{API}/games/next", params={"after": first}).json() == {}
        nowhere = browser.get(f"/next?after={first}").headers["location"]
        assert 'id="nowhere"' in browser.get(nowhere).text
    assert visitor.get(f"{API}/games/next").json() == {}
    assert visitor.get("/next").headers["location"].startswith("/games?")


def test_ratings_in_the_lobby(server: Server, visitor: Visitor):
    """Beside the name of whoever looks for players."""
    store = server.app.state.store
    hal, ines = member(store, "Hal"), member(store, "Ines")
    game_between(store, hal, ines)
    for owner, code in ((hal, "LC"), (ines, "QM")):
        seats = Seat(0, "person", owner.person, None, owner.name), Seat(1, "open")
        open_game(store, code=code, options={}, seats=seats, owner=owner, terms=Terms(rated=True, listed=True))
    until(lambda: {"Hal", "Ines"} <= {one.get("by") for one in visitor.get(f"{API}/lobby").json()["seeks"]})
    shown = {one["by"]: one["rating"] for one in visitor.get(f"{API}/lobby").json()["seeks"] if one.get("rated")}
    assert shown["Hal"] > shown["Ines"] == 1500  # who has not played Quedah Merchant yet
    assert f"Rating {shown['Hal']}?" in visitor.get("/lobby").text


def test_ratings_at_the_table(server: Server, visitor: Visitor):
    """Beside the names, before the game and after it."""
    store = server.app.state.store
    fay, gus = member(store, "Fay"), member(store, "Gus")
    table = rated(store, fay, gus, code="QM")
    page = f"/games/{table.id}"
    assert [(one["rating"], one["provisional"]) for one in visitor.sees(page)["seats"]] == [(1500, True)] * 2
    assert visitor.get(page).text.count("Rating 1500?") == 2
    give_up(store, advance(store, table, Random(1)), gus)
    up, down = (one["rating_change"] for one in visitor.sees(page)["seats"])
    assert up == -down > 0
    assert f"Rating 1500? +{up}" in visitor.get(page).text
    assert f"Rating 1500? −{up}" in visitor.get(page).text
    assert re.findall('data-member href="/members/([^"]*)"', visitor.get(page).text) == ["Fay", "Gus"]
