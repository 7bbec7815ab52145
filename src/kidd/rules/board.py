"""The deck with tokens on it, as the kernel moves them: mutable, trusting and fast.

`Position` is the value that people hold; this is what it, perft, playouts and the search stand on.
"""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.portset import count, listed, lowest, stir
else:
    from kidd.rules.portset import count, listed, lowest, stir

from collections.abc import Sequence

from kidd.rules import codes
from kidd.rules.chart import CHUNK as _CHUNK
from kidd.rules.chart import Chart

CHUNK = _CHUNK
NOWHERE = codes.NOWHERE
ORIGIN_SHIFT = codes.ORIGIN_SHIFT
FIELD = codes.FIELD
PASS = codes.PASS
LAST_ROLL = codes.ROLL + 3


class Ports:
    """A chart in arrays that the compiled rule books read."""

    def __init__(self, chart: Chart) -> None:
        self.bit = chart.bit
        self.onward = chart.onward
        self.ports_of = chart.ports_of
        self.land = chart.land
        self.leaving = chart.leaving
        self.spread = chart.spread
        self.sea = chart.sea
        self.deck = chart.deck
        self.first = chart.first
        self.beyond = chart.beyond
        self.step = chart.step
        self.hatches = chart.hatches


class Board:
    """What the three games have in common: crews on ports, hands and a turn."""

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self.crew = [0, 0, 0]  # for each colour the backs of the tokens and towers that it leads
        self.vacant = self.ports.deck  # the ports of the spaces where nobody stands
        self.hands = [0, 0, 0]
        self.turn = 0

    def hand_out(self, turn: int, hands: list[int]) -> None:
        """Say whose turn it is and what each colour has in hand."""
        self.turn = turn
        self.hands = hands

    def in_hand(self) -> list[int]:
        """Return what each colour has in hand."""
        return [self.hands[0], self.hands[1], self.hands[2]]

    def is_in_game(self, colour: int) -> bool:
        """Tell whether a colour leads anything on the deck or has tokens in hand."""
        return self.crew[colour] != 0 or self.hands[colour] > 0

    def backs(self) -> list[int]:
        """List the ports that backs are turned to, in the order of their spaces."""
        standing = self.crew[0] | self.crew[1] | self.crew[2]
        ports = []
        while standing:
            ports.append(lowest(standing))
            standing &= standing - 1
        return ports

    def reach(self, space: int, steps: int) -> list[int]:
        """List the ports that the piece on a space could arrive by in so many steps, whoever stands there."""
        standing = (self.crew[0] | self.crew[1] | self.crew[2]) & self.ports.ports_of[space]
        if not standing:
            return []
        ends = self.walk(lowest(standing), steps, self.vacant | self.ports.ports_of[space], self.ports.deck)
        ports = []
        while ends:
            ports.append(lowest(ends))
            ends &= ends - 1
        return ports

    def walk(self, back: int, steps: int, vacant: int, target: int) -> int:
        """Return the ports of `target` that a token may arrive by after exactly so many steps over vacant spaces."""
        front = self.ports.onward[back]
        if steps == 1:
            return front & target
        spread = self.ports.spread
        while steps > 1:
            steps -= 1
            left = front & vacant
            front = 0
            while left:
                chunk = lowest(left) // CHUNK
                front |= spread[(chunk << CHUNK) + ((left >> chunk * CHUNK) & ((1 << CHUNK) - 1))]
                left = left >> (chunk + 1) * CHUNK << (chunk + 1) * CHUNK
        return front & target

    def blank(self) -> "Board":
        """Return another board of the same game and options, with nothing on it."""
        raise NotImplementedError

    def is_chance(self) -> bool:
        """Tell whether the next move is the die's."""
        return False

    def die_shown(self) -> int:
        """Return what the die shows, 0 before it is rolled and where there is none."""
        return 0

    def is_choosing(self) -> bool:
        """Tell whether a colour is to be picked."""
        return False

    def contested(self) -> tuple[int, int] | None:
        """Return who contests a stalemate, and how many turns they have left."""
        return None

    def besides(self) -> int:
        """Return a number for what the last field of a position says, -1 where the game has none for it."""
        return -1

    def assign(self, other: "Board") -> None:
        """Become a copy of a board of the same game."""
        raise NotImplementedError

    def moves(self, found: "MoveList") -> int:
        """Write the legal moves down and return how many they are; none means that the game is over."""
        raise NotImplementedError

    def freedom(self, found: "MoveList") -> int:
        """Return how many legal moves there are, without writing them down where counting is cheaper."""
        return self.moves(found)

    def features(self, into: "Features") -> None:
        """Count tokens and towers, and all that is not on the deck."""
        raise NotImplementedError

    def aspects(self, into: "Features") -> None:
        """Count what each colour can do and what can be done to it, up to eight numbers for each."""
        raise NotImplementedError

    def make(self, code: int) -> None:
        """Make a move that is known to be legal."""
        raise NotImplementedError

    def winner(self) -> int:
        """Return who has won, -1 for nobody; only asked when there is no move."""
        raise NotImplementedError

    def reason(self) -> str:
        """Return why the game is over; only asked when there is no move."""
        raise NotImplementedError

    def key(self) -> tuple[int, ...]:
        """Return what makes two boards of a game the same position."""
        raise NotImplementedError

    def repetition(self) -> tuple[int, ...]:
        """Return what the rules of repetition compare."""
        return self.key()

    def put(self, port: int, crew: tuple[int, ...]) -> None:
        """Stand a piece on the deck, its back to a port, given its colours from the top down."""
        raise NotImplementedError

    def put_all(self, other: "Board", ports: Sequence[int]) -> None:
        """Stand the pieces of another board of the game on this one, each at the port listed for its own."""
        for back in other.backs():
            self.put(ports[back], other.pile(back))

    def take_over(self, other: "Board") -> None:
        """Copy from a board of the same game what it keeps in mind besides tokens, hands and turn."""

    def ready(self) -> None:
        """Be told that everything stands on the deck."""

    def pile(self, port: int) -> tuple[int, ...]:
        """Return the colours that stand with their backs to a port, from the top down."""
        raise NotImplementedError

    def count_tokens(self, into: "Features") -> None:
        """Enter leaders and ports into a list of features."""
        into.size = 0
        for colour in range(3):
            size = listed(self.crew[colour], into.port, into.size)
            for i in range(into.size, size):
                into.leader[i] = colour
            into.size = size

    def copy(self) -> "Board":
        """Return another board with the same position."""
        twin = self.blank()
        twin.assign(self)
        return twin


