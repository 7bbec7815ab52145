"""What the nodes of one thread share: keys of positions, weights, limits, and what was seen so far."""

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
        SEVERAL,
    )
    from cython.cimports.kidd.rules.portset import stir
    from cython.cimports.kidd.search.tree.kernel_math import ASPECTS, KINDS, PORTS, pick_number, seconds_now, to_points
else:
    from kidd.rules.codes import ENTRY_SHIFT, ESCAPE_SHIFT, FIELD, NOWHERE, ORIGIN_SHIFT, PASS, PORT, SEVERAL
    from kidd.rules.portset import stir
    from kidd.search.tree.kernel_math import ASPECTS, KINDS, PORTS, pick_number, seconds_now, to_points

from random import Random

from kidd.game import Game
from kidd.rules.board import Features
from kidd.rules.descriptor import Piles
from kidd.search import constants
from kidd.search.tree.mirrors import MOST_SYMMETRIES, find_inverse, find_port_classes, find_port_maps, folded_symmetries
from kidd.search.tree.transposition_table import TranspositionTable
from kidd.search.tree.weights import Weights

NO_PLY = constants.NO_PLY
MOST_JUDGED = constants.MOST_JUDGED
PORT_CLASSES = constants.PORT_CLASSES
PIECE_CLASSES = constants.PIECE_CLASSES
HISTORY_SIZE = 3 * SEVERAL  # for each colour a number for each way to take a step
LONGEST_PAST = constants.LONGEST_PAST
WORD = (1 << 64) - 1


class Keys:
    """What a position is known by: the key shared with its mirror images, its own, and which mirror leads to that."""

    def __init__(self) -> None:
        self.common = 0
        self.exact = 0
        self.mirror = 0


