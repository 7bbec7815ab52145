import json

import pytest

from kidd.errors import ProblemError
from kidd.problems.checking import check
from kidd.problems.games import MADE
from kidd.problems.grading import EASIEST, HARDEST, grade_of
from kidd.problems.making import Mixture, Order, Progress, make, search_game
from kidd.problems.problem import FORCED, from_json
from kidd.problems.sets import read_set

ORDER = Order("QM", 3, 3)


@pytest.mark.compiled_only
def test_a_set_comes_out_the_same(tmp_path):
    """Broken off after a game and taken up again, a set is the same as made in one go; and every proof holds."""
    whole, parted = tmp_path / "whole.jsonl", tmp_path / "parted.jsonl"
    told: list[Progress] = []
    made = make(ORDER, whole, tell=told.append)
    assert len(made) == 3
    assert told[-1].kept == told[-1].wanted == 3
    assert read_set(whole) == made
    assert not check(made, None, 1)

    class Stop(Exception):
        """Somebody pulls the plug."""

    def stop(_):
        raise Stop

    with pytest.raises(Stop):
        make(ORDER, parted, tell=stop)
    part = tmp_path / "parted.jsonl.part"
    assert len(part.read_text("utf-8").splitlines()) == 2
    with part.open("a", encoding="utf-8") as file:
        file.write('[[3, "{')  # as a plug does
    assert make(ORDER, parted) == made
    assert parted.read_bytes() == whole.read_bytes()
    assert not part.exists()


@pytest.mark.compiled_only
def test_a_set_is_added_to(tmp_path):
    """An older set stays whole, and where only proofs by force are wanted nothing else comes in."""
    old = tuple(problem for _, problem in search_game("MG3", 11, 2))
    assert old
    made = make(Order("MG3", len(old) + 1, 12, forced=True, beside=old), tmp_path / "more.jsonl")
    assert len(made) == len(old) + 1
    assert {problem.id for problem in old} < {problem.id for problem in made}
    (new,) = (problem for problem in made if problem.id not in {one.id for one in old})
    assert new.proof == FORCED
    assert not check([new], None, 1)


def test_another_run_is_not_taken_up(tmp_path):
    """A half-made set of another game or seed is not gone on with."""
    (tmp_path / "set.jsonl.part").write_text(json.dumps({"game": "LC", "seed": 3}) + "\n", "utf-8")
    with pytest.raises(ProblemError, match="another game or seed"):
        make(ORDER, tmp_path / "set.jsonl")


@pytest.mark.compiled_only
def test_a_fault_is_found():
    """A problem whose answer, name or line was tampered with is told."""
    problems = [problem for _, problem in search_game("LC", 1, 4)]
    assert not check(problems, None, 1)
    one = problems[0]
    other = next(str(move) for move in one.start().legal_moves() if str(move) != one.line[0])
    faults = {
        json.dumps({"line": [other], "also": []}): {"proof", "margin"},
        json.dumps({"id": "lc-00000000"}): {"name"},
        json.dumps({"line": ["a3-c9"]}): {"illegal"},
    }
    for change, reasons in faults.items():
        wrong = from_json(json.dumps(json.loads(one.to_json()) | json.loads(change)))
        assert {fault.reason for fault in check([wrong], None, 1)} <= reasons
        assert check([wrong], None, 1)


def test_a_mixture_takes_no_image_twice_and_not_too_many_of_a_grade():
    """Of what a game gives three are kept at the most, the hardest first and not side by side."""
    problem = from_json(
        '{"id":"x","position":"LC - R R7B7 -","kind":"win","proof":"forced","line":["@c1"],"plies":3,"grade":2}'
    )
    found = [
        (place, from_json(problem.to_json().replace('"x"', f'"{place}"').replace('"grade":2', f'"grade":{grade}')))
        for place, grade in ((0, 1), (1, 4), (7, 3), (8, 5), (20, 2), (30, 1))
    ]
    mixture = Mixture(10)
    mixture.add(found)
    assert set(mixture.kept) == {"8", "1", "20"}
    mixture.add([(0, found[1][1])])
    assert len(mixture.kept) == 3
    assert not mixture.is_full


def test_grades_by_how_the_levels_fare():
    """What everybody solves is of the first grade, what nobody does of the last."""
    for code in MADE:
        assert grade_of(code, (100,) * 8) == EASIEST
        assert grade_of(code, (0,) * 8) == HARDEST
    assert grade_of("LC", (0, 0, *(100,) * 6)) == 3
