"""Problems whose answer is the best by a clear margin: searches of two depths and one of another kind agree on it.

With a die nothing is proven for long, and with three players hardly anything is: so the chances of the best move and of
the next one are compared, as a search sees them that looks at every move to the same depth. The search of Quedah
Merchant averages over every roll; with three players it takes the two others for allies, so that a chance is what the
solver has left even then. A Monte Carlo search, in which everybody plays for themselves, must prefer the same move.
"""

from __future__ import annotations

from typing import NamedTuple

from kidd.game import Game
from kidd.move import Move
from kidd.position import Position
from kidd.problems.forced import FEWEST_MOVES
from kidd.problems.games import MADE
from kidd.search.answer import Limits, Line
from kidd.search.engine import Engine
from kidd.search.mcts.montecarlo import MonteCarlo

CLEAR = 0.10  # of a chance from 0 to 1, by which the best move stands out in both searches
GAMES = 10_000  # that the Monte Carlo search plays; it has no clock, and its seed is fixed
MOST_NODES = 6_000_000  # of one search; where more would be needed, nobody knows and it is no problem
MEMORY = 32.0  # megabytes


class Comparison(NamedTuple):
    """The best move, and the chances of it and of the next."""

    best: Move
    chance: float
    second: float


class Comparer:
    """Compares the moves of positions of one game."""

    def __init__(self, game: Game) -> None:
        self.engine = Engine(game, MEMORY)
        self.depths = MADE[game.code].depths
        self.least = MADE[game.code].least_chance
        self.monte_carlo = MonteCarlo(game, 16.0, playout_plies=0)

    def find_best(self, pos: Position) -> Comparison | None:
        """The best move, if every search finds the same one and a clear margin."""
        if len(pos.legal_moves()) < FEWEST_MOVES:
            return None
        found: Comparison | None = None
        for depth in self.depths:
            now = self.compare(pos, depth)
            if now is None or now.chance - now.second < CLEAR or (found and now.best != found.best):
                return None
            found = now
        if found is None or found.chance < self.least:
            return None
        other = self.monte_carlo.analyse(pos, Limits(nodes=GAMES)).lines[0]
        return found if other.moves[0] == found.best else None

    def compare(self, pos: Position, depth: int) -> Comparison | None:
        """What a search of one depth finds; nothing if it does not get so far."""
        found = self.engine.analyse(pos, Limits(nodes=MOST_NODES, depth=depth), lines=2)
        best, second = found.lines[:2]
        decided = best.score.winner == pos.turn  # then no search goes on
        if found.depth < depth and not decided:
            return None
        return Comparison(best.moves[0], chance(pos, best), chance(pos, second))


def chance(pos: Position, line: Line) -> float:
    """What the one to move may expect of a line, from 0 to 1."""
    return round((1 + line.score.expected[pos.game.colours.index(pos.turn)]) / 2, 3)
