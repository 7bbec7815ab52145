from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kidd.table.play.games import play
from kidd.web.state.study_state import study_state
from tests.patience import until
from tests.web.afloat import Server, Visitor

API = "/api/v1/studies"
LINE = {"position": "LC", "acts": ["@c1", "@a7"]}
BOOK = '[Game "LC"]\n\n1. @c1 (1. @a3 {[%name Sideways] there} @a7 (1... @e7)) 1... @a7 *\n'


def keeps(visitor: Visitor, **said: Any) -> dict[str, Any]:
    """A new study."""
    answer = visitor.post(API, json=said or LINE)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def edits(visitor: Visitor, study: dict[str, Any], **said: Any) -> dict[str, Any]:
    """What came of a change; the study knows its version."""
    answer = visitor.post(f"{API}/{study['id']}/edits", json={"version": study["version"], **said})
    assert answer.status_code == 200, answer.text
    study["version"] = answer.json()["version"]
    return dict(answer.json())


def test_a_study_of_a_line(visitor: Visitor, other: Visitor):
    """A stranger becomes a guest who may change it; everybody else reads it."""
    answer = visitor.post(API, json={**LINE, "title": "Two tokens"})
    assert "kidd_session" in answer.cookies
    study = answer.json()
    assert answer.headers["location"] == f"{API}/{study['id']}"
    assert (study["version"], study["title"], study["owner"], study["game"]) == (1, "Two tokens", True, "LC")
    root, first, second = study["nodes"]
    assert root == {"id": 0, "children": [1]}
    assert (first["act"], first["by"], first["parent"], first["words"]) == ("@c1", "R", 0, "Enter on c1")
    assert (second["round"], second["parent"]) == (1, 1)
    assert visitor.get(f"{API}/{study['id']}").json() == study
    theirs = other.get(f"{API}/{study['id']}", headers={"accept-language": "de"}).json()
    assert "owner" not in theirs
    assert theirs["nodes"][1]["words"] != first["words"]


def test_edits(visitor: Visitor):
    """Are answered with what has changed."""
    study = keeps(visitor)
    added = edits(visitor, study, kind="add", parent=1, act="@e7")
    assert (added["node"], added["version"]) == (3, 2)
    assert [(node["id"], node.get("children")) for node in added["nodes"]] == [(1, [2, 3]), (3, None)]
    again = visitor.post(f"{API}/{study['id']}/edits", json={"version": 1, "kind": "add", "parent": 1, "act": "@e7"})
    assert (again.status_code, again.json()["node"], again.json()["version"]) == (200, 3, 2)
    edits(visitor, study, kind="name", node=3, text="To starboard")
    said = edits(visitor, study, kind="comment", node=3, text="Why not?")
    assert said["nodes"][0]["comment"] == "Why not?"
    promoted = edits(visitor, study, kind="promote", node=3)
    assert [(node["id"], node.get("children")) for node in promoted["nodes"]] == [(1, [3, 2]), (3, None)]
    assert edits(visitor, study, kind="title", text="Renamed")["title"] == "Renamed"
    book = visitor.get(f"{API}/{study['id']}/log.kidd")
    assert "1. @c1 @e7 {[%name To starboard] Why not?} (1... @a7) *" in book.text
    assert "kidd-study-" in book.headers["content-disposition"]
    cut = edits(visitor, study, kind="delete", node=3)
    assert (cut["removed"], [node["id"] for node in cut["nodes"]]) == ([3], [1])


def test_a_book_with_variations(visitor: Visitor):
    """Gives the tree back, and what is written of it again."""
    study = keeps(visitor, book=BOOK)
    acts = {node["id"]: node.get("act") for node in study["nodes"]}
    assert sorted(filter(None, acts.values())) == ["@a3", "@a7", "@a7", "@c1", "@e7"]
    assert next(node for node in study["nodes"] if node.get("act") == "@a3")["name"] == "Sideways"
    text = visitor.get(f"{API}/{study['id']}/log.kidd").text
    assert keeps(visitor, book=text)["nodes"] == study["nodes"]


def test_the_list(visitor: Visitor, other: Visitor):
    """Is one's own, the latest first, and what was thrown away is gone."""
    assert visitor.get(API).json() == {"studies": []}
    one, two = keeps(visitor), keeps(visitor, position="QM")
    keeps(other)
    listed = visitor.get(API).json()["studies"]
    assert [study["id"] for study in listed] == [two["id"], one["id"]]
    assert visitor.delete(f"{API}/{one['id']}").status_code == 204
    assert visitor.get(f"{API}/{one['id']}").json()["type"] == "/problems/no-such-study"
    assert [study["id"] for study in visitor.get(API).json()["studies"]] == [two["id"]]


