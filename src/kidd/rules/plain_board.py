"""A board whose rules are plain Python: for games that need not be fast, and for trying out new ones.

The kernel calls a board without Python's lock; this one takes the lock and asks methods that anybody can write.
"""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.codes import FIELD, NOWHERE, ORIGIN_SHIFT, PORT
    from cython.cimports.kidd.rules.portset import count, lowest
else:
    from kidd.rules.codes import FIELD, NOWHERE, ORIGIN_SHIFT, PORT
    from kidd.rules.portset import count, lowest

from kidd.rules.board import Board, Features, MoveList


class PlainBoard(Board):
    """One token to a space, hands and a turn are kept here; a game adds `moves_now`, `play`, `won_by` and `reason`.

    `blank` is to be added too, and `take_over`, `more` and `key` where a game keeps more than that in mind.
    """

    def moves_now(self) -> list[int]:
        """Return the codes of the legal moves; none means that the game is over."""
        raise NotImplementedError

    def play(self, code: int) -> None:
        """Make a legal move, and say whose turn it is then."""
        raise NotImplementedError

    def won_by(self) -> int:
        """Return who has won, -1 for nobody; only asked when there is no move."""
        raise NotImplementedError

    def is_rolling(self) -> bool:
        """Tell whether the next move is the die's."""
        return False

    def more(self) -> int:
        """Return what a game keeps in mind besides those as one small number, which the search needs."""
        return 0

    def entries(self) -> list[int]:
        """Return the moves that enter a token on a vacant hatch, if the hand is not empty."""
        hatches = self.ports.sea & self.vacant if self.hands[self.turn] else 0
        found = []
        while hatches:
            found.append(self.ports.step[lowest(hatches)])
            hatches &= hatches - 1
        return found

    def steps(self) -> list[int]:
        """Return the moves of one step forward to a vacant space."""
        tokens = self.crew[self.turn]
        found = []
        while tokens:
            back = lowest(tokens)
            tokens &= tokens - 1
            ways = self.ports.onward[back] & self.vacant
            while ways:
                found.append(self.ports.step[lowest(ways)])
                ways &= ways - 1
        return found

    def walk_or_enter(self, code: int) -> None:
        """Move a token as a code says, off its space or out of the hand."""
        origin = code >> ORIGIN_SHIFT & FIELD
        port = code & PORT
        if origin == NOWHERE:
            self.hands[self.turn] -= 1
        else:
            self.crew[self.turn] &= ~self.ports.ports_of[origin]
            self.vacant |= self.ports.ports_of[origin]
        self.crew[self.turn] |= self.ports.bit[port]
        self.vacant &= ~self.ports.ports_of[port // 3]

    def next_turn(self, players: int) -> None:
        """Say that it is the turn of the next of so many players."""
        self.turn = (self.turn + 1) % players

    def assign(self, other: Board) -> None:
        self.crew[:] = other.crew
        self.hands[:] = other.hands
        self.vacant = other.vacant
        self.turn = other.turn
        with cython.gil:
            self.copy_rest(other)

    def copy_rest(self, other: Board) -> None:
        """Let the game copy what is its own."""
        self.take_over(other)

    def moves(self, found: MoveList) -> int:
        with cython.gil:
            self.write_down(found)
        return found.size

    def write_down(self, found: MoveList) -> None:
        """Let the game list its moves."""
        found.size = 0
        for code in self.moves_now():
            found.codes[found.size] = code
            found.size += 1

    def make(self, code: int) -> None:
        with cython.gil:
            self.play(code)

    def winner(self) -> int:
        with cython.gil:
            winner = self.won_by()
        return winner  # noqa: RET504 - no way out of a function without the lock leads from within it

    def is_chance(self) -> bool:
        with cython.gil:
            rolling = self.is_rolling()
        return rolling  # noqa: RET504 - as above

    def features(self, into: Features) -> None:
        self.count_tokens(into)
        more = 0
        with cython.gil:
            more = self.more()
        into.rest = self.turn | self.hands[0] << 2 | self.hands[1] << 6 | self.hands[2] << 10 | more << 14

    def aspects(self, into: Features) -> None:
        """Count for each colour its hand and its tokens on the deck."""
        for colour in range(3):
            into.aspect[8 * colour] = self.hands[colour]
            into.aspect[8 * colour + 1] = count(self.crew[colour])

    def key(self) -> tuple[int, ...]:
        return (self.crew[0], self.crew[1], self.crew[2], self.turn, *self.in_hand(), self.more())

    def put(self, port: int, crew: tuple[int, ...]) -> None:
        self.crew[crew[0]] |= self.ports.bit[port]
        self.vacant &= ~self.ports.ports_of[port // 3]

    def pile(self, port: int) -> tuple[int, ...]:
        for colour in range(3):
            if self.crew[colour] & self.ports.bit[port]:
                return (colour,)
        return ()