class MoveList:
    """Room for the moves of a board."""

    def __init__(self) -> None:
        self.codes = [0] * 2048
        self.size = 0


class Features:
    """Who stands where and how freely, in numbers."""

    def __init__(self) -> None:
        self.size = 0
        self.port = [0] * 32
        self.leader = [0] * 32
        self.kind = [0] * 32  # what else is there, 0 where a game has no kinds: a height, or whether it holds a captive
        self.aspect = [0] * 24  # eight numbers for each colour, by game
        self.rest = 0  # hands, turn and all else that is not on the deck, in one number


class Chances:
    """A stream of random numbers, the same from the same seed at both speeds."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def below(self, limit: int) -> int:
        """Return a number from 0 to limit - 1."""
        self.seed = stir(self.seed)
        return (self.seed >> 33) * limit >> 31


class Ply:
    """A board with room for its moves, and the plies below it."""

    def __init__(self, board: Board, depth: int) -> None:
        self.board = board
        self.found = MoveList()
        if depth > 0:
            self.below = Ply(board.blank(), depth - 1)

    def perft(self, depth: int) -> int:
        """Count the lines of so many plies, making every last move."""
        if depth == 0:
            return 1
        total = 0
        for i in range(self.board.moves(self.found)):
            self.below.board.assign(self.board)
            self.below.board.make(self.found.codes[i])
            total += 1 if depth == 1 else self.below.perft(depth - 1)
        return total

    def playout(self, chances: Chances, most: int) -> int:
        """Make random moves until the game is over, at the most so many; return how many, not counting rolls."""
        made = 0
        while made < most:
            n = self.board.moves(self.found)
            if n == 0:
                break
            code = self.found.codes[chances.below(n)]
            self.board.make(code)
            if code <= PASS or code > LAST_ROLL:
                made += 1
        return made


def perft(board: Board, depth: int) -> int:
    """Count the lines of so many plies from a board."""
    ply = Ply(board, depth)
    return ply.perft(depth)


def playouts(board: Board, games: int, most: int, seed: int) -> tuple[int, list[int]]:
    """Play random games from a board; return the moves made and how often each colour, and last nobody, has won."""
    chances = Chances(seed)
    ply = Ply(board.blank(), 0)
    made = 0
    wins = [0, 0, 0, 0]
    for _ in range(games):
        ply.board.assign(board)
        made += ply.playout(chances, most)
        winner = -1 if ply.board.moves(ply.found) else ply.board.winner()
        wins[winner if winner >= 0 else 3] += 1
    return made, wins


def codes_ahead(board: Board, mine: int, most: int) -> list[int]:
    """List the moves that can be legal when one of some colours, a bit each, is to move next.

    The others move and roll in every way until then; so many boards are looked at, at the most.
    """
    found: dict[int, bool] = {}
    moves = MoveList()
    waiting = [board]
    seen = 0
    while waiting and seen < most:
        here = waiting.pop()
        seen += 1
        n = here.moves(moves)
        if mine >> here.turn & 1 and not here.is_chance():
            for i in range(n):
                found[moves.codes[i]] = True
        else:
            for i in range(n):
                child = here.copy()
                child.make(moves.codes[i])
                waiting.append(child)
    return list(found)


def codes_taking(board: Board) -> list[int]:
    """List the moves after which somebody has left the deck."""
    moves = MoveList()
    after = board.blank()
    stood = count(board.crew[0] | board.crew[1] | board.crew[2])
    found = []
    for i in range(board.moves(moves)):
        code = moves.codes[i]
        after.assign(board)
        after.make(code)
        entered = 1 if code >> ORIGIN_SHIFT & FIELD == NOWHERE else 0
        if count(after.crew[0] | after.crew[1] | after.crew[2]) < stood + entered:
            found.append(code)
    return found


def spaces_taken(eve: Board, owners: int) -> list[int]:
    """List the spaces on which whoever is to act could take tokens of some colours, a bit each, whatever is rolled."""
    moves = MoveList()
    after = eve.blank()
    lost = 0
    if eve.is_chance():
        rolls = MoveList()
        rolled = eve.blank()
        for i in range(eve.moves(rolls)):
            rolled.assign(eve)
            rolled.make(rolls.codes[i])
            lost |= taken_from(rolled, owners, moves, after)
    else:
        lost = taken_from(eve, owners, moves, after)
    spaces = []
    while lost:
        spaces.append(lowest(lost) // 3)
        lost &= lost - 1
    return spaces


def taken_from(board: Board, owners: int, moves: MoveList, after: Board) -> int:
    """Return the backs of whatever some colours lead and do not any more after one move or another."""
    kept = led_by(board, owners)
    lost = 0
    for i in range(board.moves(moves)):
        after.assign(board)
        after.make(moves.codes[i])
        lost |= kept & ~led_by(after, owners)
    return lost


def led_by(board: Board, owners: int) -> int:
    """Return the backs of all that some colours lead."""
    led = 0
    for colour in range(3):
        if owners >> colour & 1:
            led |= board.crew[colour]
    return led
