"""Threads that search the same position beside the first one; all they share is the table of what was found."""

from threading import Thread

from kidd.game import Game
from kidd.rules.board import Board
from kidd.search.constants import LONGEST, WIN
from kidd.search.tree.alphabeta import Node
from kidd.search.tree.context import Mind
from kidd.search.tree.transposition_table import Table
from kidd.search.weights import weights


class Mates:
    """Open while the first thread searches; each of them is a depth ahead of the one before."""

    def __init__(self, game: Game, table: Table, number: int) -> None:
        self.minds = [Mind(game, weights(game), table) for _ in range(number)]
        self.roots = [Node(game.board(), mind, 0, LONGEST) for mind in self.minds]
        self.threads: list[Thread] = []

    def set_out(self, board: Board, root: int, before: list[int]) -> None:
        """Take a position for a colour, with what came before it in the match."""
        for node, mind in zip(self.roots, self.minds, strict=True):
            mind.set_out(root, 0, 0.0)
            mind.remember(before)
            node.begin(board)

    def nodes(self) -> int:
        """Return how many positions they have looked at."""
        return sum(mind.nodes for mind in self.minds)

    def _deepen(self, number: int) -> None:
        for depth in range(2 + number, LONGEST - 20):
            self.roots[number].think(depth, -WIN, WIN)
            if self.minds[number].stopped:
                return

    def __enter__(self) -> None:
        self.threads = [Thread(target=self._deepen, args=(n,), daemon=True) for n in range(len(self.roots))]
        for thread in self.threads:
            thread.start()

    def __exit__(self, *_: object) -> None:
        for mind in self.minds:
            mind.stopped = True
        for thread in self.threads:
            thread.join()
