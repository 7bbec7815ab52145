"""Wins, and gains of tokens, proved by trying everything with the rule books alone: slow, and nothing to doubt."""

from kidd.rules.board import Board, Features, MoveList
from kidd.search import constants

ONLY_WINS = constants.ONLY_WINS


class Proof:
    """For two or three players without a die: a board, and one for each ply below it.

    Something is forced if nothing that the others do prevents it: of three, the two others may act as one.
    """

    def __init__(self, board: Board, depth: int) -> None:
        self.board = board
        self.moves = MoveList()
        self.counted = Features()
        if depth > 0:
            self.below = Proof(board.blank(), depth - 1)

    def moves_won_by(self, side: int, depth: int, ahead: int) -> list[int]:
        """Return the codes of the moves after which a colour forces what it wants, as `forces` says."""
        winning = []
        for i in range(self.board.moves(self.moves)):
            code = self.moves.codes[i]
            self.below.board.assign(self.board)
            self.below.board.make(code)
            if self.below.forces(side, depth - 1, ahead):
                winning.append(code)
        return winning

    def forces(self, side: int, depth: int, ahead: int) -> bool:
        """Tell whether a colour forces a win within so many plies, or to be so many tokens ahead after them."""
        n = self.board.moves(self.moves)
        if n == 0:
            return self.board.winner() == side
        if depth == 0:
            return ahead < ONLY_WINS and self.tokens_ahead(side) >= ahead
        wanted = self.board.turn == side  # one move that does it is enough for the one, all must for the others
        for i in range(n):
            self.below.board.assign(self.board)
            self.below.board.make(self.moves.codes[i])
            if self.below.forces(side, depth - 1, ahead) == wanted:
                return wanted
        return not wanted

    def tokens_ahead(self, side: int) -> int:
        """Return how many tokens more a colour holds or leads than all others."""
        self.board.features(self.counted)
        ahead = 0
        for colour in range(3):
            ahead += self.board.hands[colour] if colour == side else -self.board.hands[colour]
        for i in range(self.counted.size):
            height = max(self.counted.kind[i], 1)  # 0 where pieces have no heights
            ahead += height if self.counted.leader[i] == side else -height
        return ahead


def tokens_ahead(board: Board, side: int) -> int:
    """Return how many tokens more a colour holds or leads than all others."""
    return Proof(board, 0).tokens_ahead(side)


def moves_won_by(board: Board, side: int, depth: int, ahead: int = constants.ONLY_WINS) -> list[int]:
    """Return the codes of the moves after which a colour forces a win within so many plies, the move counted.

    With `ahead` it is enough to be so many tokens ahead of all others after exactly so many plies.
    """
    return Proof(board, depth).moves_won_by(side, depth, ahead)


def winning_moves(board: Board, depth: int) -> list[int]:
    """Return the codes of the moves that force a win within so many plies."""
    return moves_won_by(board, board.turn, depth)
