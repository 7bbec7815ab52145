"""Threads that search the same position beside the first one; all they share is the table of what was found."""

from threading import Thread

from kidd.game import Game
from kidd.rules.board import Board
from kidd.search.constants import DEEPEST, MOST_PLIES, WIN
from kidd.search.tree.alphabeta import Node
from kidd.search.tree.context import Context
from kidd.search.tree.transposition_table import TranspositionTable
from kidd.search.tree.weights import weights_of


class HelperThreads:
    """Open while the first thread searches; each of them is a depth ahead of the one before."""

    def __init__(self, game: Game, table: TranspositionTable, number: int) -> None:
        self.contexts = [Context(game, weights_of(game), table) for _ in range(number)]
        self.roots = [Node(game.board(), context, 0, MOST_PLIES) for context in self.contexts]
        self.threads: list[Thread] = []

    def start_search(self, board: Board, root: int, past: list[int]) -> None:
        """Take a position for a colour, with what came before it in the match."""
        for node, context in zip(self.roots, self.contexts, strict=True):
            context.start_search(root, 0, 0.0)
            context.remember(past)
            node.begin(board)

    def count_nodes(self) -> int:
        """Return how many positions they have looked at."""
        return sum(context.nodes for context in self.contexts)

    def _deepen(self, number: int) -> None:
        for depth in range(2 + number, DEEPEST):
            self.roots[number].think(depth, -WIN, WIN)
            if self.contexts[number].stopped:
                return

    def __enter__(self) -> None:
        self.threads = [Thread(target=self._deepen, args=(n,), daemon=True) for n in range(len(self.roots))]
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        for context in self.contexts:
            context.stopped = True
        for thread in self.threads:
            thread.join()
