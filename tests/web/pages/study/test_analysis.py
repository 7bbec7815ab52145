"""The analysis of a finished game."""

from typing import Any

import pytest

from tests.patience import until
from tests.web.afloat import JSON, Visitor
from tests.web.reading import attribute

ACTS = ("@c1", "@c9", "@a3", "@e7", "c1-b2", "c9-b8", "b2-c3", "e7-d8", "resign")


@pytest.fixture
def finished(visitor: Visitor) -> str:
    """A short game that red has given up."""
    page = visitor.opens()
    for ply, act in enumerate(ACTS):
        assert visitor.plays(page, ply, act).status_code == 200
    return page


def waited(visitor: Visitor, page: str, state: str) -> dict[str, Any]:
    """The answer once the analysis has come to a state."""
    said: dict[str, Any] = {}

    def is_there() -> bool:
        said.update(visitor.get(f"{page}/analysis", headers=JSON).json())
        return bool(said["state"] == state)

    until(is_there, f"an analysis that is {state}")
    return said


def test_a_finished_game_is_analysed(visitor: Visitor, finished: str):
    """Begun by a player, it comes to an end with a mark on every move, a curve and a table; all may look."""
    assert 'id="analysis-begin"' in visitor.get(f"{finished}/analysis").text
    begun = visitor.post(f"{finished}/analysis", json={}, headers=JSON).json()
    assert (begun["state"], begun["total"]) == ("running", 8)
    said = waited(visitor, finished, "done")
    assert said["done"] == 8
    assert 'class="curve"' in said["html"]
    assert f'href="/study?game={finished.removeprefix("/games/")}&amp;ply=8"' in said["html"]
    again = visitor.post(f"{finished}/analysis", json={}, headers=JSON).json()
    assert again["state"] == "done"
    german = visitor.get(f"{finished}/analysis", headers={"accept-language": "de"}).text
    assert "bester Zug" in german
    assert "bester Zug" not in said["html"]


def test_an_analysis_can_be_stopped(visitor: Visitor, finished: str):
    """Stopped, it can be begun again."""
    visitor.post(f"{finished}/analysis", json={}, headers=JSON)
    stopped = visitor.post(f"{finished}/analysis", json={"stop": "1"}, headers=JSON).json()
    assert stopped["state"] == "cancelled"
    assert 'id="analysis-begin"' in visitor.get(f"{finished}/analysis").text
    assert visitor.post(f"{finished}/analysis", json={}, headers=JSON).json()["state"] == "running"


def test_without_javascript(visitor: Visitor, finished: str):
    """A plain form leads back to the page, which looks again by itself while the computer thinks."""
    answer = visitor.post(f"{finished}/analysis", data={"begin": "1"}, headers={"accept": "text/html"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"{finished}/analysis")
    page = visitor.get(f"{finished}/analysis").text
    assert attribute(page, "data-state") in ("running", "done")


def test_only_players_ask(visitor: Visitor, other: Visitor, finished: str):
    """A stranger may look, but has nothing analysed and stops nothing."""
    for said in ({}, {"stop": "1"}):
        assert other.post(f"{finished}/analysis", json=said, headers=JSON).status_code == 403
    page = other.get(f"{finished}/analysis")
    assert page.status_code == 200
    assert 'id="analysis-begin"' not in page.text


def test_a_running_game_is_not_analysed(visitor: Visitor):
    """That would be help from the computer."""
    page = visitor.opens()
    answer = visitor.post(f"{page}/analysis", json={}, headers=JSON)
    assert (answer.status_code, answer.json()) == (422, {"error": "A game is analysed when it is over."})
    assert visitor.get("/games/nosuchgame22/analysis").status_code == 404
