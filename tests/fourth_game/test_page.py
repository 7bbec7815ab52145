"""The fourth game on the site: a card, a form, a table, computers, analysis, the editor of positions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kidd
from tests.patience import until
from tests.web.afloat import API, JSON, Server, Visitor
from tests.web.reading import attribute

pytestmark = pytest.mark.once
CROSSING = ("@c1", "@c9", "c1-b2", "c9-b8", "b2-a3")


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    """Somebody who has never been here."""
    with server.visitor() as somebody:
        yield somebody


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_it_has_a_card(visitor: Visitor, language: str):
    """With its name, its options and who can play, after the games of the box; no rules page, no link to one."""
    html = visitor.get("/", headers={"accept-language": language}).text
    assert html.index('id="card-MG"') < html.index('id="card-DR"')
    card = html.partition('id="card-DR"')[2].partition("</form>")[0]
    assert "Cross the deck, and be quick about it." in card
    assert 'name="landings"' in card
    assert "Two, with both tokens" in card
    assert 'value="3-1"' not in card
    assert 'value="2-0"' in card
    assert 'name="level2"' in card
    assert 'name="level3"' not in card
    assert "/rules/" not in card


def test_played_to_the_end(visitor: Visitor):
    """Opened by the form, played move by move, over with a sentence, in the log book and in the list."""
    page = visitor.opens(game="DR")
    html = visitor.get(page).text
    assert attribute(html, "data-code") == "DR"
    assert "You win by walking from hatch to hatch." in html
    assert 'id="die"' not in html
    for ply, act in enumerate(CROSSING):
        assert visitor.plays(page, ply, act).status_code == 200
    over = visitor.get(page).text
    assert attribute(over, "data-result") == "1-0"
    assert "Red wins." in over
    (match,) = kidd.read_logbook(visitor.get(f"{page}/log.kidd").text)
    assert match.acts == CROSSING
    assert visitor.get(f"{page}/3.svg").status_code == 200
    assert page in visitor.get("/games").text
    assert "Drift" in visitor.get("/").text


def test_why_not(visitor: Visitor):
    """Whoever taps in vain is told why, and no rule of another game is cited."""
    page = visitor.opens(game="DR")
    visitor.plays(page, 0, "@c1")
    said = visitor.get(f"{API}{page}/why", params={"move": "c1"}).json()
    assert "c1 is taken by Red." in str(said)
    visitor.plays(page, 1, "@c9")
    said = visitor.get(f"{API}{page}/why", params={"move": "c1-b2/a3"}).json()
    assert (said["sentence"], said.get("rule")) == ("c1-b2/a3: a token moves one step.", None)
    looked = visitor.post("/api/v1/look", json={"position": "DR", "acts": ["@c1", "@c9"], "from": 2, "why": "c1-b2/a3"})
    assert looked.json()["why"].get("rule") is None


def test_a_computer_answers(visitor: Visitor):
    """The process that thinks knows the game as well."""
    page = visitor.opens(game="DR", party="2-1", level="4", landings="2")
    assert visitor.plays(page, 0, "@c1").status_code == 200
    until(lambda: attribute(visitor.get(page).text, "data-ply") == "2")
    assert "Both tokens must cross" in visitor.get(page).text


def test_the_editor_of_positions(visitor: Visitor):
    """Its options are in the form, a tap places one token to a space, and the position can be played on."""
    answer = visitor.post("/setup", data={"position": "DR - R R2B2 -", "space": "c1", "tool": "R"}, headers=JSON).json()
    assert answer["position"] == "DR Rc1~ R R1B2 -"
    assert 'name="landings"' in answer["html"]
    assert 'name="die"' not in answer["html"]
    assert 'name="passes"' not in answer["html"]
    on = visitor.post("/play-on", data={"position": "DR Rb2c1,Bc9~ R R1B1 -", "seat-R": "me", "seat-B": "me"})
    assert on.status_code == 303
    assert visitor.plays(on.headers["location"], 0, "b2-a3").status_code == 200
    assert attribute(visitor.get(on.headers["location"]).text, "data-result") == "1-0"
