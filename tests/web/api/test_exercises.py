"""Problems as data: nothing is given away, moves are judged, and the outcome is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from kidd.problems.problem import Problem
from kidd.problems.sets import codes, of_the_day, problems_of
from tests.web.afloat import Visitor

pytestmark = pytest.mark.once

PROBLEMS = "/api/v1/problems"
LONG = next(one for one in problems_of("LC") if one.length >= 2)
SHORT = next(one for one in problems_of("LC") if one.length == 1 and one.kind == "keep")


def tried(visitor: Visitor, problem: Problem, move: str, acts: tuple[str, ...] = ()) -> dict[str, Any]:
    """The answer to a move."""
    answer = visitor.post(f"{PROBLEMS}/{problem.id}/moves", json={"move": move, "acts": list(acts)})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def wrong_move(problem: Problem) -> str:
    """Any move that is not right."""
    return next(str(move) for move in problem.start().legal_moves() if str(move) != problem.line[0])


def record(visitor: Visitor) -> dict[str, Any]:
    """How a visitor has fared."""
    return dict(visitor.get(f"{PROBLEMS}/record").json())


def test_problems_are_listed_without_their_solutions(visitor: Visitor):
    """By game, theme and grade; and one for today, which is the same for everybody."""
    found = visitor.get(PROBLEMS, params={"game": "LC", "theme": "surround", "grade": 3}).json()
    assert found["total"] >= len(found["problems"]) > 0
    for one in found["problems"]:
        assert one["grade"] == 3
        assert "surround" in one["themes"]
        assert not {"line", "also", "solution", "chances"} & set(one)
    one = visitor.get(f"{PROBLEMS}/{LONG.id}").json()
    assert (one["position"], one["length"]) == (LONG.position, LONG.length)
    assert visitor.get(one["drawing"]).status_code == 200
    daily = visitor.get(f"{PROBLEMS}/today").json()
    day = datetime.now(UTC).date()
    if daily["day"] == day.isoformat():
        wanted = [of_the_day(code, day) for code in codes()]
        assert [one["id"] for one in daily["problems"]] == [problem.id for problem in wanted if problem]
    assert visitor.get(f"{PROBLEMS}/lc-00000000").status_code == 404
    assert visitor.get(PROBLEMS, params={"grade": 6}).status_code == 422


def test_a_problem_is_solved_move_by_move(visitor: Visitor):
    """A right move is answered, the last one solves it, and whoever was a stranger has a record from then on."""
    assert record(visitor) == {"streak": 0, "best_streak": 0, "solved": 0}
    acts: tuple[str, ...] = ()
    while len(acts) < len(LONG.line) - 1:
        answer = tried(visitor, LONG, LONG.line[len(acts)], acts)
        assert answer["status"] == "right"
        assert "solution" not in answer
        acts = tuple(answer["acts"])
        assert acts == LONG.line[: len(acts)]
    answer = tried(visitor, LONG, LONG.line[-1], acts)
    assert (answer["status"], answer["solution"], answer["streak"]) == ("solved", list(LONG.line), 1)
    assert len(answer["words"]) >= 2
    assert visitor.get(f"{PROBLEMS}/{LONG.id}").json()["outcome"] == "solved"
    assert record(visitor)["counts"] == [{"game": "LC", "grade": LONG.grade, "solved": 1, "failed": 0}]


def test_a_wrong_move_is_refuted_and_ends_the_streak(visitor: Visitor):
    """It is said why, and what is answered; the solution is not, and solving it later does not undo that."""
    assert tried(visitor, LONG, wrong_move(LONG))["streak"] == 0
    answer = tried(visitor, SHORT, wrong_move(SHORT))
    assert answer["status"] == "wrong"
    assert "solution" not in answer
    assert not any(SHORT.line[0] in words for words in answer["words"])
    assert len(answer["line"]) == 2
    assert visitor.get(f"{PROBLEMS}/{SHORT.id}").json()["outcome"] == "failed"
    assert tried(visitor, SHORT, SHORT.line[0])["status"] == "solved"
    assert visitor.get(f"{PROBLEMS}/{SHORT.id}").json()["outcome"] == "solved-later"
    assert record(visitor) == {
        "streak": 0,
        "best_streak": 0,
        "solved": 1,
        "counts": record(visitor)["counts"],
    }


def test_giving_up_shows_the_solution_and_counts_as_failed(visitor: Visitor):
    """Unless it was solved before."""
    answer = visitor.post(f"{PROBLEMS}/{SHORT.id}/solution", json={}).json()
    assert (answer["status"], answer["solution"]) == ("shown", list(SHORT.line))
    assert visitor.get(f"{PROBLEMS}/{SHORT.id}").json()["outcome"] == "failed"


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({"move": "c1-c9"}, 422),
        ({"move": "nonsense"}, 422),
        ({"move": "@c1", "acts": ["@c1"]}, 422),
        ({"move": "@c1", "acts": ["x"] * 21}, 422),
        ({"move": "x" * 101}, 422),
        ({"acts": []}, 422),
        ({"move": "@c1", "more": 1}, 422),
    ],
)
def test_what_makes_no_sense_is_refused_and_not_held_against_anybody(visitor: Visitor, said: Any, status: int):
    """A move that is not legal, or acts that do not belong to the problem, are errors and no wrong answers."""
    assert visitor.post(f"{PROBLEMS}/{LONG.id}/moves", json=said).status_code == status
    assert record(visitor)["solved"] == 0
    assert "counts" not in record(visitor)