def test_an_older_version(visitor: Visitor):
    """Is answered with the study as it stands, in the asker's language."""
    study = keeps(visitor)
    edits(visitor, dict(study), kind="comment", node=1, text="newer")
    answer = visitor.post(
        f"{API}/{study['id']}/edits",
        json={"version": 1, "kind": "comment", "node": 1, "text": "older"},
        headers={"accept-language": "fr"},
    )
    problem = answer.json()
    assert (answer.status_code, problem["type"], problem["study"]["version"]) == (409, "/problems/stale", 2)
    assert problem["study"]["nodes"][1]["comment"] == "newer"
    assert problem["study"]["owner"] is True
    assert "étude" in problem["detail"]
    assert problem["title"] == "L’étude a été modifiée ailleurs"


def test_an_older_version_is_told_in_turn(server: Server, visitor: Visitor, monkeypatch: pytest.MonkeyPatch):
    """A study is long: whoever sends old versions keeps nobody waiting, as it is told on a thread and packed there."""
    study, inside, loops = keeps(visitor), list[int](), list[object]()

    def told(*given: Any, **more: Any) -> object:
        inside.append(sum(server.app.state.turnstile._inside.values()))
        loops.append(asyncio._get_running_loop())
        return study_state(*given, **more)

    monkeypatch.setattr("kidd.web.api.problems.study_state", told)
    edits(visitor, dict(study), kind="comment", node=1, text="x" * 2000)
    old = {"version": 1, "kind": "title", "text": "older"}
    answer = visitor.post(f"{API}/{study['id']}/edits", json=old, headers={"accept-encoding": "gzip"})
    assert (answer.status_code, inside, loops) == (409, [1], [None])
    assert answer.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("said", "status", "kind"),
    [
        ({}, 422, "unfit"),
        ({"position": "LC", "game": "x"}, 422, "unfit"),
        ({"game": "unknown"}, 404, "no-such-game"),
        ({"book": "x"}, 422, "bad-book"),
        ({"book": BOOK, "match": 1}, 422, "bad-book"),
        ({"book": '[Game "LC"]\n\n1. @c1 (1. @a3 *'}, 422, "bad-book"),
        ({"position": "LC", "acts": ["c1-b2"]}, 422, "illegal-move"),
        ({"position": "LC", "title": "x" * 200}, 422, "unfit"),
    ],
)
def test_what_no_study_is_made_of(visitor: Visitor, said: dict[str, Any], status: int, kind: str):
    """Is refused with a sentence, and leaves nothing behind."""
    answer = visitor.post(API, json=said)
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{kind}"), answer.text
    assert answer.json()["detail"].endswith(".")
    assert "kidd_session" not in answer.cookies


@pytest.mark.parametrize(
    ("said", "status", "kind"),
    [
        ({"kind": "add", "parent": 2, "act": "c1-c9"}, 422, "illegal-move"),
        ({"kind": "add", "parent": 9, "act": "@e7"}, 404, "no-such-node"),
        ({"kind": "comment", "node": 1, "text": "x" * 5000}, 422, "unfit"),
        ({"kind": "comment", "node": 1}, 422, "unfit"),
        ({"kind": "name", "node": 1, "text": "x" * 100}, 422, "full"),
        ({"kind": "burn", "node": 1}, 422, "unfit"),
        ({"kind": "delete", "node": "1"}, 422, "unfit"),
    ],
)
def test_edits_that_cannot_be(visitor: Visitor, said: dict[str, Any], status: int, kind: str):
    """Change nothing."""
    study = keeps(visitor)
    answer = visitor.post(f"{API}/{study['id']}/edits", json={"version": 1, **said})
    assert (answer.status_code, answer.json()["type"]) == (status, f"/problems/{kind}"), answer.text
    assert visitor.get(f"{API}/{study['id']}").json()["version"] == 1


def test_an_analysed_game(server: Server, visitor: Visitor):
    """Its marks stand at their nodes, with the reason, the better move and what was lost; rolls with their luck."""
    answer = visitor.post(
        "/api/v1/games",
        json={"game": "QM", "seats": [{}, {}], "position": "QM Rc1~,Ba7~ R R6B6 2", "acts": ["c1-a3/b2@c1"]},
    )
    game = answer.json()["id"]
    play(server.app.state.store, game, server.actor(visitor), answer.json()["ply"], "B:resign")
    before = keeps(visitor, game=game)
    assert (before["source"], "mark" in before["nodes"][1]) == (game, False)
    visitor.post(f"/api/v1/games/{game}/analysis")
    until(lambda: visitor.get(f"/api/v1/games/{game}/analysis").json()["state"] == "done")
    after = visitor.get(f"{API}/{before['id']}").json()
    mark = after["nodes"][1]["mark"]
    assert mark["label"]
    assert sum(mark["chances"].values()) == pytest.approx(100, abs=0.2)
    assert after["nodes"][1]["lost"] >= 0
    roll = after["nodes"][2]
    assert roll["roll"] in (1, 2, 3)
    assert abs(roll["luck"]) < 100


def test_a_long_line(visitor: Visitor):
    """Is flat, however long it is."""
    acts = ["@c1", *["draw?", "draw."] * 700]
    study = keeps(visitor, position="LC", acts=acts)
    assert [node.get("act", "") for node in study["nodes"]] == ["", *acts]
    assert visitor.get(f"{API}/{study['id']}/log.kidd").text.count("draw?") == 700
