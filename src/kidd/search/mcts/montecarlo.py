"""Monte Carlo tree search as a searcher: a sparring partner for all games, and the highest level with a die."""

from functools import partial
from threading import Event
from time import monotonic

from kidd.errors import SearchError
from kidd.game import COLOURS, Game
from kidd.position import Position
from kidd.search.answer import Analysis, Limits, Line, Score, to_seed
from kidd.search.engine import check_position
from kidd.search.mcts.mcts_tree import MctsTree
from kidd.search.opening_choice import list_ways, pick_colour, search_ways
from kidd.search.stop_watcher import StopWatcher
from kidd.search.tree.context import Context
from kidd.search.tree.memory import MEMORY
from kidd.search.tree.transposition_table import TranspositionTable
from kidd.search.tree.weights import weights_of

ROUNDS_AT_A_TIME = 256  # between two looks at the limits
NODE_BYTES = 44
EXPLORATION = 0.7
PLAYOUT_PLIES = 400


class MonteCarlo:
    """Searches positions of one game by random games; `playout_plies` plies each, 0 to judge positions instead."""

    def __init__(
        self,
        game: Game,
        memory: float = MEMORY,
        *,
        playout_plies: int = PLAYOUT_PLIES,
        exploration: float = EXPLORATION,
    ) -> None:
        self.game = game
        self.context = Context(game, weights_of(game), TranspositionTable(0.001))
        self.capacity = max(int(memory * 1024 * 1024 / NODE_BYTES), 4096)
        self.playout_plies = playout_plies
        self.exploration = exploration

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
            raise SearchError("no-depth")
        check_position(pos)
        if entries := list_ways(pos):
            again = partial(self.analyse, seed=seed, stop=stop)
            return search_ways(
                pos, entries, limits, lines, again, (Limits(nodes=ROUNDS_AT_A_TIME << n) for n in range(40)), stop
            )
        if pos.choosing:
            return pick_colour(pos, self.analyse(pos.play(pos.legal_moves()[0]), limits, seed=seed, stop=stop), lines)
        self.context.start_search(
            COLOURS.index(pos.turn), limits.nodes or 0, began + limits.seconds if limits.seconds else 0.0
        )
        tree = MctsTree(pos.board, self.context, self.capacity, to_seed(seed), self.exploration, self.playout_plies)
        with StopWatcher(self.context, stop):
            forced = len(pos.legal_moves()) == 1
            while not self.context.stopped:
                tree.grow(ROUNDS_AT_A_TIME)
                if forced:
                    break
        visited = sorted(tree.root_moves(), key=lambda move: -move[1])
        by_code = {move.code: move for move in pos.legal_moves()}
        best = [Line((by_code[code],), _share_score(shares)) for code, _, shares in visited[:lines]]
        best = best or [
            Line(pos.legal_moves()[:1], _share_score([1 / len(self.game.colours)] * len(self.game.colours)))
        ]
        return Analysis(tuple(best), tree.deepest, self.context.nodes, monotonic() - began)


def _share_score(shares: list[float]) -> Score:
    return Score(tuple(2 * share - 1 for share in shares))
