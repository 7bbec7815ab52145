"""Checking problems anew: whether each is what it says, proven again from its position alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from kidd.errors import KiddError
from kidd.game import Game
from kidd.position import Position
from kidd.problems.finding import PROVERS, Finder
from kidd.problems.problem import FORCED, Problem, name_of


class Fault(NamedTuple):
    """A problem that is not what it says, and in which way."""

    problem: Problem
    reason: str


def check(
    problems: Sequence[Problem], sample: int | None, seed: int, tell: Callable[[Problem], None] = lambda _: None
) -> list[Fault]:
    """The faults of a sample, or of all problems; each is proven again."""
    chosen = list(problems)
    if sample is not None and sample < len(chosen):
        chosen = Random(f"check {seed}").sample(chosen, sample)
    finders: dict[Game, Finder] = {}
    faults = []
    for problem in chosen:
        tell(problem)
        faults += [Fault(problem, reason) for reason in _faults(problem, finders)][:1]
    return faults


def _faults(problem: Problem, finders: dict[Game, Finder]) -> Iterator[str]:
    try:
        pos = problem.start()
        for move in problem.line:
            after = pos.play(move)
            pos = after
    except KiddError:
        yield "illegal"
        return
    pos = problem.start()
    if name_of(pos) != problem.id:
        yield "name"
    if pos.game not in finders:
        finders[pos.game] = Finder(pos.game)
    yield from _prove_again(problem, pos, finders[pos.game])


def _prove_again(problem: Problem, pos: Position, finder: Finder) -> Iterator[str]:
    """What is proven or searched anew, and differs."""
    if problem.proof == FORCED:
        proven = PROVERS[problem.kind](pos)
        if proven is None or str(proven.line[0]) != problem.line[0] or proven.plies != problem.plies:
            yield "proof"
            return
    found = finder.find(pos)
    if found is None:
        yield "margin"
    elif (found.kind, found.line, found.also, found.chances) != (
        problem.kind,
        problem.line,
        problem.also,
        problem.chances,
    ):
        yield "differs"
