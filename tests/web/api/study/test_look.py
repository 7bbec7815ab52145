from __future__ import annotations

from typing import Any

import pytest

from kidd.table import limits
from kidd.web.api.study.lines import read_line
from tests.web.afloat import Visitor

QM = ["@c1", "@a7", "*2", "c1-a3/b2@c1", "*1"]


def looked(visitor: Visitor, **said: Any) -> dict[str, Any]:
    """The answer to a look."""
    answer = visitor.post("/api/v1/look", json=said)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_last_ply(visitor: Visitor):
    """Without any wish; a token keeps its name along the line, and a due roll has its three moves."""
    found = looked(visitor, position="QM", acts=QM[:4])
    (last,) = found["looks"]
    assert (found["game"], found["last_ply"], last["ply"], last["turn"]) == ("QM", 4, 4, "B")
    assert [move["act"] for move in last["moves"]] == ["*1", "*2", "*3"]
    assert {piece["space"]: piece["ids"] for piece in last["pieces"]} == {"c1": ["R2"], "a3": ["R1"], "a7": ["B1"]}
    assert last["last"]["path"] == ["c1", "b2", "a3"]
    assert last["sentences"]["told"] == "Red moves from c1 to a3 and brings in a new token on c1."


def test_a_whole_line_at_once(visitor: Visitor):
    """Every ply is what it would be by itself."""
    whole = looked(visitor, position="QM", acts=QM, **{"from": 0, "to": 5})["looks"]
    assert [one["ply"] for one in whole] == list(range(6))
    for ply, one in enumerate(whole):
        assert looked(visitor, position="QM", acts=QM[:ply])["looks"] == [one]


def test_in_the_askers_language(visitor: Visitor):
    """As everything is."""
    answer = visitor.post(
        "/api/v1/look", json={"position": "LC", "acts": ["@c1"]}, headers={"accept-language": "de"}
    ).json()
    assert answer["looks"][0]["sentences"]["told"] == "Rot setzt auf c1 ein."


def test_what_is_over_and_what_is_asked(visitor: Visitor):
    """A result, an offer and a claim are told; while a claim waits nobody moves."""
    ended = looked(visitor, position="LC", acts=["@c1", "@a7", "B:resign"])["looks"][0]
    assert ended["result"] == {"outcome": "1-0", "winner": "R", "sharing": "R", "reason": "resigned"}
    assert "moves" not in ended
    assert "turn" not in ended
    offered = looked(visitor, position="LC", acts=["@c1", "draw?"])["looks"][0]
    assert (offered["offer"]["kind"], bool(offered["moves"])) == ("draw", True)
    claimed = looked(visitor, position="LC", options="claim_after=0", acts=["@c1", "@a7", "stalemate?"])["looks"][0]
    assert (claimed["offer"]["kind"], "moves" in claimed) == ("stalemate", False)


@pytest.mark.parametrize(
    ("said", "status", "kind"),
    [
        ({"position": "XX"}, 422, "bad-option"),
        ({"position": "LC Rc9~,Rc9~ R R5B7 -"}, 422, "bad-position"),
        ({"position": "LC", "options": "entry=fresh"}, 422, "bad-option"),
        ({"position": "LC", "options": "deck=other"}, 422, "bad-option"),
        ({"position": "LC", "acts": ["c1-b2"]}, 422, "illegal-move"),
        ({"position": "LC", "acts": ["@c1"], "from": 1, "to": 2}, 422, "unfit"),
        ({"position": "LC", "acts": ["@c1"], "from": 1, "to": 0}, 422, "unfit"),
        ({"position": "LC", "acts": ["@c1"] * (limits.EVENTS + 1)}, 422, "unfit"),
        ({"position": "LC", "acts": "@c1"}, 422, "unfit"),
        ({"position": "LC", "more": 1}, 422, "unfit"),
        ({}, 422, "unfit"),
    ],
)
def test_nonsense(visitor: Visitor, said: dict[str, Any], status: int, kind: str):
    """Is answered with a sentence."""
    answer = visitor.post("/api/v1/look", json=said)
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{kind}")
    assert answer.json()["detail"].endswith(".")


def test_a_longer_line_costs_one_more_act(monkeypatch: pytest.MonkeyPatch):
    """What was looked at a moment ago is not replayed."""
    from kidd.match import Match

    acts = ("@c9", "@a3", "c9-b8", "a3-b2")
    read_line("LC", "", acts[:3])
    played: list[str] = []
    play = Match.play

    def noted(match: Match, act: str) -> object:
        played.append(act)
        return play(match, act)

    monkeypatch.setattr(Match, "play", noted)
    line = read_line("LC", "", acts)
    assert played == ["a3-b2"]
    assert len(line.ids) == 5
    assert len(read_line("LC", "", acts[:3]).match) == 3  # which did not grow with it
