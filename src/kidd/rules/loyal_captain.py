"""Loyal Captain: surround the other crew until it can neither move nor enter."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.codes import BLUE, NOWHERE, ORIGIN_SHIFT, PORT, RED
    from cython.cimports.kidd.rules.portset import count, listed, lowest
else:
    from kidd.rules.codes import BLUE, NOWHERE, ORIGIN_SHIFT, PORT, RED
    from kidd.rules.portset import count, listed, lowest

from kidd.rules import numbers
from kidd.rules.board import Board, Features, MoveList, Ports

TURNS_TO_WIN = numbers.TURNS_TO_WIN


class LoyalCaptain(Board):
    """A board of Loyal Captain, with a contested stalemate's count where there is one."""

    def __init__(self, ports: Ports, tokens: int, chooser: bool) -> None:
        Board.__init__(self, ports)
        self.forward = [0, 0]  # for each colour the ports that its tokens threaten: their ways forward
        self.contester = -1
        self.left = 0
        self.choosing = False
        self.chooser = chooser
        self.tokens = tokens
        self.settled = True  # nobody stands surrounded, as after every turn

    def blank(self) -> "LoyalCaptain":
        if not cython.compiled:
            return LoyalCaptain(self.ports, self.tokens, self.chooser)
        twin = LoyalCaptain.__new__(LoyalCaptain)  # a call of __init__ would take longer than a whole turn
        twin.ports = self.ports
        twin.tokens = self.tokens
        twin.chooser = self.chooser
        return twin

    def assign(self, other: Board) -> None:
        self.become(cython.cast(LoyalCaptain, other))

    def become(self, that: "LoyalCaptain") -> None:
        self.crew[:] = that.crew
        self.forward[:] = that.forward
        self.hands[:] = that.hands
        self.vacant = that.vacant
        self.turn = that.turn
        self.contester = that.contester
        self.left = that.left
        self.choosing = that.choosing
        self.settled = that.settled

    def ways(self) -> int:
        """LC1: each step forward to a vacant space, and each vacant hatch while the hand is not empty."""
        if self.hands[self.turn]:
            return (self.forward[self.turn] | self.ports.sea) & self.vacant
        return self.forward[self.turn] & self.vacant

    def moves(self, found: MoveList) -> int:
        if self.choosing:
            found.codes[0] = RED
            found.codes[1] = BLUE
            return 2
        if self.contester >= 0 and self.left == 0:
            return 0
        step = self.ports.step
        n = listed(self.ways(), found.codes, 0)
        for i in range(n):
            found.codes[i] = step[found.codes[i]]
        return n

    def freedom(self, found: MoveList) -> int:
        if self.choosing or (self.contester >= 0 and self.left == 0):
            return self.moves(found)
        return count(self.ways())

    def make(self, code: int) -> None:
        if self.choosing:
            self.choosing = False
            return
        mover = self.turn
        port = code & PORT
        origin = code >> ORIGIN_SHIFT
        crew = self.crew[mover]
        forward = self.forward[mover]
        vacant = self.vacant
        if origin == NOWHERE:
            self.hands[mover] -= 1
        else:
            crew &= ~self.ports.ports_of[origin]
            forward &= ~self.ports.leaving[origin]
            vacant |= self.ports.ports_of[origin]
        self.crew[mover] = crew | self.ports.bit[port]
        self.forward[mover] = forward | self.ports.onward[port]
        self.vacant = vacant & ~self.ports.ports_of[port // 3]
        self.turn = 1 - mover
        taken = self.capture(mover, port) if self.settled else self.settle(mover)
        if self.contester >= 0:
            self.count_down(mover, taken)
        elif self.chooser and mover == 1:
            self.choosing = self.is_opened()

    def is_opened(self) -> bool:
        """LC6: tell whether nothing has happened yet but that one red and one blue token entered."""
        in_hand = self.tokens - 1
        if self.hands[0] != in_hand or self.hands[1] != in_hand or (self.crew[0] | self.crew[1]) & ~self.ports.sea:
            return False
        return count(self.crew[0]) == 1 and count(self.crew[1]) == 1

    def capture(self, mover: int, port: int) -> int:
        """LC2, LC3: take what the token that arrived by a port has surrounded, then itself if it is."""
        # Only next to the space just taken can a group of the others have lost its last way out.
        other = 1 - mover
        taken = 0
        near = self.ports.onward[port] & ~self.vacant
        while near:
            space = lowest(near) // 3
            near &= near - 1
            if self.crew[other] & self.ports.ports_of[space]:
                taken |= self.surrounded(space, other)
        if taken:
            self.remove(other, taken)
        elif self.ports.bit[port] & self.ports.sea:
            # A token that took a step has left a vacant space behind it; only one that entered can be lost.
            taken = self.surrounded(port // 3, mover)
            if taken:
                self.remove(mover, taken)
        return taken

    def surrounded(self, space: int, colour: int) -> int:
        """LC2: return the ports of the group on a space if every way to it is threatened, else nothing."""
        own = self.crew[colour]
        threats = self.forward[1 - colour]
        group = self.ports.ports_of[space]
        todo = self.ports.land[space] & ~threats
        while todo:
            space = self.ports.beyond[lowest(todo)]
            todo &= todo - 1
            if group & self.ports.ports_of[space]:
                continue
            if not own & self.ports.ports_of[space]:
                return 0  # vacant, or an opposing back
            group |= self.ports.ports_of[space]
            todo |= self.ports.land[space] & ~threats
        return group

    def remove(self, colour: int, taken: int) -> None:
        """Take a colour's tokens off the deck, given all the ports of their spaces."""
        self.crew[colour] &= ~taken
        self.vacant |= taken
        while taken:
            space = lowest(taken) // 3
            taken &= ~self.ports.ports_of[space]
            self.forward[colour] &= ~self.ports.leaving[space]

    def settle(self, mover: int) -> int:
        """LC3: look at every group: in a position set up by hand some may have stood surrounded before the turn."""
        others = self.all_surrounded(1 - mover)
        self.remove(1 - mover, others)
        own = self.all_surrounded(mover)
        self.remove(mover, own)
        self.settled = True
        return others | own

    def all_surrounded(self, colour: int) -> int:
        """Return the ports of all surrounded groups of a colour."""
        taken = 0
        tokens = self.crew[colour]
        while tokens:
            taken |= self.surrounded(lowest(tokens) // 3, colour)
            tokens &= tokens - 1
        return taken

    def count_down(self, mover: int, taken: int) -> None:
        """LC5: the contester's moves count, and any capture starts the count anew."""
        if mover == self.contester:
            self.left -= 1
        if taken:
            self.left = TURNS_TO_WIN

    def features(self, into: Features) -> None:
        self.count_tokens(into)
        into.rest = self.turn | self.hands[0] << 2 | self.hands[1] << 6 | self.choosing << 10
        if self.contester >= 0:
            into.rest |= (1 + self.contester) << 11 | self.left << 13

    def aspects(self, into: Features) -> None:
        """Count for each colour its hand, its ways forward, and the ports of its tokens that are threatened."""
        for colour in range(2):
            own = self.crew[colour]
            first = (own | own >> 1 | own >> 2) & self.ports.first
            threatened = count(self.forward[1 - colour] & ((first << 3) - first))  # three ports from each first one on
            into.aspect[8 * colour] = self.hands[colour]
            into.aspect[8 * colour + 1] = count(self.forward[colour] & self.vacant)
            into.aspect[8 * colour + 2] = threatened

    def winner(self) -> int:
        """LC4, LC5: who cannot go on loses, and so does a contester who has not won in time."""
        if self.ways():
            return 1 - self.contester
        return 1 - self.turn

    def reason(self) -> str:
        return "not-proven" if self.ways() else "immobile"

    def key(self) -> tuple[int, ...]:
        """LC7: what repetition compares, too: as the count of a contest falls, nothing comes again while one runs."""
        hands = self.hands
        return (self.crew[0], self.crew[1], self.turn, hands[0], hands[1], self.choosing, self.contester, self.left)

    def is_choosing(self) -> bool:
        return self.choosing

    def contested(self) -> tuple[int, int] | None:
        return (self.contester, self.left) if self.contester >= 0 else None

    def besides(self) -> int:
        return self.choosing | (1 + self.contester) << 1 | (self.left << 3 if self.contester >= 0 else 0)

    def contest(self, contester: int, left: int) -> None:
        """Say who contests a stalemate, -1 for nobody, and how many turns they have left."""
        self.contester = contester
        self.left = left

    def take_over(self, other: Board) -> None:
        """Copy who contests a stalemate, and whether a colour is to be picked."""
        that = cython.cast(LoyalCaptain, other)
        self.contester = that.contester
        self.left = that.left
        self.choosing = that.choosing

    def choose(self) -> None:
        """Say that a colour is to be picked next."""
        self.choosing = True

    def put(self, port: int, crew: tuple[int, ...]) -> None:
        """Stand a token on the deck, its back to a port."""
        self.crew[crew[0]] |= self.ports.bit[port]
        self.forward[crew[0]] |= self.ports.onward[port]
        self.vacant &= ~self.ports.ports_of[port // 3]

    def ready(self) -> None:
        """Find out whether the position that was put up holds surrounded groups."""
        self.settled = not (self.all_surrounded(0) or self.all_surrounded(1))

    def pile(self, port: int) -> tuple[int, ...]:
        bit = self.ports.bit[port]
        return (0,) if self.crew[0] & bit else (1,) if self.crew[1] & bit else ()
