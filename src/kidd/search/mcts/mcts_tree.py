"""Monte Carlo tree search: random games that lean more and more towards what has worked (UCT)."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.search.kernel_math import double_room, give_back, int_room
    from cython.cimports.libc.math import log, sqrt
else:
    from math import log, sqrt

    from kidd.search.kernel_math import double_room, give_back, int_room

from kidd.rules.board import Board, Census, Chances, Found, Ply
from kidd.search import constants
from kidd.search.tree.context import Mind

DEEPEST = 500
WIN = constants.WIN


class Grove:
    """A tree in arrays: a node knows the move that leads to it, whose turn it is there, and how it went."""

    def __init__(self, start: Board, mind: Mind, capacity: int, seed: int, bold: float, longest: int) -> None:
        self.start = start
        self.mind = mind
        self.ply = Ply(start.blank(), 0)
        self.found = Found()
        self.census = Census()
        self.chances = Chances(seed)
        self.players = mind.players_in()
        self.bold = bold  # how much a move that was seldom tried is favoured
        self.longest = longest  # plies of a random game, after which the position is judged; 0: judged at once
        self.capacity = capacity
        self.size = 1
        self.deepest = 0
        self.path = [0] * 512
        self.reward = [0.0] * 3
        self.code = int_room(self.capacity)
        self.first = int_room(self.capacity)
        self.count = int_room(self.capacity)
        self.visits = int_room(self.capacity)
        self.turn = int_room(self.capacity)
        self.worth = double_room(3 * self.capacity)
        if not (self.code and self.first and self.count and self.visits and self.turn and self.worth):
            raise MemoryError(f"no room for a tree of {capacity} positions")

    def __dealloc__(self) -> None:
        give_back(self.code)
        give_back(self.first)
        give_back(self.count)
        give_back(self.visits)
        give_back(self.turn)
        give_back(self.worth)

    def grow(self, rounds: int) -> int:
        """Play so many rounds unless told to stop, and return how many positions the tree has."""
        with cython.nogil:
            for _i in range(rounds):
                self.mind.nodes += 1
                if self.mind.nodes & 63 == 0:
                    self.mind.look_at_clock()
                if self.mind.node_limit and self.mind.nodes > self.mind.node_limit:
                    self.mind.stopped = True
                if self.mind.stopped:
                    break
                self.round()
        return self.size

    def round(self) -> None:
        """Go down the tree, let it grow by the moves of one position, play on at random, and carry back the result."""
        self.ply.board.assign(self.start)
        here = 0
        depth = 0
        while True:
            self.path[depth] = here
            depth += 1
            if self.count[here] == 0 and (self.visits[here] == 0 or not self.expand(here)):
                break
            if depth >= DEEPEST or self.count[here] == 0:
                break
            here = self.choose(here)
            self.ply.board.make(self.code[here])
        self.deepest = max(self.deepest, depth)
        self.play_out()
        for i in range(depth):
            here = self.path[i]
            self.visits[here] += 1
            for colour in range(self.players):
                self.worth[3 * here + colour] += self.reward[colour]

    def expand(self, here: int) -> int:
        """Give a position its moves, as long as there is room."""
        n = self.ply.board.moves(self.found)
        if self.size + n > self.capacity:
            return 0
        self.turn[here] = 3 if self.ply.board.is_chance() else self.ply.board.turn
        self.first[here] = self.size
        self.count[here] = n
        for i in range(n):
            self.code[self.size + i] = self.found.codes[i]
        self.size += n
        return n

    def choose(self, here: int) -> int:
        """Return the child to go on with: the die's by chance, a player's by success and curiosity."""
        mover = self.turn[here]
        if mover == 3:
            return self.first[here] + self.chances.below(self.count[here])
        spread = self.bold * sqrt(log(self.visits[here] + 1.0))
        best = self.first[here]
        top = -1.0
        for i in range(self.count[here]):
            child = self.first[here] + i
            if self.visits[child] == 0:
                return child
            value = self.worth[3 * child + mover] / self.visits[child] + spread / sqrt(self.visits[child])
            if value > top:
                top = value
                best = child
        return best

    def play_out(self) -> None:
        """Play at random to the end, or as far as is worth it, and share out one point."""
        self.ply.playout(self.chances, self.longest)
        if self.ply.board.moves(self.found) == 0:
            winner = self.ply.board.winner()
            for colour in range(self.players):
                self.reward[colour] = 1.0 if colour == winner else 0.0
                if winner < 0:
                    self.reward[colour] = 1.0 / self.players
            return
        self.ply.board.census(self.census)
        self.ply.board.aspects(self.census)
        total = 0.0
        for colour in range(self.players):
            winner = self.mind.weigh(self.census, colour, self.ply.board.turn)
            self.reward[colour] = (winner + WIN) / (2.0 * WIN)
            total += self.reward[colour]
        for colour in range(self.players):
            self.reward[colour] /= total

    def moves(self) -> list[tuple[int, int, list[float]]]:
        """Return the moves of the root: code, visits, and what each colour got of a point on average."""
        found = []
        for i in range(self.count[0]):
            child = self.first[0] + i
            seen = max(self.visits[child], 1)
            found.append(
                (self.code[child], self.visits[child], [self.worth[3 * child + c] / seen for c in range(self.players)])
            )
        return found
