"""How hard a problem is: which levels solve it, each with several tries from fixed seeds and without a clock."""

from __future__ import annotations

from kidd.game import Game
from kidd.problems.games import MADE
from kidd.problems.problem import Problem, solver_plies
from kidd.search import levels
from kidd.search.engine import Engine
from kidd.search.mcts.montecarlo import MonteCarlo
from kidd.search.players import Search

TRIES = 8  # of a level that overlooks or misjudges; the others always play the same
EASIEST, HARDEST = 1, 5


class Grader:
    """Lets the levels try the problems of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.searches = [self._searcher(number) for number in range(1, levels.HIGHEST + 1)]

    def fared(self, problem: Problem) -> tuple[int, ...]:
        """For each level, the lowest first, in how many tries of a hundred it solves a problem."""
        return tuple(self._rate(number, problem) for number in range(1, levels.HIGHEST + 1))

    def _rate(self, number: int, problem: Problem) -> int:
        weak = any(levels.level(number, self.game.code).weakness)
        tries = TRIES if weak else 1
        solved = sum(self._solves(number, problem, seed) for seed in range(tries))
        return round(100 * solved / tries)

    def _solves(self, number: int, problem: Problem, seed: int) -> bool:
        """Whether a level finds every move of the line."""
        pos = problem.start()
        at = solver_plies(pos, problem.line)
        for ply, move in enumerate(problem.line):
            if ply in at:
                found = str(self.searches[number - 1](pos, seed, []).lines[0].moves[0])
                if found not in problem.right_moves(at.index(ply)):
                    return False
                if found != move:
                    return True  # another right move: the rest of the line does not follow from it
            pos = pos.play(move)
        return True

    def _searcher(self, number: int) -> Search:
        strength = levels.level(number, self.game.code)
        limits = strength.limits
        if limits.seconds is not None:
            limits = MADE[self.game.code].highest
        if strength.monte_carlo:
            monte_carlo = MonteCarlo(self.game, 16.0, playout_plies=0)
            return lambda pos, seed, _past: monte_carlo.analyse(pos, limits, seed=seed)
        engine = Engine(self.game, min(strength.memory, 8.0))
        return lambda pos, seed, past: engine.analyse(pos, limits, seed=seed, history=past, weakness=strength.weakness)


def grade_of(code: str, fared: tuple[int, ...]) -> int:
    """The grade, from 1 for what nearly everybody sees to 5, by how the levels fared."""
    failed = sum(100 - rate for rate in fared) / 100
    return 1 + sum(failed >= least for least in MADE[code].grades)