class Context:
    """Shared by the nodes of one thread; several contexts may share a table."""

    def __init__(self, game: Game, weights: Weights, table: TranspositionTable) -> None:
        deck = game.deck
        folded = folded_symmetries(deck)
        maps = tuple(find_port_maps(deck)[number] for number in folded)
        random = Random(20041701)  # any; the same in every process, so that searches can be repeated
        numbers = [random.getrandbits(64) for _ in range(PORTS)]
        self.table = table
        self.mirrors = len(maps)
        self.ports = _pad(maps)
        keys = [random.getrandbits(64)] * (MOST_SYMMETRIES * PORTS)
        for mirror, image in enumerate(maps):
            for port in range(3 * len(deck.spaces)):
                keys[PORTS * mirror + port] = numbers[image[port]]
        self.port_key = keys
        self.kind_key = [random.getrandbits(64) | 1 for _ in range(64)]
        back = [folded.index(find_inverse(deck, number)) for number in folded]
        self.undo = back + [0] * (MOST_SYMMETRIES - len(back))
        self.port_class = [*find_port_classes(deck), *[0] * (PORTS - 3 * len(deck.spaces))]
        self.kind_class = weights.kind_class
        self.token_weight = [
            weights.tokens[self.weight_index(theirs, kind, port)]
            for theirs in range(2)
            for kind in range(KINDS)
            for port in range(PORTS)
        ]
        self.aspect_weight = weights.aspects
        self.aspects = 1 + max((k % ASPECTS for k, weight in enumerate(weights.aspects) if weight), default=-1)
        self.bias = weights.bias
        self.players = len(game.colours)
        self.crews_fall = game.descriptor.crews_fall  # so that those who are left share a draw
        self.has_die = bool(game.descriptor.faces)  # where a position that comes again is no draw
        self.lands_on_others = game.descriptor.piles is not Piles.NONE  # to take them
        self.follows_captures = game.descriptor.piles is Piles.TOWERS  # who takes a tower may be taken in turn
        self.history = [0] * 12288  # HISTORY_SIZE: room is given in numbers, here as in the .pxd
        self.path = [0] * 256
        self.past = [0] * 512  # LONGEST_PAST
        self.factor = [0] * 32
        self.excluded = [0] * 2048
        self.tried_code = [0] * 2048
        self.tried_score = [0] * 2048
        self.tries = 0
        self.past_size = 0
        self.root = 0
        self.nodes = 0
        self.node_limit = 0
        self.deadline = 0.0
        self.stopped = False
        self.cycle_ply = NO_PLY
        self.overlooked = 0
        self.noise = 0
        self.seed = 0

    def start_search(self, root: int, node_limit: int, deadline: float) -> None:
        """Begin a search for a colour; 0 stands for no limit."""
        self.root = root
        self.nodes = 0
        self.node_limit = node_limit
        self.deadline = deadline
        self.stopped = False
        self.past_size = 0
        for i in range(HISTORY_SIZE):
            self.history[i] = 0

    def weaken(self, overlooked: int, noise: int, seed: int) -> None:
        """Overlook so many in a thousand of the moves ahead, and misjudge by so many points."""
        self.overlooked = overlooked
        self.noise = noise
        self.seed = seed

    def remember(self, keys: list[int]) -> None:
        """Take positions of the match that must not come again for drawn."""
        self.past_size = min(len(keys), LONGEST_PAST)
        for i in range(self.past_size):
            self.past[i] = keys[i]

    def look_at_clock(self) -> None:
        """Stop when the time is used up."""
        if self.deadline > 0 and seconds_now() >= self.deadline:
            self.stopped = True

    def find_keys(self, features: Features, keys: Keys) -> None:
        """Write down what a position is known by."""
        for i in range(features.size):
            self.factor[i] = self.kind_key[KINDS * features.leader[i] + features.kind[i]]
        best = 0
        for s in range(self.mirrors):
            key = features.rest
            for i in range(features.size):
                key = (key + self.port_key[PORTS * s + features.port[i]] * self.factor[i]) & WORD
            if s == 0:
                keys.mirror = 0
                best = key
                keys.exact = key
            elif key < best:
                keys.mirror = s
                best = key
        key = stir(best ^ best >> 29)
        keys.common = key ^ key >> 32

    def find_repetition(self, key: int, ply: int) -> int:
        """Return the ply on the way here where a position stood before, -1 for one of the match, NO_PLY for never."""
        self.path[ply] = key
        while ply >= self.players:  # only then is it the same colour's turn
            ply -= self.players
            if self.path[ply] == key:
                return ply
        for i in range(self.past_size):
            if self.past[i] == key:
                return -1
        return NO_PLY

    def weigh(self, features: Features, side: int, turn: int) -> int:
        """Judge a position for a colour: the expected result in points, never a sure win."""
        x = self.bias[(turn - side + self.players) % self.players]
        for i in range(features.size):
            theirs = features.leader[i] != side
            x += self.token_weight[PORTS * (KINDS * theirs + features.kind[i]) + features.port[i]]
        for colour in range(self.players):
            theirs = colour != side
            for k in range(self.aspects):
                x += self.aspect_weight[ASPECTS * theirs + k] * features.aspect[ASPECTS * colour + k]
        return to_points(x, MOST_JUDGED)

    def weight_index(self, theirs: int, kind: int, port: int) -> int:
        """Return the place of the weight by which a piece counts that others lead, or not."""
        return (PIECE_CLASSES * theirs + self.kind_class[kind]) * PORT_CLASSES + self.port_class[port]

    def mirror_code(self, code: int, mirror: int) -> int:
        """Return a move as a mirror image has it; 0 for one that frees captives, whose ways have no fixed order."""
        if mirror == 0 or code >= PASS:
            return code
        if code >> ESCAPE_SHIFT:
            return 0
        port = self.ports[PORTS * mirror + (code & PORT)]
        origin = code >> ORIGIN_SHIFT & FIELD
        if origin != NOWHERE:
            origin = self.ports[PORTS * mirror + 3 * origin] // 3
        hatch = code >> ENTRY_SHIFT & FIELD
        if hatch:
            hatch = self.ports[PORTS * mirror + 3 * (hatch - 1)] // 3 + 1
        return port | origin << ORIGIN_SHIFT | code & SEVERAL | hatch << ENTRY_SHIFT

    def add_merit(self, at: int, merit: int) -> None:
        """Count a success of a move; old ones fade when they grow too many."""
        self.history[at] += merit
        if self.history[at] > 1 << 25:
            for i in range(HISTORY_SIZE):
                self.history[i] >>= 1

    def note_root_score(self, code: int, score: int) -> None:
        """Remember what a root move is worth."""
        self.tried_code[self.tries] = code
        self.tried_score[self.tries] = score
        self.tries += 1

    def overlooks(self, key: int, code: int) -> bool:
        """Tell whether a weak player does not see a move: always or never the same one in the same position."""
        return pick_number(stir(key ^ self.seed) ^ code, 1000) < self.overlooked

    def misjudges(self, key: int) -> int:
        """Return by how much a weak player is wrong about a position."""
        return pick_number(stir(key ^ self.seed), 2 * self.noise + 1) - self.noise


def _pad(maps: "tuple[tuple[int, ...], ...]") -> list[int]:
    """Return the maps one after the other, each padded to the ports of the largest deck."""
    padded = []
    for image in maps:
        padded += [*image, *[0] * (PORTS - len(image))]
    return padded + [0] * (MOST_SYMMETRIES * PORTS - len(padded))
