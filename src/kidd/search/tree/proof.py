"""Forced wins proved by trying everything with the rule books alone: slow, and nothing to doubt."""

from kidd.rules.board import Board, MoveList


class Proof:
    """For two players without a die: a board, and one for each ply below it."""

    def __init__(self, board: Board, depth: int) -> None:
        self.board = board
        self.moves = MoveList()
        if depth > 0:
            self.below = Proof(board.blank(), depth - 1)

    def winning_moves(self, depth: int) -> list[int]:
        """Return the codes of the moves that force a win within so many plies, the move itself counted."""
        winning = []
        for i in range(self.board.moves(self.moves)):
            code = self.moves.codes[i]
            self.below.board.assign(self.board)
            self.below.board.make(code)
            if self.below.is_lost(depth - 1):
                winning.append(code)
        return winning

    def forces(self, depth: int) -> bool:
        """Tell whether the one to move can force a win within so many plies."""
        n = self.board.moves(self.moves)
        if n == 0:
            return self.board.winner() == self.board.turn
        if depth > 0:
            for i in range(n):
                self.below.board.assign(self.board)
                self.below.board.make(self.moves.codes[i])
                if self.below.is_lost(depth - 1):
                    return True
        return False

    def is_lost(self, depth: int) -> bool:
        """Tell whether the one to move cannot avoid losing within so many plies."""
        n = self.board.moves(self.moves)
        if n == 0:
            return self.board.winner() == 1 - self.board.turn
        if depth == 0:
            return False
        for i in range(n):
            self.below.board.assign(self.board)
            self.below.board.make(self.moves.codes[i])
            if not self.below.forces(depth - 1):
                return False
        return True


def winning_moves(board: Board, depth: int) -> list[int]:
    """Return the codes of the moves that force a win within so many plies."""
    return Proof(board, depth).winning_moves(depth)
