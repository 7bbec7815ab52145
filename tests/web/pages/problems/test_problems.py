"""Problems and mistakes on their pages, by forms alone."""

from __future__ import annotations

import re

import httpx
import pytest

from kidd.problems.problem import Problem
from kidd.problems.sets import problems_of
from tests.patience import until
from tests.web.afloat import JSON, Visitor

pytestmark = pytest.mark.once

LONG = next(one for one in problems_of("LC") if one.length >= 2)
HTML = {"accept": "text/html"}


def status(answer: httpx.Response) -> str:
    """How an exercise stands on a page."""
    assert answer.status_code == 200, answer.text
    found = re.search(r'data-status="(\w+)"', answer.text)
    assert found
    return found[1]


def sends(visitor: Visitor, problem: Problem, **said: str) -> httpx.Response:
    """Send the form of a problem."""
    return visitor.post(f"/problems/{problem.id}", data=said, headers=HTML)


def test_a_problem_is_solved_by_forms(visitor: Visitor):
    """Without scripts: the page gives nothing away, wrong moves are answered, and the last right one solves it."""
    page = visitor.get(f"/problems/{LONG.id}")
    assert status(page) == "open"
    assert page.text.count(f'value="{LONG.line[0]}"') == 1  # among the legal moves
    wrong = next(str(move) for move in LONG.start().legal_moves() if str(move) != LONG.line[0])
    answer = sends(visitor, LONG, move=wrong)
    assert status(answer) == "wrong"
    assert 'name="move"' not in answer.text
    assert status(sends(visitor, LONG, retry="1")) == "open"
    acts: list[str] = []
    while len(acts) < len(LONG.line) - 1:
        answer = sends(visitor, LONG, move=LONG.line[len(acts)], acts=" ".join(acts))
        assert status(answer) == "right"
        acts = list(LONG.line[: len(acts) + 2])
        assert f'name="acts" value="{" ".join(acts)}"' in answer.text
    assert status(sends(visitor, LONG, move=LONG.line[-1], acts=" ".join(acts))) == "solved"
    assert "0 of 1" in visitor.get("/problems").text


def test_the_solution_is_stepped_through(visitor: Visitor):
    """Shown whole, or as far as somebody wants; for scripts deck by deck."""
    assert status(sends(visitor, LONG, solution="1")) == "shown"
    answer = sends(visitor, LONG, at="1")
    assert f"1 / {len(LONG.line)}" in answer.text
    decks = visitor.post(f"/problems/{LONG.id}", json={"solution": "1"}, headers=JSON).json()["decks"]
    assert len(decks) == len(LONG.line) + 1
    assert sends(visitor, LONG, at="99").status_code == 422


def test_one_after_the_other(visitor: Visitor):
    """The next problem is of the chosen kind and another one; of a kind that there is not one is told."""
    wish = {"game": "LC", "theme": "surround", "grade": "2"}
    seen: set[str] = set()
    for _ in range(4):
        after = max(seen) if seen else ""
        answer = visitor.get("/problems/next", params={**wish, "after": after})
        assert answer.status_code == 303
        name = re.search(r"/problems/(lc-\w+)\?game=LC&theme=surround&grade=2$", answer.headers["location"])
        assert name
        assert name[1] != after
        seen.add(name[1])
    answer = visitor.get("/problems/next", params={"game": "LC", "theme": "tower"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/problems?game=LC&theme=tower#choice")
    asked = visitor.get(answer.headers["location"]).text
    assert 'id="problems-none"' in asked
    assert '<option value="LC" selected>' in asked
    assert 'id="problems-none"' not in visitor.get("/problems?game=LC").text
    assert visitor.get("/problems/next", params={"game": "<script>", "grade": "9"}).status_code == 303
    assert visitor.get("/problems/lc-00000000").status_code == 404


def test_what_was_weak_in_a_game_comes_back_as_a_problem(visitor: Visitor):
    """The analysis is offered; then each mistake is a problem in which anything good is accepted."""
    position = "MG2 Rc1~,Ba3~,Be3~,Ra5a7,Bb5a5,Ba7~,Re7~,Rd8c9 R R3B3 -"
    said = {"position": position, "seat-R": "me", "seat-B": "me"}
    game = visitor.post("/play-on", data=said).headers["location"]
    visitor.plays(game, 0, "d8-c7")  # instead of a5-b5, which takes a token for nothing
    visitor.plays(game, 1, "b5-c6")
    visitor.plays(game, 2, "R:resign")
    offer = visitor.get(f"{game}/mistakes").text
    assert 'id="analysis-begin"' in offer
    begun = visitor.post(f"{game}/analysis", data={"begin": "1", "then": "mistakes"})
    assert begun.headers["location"] == f"{game}/mistakes"
    until(lambda: 'id="mistakes-begin"' in visitor.get(f"{game}/mistakes").text)
    mistake = f"{game}/mistakes/1"
    page = visitor.get(mistake)
    assert status(page) == "open"
    assert status(visitor.post(mistake, data={"move": "d8-c7"}, headers=HTML)) == "wrong"
    solved = visitor.post(mistake, data={"move": "a5-b5"}, headers=HTML)
    assert status(solved) == "solved"
    assert "d8-c7" in solved.text
    shown = visitor.post(mistake, data={"solution": "1"}, headers=HTML)
    assert status(shown) == "shown"
    for answer in (solved, shown):  # what was better is told once, with all that comes of it
        told = re.sub(r"<[^>]+>", " ", answer.text.partition('id="exercise-said"')[2].partition("</div>")[0])
        assert "Better was" not in told, told
        assert told.count("to safety") == 1, told
    assert visitor.post(mistake, data={"move": "c1-c9"}, headers=HTML).status_code == 422
    assert visitor.get(f"{game}/mistakes/99").status_code == 404
    assert f"{game}/mistakes" in visitor.get("/games").text
    assert f"{game}/mistakes" in visitor.get(game).text
    assert f"{game}/mistakes" in visitor.get(f"{game}/analysis").text
