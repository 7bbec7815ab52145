"""The sets of problems that come with the package: found by name, chosen by theme and grade, one for each day."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

from kidd.errors import ProblemError, shown
from kidd.problems.games import MADE
from kidd.problems.problem import Problem, from_json
from kidd.problems.themes import THEMES

FOLDER = Path(__file__).parent / "data"


def read_set(path: Path) -> tuple[Problem, ...]:
    """The problems of a file."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ProblemError("unreadable", file=path, why=getattr(error, "strerror", None) or str(error)) from error
    return tuple(from_json(line) for line in text.splitlines())


@cache
def codes() -> tuple[str, ...]:
    """The games that there are problems of."""
    found = {file.stem for file in FOLDER.glob("*.jsonl")}
    return tuple(code for code in MADE if code in found)


@cache
def problems_of(code: str) -> tuple[Problem, ...]:
    """The set of a game, the easy ones first; empty where there is none."""
    return read_set(FOLDER / f"{code}.jsonl") if code in codes() else ()


@cache
def _by_name() -> dict[str, Problem]:
    return {problem.id: problem for code in codes() for problem in problems_of(code)}


def find_problem(name: str) -> Problem:
    """The problem of a name."""
    found = _by_name().get(name)
    if found is None:
        raise ProblemError("unknown", came=shown(name))
    return found


def choose(code: str, theme: str = "", grade: int = 0) -> tuple[Problem, ...]:
    """The problems of a game that have a theme and a grade, if these are given."""
    return tuple(
        problem
        for problem in problems_of(code)
        if (not theme or theme in problem.themes) and (not grade or problem.grade == grade)
    )


@cache
def themes_of(code: str) -> tuple[str, ...]:
    """The themes that the problems of a game have."""
    return tuple(theme for theme in THEMES if any(theme in problem.themes for problem in problems_of(code)))


def next_problem(chosen: tuple[Problem, ...], done: Collection[str], seed: str) -> Problem | None:
    """One of those that are not done yet, or of all when everything is done."""
    left = [problem for problem in chosen if problem.id not in done] or list(chosen)
    return Random(f"next {seed} {len(done)}").choice(left) if left else None


@cache
def _shuffled(code: str) -> tuple[Problem, ...]:
    """A set in an order that nobody foresees and everybody shares."""
    return tuple(sorted(problems_of(code), key=lambda problem: sha256(problem.id.encode()).digest()))


def of_the_day(code: str, day: date) -> Problem | None:
    """The problem of a day, the same for everybody; none comes again before all have been there."""
    shuffled = _shuffled(code)
    return shuffled[day.toordinal() % len(shuffled)] if shuffled else None
