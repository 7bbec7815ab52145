"""Forced wins proved by trying everything with the rule books alone: slow, and nothing to doubt."""

from kidd.rules.board import Board, Found


class Proof:
    """For two players without a die: a board, and one for each ply below it."""

    def __init__(self, board: Board, depth: int) -> None:
        self.board = board
        self.found = Found()
        if depth > 0:
            self.below = Proof(board.blank(), depth - 1)

    def winning(self, depth: int) -> list[int]:
        """Return the codes of the moves that force a win within so many plies, the move itself counted."""
        moves = []
        for i in range(self.board.moves(self.found)):
            code = self.found.codes[i]
            self.below.board.assign(self.board)
            self.below.board.make(code)
            if self.below.is_lost(depth - 1):
                moves.append(code)
        return moves

    def forces(self, depth: int) -> bool:
        """Tell whether the one to move can force a win within so many plies."""
        n = self.board.moves(self.found)
        if n == 0:
            return self.board.winner() == self.board.turn
        if depth > 0:
            for i in range(n):
                self.below.board.assign(self.board)
                self.below.board.make(self.found.codes[i])
                if self.below.is_lost(depth - 1):
                    return True
        return False

    def is_lost(self, depth: int) -> bool:
        """Tell whether the one to move cannot avoid losing within so many plies."""
        n = self.board.moves(self.found)
        if n == 0:
            return self.board.winner() == 1 - self.board.turn
        if depth == 0:
            return False
        for i in range(n):
            self.below.board.assign(self.board)
            self.below.board.make(self.found.codes[i])
            if not self.below.forces(depth - 1):
                return False
        return True


def winning_moves(board: Board, depth: int) -> list[int]:
    """Return the codes of the moves that force a win within so many plies."""
    return Proof(board, depth).winning(depth)
