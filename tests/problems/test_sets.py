from collections import Counter
from datetime import date, timedelta

import pytest

from kidd.errors import ProblemError
from kidd.problems.checking import check
from kidd.problems.forced import FEWEST_MOVES
from kidd.problems.games import MADE
from kidd.problems.grading import EASIEST, HARDEST, grade_of
from kidd.problems.margin import CLEAR
from kidd.problems.problem import FORCED, KINDS, PROOFS, name_of, solver_plies
from kidd.problems.sets import choose, codes, find_problem, next_problem, of_the_day, problems_of, themes_of
from kidd.problems.solving import try_move
from kidd.problems.themes import THEMES, find_themes
from kidd.words.language import LANGUAGES, tongue
from kidd.words.study.problems import explain_solution, solved_by, task, theme_name

LEAST = {"LC": 500, "QM": 500, "MG2": 500, "MG3": 200}
SAMPLE = {"LC": 6, "QM": 3, "MG2": 4, "MG3": 4}


def test_there_are_enough_of_each_game():
    """Each game has its set, and no problem comes twice, in whatever mirror image."""
    assert codes() == tuple(MADE)
    for code in MADE:
        problems = problems_of(code)
        assert len(problems) >= LEAST[code]
        assert len({problem.id for problem in problems}) == len(problems)
        assert list(problems) == sorted(problems, key=lambda one: (one.grade, one.id))


@pytest.mark.parametrize("code", MADE)
def test_every_problem_is_whole(code):
    """Every position is one, every line is legal and ends with the solver, and name, themes and grade fit."""
    for problem in problems_of(code):
        pos = start = problem.start()
        assert name_of(pos) == problem.id
        assert len(pos.legal_moves()) >= FEWEST_MOVES
        assert problem.kind in KINDS
        assert problem.proof in PROOFS
        line = []
        for text in problem.line:
            line.append(next(move for move in pos.legal_moves() if str(move) == text))
            pos = pos.play(line[-1])
        assert find_themes(start, tuple(line), problem.kind) == problem.themes
        assert problem.themes
        plies = solver_plies(start, problem.line)
        assert plies[-1] == len(problem.line) - 1
        assert problem.length == len(plies)
        assert len(problem.fared) == 8
        assert EASIEST <= problem.grade == grade_of(code, problem.fared) <= HARDEST
        best, second = problem.chances or (0.0, 0.0)
        assert best - second >= CLEAR - 1e-9
        assert (problem.plies > 0) == (problem.proof == FORCED)
        assert try_move(problem, problem.line[: plies[-1]], problem.line[-1]).verdict == "solved"


def test_only_what_is_proven_stands_in_games_without_dice_for_two():
    """Loyal Captain and Madagascar for two have proofs only, for three enough of them; the others say so."""
    for code in ("LC", "MG2"):
        assert {problem.proof for problem in problems_of(code)} == {FORCED}
    assert {problem.proof for problem in problems_of("QM")} == {"margin"}
    assert sum(problem.proof == FORCED for problem in problems_of("MG3")) >= LEAST["MG3"]


@pytest.mark.compiled_only
@pytest.mark.parametrize("code", MADE)
def test_a_sample_is_proven_again(code):
    """A few of each set are proven or searched anew; `kidd problems check` does so with as many as one likes."""
    assert not check(problems_of(code), SAMPLE[code], 2)


def test_grades_and_themes_are_mixed():
    """No set is of one grade or one theme."""
    for code in MADE:
        grades = Counter(problem.grade for problem in problems_of(code))
        assert set(grades) == set(range(EASIEST, HARDEST + 1))
        assert max(grades.values()) <= 0.3 * len(problems_of(code))
        assert len(themes_of(code)) >= 4
    assert "surround" in themes_of("LC")
    assert {"rescue", "block", "capture"} <= set(themes_of("QM"))
    assert "tower" in themes_of("MG2")


def test_choosing():
    """By theme and grade; the next one is not done yet, until all are."""
    for problem in choose("LC", "surround", 2):
        assert problem.grade == 2
        assert "surround" in problem.themes
    some = problems_of("LC")[:3]
    done = {some[0].id, some[1].id}
    assert next_problem(some, done, "anybody") == some[2]
    assert next_problem(some, {one.id for one in some}, "anybody") in some
    assert next_problem((), set(), "anybody") is None
    with pytest.raises(ProblemError):
        find_problem("lc-00000000")


def test_one_for_each_day():
    """The same day has the same problem, and none comes again before all have been there."""
    first = date(2026, 1, 1)
    for code in MADE:
        number = len(problems_of(code))
        days = [of_the_day(code, first + timedelta(days=day)) for day in range(number)]
        assert len({problem.id for problem in days if problem}) == number
        assert of_the_day(code, first + timedelta(days=number)) == days[0]
    assert of_the_day("XX", first) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_has_words(language):
    """What is asked, what it is about and why the solution is one is said in each language."""
    _ = tongue(language)
    assert len({theme_name(theme, _) for theme in THEMES}) == len(THEMES)
    for code in MADE:
        for kind in KINDS:
            for problem in [one for one in problems_of(code) if one.kind == kind][:2]:
                said = [task(problem, problem.start(), _), *explain_solution(problem, _), solved_by(problem, _)]
                assert all(said)
                assert not any("%(" in one for one in said)
