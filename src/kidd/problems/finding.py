"""Finding problems in positions: a quick search says where it may be worth while, then the proof is made."""

from __future__ import annotations

from dataclasses import replace

from kidd.game import Game
from kidd.move import Move
from kidd.position import Position
from kidd.problems.forced import LONGEST_WIN, Answer, prove_gain, prove_keep, prove_save, prove_win
from kidd.problems.games import MADE
from kidd.problems.grading import Grader, grade_of
from kidd.problems.margin import CLEAR, Comparer, Comparison, chance
from kidd.problems.problem import FORCED, MARGIN, Problem, name_of
from kidd.problems.themes import find_themes
from kidd.search.answer import Limits
from kidd.search.engine import Engine

GLANCE = Limits(nodes=8_000)
LOOKS = (Limits(nodes=60_000), Limits(nodes=300_000))  # by which the second best must be clearly worse as well
PROVERS = {"win": prove_win, "gain": prove_gain, "save": prove_save, "keep": prove_keep}
AS_GOOD = 0.03  # of a chance: a later move that gives away no more is right, too
MOST_RIGHT = 4  # moves among which nothing is left to find
LEAST_CHANCE = 0.25  # that the right move must leave: nobody enjoys a lost cause


class Finder:
    """Makes problems of positions of one game, if wanted only of what is proven by force.

    The same position always gives the same problem, or none.
    """

    def __init__(self, game: Game, *, forced: bool = False) -> None:
        self.game = game
        self.engine = Engine(game, 8.0)
        self.comparer = Comparer(game) if MADE[game.code].depths and not forced else None
        self.grader = Grader(game)

    def find(self, pos: Position) -> Problem | None:
        """The problem that a position is, if it is one; themes and grade are left out."""
        if not self.game.descriptor.faces:
            problem = self._find_forced(pos)
            if problem or not self.comparer:
                return problem
        found = self.comparer.find_best(pos) if self.comparer else None
        return _by_margin(pos, found) if found else None

    def complete(self, problem: Problem) -> Problem:
        """The problem with its themes and its grade."""
        pos = problem.start()
        line, moves = [], pos
        for text in problem.line:
            line.append(next(move for move in moves.legal_moves() if str(move) == text))
            moves = moves.play(line[-1])
        fared = self.grader.fared(problem)
        return replace(
            problem,
            themes=find_themes(pos, tuple(line), problem.kind),
            fared=fared,
            grade=grade_of(problem.game, fared),
        )

    def _find_forced(self, pos: Position) -> Problem | None:
        glance = self.engine.analyse(pos, GLANCE, lines=2)
        if len(glance.lines) < 2:
            return None
        best, second = glance.lines[:2]
        if chance(pos, best) - chance(pos, second) < CLEAR:
            return None
        lost = second.score.winner not in (None, pos.turn)
        kinds: tuple[str, ...] = ("gain", "keep")
        if best.score.winner == pos.turn:
            kinds = ("win",) if (best.score.win_in or 0) <= LONGEST_WIN else ()
        elif lost and (second.score.win_in or 0) < LONGEST_WIN:
            kinds = ("save",)
        for kind in kinds:
            found = PROVERS[kind](pos)
            if found:
                return self._confirm(pos, kind, found)
        return None

    def _confirm(self, pos: Position, kind: str, found: Answer) -> Problem | None:
        """The problem, if what is proven is also the best by far for searches of two sizes."""
        chances = (0.0, 0.0)
        for limits in LOOKS:
            best, second = self.engine.analyse(pos, limits, lines=2).lines[:2]
            chances = chance(pos, best), chance(pos, second)
            if best.moves[0] != found.line[0] or chances[0] - chances[1] < CLEAR or chances[0] < LEAST_CHANCE:
                return None
        return _by_proof(pos, kind, self._cut(pos, found), chances)

    def _cut(self, pos: Position, found: Answer) -> Answer:
        """The answer as far as the solver has something to find: later moves may be as good by search as by proof."""
        solver, kept, right = pos.turn, 1, list[tuple[Move, ...]]([()])
        for ply, move in enumerate(found.line):
            if ply and pos.turn == solver:
                others = self._find_others(pos, (move, *found.also[len(right)]))
                if others is None:
                    break
                right.append(others)
                kept = ply + 1
            pos = pos.play(move)
        return found._replace(line=found.line[:kept], also=tuple(right))

    def _find_others(self, pos: Position, proven: tuple[Move, ...]) -> tuple[Move, ...] | None:
        """What else is right beside the first move; nothing if that is too much, or hard to tell from what is wrong."""
        lines = self.engine.analyse(pos, LOOKS[0], lines=len(pos.legal_moves())).lines
        best = chance(pos, lines[0])
        as_good = [line.moves[0] for line in lines if best - chance(pos, line) <= AS_GOOD]
        right = dict.fromkeys((*proven, *as_good))
        unclear = any(best - chance(pos, line) < CLEAR and line.moves[0] not in right for line in lines)
        if unclear or proven[0] not in as_good or len(right) > MOST_RIGHT:
            return None
        return tuple(right)[1:]


def _by_proof(pos: Position, kind: str, found: Answer, chances: tuple[float, float]) -> Problem:
    line = tuple(map(str, found.line))
    also = tuple(tuple(map(str, moves)) for moves in found.also) if len(found.also) > 1 else ()
    options = dict(pos.game.changed)
    return Problem(name_of(pos), str(pos), kind, FORCED, line, also, found.plies, found.gain, chances, options=options)


def _by_margin(pos: Position, found: Comparison) -> Problem:
    line: tuple[Move, ...] = (found.best,)
    chances = found.chance, found.second
    options = dict(pos.game.changed)
    return Problem(name_of(pos), str(pos), "best", MARGIN, tuple(map(str, line)), (), 0, 0, chances, options=options)
