"""What somebody hears who begins too much, and what the page of a game says of how long it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kidd.table.storage.growth import Growth
from kidd.web.http import database_room
from kidd.web.http.database_room import look_at_room
from tests.patience import until
from tests.web.afloat import API, Server, Visitor, afloat

FAR = {"x-forwarded-for": "203.0.113.9"}
GAME = {"game": "LC", "seats": [{"kind": "person"}, {"kind": "person"}]}


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own, with bounds of its own."""
    with afloat(
        tmp_path_factory.mktemp("growth"), new_each=5, guest_days=30, untouched_days=7, finished_days=50
    ) as running:
        yield running


def test_games_without_a_cookie(harbour: Server):
    """After so many from one address the next is refused with when to come again; what has begun goes on."""
    with harbour.visitor(headers=FAR) as first:
        page = first.opens()
        for _ in range(4):
            with harbour.visitor(headers=FAR) as visitor:
                assert visitor.post(f"{API}/games", json=GAME).status_code == 201
        with harbour.visitor(headers={**FAR, "accept-language": "de"}) as late:
            answer = late.post(f"{API}/games", json=GAME)
            assert answer.status_code == 429
            assert 3000 < int(answer.headers["retry-after"]) <= 3600
            assert answer.json()["type"] == "/problems/too-fast"
            assert "Minuten" in answer.json()["detail"]
            assert late.post("/games", data={"game": "LC", "party": "2-2"}).status_code == 429
            assert not late.cookies
        assert first.plays(page, 0, "@c1").status_code == 200
    with harbour.visitor(headers={"x-forwarded-for": "198.51.100.7"}) as other:
        assert other.post(f"{API}/games", json=GAME).status_code == 201
    with harbour.visitor() as here:
        assert 'kidd_refused_total{why="begun"}' in here.get("/metrics").text


def test_a_full_database(harbour: Server, monkeypatch: pytest.MonkeyPatch):
    """What would be new gets a sentence and 503, games that have begun go on, and the metrics tell both sizes."""
    store = harbour.app.state.store
    with harbour.visitor() as visitor, harbour.visitor(headers={"accept-language": "fr"}) as late:
        page = visitor.opens()
        study = visitor.post(f"{API}/studies", json={"position": "LC", "acts": ["@c1"]}).json()
        growth = Growth(most=10_000)
        monkeypatch.setattr(store, "growth", growth)
        look_at_room(store)
        answer = late.post(f"{API}/games", json=GAME)
        assert (answer.status_code, answer.json()["type"]) == (503, "/problems/busy")
        assert int(answer.headers["retry-after"]) > 0
        assert "parties" in answer.json()["detail"]
        asked = late.post("/games", data={"game": "LC", "party": "2-2"}, headers={"accept": "text/html"})
        assert (asked.status_code, "parties" in asked.text) == (503, True)
        for answer in (
            visitor.put(f"{API}{page}/note", json={"text": "Watch c4"}),
            late.post(f"{API}{page}/talk", json={"phrase": "ahoy"}, headers={"accept-language": "en"}),
            visitor.post(f"{API}/studies", json={"position": "LC", "acts": ["@c1"]}),
            visitor.post(
                f"{API}/studies/{study['id']}/edits",
                json={"kind": "comment", "node": 0, "version": study["version"], "text": "Well begun"},
            ),
        ):
            assert (answer.status_code, answer.json()["type"]) == (503, "/problems/busy"), answer.text
            assert "no room for anything new" in answer.json()["detail"]
        assert (
            visitor.post(f"{page}/note", data={"text": "Watch c4"}, headers={"accept": "text/html"}).status_code == 503
        )
        assert visitor.plays(page, 0, "@c1").status_code == 200
        told = late.get("/metrics").text
    assert float(re.findall(r"(?m)^kidd_database_bytes (\S+)", told)[0]) > 10_000
    assert re.findall(r"(?m)^kidd_database_limit_bytes (\S+)", told)


def test_the_log_warns_early(harbour: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Once when it is nearly full, once when it is, and once when there is room again."""
    store = harbour.app.state.store
    growth = Growth(most=100 << 20)
    monkeypatch.setattr(store, "growth", growth)
    told = "", 0.0
    for size in (10, 85, 90, 100, 101, 20, 21):
        growth.size = size << 20
        told = database_room._tell(store, *told)
    lines = [line for line in capsys.readouterr().out.splitlines() if "the database" in line]
    assert [("nearly" in line, "full" in line, "again" in line) for line in lines] == [
        (True, True, False),
        (False, True, False),
        (False, False, True),
    ]


@pytest.mark.parametrize(("language", "words"), [("en", "7 days"), ("de", "7 Tage"), ("fr", "7 jours")])
def test_a_game_of_guests_says_how_long_it_is_kept(harbour: Server, language: str, words: str):
    """On its page, and while somebody is missing; after a few moves it is kept longer, and in the end it stays."""
    with harbour.visitor(headers={"accept-language": language}) as visitor:
        page = visitor.opens()
        assert words in note(visitor, page)
        for ply, act in enumerate(("@c1", "@c9", "@a3")):
            visitor.plays(page, ply, act)
        assert words.replace("7", "30") in note(visitor, page)
        visitor.does(page, "abandon")
        assert not note(visitor, page)
        invited = visitor.post(f"{API}/invitations", json={"game": "LC"}).json()["id"]
        assert words in note(visitor, f"/games/{invited}")


@pytest.mark.parametrize(("language", "words"), [("en", "50 days"), ("de", "50 Tagen"), ("fr", "50 jours")])
def test_how_long_what_is_over_is_kept(harbour: Server, language: str, words: str):
    """The page on privacy says so, and the one in place of a game that is no more."""
    with harbour.visitor(headers={"accept-language": language, "accept": "text/html"}) as visitor:
        assert words in visitor.get("/privacy").text
        assert words in visitor.get("/games/another0one0").text


def note(visitor: Visitor, page: str) -> str:
    """What a page says of how long a game is kept."""
    found = re.search(r'<p id="kept-days"[^>]*>(.*?)</p>', visitor.get(page).text)
    return found[1] if found else ""


def test_the_room_is_looked_at(harbour: Server):
    """From the start on, and again and again."""
    store = harbour.app.state.store
    until(lambda: store.growth.size > 0)
    assert store.growth.most == harbour.app.state.settings.database_mb << 20
