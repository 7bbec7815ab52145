"""The mirror images of a deck: what a search may take for the same, and how to turn an answer the other way round."""

from functools import lru_cache

from kidd.deck import SEA, Deck
from kidd.game import KEPT_GAMES
from kidd.move import Move, read_code
from kidd.position import Position
from kidd.rules import codes
from kidd.rules.chart import arrivals

MOST_SYMMETRIES = 12  # that a search has room for: those of a hexagon


@lru_cache(KEPT_GAMES)
def find_port_maps(deck: Deck) -> tuple[tuple[int, ...], ...]:
    """For each symmetry of a deck where each port goes, the identity first."""
    maps = []
    for image in deck.symmetries:
        seaward = {SEA: SEA, **dict(enumerate(image))}
        maps.append(
            tuple(
                3 * image[space] + deck.ports[image[space]].index(seaward[other])
                for space, ports in enumerate(deck.ports)
                for other in ports
            )
        )
    return tuple(maps)


@lru_cache(KEPT_GAMES)
def folded_symmetries(deck: Deck) -> tuple[int, ...]:
    """The numbers of the symmetries that a search folds, the identity first: all, or of too many a smaller group."""
    group = {deck.symmetries[0]}
    for image in deck.symmetries:
        group = _generate_group({*group, image}) or group
    return tuple(number for number, image in enumerate(deck.symmetries) if image in group)


def _generate_group(images: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The group that some symmetries generate; empty if it is too large."""
    group = set(images)
    while len(group) <= MOST_SYMMETRIES:
        products = {tuple(one[space] for space in other) for one in group for other in group}
        if products <= group:
            return group
        group |= products
    return set()


@lru_cache(KEPT_GAMES)
def find_port_classes(deck: Deck) -> tuple[int, ...]:
    """For each port the number of its class: ports that mirror images carry into each other share one."""
    maps = find_port_maps(deck)
    first = [min(image[port] for image in maps) for port in range(3 * len(deck.spaces))]
    numbers = {port: number for number, port in enumerate(sorted(set(first)))}
    return tuple(numbers[port] for port in first)


def find_inverse(deck: Deck, mirror: int) -> int:
    """The symmetry that undoes another."""
    image = deck.symmetries[mirror]
    back = tuple(image.index(space) for space in range(len(image)))
    return deck.symmetries.index(back)


def mirror_code(code: int, deck: Deck, mirror: int) -> int:
    """A move of the rule books, with every space replaced by its mirror image."""
    if mirror == 0 or code >= codes.PASS:
        return code
    image, port = deck.symmetries[mirror], find_port_maps(deck)[mirror]
    origin, hatch = code >> codes.ORIGIN_SHIFT & codes.FIELD, code >> codes.ENTRY_SHIFT & codes.FIELD
    origin = origin if origin == codes.NOWHERE else image[origin]
    hatch = image[hatch - 1] + 1 if hatch else 0
    escapes = _mirror_escapes(code >> codes.ESCAPE_SHIFT, code & codes.PORT, deck, port)
    return (
        port[code & codes.PORT]
        | origin << codes.ORIGIN_SHIFT
        | code & codes.SEVERAL
        | hatch << codes.ENTRY_SHIFT
        | escapes << codes.ESCAPE_SHIFT
    )


def _mirror_escapes(choices: int, back: int, deck: Deck, port: tuple[int, ...]) -> int:
    """Which way each freed captive takes in the mirror image, where the two ways may come in the other order."""
    if choices <= 1:
        return choices
    ways = _ways_on(deck, back)
    taken = ways[choices & 1]
    mirrored = _ways_on(deck, port[back]).index(port[taken])
    return _mirror_escapes(choices >> 1, taken, deck, port) << 1 | mirrored


def _ways_on(deck: Deck, back: int) -> list[int]:
    return sorted(arrivals(deck, back // 3, deck.ports[back // 3][back % 3]))


def mirror_move(move: Move, deck: Deck, mirror: int) -> Move:
    """The mirror image of a move."""
    return move if mirror == 0 or move.code >= codes.PASS else read_code(deck, mirror_code(move.code, deck, mirror))


def mirror_position(pos: Position, mirror: int) -> Position:
    """The mirror image of a position."""
    if mirror == 0:
        return pos
    there, here = pos.game.board(), pos.board
    there.put_all(here, find_port_maps(pos.deck)[mirror])
    there.hand_out(here.turn, here.in_hand())
    there.take_over(here)
    there.ready()
    return Position(pos.game, there)


def own_symmetries(pos: Position) -> tuple[int, ...]:
    """The symmetries but the identity that a search folds and that leave a position as it is."""
    return tuple(number for number in folded_symmetries(pos.deck)[1:] if mirror_position(pos, number) == pos)
