"""What one thread of a search keeps in mind: keys of positions, weights, limits, and what it has seen so far."""

try:
    import cython
except ImportError:
    from kidd.rules import without_cython as cython
if cython.compiled:
    from cython.cimports.kidd.rules.portset import stir
    from cython.cimports.kidd.search.kernel_math import drawn, points, seconds_now
else:
    from kidd.rules.portset import stir
    from kidd.search.kernel_math import drawn, points, seconds_now

from random import Random

from kidd.game import Game
from kidd.rules import codes
from kidd.rules.board import Census
from kidd.search import constants
from kidd.search.tree.mirrors import folded, inverse, orbits, port_maps
from kidd.search.tree.transposition_table import Table
from kidd.search.weights import Weights

NOWHERE = codes.NOWHERE
PASS = codes.PASS
ENTRY_SHIFT = codes.ENTRY_SHIFT
ESCAPE_SHIFT = codes.ESCAPE_SHIFT
STRIDE = constants.STRIDE
FAR = constants.FAR
MASK = (1 << 64) - 1
SURE = constants.SURE


class Mind:
    """Shared by the nodes of one thread; several minds may share a table."""

    def __init__(self, game: Game, weights: Weights, table: Table) -> None:
        deck = game.deck
        kept = folded(deck)
        maps = tuple(port_maps(deck)[number] for number in kept)
        spread = range(len(maps))
        random = Random(20041701)  # any; the same in every process, so that searches can be repeated
        numbers = [random.getrandbits(64) for _ in range(90)]
        self.table = table
        self.mirrors = len(maps)
        self.ports = _padded(maps)
        self.port_key = [random.getrandbits(64)] * 1080
        for port in range(3 * len(deck.spaces)):
            for mirror in spread:
                self.port_key[90 * mirror + port] = numbers[maps[mirror][port]]
        self.kind_key = [random.getrandbits(64) | 1 for _ in range(64)]
        self.undo = [kept.index(inverse(deck, number)) for number in kept] + [0] * (12 - len(maps))
        self.orbit = [*orbits(deck), *[0] * (90 - 3 * len(deck.spaces))]
        self.class_of = weights.class_of
        self.worth = [
            weights.tokens[self.token_index(theirs, kind, port)]
            for theirs in range(2)
            for kind in range(20)
            for port in range(90)
        ]
        self.aspect_weight = weights.aspects
        self.aspects = 1 + max((k % 8 for k, weight in enumerate(weights.aspects) if weight), default=-1)
        self.bias = weights.bias
        self.players = len(game.colours)
        self.chancy = game.code == "QM"  # where a position that comes again is no draw
        self.takes = game.code != "LC"  # by ending a move on somebody
        self.chases = game.code.startswith("MG")  # who takes a tower may be taken in turn
        self.history = [0] * 12288
        self.path = [0] * 256
        self.before = [0] * 512
        self.factor = [0] * 32
        self.barred = [0] * 2048
        self.tried_code = [0] * 2048
        self.tried_score = [0] * 2048
        self.tries = 0
        self.seen_before = 0
        self.root = 0
        self.nodes = 0
        self.node_limit = 0
        self.deadline = 0.0
        self.stopped = False
        self.taint = FAR
        self.blind = 0
        self.noise = 0
        self.seed = 0
        self.exact = 0
        self.mirror = 0

    def set_out(self, root: int, node_limit: int, deadline: float) -> None:
        """Begin a search for a colour; 0 stands for no limit."""
        self.root = root
        self.nodes = 0
        self.node_limit = node_limit
        self.deadline = deadline
        self.stopped = False
        self.seen_before = 0
        for i in range(12288):
            self.history[i] = 0

    def dull(self, blind: int, noise: int, seed: int) -> None:
        """Overlook so many in a thousand of the moves ahead, and misjudge by so many points."""
        self.blind = blind
        self.noise = noise
        self.seed = seed

    def remember(self, keys: list[int]) -> None:
        """Take positions of the match that must not come again for drawn."""
        self.seen_before = min(len(keys), 512)
        for i in range(self.seen_before):
            self.before[i] = keys[i]

    def players_in(self) -> int:
        """Return how many play."""
        return self.players

    def look_at_clock(self) -> None:
        """Stop when the time is used up."""
        if self.deadline > 0 and seconds_now() >= self.deadline:
            self.stopped = True

    def key_of(self, census: Census) -> int:
        """Return the key that a position shares with its mirror images; `mirror` and `exact` tell them apart."""
        for i in range(census.size):
            self.factor[i] = self.kind_key[20 * census.leader[i] + census.kind[i]]
        best = 0
        for s in range(self.mirrors):
            key = census.rest
            for i in range(census.size):
                key = (key + self.port_key[90 * s + census.port[i]] * self.factor[i]) & MASK
            if s == 0:
                self.mirror = 0
                best = key
                self.exact = key
            elif key < best:
                self.mirror = s
                best = key
        key = stir(best ^ best >> 29)
        return key ^ key >> 32

    def repeated(self, key: int, ply: int) -> int:
        """Return the ply on the way here at which a position stood before, -1 for one of the match, FAR for never."""
        self.path[ply] = key
        while ply >= self.players:  # only then is it the same colour's turn
            ply -= self.players
            if self.path[ply] == key:
                return ply
        for i in range(self.seen_before):
            if self.before[i] == key:
                return -1
        return FAR

    def weigh(self, census: Census, side: int, turn: int) -> int:
        """Judge a position for a colour: the expected result in points, never a sure win."""
        x = self.bias[(turn - side + self.players) % self.players]
        for i in range(census.size):
            theirs = census.leader[i] != side
            x += self.worth[1800 * theirs + 90 * census.kind[i] + census.port[i]]
        for colour in range(self.players):
            theirs = colour != side
            for k in range(self.aspects):
                x += self.aspect_weight[8 * theirs + k] * census.aspect[8 * colour + k]
        return points(x, SURE)

    def token_index(self, theirs: int, kind: int, port: int) -> int:
        """Return the place of the weight by which a piece counts that others lead, or not."""
        return (8 * theirs + self.class_of[kind]) * STRIDE + self.orbit[port]

    def turned(self, code: int, mirror: int) -> int:
        """Return a move as a mirror image has it; 0 for one that frees captives, whose ways have no fixed order."""
        if mirror == 0 or code >= PASS:
            return code
        if code >> ESCAPE_SHIFT:
            return 0
        port = self.ports[90 * mirror + (code & 127)]
        origin = code >> 7 & 31
        if origin != NOWHERE:
            origin = self.ports[90 * mirror + 3 * origin] // 3
        hatch = code >> ENTRY_SHIFT & 31
        if hatch:
            hatch = self.ports[90 * mirror + 3 * (hatch - 1)] // 3 + 1
        return port | origin << 7 | code & 4096 | hatch << ENTRY_SHIFT

    def praise(self, at: int, merit: int) -> None:
        """Count a success of a move; old ones fade when they grow too many."""
        self.history[at] += merit
        if self.history[at] > 1 << 25:
            for i in range(12288):
                self.history[i] >>= 1

    def note(self, code: int, score: int) -> None:
        """Remember what a root move is worth."""
        self.tried_code[self.tries] = code
        self.tried_score[self.tries] = score
        self.tries += 1

    def overlooks(self, key: int, code: int) -> bool:
        """Tell whether a weak player does not see a move: always or never the same one in the same position."""
        return drawn(stir(key ^ self.seed) ^ code, 1000) < self.blind

    def misjudges(self, key: int) -> int:
        """Return by how much a weak player is wrong about a position."""
        return drawn(stir(key ^ self.seed), 2 * self.noise + 1) - self.noise


def _padded(maps: "tuple[tuple[int, ...], ...]") -> list[int]:
    """Return the maps one after the other, each padded to the ports of the largest deck."""
    padded = []
    for image in maps:
        padded += [*image, *[0] * (90 - len(image))]
    return padded + [0] * (1080 - len(padded))
