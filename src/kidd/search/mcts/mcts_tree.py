"""Monte Carlo tree search: random games that lean more and more towards what has worked (UCT)."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.search.tree.kernel_math import allocate_doubles, allocate_ints, release
    from cython.cimports.libc.math import log, sqrt
else:
    from math import log, sqrt

    from kidd.search.tree.kernel_math import allocate_doubles, allocate_ints, release

from kidd.rules.board import Board, Chances, Features, MoveList, Ply
from kidd.search import constants
from kidd.search.tree.context import Context

LONGEST_PATH = 500  # plies from the root
WIN = constants.WIN


class MctsTree:
    """A tree in arrays: a node knows the move that leads to it, whose turn it is there, and how it went."""

    def __init__(
        self, start: Board, context: Context, capacity: int, seed: int, exploration: float, playout_plies: int
    ) -> None:
        self.start = start
        self.context = context
        self.ply = Ply(start.blank(), 0)
        self.move_list = MoveList()
        self.features = Features()
        self.chances = Chances(seed)
        self.players = context.players
        self.exploration = exploration  # how much a move that was seldom tried is favoured
        self.playout_plies = (
            playout_plies  # plies of a random game, after which the position is judged; 0: judged at once
        )
        self.capacity = capacity
        self.size = 1
        self.deepest = 0
        self.path = [0] * 512
        self.reward = [0.0] * 3
        self.code = allocate_ints(self.capacity)
        self.first = allocate_ints(self.capacity)
        self.count = allocate_ints(self.capacity)
        self.visits = allocate_ints(self.capacity)
        self.turn = allocate_ints(self.capacity)
        self.reward_sum = allocate_doubles(3 * self.capacity)
        if not (self.code and self.first and self.count and self.visits and self.turn and self.reward_sum):
            raise MemoryError(f"no room for a tree of {capacity} positions")

    def __dealloc__(self) -> None:
        release(self.code)
        release(self.first)
        release(self.count)
        release(self.visits)
        release(self.turn)
        release(self.reward_sum)

    def grow(self, rounds: int) -> int:
        """Play so many rounds unless told to stop, and return how many positions the tree has."""
        with cython.nogil:
            for _i in range(rounds):
                self.context.nodes += 1
                if self.context.nodes & 63 == 0:
                    self.context.look_at_clock()
                if self.context.node_limit and self.context.nodes > self.context.node_limit:
                    self.context.stopped = True
                if self.context.stopped:
                    break
                self.play_round()
        return self.size

    def play_round(self) -> None:
        """Go down the tree, let it grow by the moves of one position, play on at random, and carry back the result."""
        self.ply.board.assign(self.start)
        here = 0
        depth = 0
        while True:
            self.path[depth] = here
            depth += 1
            if self.count[here] == 0 and (self.visits[here] == 0 or not self.expand(here)):
                break
            if depth >= LONGEST_PATH or self.count[here] == 0:
                break
            here = self.choose_child(here)
            self.ply.board.make(self.code[here])
        self.deepest = max(self.deepest, depth)
        self.play_out()
        for i in range(depth):
            here = self.path[i]
            self.visits[here] += 1
            for colour in range(self.players):
                self.reward_sum[3 * here + colour] += self.reward[colour]

    def expand(self, here: int) -> int:
        """Give a position its moves, as long as there is room."""
        n = self.ply.board.moves(self.move_list)
        if self.size + n > self.capacity:
            return 0
        self.turn[here] = 3 if self.ply.board.is_chance() else self.ply.board.turn
        self.first[here] = self.size
        self.count[here] = n
        for i in range(n):
            self.code[self.size + i] = self.move_list.codes[i]
        self.size += n
        return n

    def choose_child(self, here: int) -> int:
        """Return the child to go on with: the die's by chance, a player's by success and curiosity."""
        mover = self.turn[here]
        if mover == 3:
            return self.first[here] + self.chances.below(self.count[here])
        spread = self.exploration * sqrt(log(self.visits[here] + 1.0))
        best = self.first[here]
        top = -1.0
        for i in range(self.count[here]):
            child = self.first[here] + i
            if self.visits[child] == 0:
                return child
            value = self.reward_sum[3 * child + mover] / self.visits[child] + spread / sqrt(self.visits[child])
            if value > top:
                top = value
                best = child
        return best

    def play_out(self) -> None:
        """Play at random to the end, or as far as is worth it, and share out one point."""
        self.ply.playout(self.chances, self.playout_plies)
        if self.ply.board.moves(self.move_list) == 0:
            winner = self.ply.board.winner()
            total = 0.0
            for colour in range(self.players):
                # MG7: a draw is shared by those who are still in the game.
                sharing = not self.context.crews_fall or self.ply.board.is_in_game(colour)
                self.reward[colour] = colour == winner if winner >= 0 else sharing
                total += self.reward[colour]
            for colour in range(self.players):
                self.reward[colour] /= total
            return
        self.ply.board.features(self.features)
        self.ply.board.aspects(self.features)
        total = 0.0
        for colour in range(self.players):
            winner = self.context.weigh(self.features, colour, self.ply.board.turn)
            self.reward[colour] = (winner + WIN) / (2.0 * WIN)
            total += self.reward[colour]
        for colour in range(self.players):
            self.reward[colour] /= total

    def root_moves(self) -> list[tuple[int, int, list[float]]]:
        """Return the moves of the root: code, visits, and what each colour got of a point on average."""
        moves = []
        for i in range(self.count[0]):
            child = self.first[0] + i
            seen = max(self.visits[child], 1)
            rewards = [self.reward_sum[3 * child + c] / seen for c in range(self.players)]
            moves.append((self.code[child], self.visits[child], rewards))
        return moves
