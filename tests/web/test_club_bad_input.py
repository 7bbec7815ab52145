"""What people do to one another by mistake or on purpose: a clear sentence, and nothing half done."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Barrier

import pytest
from sqlalchemy import Table, func, select

from kidd.table import limits
from kidd.table.play.games import load
from kidd.table.storage.database.schema import messages, persons, sessions
from tests.web.afloat import API, Server, Visitor
from tests.web.reading import alert

HTML = {"accept": "text/html"}
RIVALS = 3


@pytest.fixture
def rivals(server: Server) -> Iterator[list[Visitor]]:
    """Three who have never been here."""
    with ExitStack() as stack:
        yield [stack.enter_context(server.visitor()) for _ in range(RIVALS)]


def rows(server: Server, *tables: Table) -> list[int]:
    """How much stands in tables."""
    with server.app.state.store.reading() as connection:
        return [connection.execute(select(func.count()).select_from(table)).scalar_one() for table in tables]


def invited(visitor: Visitor) -> str:
    """The id of a game that waits for somebody."""
    return str(visitor.post(f"{API}/invitations", json={"game": "LC", "time": "300+5"}).json()["id"])


@pytest.mark.parametrize("form", [False, True], ids=["json", "form"])
def test_three_race_for_one_seat(server: Server, visitor: Visitor, rivals: list[Visitor], form: bool):
    """One sits down; the others are told that the seat is taken, and are nobody for that: no person, no session."""
    game = invited(visitor)
    before, together = rows(server, persons, sessions), Barrier(RIVALS)

    def race(number: int) -> tuple[int, str]:
        rival = rivals[number]
        together.wait()
        if form:
            answer = rival.post(f"/games/{game}/seat", data={"name": f"Rival {number}"}, headers=HTML)
            return answer.status_code, "" if answer.status_code == 303 else alert(answer.text)
        answer = rival.post(f"{API}/games/{game}/seat", json={"name": f"Rival {number}"})
        return answer.status_code, answer.json().get("detail", "")

    with ThreadPoolExecutor(RIVALS) as pool:
        told = list(pool.map(race, range(RIVALS)))
    won = 303 if form else 200
    taken = (403, "That seat is taken.")
    assert sorted(told) == sorted([(won, ""), taken, taken])
    assert rows(server, persons, sessions) == [number + 1 for number in before]
    winner = [status for status, _ in told].index(won)
    assert [bool(rival.cookies.get("kidd_session")) for rival in rivals] == [place == winner for place in range(RIVALS)]
    table = load(server.app.state.store, game)
    assert table.people == {server.actor(visitor).person, server.actor(rivals[winner]).person}


@pytest.mark.parametrize("room", ["players", "watchers"])
def test_a_megabyte_of_chat(server: Server, visitor: Visitor, rivals: list[Visitor], room: str):
    """By form and by program: too large, in a sentence; nothing is kept, and whoever was nobody stays so."""
    game = invited(visitor)
    player, watcher, _ = rivals
    player.post(f"/games/{game}/seat", data={})
    speaker = player if room == "players" else watcher
    before = rows(server, persons, sessions, messages)
    for length, problem in ((1_000_000, "too-large"), (limits.MESSAGE + 1, "full")):
        page = speaker.post(f"/games/{game}/talk", data={"text": "x" * length}, headers=HTML)
        assert (page.status_code, bool(alert(page.text))) == (413, True)
        answer = speaker.post(f"{API}/games/{game}/talk", json={"text": "x" * length})
        assert (answer.status_code, answer.json()["type"]) == (413, f"/problems/{problem}")
        assert answer.json()["detail"]
    assert rows(server, persons, sessions, messages) == before
