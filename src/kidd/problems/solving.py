"""Solving a problem move by move: what was played so far, and whether the next move is right."""

from __future__ import annotations

from typing import Literal, NamedTuple

from kidd.errors import ProblemError, shown
from kidd.move import Move
from kidd.move_lookup import find
from kidd.position import Position
from kidd.problems.problem import Problem

Verdict = Literal["right", "solved", "wrong"]


class Step(NamedTuple):
    """What came of a move: whether it is right, and what the others answered to a right one."""

    verdict: Verdict
    move: Move
    replies: tuple[Move, ...] = ()
    as_good: bool = False
    """Whether another move than that of the line was found, which solves it as well."""


def replay(problem: Problem, acts: tuple[str, ...]) -> Position:
    """The position after acts along the line, at which the solver is to move; refuse any others."""
    pos = problem.start()
    solver = pos.turn
    for number, act in enumerate(acts):
        if number >= len(problem.line) or act != problem.line[number]:
            raise ProblemError("off-the-line", came=shown(act))
        pos = pos.play(act)
    if pos.turn != solver or len(acts) >= len(problem.line):
        raise ProblemError("off-the-line", came=shown(" ".join(acts)))
    return pos


def try_move(problem: Problem, acts: tuple[str, ...], wish: str) -> Step:
    """What comes of a move of the solver's after some acts along the line."""
    pos = replay(problem, acts)
    move, solver = find(pos, wish), pos.turn
    if str(move) == problem.line[len(acts)]:
        replies: list[Move] = []
        pos = pos.play(move)
        for text in problem.line[len(acts) + 1 :]:
            if pos.turn == solver:
                return Step("right", move, tuple(replies))
            replies.append(find(pos, text))
            pos = pos.play(replies[-1])
        return Step("solved", move)
    number = _moves_made(problem, acts)
    if problem.also and str(move) in problem.also[number]:
        return Step("solved", move, as_good=True)
    return Step("wrong", move)


def _moves_made(problem: Problem, acts: tuple[str, ...]) -> int:
    pos, made = problem.start(), 0
    solver = pos.turn
    for act in acts:
        made += pos.turn == solver
        pos = pos.play(act)
    return made
