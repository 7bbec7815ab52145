"""Monte Carlo tree search as a searcher: a sparring partner for all games, and the highest level with a die."""

from functools import partial
from threading import Event
from time import monotonic

from kidd.errors import SearchError
from kidd.game import COLOURS, Game
from kidd.position import Position
from kidd.search.answer import Analysis, Limits, Line, Score, seed_of
from kidd.search.engine import MEMORY, check_position
from kidd.search.mcts.mcts_tree import Grove
from kidd.search.opening_choice import evened, picks, ways
from kidd.search.stop_watcher import Watch
from kidd.search.tree.context import Mind
from kidd.search.tree.transposition_table import Table
from kidd.search.weights import weights

ROUNDS = 256  # between two looks at the limits
NODE_BYTES = 44
BOLD = 0.7
LONGEST = 400


class MonteCarlo:
    """Searches positions of one game by random games; `longest` plies each, 0 to judge positions instead."""

    def __init__(self, game: Game, memory: float = MEMORY, *, longest: int = LONGEST, bold: float = BOLD) -> None:
        self.game = game
        self.mind = Mind(game, weights(game), Table(0.001))
        self.capacity = max(int(memory * 1024 * 1024 / NODE_BYTES), 4096)
        self.longest = longest
        self.bold = bold

    def analyse(
        self,
        pos: Position,
        limits: Limits,
        *,
        lines: int = 1,
        seed: int = 0,
        stop: Event | None = None,
    ) -> Analysis:
        """Play random games from a position until a limit is reached; nodes are games."""
        began = monotonic()
        limits.check_some(stop)
        if limits.depth is not None:
            raise SearchError("depth: Monte Carlo tree search has no depth to limit, give seconds or nodes")
        check_position(pos)
        if entries := ways(pos):
            again = partial(self.analyse, seed=seed, stop=stop)
            return evened(pos, entries, limits, lines, again, (Limits(nodes=ROUNDS << n) for n in range(40)), stop)
        if pos.choosing:
            return picks(pos, self.analyse(pos.play(pos.legal_moves()[0]), limits, seed=seed, stop=stop), lines)
        self.mind.set_out(COLOURS.index(pos.turn), limits.nodes or 0, began + limits.seconds if limits.seconds else 0.0)
        grove = Grove(pos.board, self.mind, self.capacity, seed_of(seed), self.bold, self.longest)
        with Watch(self.mind, stop):
            forced = len(pos.legal_moves()) == 1
            while not self.mind.stopped:
                grove.grow(ROUNDS)
                if forced:
                    break
        found = sorted(grove.moves(), key=lambda move: -move[1])
        by_code = {move.code: move for move in pos.legal_moves()}
        best = [Line((by_code[code],), _score(shares)) for code, _, shares in found[:lines]]
        best = best or [Line(pos.legal_moves()[:1], _score([1 / len(self.game.colours)] * len(self.game.colours)))]
        return Analysis(tuple(best), grove.deepest, self.mind.nodes, monotonic() - began)


def _score(shares: list[float]) -> Score:
    return Score(tuple(2 * share - 1 for share in shares))
