"""The mirror images of a deck: what a search may take for the same, and how to say an answer the other way round."""

import re
from functools import lru_cache

from kidd.deck import Deck
from kidd.game import KEPT
from kidd.position import Position, parse

MOST = 12  # symmetries that a mind has room for: those of a hexagon
_NAME = re.compile(r"[a-z][0-9]{1,2}")


@lru_cache(KEPT)
def port_maps(deck: Deck) -> tuple[tuple[int, ...], ...]:
    """For each symmetry of a deck where each port goes, the identity first."""
    maps = []
    for image in deck.symmetries:
        seaward = {-1: -1, **dict(enumerate(image))}
        maps.append(
            tuple(
                3 * image[space] + deck.ports[image[space]].index(seaward[other])
                for space, ports in enumerate(deck.ports)
                for other in ports
            )
        )
    return tuple(maps)


@lru_cache(KEPT)
def folded(deck: Deck) -> tuple[int, ...]:
    """The numbers of the symmetries that a search folds, the identity first: all, or of too many a smaller group."""
    group = {deck.symmetries[0]}
    for image in deck.symmetries:
        group = _generated({*group, image}) or group
    return tuple(number for number, image in enumerate(deck.symmetries) if image in group)


def _generated(images: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The group that some symmetries generate; empty if it is too large."""
    group = set(images)
    while len(group) <= MOST:
        products = {tuple(one[space] for space in other) for one in group for other in group}
        if products <= group:
            return group
        group |= products
    return set()


@lru_cache(KEPT)
def orbits(deck: Deck) -> tuple[int, ...]:
    """For each port the number of its class: ports that mirror images carry into each other share one."""
    maps = port_maps(deck)
    first = [min(image[port] for image in maps) for port in range(3 * len(deck.spaces))]
    numbers = {port: number for number, port in enumerate(sorted(set(first)))}
    return tuple(numbers[port] for port in first)


def inverse(deck: Deck, mirror: int) -> int:
    """The symmetry that undoes another."""
    image = deck.symmetries[mirror]
    back = tuple(image.index(space) for space in range(len(image)))
    return deck.symmetries.index(back)


def mirrored_text(text: str, deck: Deck, mirror: int) -> str:
    """Moves or men in notation, with every space replaced by its mirror image."""
    image = deck.symmetries[mirror]
    return _NAME.sub(lambda name: deck.spaces[image[deck.index(name[0])]], text)


def mirrored(pos: Position, mirror: int) -> Position:
    """The mirror image of a position."""
    game, men, turn, hands, extra = str(pos).split()
    men = mirrored_text(men, pos.deck, mirror)
    return parse(f"{game} {men} {turn} {hands} {extra}", deck=pos.deck, **pos.game.options)


def own_mirrors(pos: Position) -> tuple[int, ...]:
    """The symmetries but the identity that a search folds and that leave a position as it is."""
    return tuple(number for number in folded(pos.deck)[1:] if mirrored(pos, number) == pos)
