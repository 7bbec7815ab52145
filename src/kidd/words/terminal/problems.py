"""What the commands about problems say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kidd.problems.checking import Fault
from kidd.problems.making import Progress
from kidd.problems.problem import Problem
from kidd.words.language import Tongue, marked
from kidd.words.study.problems import explain_solution, grade_name, length, solved_by, task, theme_name

FAULTS = {
    "illegal": marked("a move of its line is not legal"),
    "name": marked("its name is not that of its position"),
    "proof": marked("the proof gives something else"),
    "margin": marked("the searches do not agree"),
    "differs": marked("it comes out differently"),
}


def progress_line(progress: Progress, _: Tongue) -> str:
    """How far the making of a set has come."""
    kept, wanted = progress.kept, progress.wanted
    return _.ngettext(
        "%(kept)s of %(wanted)s problems from %(number)s game",
        "%(kept)s of %(wanted)s problems from %(number)s games",
        progress.games,
        kept=kept,
        wanted=wanted,
    )


def made_line(problems: Sequence[Problem], path: object, _: Tongue) -> str:
    """A set is done."""
    return _.ngettext(
        "%(number)s problem written to %(file)s", "%(number)s problems written to %(file)s", len(problems), file=path
    )


def checked_line(number: int, faults: Sequence[Fault], _: Tongue) -> str:
    """How many were checked, and how many are wrong."""
    return _.ngettext(
        "%(number)s problem proven again, %(wrong)s wrong",
        "%(number)s problems proven again, %(wrong)s wrong",
        number,
        wrong=len(faults),
    )


def fault_line(fault: Fault, _: Tongue) -> str:
    """What is wrong with a problem."""
    return f"{fault.problem.id}: {_(FAULTS[fault.reason])}"


def row(problem: Problem, _: Tongue) -> str:
    """A problem in one line."""
    themes = ", ".join(theme_name(theme, _) for theme in problem.themes)
    return f"{problem.id}  {grade_name(problem.grade, _)}  {length(problem, _)}  {themes}"


def counts(found: Mapping[str, int], _: Tongue) -> str:
    """How many there are of each."""
    return ", ".join(f"{name} {number}" for name, number in found.items())


def question(problem: Problem, _: Tongue) -> list[str]:
    """What is asked, without the answer."""
    pos = problem.start()
    return [row(problem, _), task(problem, pos, _)]


def answer(problem: Problem, _: Tongue) -> list[str]:
    """The solution and why it is one."""
    return [" ".join(problem.line), " ".join(explain_solution(problem, _)), solved_by(problem, _)]
