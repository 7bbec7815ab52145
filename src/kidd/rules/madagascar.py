"""Madagascar: climb on backs until one crew leads every tower."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.codes import FIELD, NOWHERE, ORIGIN_SHIFT, PASS, PORT, SEVERAL
    from cython.cimports.kidd.rules.portset import count, lowest
else:
    from kidd.rules.codes import FIELD, NOWHERE, ORIGIN_SHIFT, PASS, PORT, SEVERAL
    from kidd.rules.portset import count, lowest

from kidd.rules.board import Board, Features, MoveList, Ports


class Madagascar(Board):
    """A board of Madagascar for two or three."""

    def __init__(self, ports: Ports, players: int) -> None:
        Board.__init__(self, ports)
        self.players = players
        self.passes = 0
        self.entered = 0
        self.height = [0] * 30
        self.tower = [0] * 30  # two bits a token, the leader in the lowest

    def blank(self) -> "Madagascar":
        if not cython.compiled:
            return Madagascar(self.ports, self.players)
        twin = Madagascar.__new__(Madagascar)  # a call of __init__ would take longer than a whole turn
        twin.ports = self.ports
        twin.players = self.players
        return twin

    def assign(self, other: Board) -> None:
        self.become(cython.cast(Madagascar, other))

    def become(self, that: "Madagascar") -> None:
        self.crew[:] = that.crew
        self.hands[:] = that.hands
        self.vacant = that.vacant
        self.turn = that.turn
        self.passes = that.passes
        self.entered = that.entered
        self.height[:] = that.height
        self.tower[:] = that.tower

    def survivor(self) -> int:
        """MG6: return the one colour that leads a tower or has a hand, -1 while there are more."""
        if self.crew[0] and self.crew[1]:
            return -1
        alone = -1
        for colour in range(self.players):
            if self.crew[colour] or self.hands[colour]:
                if alone >= 0:
                    return -1
                alone = colour
        return alone

    def moves(self, found: MoveList) -> int:
        if self.passes >= self.players or self.survivor() >= 0:
            return 0
        room = found.codes
        ports_of = self.ports.ports_of
        turn = self.turn
        n = 0
        if self.hands[turn]:
            hatches = self.ports.sea & self.vacant
            while hatches:
                room[n] = self.ports.step[lowest(hatches)]
                hatches &= hatches - 1
                n += 1
            # MG1: until every hatch has been taken once, players only enter.
            if n and self.entered < self.ports.hatches:
                return n
        towers = self.crew[turn]
        foes = (self.crew[0] | self.crew[1] | self.crew[2]) ^ towers
        while towers:
            back = lowest(towers)
            towers &= towers - 1
            space = back // 3
            # MG4: exactly as many steps as tokens, and the space it left counts as vacant.
            vacant = self.vacant | ports_of[space]
            height = self.height[space]
            land = self.walk(back, height, vacant, vacant | foes)
            start = space << ORIGIN_SHIFT | (SEVERAL if height > 1 else 0)
            while land:
                room[n] = lowest(land) | start
                land &= land - 1
                n += 1
        if n == 0:
            room[0] = PASS  # MG2
            n = 1
        return n

    def make(self, code: int) -> None:
        mover = self.turn
        self.turn = mover + 1 if mover + 1 < self.players else 0
        if code == PASS:
            self.passes += 1
            return
        self.passes = 0
        origin = code >> ORIGIN_SHIFT & FIELD
        if origin == NOWHERE:
            self.hands[mover] -= 1
            self.entered += 1
            self.land(mover, code & PORT, mover, 1)
            return
        self.crew[mover] &= ~self.ports.ports_of[origin]
        self.vacant |= self.ports.ports_of[origin]
        tower = self.tower[origin]
        height = self.height[origin]
        self.height[origin] = 0
        self.tower[origin] = 0
        self.land(mover, code & PORT, tower, height)

    def land(self, mover: int, port: int, tower: int, height: int) -> None:
        """MG3: stand on a vacant space, or on top of the tower whose back is turned to the port."""
        space = port // 3
        if self.height[space]:
            leader = self.tower[space] & 3
            self.crew[leader] &= ~self.ports.ports_of[space]
        self.crew[mover] |= self.ports.bit[port]
        self.vacant &= ~self.ports.ports_of[space]
        self.tower[space] = self.tower[space] << 2 * height | tower
        self.height[space] += height

    def features(self, into: Features) -> None:
        self.count_tokens(into)
        for i in range(into.size):
            into.kind[i] = self.height[into.port[i] // 3]
        into.rest = self.turn | self.passes << 2 | self.hands[0] << 4 | self.hands[1] << 8 | self.hands[2] << 12

    def aspects(self, into: Features) -> None:
        """Count for each colour its hand, its landings, its towers that can be taken, and how high those are."""
        everyone = self.crew[0] | self.crew[1] | self.crew[2]
        for colour in range(self.players):
            into.aspect[8 * colour] = self.hands[colour]
            into.aspect[8 * colour + 2] = 0
            into.aspect[8 * colour + 3] = 0
        for colour in range(self.players):
            towers = self.crew[colour]
            foes = everyone ^ towers
            landings = 0
            hit = 0
            while towers:
                back = lowest(towers)
                towers &= towers - 1
                vacant = self.vacant | self.ports.ports_of[back // 3]
                land = self.walk(back, self.height[back // 3], vacant, vacant | foes)
                landings += count(land)
                hit |= land & foes
            into.aspect[8 * colour + 1] = landings
            while hit:
                back = lowest(hit)
                hit &= hit - 1
                leader = self.tower[back // 3] & 3
                into.aspect[8 * leader + 2] += 1
                into.aspect[8 * leader + 3] += self.height[back // 3]

    def winner(self) -> int:
        """MG6, MG7: the survivor, or nobody when all have passed."""
        return self.survivor()

    def reason(self) -> str:
        return "all-captured" if self.survivor() >= 0 else "no-one-can-move"

    def repetition(self) -> tuple[int, ...]:
        """MG7: towers by place, back, leader and height, hands and turn; who lies below does not matter."""
        heights = 0
        for space in range(30):
            heights = heights << 5 | self.height[space]
        return (self.crew[0], self.crew[1], self.crew[2], heights, self.turn, *self.in_hand())

    def key(self) -> tuple[int, ...]:
        towers = [self.tower[space] for space in range(30)]
        return (*self.repetition(), self.passes, *towers)

    def put(self, port: int, crew: tuple[int, ...]) -> None:
        """Stand a tower on the deck, its back to a port, given its colours from the top down."""
        tower = 0
        for colour in reversed(crew):
            tower = tower << 2 | colour
        self.land(crew[0], port, tower, len(crew))
        self.entered += len(crew)

    def besides(self) -> int:
        return self.passes

    def passed(self, passes: int) -> None:
        """Say how many players in a row have passed."""
        self.passes = passes

    def take_over(self, other: Board) -> None:
        """Copy how many have passed."""
        self.passes = cython.cast(Madagascar, other).passes

    def pile(self, port: int) -> tuple[int, ...]:
        space = port // 3
        return tuple(self.tower[space] >> 2 * i & 3 for i in range(self.height[space]))
