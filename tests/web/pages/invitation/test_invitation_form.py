"""What somebody asks for who invites others."""

from __future__ import annotations

import pytest

from kidd.errors import OptionError
from kidd.table.clocks import TimeControl
from kidd.web.pages.invitation.invitation_form import read_invitation
from tests.web.afloat import Server, Visitor


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ({}, ""),
        ({"time": "300+3", "minutes": "7", "seconds": "1"}, "300+3"),
        ({"time": "own", "minutes": "7", "seconds": "12"}, "420+12"),
        ({"time": "own", "minutes": "90", "seconds": ""}, "5400+0"),
    ],
)
def test_the_time(said: dict[str, str], time: str):
    """One of the list, or minutes for the game and seconds for each move."""
    assert read_invitation({"game": "LC", **said}).terms.time == time
    TimeControl.parse(time)


def test_a_time_that_makes_no_sense(visitor: Visitor):
    """It is refused with a sentence, and the form is as it was filled in."""
    with pytest.raises(OptionError):
        TimeControl.parse(read_invitation({"game": "LC", "time": "own", "minutes": "0"}).terms.time)
    said = {"game": "QM", "time": "own", "minutes": "500", "seconds": "7", "whom": "lobby"}
    answer = visitor.post("/invitations", data=said)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert 'value="500"' in answer.text
    assert '<option value="own" selected>' in answer.text


@pytest.mark.parametrize("said", [{"game": "LC"}, {"game": "MG", "players": "2", "level": "4"}])
def test_gold_plays_only_with_three(visitor: Visitor, said: dict[str, str]):
    """Without scripts it can be chosen for two: the form comes back as it was filled in, and says why."""
    answer = visitor.post("/invitations", data={"colour": "gold", "time": "300+3", **said})
    assert answer.status_code == 422
    assert "That crew does not play here." in answer.text
    for chosen in ("gold", "300+3", *(said[name] for name in ("players", "level") if name in said)):
        assert f'<option value="{chosen}" selected>' in answer.text
    assert visitor.post("/invitations", data={"game": "MG", "players": "3", "colour": "gold"}).status_code == 303


def test_where_a_refused_form_stands(visitor: Visitor):
    """A reload and the switch of the language lead to the form again."""
    answer = visitor.get("/invitations")
    assert (answer.status_code, answer.headers["location"]) == (303, "/invite")


def test_ratings_are_for_members(visitor: Visitor, server: Server):
    """A guest is not asked for them, not even one who has a name already."""
    visitor.post("/invitations", data={"game": "LC", "name": "Anne"})
    html = visitor.get("/invite?whom=lobby").text
    assert 'name="rated"' not in html
    assert 'name="lowest"' not in html
    with Visitor(server.url) as member:
        member.post("/api/v1/signup", json={"name": "Grace of the Kelp", "password": "two parrots and a plank"})
        assert 'name="rated"' in member.get("/invite?whom=lobby").text


@pytest.mark.parametrize("colour", ["red", "gold"])
def test_who_invites(visitor: Visitor, server: Server, colour: str):
    """The person who has opened the game, wherever the computer sits."""
    said = {"game": "MG", "players": "3-computer", "colour": colour, "name": "Anne of the Kelp"}
    page = visitor.post("/invitations", data=said).headers["location"]
    with Visitor(server.url) as friend:
        assert "<h1>Anne of the Kelp invites you</h1>" in friend.get(page).text


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "for more than a minute"), ("de", "länger als eine Minute"), ("fr", "plus d’une minute")],
)
def test_what_being_away_costs(visitor: Visitor, server: Server, language: str, said: str):
    """Whoever sits down to a live game is told before, in their language, and so is whoever reads the help."""
    with Visitor(server.url, headers={"accept-language": language}) as friend:
        for time, told in (("300+5", True), ("3d", False), ("", False)):
            page = visitor.post("/invitations", data={"game": "LC", "time": time}).headers["location"]
            assert (said in friend.get(page).text) is told
        assert said in friend.get("/invite").text  # for whoever chooses a live time
        assert said in friend.get("/help").text
