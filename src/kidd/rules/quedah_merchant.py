"""Quedah Merchant: roll, walk, take from behind, and free whom they hold."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.codes import (
        ENTRY_SHIFT,
        ESCAPE_SHIFT,
        FIELD,
        NOWHERE,
        ORIGIN_SHIFT,
        PASS,
        PORT,
        ROLL,
        SEVERAL,
    )
    from cython.cimports.kidd.rules.portset import count, lowest
else:
    from kidd.rules.codes import (
        ENTRY_SHIFT,
        ESCAPE_SHIFT,
        FIELD,
        NOWHERE,
        ORIGIN_SHIFT,
        PASS,
        PORT,
        ROLL,
        SEVERAL,
    )
    from kidd.rules.portset import count, lowest

from kidd.rules import numbers
from kidd.rules.board import Board, Features, MoveList, Ports

CAPTIVES_TO_END = numbers.CAPTIVES_TO_END


class QuedahMerchant(Board):
    """A board of Quedah Merchant: a captive lies under its captor and looks the same way."""

    def __init__(self, ports: Ports, fresh: bool, any_roll: bool) -> None:
        Board.__init__(self, ports)
        self.holds = 0  # the backs of the tokens that hold a captive
        self.die = 0  # 0: still to be rolled
        self.fresh = fresh
        self.any_roll = any_roll

    def blank(self) -> "QuedahMerchant":
        if not cython.compiled:
            return QuedahMerchant(self.ports, self.fresh, self.any_roll)
        twin = QuedahMerchant.__new__(QuedahMerchant)  # a call of __init__ would take longer than a whole turn
        twin.ports = self.ports
        twin.fresh = self.fresh
        twin.any_roll = self.any_roll
        return twin

    def assign(self, other: Board) -> None:
        self.become(cython.cast(QuedahMerchant, other))

    def become(self, that: "QuedahMerchant") -> None:
        self.crew[:] = that.crew
        self.hands[:] = that.hands
        self.vacant = that.vacant
        self.turn = that.turn
        self.holds = that.holds
        self.die = that.die

    def is_first(self) -> bool:
        """QM1: a player of whom nobody is on the deck yet enters one before turns begin."""
        return self.hands[self.turn] > 0 and not self.crew[self.turn] and not self.crew[1 - self.turn] & self.holds

    def moves(self, found: MoveList) -> int:
        if count(self.holds) >= CAPTIVES_TO_END:
            return 0
        found.size = 0
        if self.die == 0:
            if self.is_first():
                hatches = self.ports.sea & self.vacant
                while hatches:
                    found.codes[found.size] = self.ports.step[lowest(hatches)]
                    hatches &= hatches - 1
                    found.size += 1
                return found.size
            for n in range(3):
                found.codes[n] = ROLL + 1 + n
            return 3
        if self.with_die(found, self.die) or not self.any_roll:
            return found.size
        # QM6: with `blocked = "any"` a roll of no use is passed as long as another would be of use.
        for n in range(1, 4):
            if self.with_die(found, n):
                found.codes[0] = PASS
                return 1
        return 0

    def with_die(self, found: MoveList, die: int) -> int:
        """QM2: write the moves of every own token with a roll."""
        found.size = 0
        tokens = self.crew[self.turn]
        while tokens:
            back = lowest(tokens)
            tokens &= tokens - 1
            self.token_moves(found, back, die)
        return found.size

    def token_moves(self, found: MoveList, back: int, die: int) -> None:
        """QM2, QM3: walk over vacant spaces, and end on one or on an opposing back."""
        space = back // 3
        vacant = self.vacant | self.ports.ports_of[space]
        foes = self.crew[1 - self.turn]
        land = self.walk(back, die, vacant, vacant if self.holds & self.ports.bit[back] else vacant | foes)
        # QM5: off any hatch, or (`entry = "fresh"`) only off the one it entered on, the sea still behind it.
        enters = self.hands[self.turn] > 0 and self.ports.land[space] != self.ports.ports_of[space]
        if self.fresh and not self.ports.sea & self.ports.bit[back]:
            enters = False
        while land:
            port = lowest(land)
            land &= land - 1
            bit = self.ports.bit[port]
            code = port | space << ORIGIN_SHIFT | (SEVERAL if die > 1 else 0)
            if bit & foes & self.holds:
                self.free(found, code, ESCAPE_SHIFT, port, vacant, foes & ~bit, enters)
            else:
                self.add(found, code, vacant & ~self.ports.ports_of[port // 3], enters)

    def free(self, found: MoveList, code: int, before: int, back: int, vacant: int, foes: int, enters: bool) -> None:
        """QM4: the captive freed at a back takes one step, and may free another by it."""
        ways = self.ports.onward[back]
        way = 2  # a mark above the choices, the first of which is the lowest bit
        while ways:
            port = lowest(ways)
            ways &= ways - 1
            bit = self.ports.bit[port]
            if bit & vacant:
                self.add(found, code | way << before, vacant & ~self.ports.ports_of[port // 3], enters)
            elif bit & foes & self.holds:
                self.free(found, code | (way & 1) << before, before + 1, port, vacant, foes & ~bit, enters)
            elif bit & foes:
                self.add(found, code | way << before, vacant, enters)
            way += 1

    def add(self, found: MoveList, code: int, vacant: int, enters: bool) -> None:
        """QM5: write a move, once for each hatch where a new token may enter after it."""
        hatches = self.ports.sea & vacant
        if not enters or not hatches:
            found.codes[found.size] = code
            found.size += 1
            return
        while hatches:
            found.codes[found.size] = code | (lowest(hatches) // 3 + 1) << ENTRY_SHIFT
            hatches &= hatches - 1
            found.size += 1

    def make(self, code: int) -> None:
        if code > PASS:
            self.die = code - ROLL
            return
        mover = self.turn
        self.turn = 1 - mover
        self.die = 0
        if code == PASS:
            return
        port = code & PORT
        origin = code >> ORIGIN_SHIFT & FIELD
        if origin == NOWHERE:
            self.hands[mover] -= 1
            self.land(mover, port)
            return
        bit = self.crew[mover] & self.ports.ports_of[origin]
        held = self.holds & bit
        self.crew[mover] ^= bit
        self.holds ^= held
        self.vacant |= self.ports.ports_of[origin]
        self.land(mover, port)
        if held:
            self.holds |= self.ports.bit[port]
        escapes = code >> ESCAPE_SHIFT
        while escapes > 1:
            ways = self.ports.onward[port]
            port = lowest(ways & (ways - 1) if escapes & 1 else ways)
            escapes >>= 1
            self.land(mover, port)
        hatch = code >> ENTRY_SHIFT & FIELD
        if hatch:
            self.hands[mover] -= 1
            self.land(mover, lowest(self.ports.sea & self.ports.ports_of[hatch - 1]))

    def land(self, mover: int, port: int) -> None:
        """QM3: stand on a vacant space, or take the token whose back is turned to the port."""
        bit = self.ports.bit[port]
        if self.crew[1 - mover] & bit:
            self.crew[1 - mover] ^= bit
            self.holds |= bit
        else:
            self.vacant &= ~self.ports.ports_of[port // 3]
        self.crew[mover] |= bit

    def features(self, into: Features) -> None:
        self.count_tokens(into)
        for i in range(into.size):
            into.kind[i] = 1 if self.holds & self.ports.bit[into.port[i]] else 0
        into.rest = self.turn | self.hands[0] << 2 | self.hands[1] << 6 | self.die << 10

    def aspects(self, into: Features) -> None:
        """Count for each colour its hand, its landings, rolls of no use, and tokens and captors that can be taken."""
        for colour in range(2):
            foes = self.crew[1 - colour]
            hit = landings = useless = 0
            for die in range(1, 4):
                found = self.landings_of(colour, die, foes)
                landings += count(found)
                hit |= found & foes
                useless += not found
            into.aspect[8 * colour] = self.hands[colour]
            into.aspect[8 * colour + 1] = landings
            into.aspect[8 * colour + 2] = useless
            into.aspect[8 * (1 - colour) + 3] = count(hit)
            into.aspect[8 * (1 - colour) + 4] = count(hit & self.holds)

    def landings_of(self, colour: int, die: int, foes: int) -> int:
        """Return the ports that a colour's tokens may arrive by with a roll, rescues not looked into."""
        found = 0
        tokens = self.crew[colour]
        while tokens:
            back = lowest(tokens)
            tokens &= tokens - 1
            vacant = self.vacant | self.ports.ports_of[back // 3]
            found |= self.walk(back, die, vacant, vacant if self.holds & self.ports.bit[back] else vacant | foes)
        return found

    def winner(self) -> int:
        """QM6: who holds more captives of seven, else who moved last."""
        red = count(self.holds & self.crew[0])
        blue = count(self.holds & self.crew[1])
        if red + blue >= CAPTIVES_TO_END:
            return 0 if red > blue else 1
        return 1 - self.turn

    def reason(self) -> str:
        return "seven-captured" if count(self.holds) >= CAPTIVES_TO_END else "blocked"

    def is_chance(self) -> bool:
        return self.die == 0 and not self.is_first() and count(self.holds) < CAPTIVES_TO_END

    def key(self) -> tuple[int, ...]:
        return (self.crew[0], self.crew[1], self.holds, self.turn, self.hands[0], self.hands[1], self.die)

    def put(self, port: int, crew: tuple[int, ...]) -> None:
        """Stand a token, or one that holds a captive, on the deck with its back to a port."""
        self.crew[crew[0]] |= self.ports.bit[port]
        if len(crew) == 2:
            self.holds |= self.ports.bit[port]
        self.vacant &= ~self.ports.ports_of[port // 3]

    def die_shown(self) -> int:
        return self.die

    def besides(self) -> int:
        return self.die

    def is_first_entry(self) -> bool:
        """Tell whether the player to act has still to enter a first token."""
        return self.is_first()

    def roll(self, die: int) -> None:
        """Say what the die shows, 0 for not yet rolled."""
        self.die = die

    def take_over(self, other: Board) -> None:
        """Copy what the die shows."""
        self.die = cython.cast(QuedahMerchant, other).die

    def pile(self, port: int) -> tuple[int, ...]:
        bit = self.ports.bit[port]
        leader = 0 if self.crew[0] & bit else 1
        return (leader, 1 - leader) if self.holds & bit else (leader,)
