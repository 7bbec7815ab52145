"""How much each thing on the deck counts, tuned on games that the program played with itself."""

import json
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from kidd.deck import SEA, Deck
from kidd.game import DEFAULT_DECK, KEPT_GAMES, Game, descriptor
from kidd.rules.descriptor import Piles
from kidd.search.constants import PIECE_CLASSES, PORT_CLASSES
from kidd.search.tree.kernel_math import KINDS
from kidd.search.tree.mirrors import find_port_classes

UNTUNED = {"tokens": [], "own": [0.0] * 8, "others": [0.0] * 8, "bias": [0.0] * 3}  # nothing counts but the end


class Weights(NamedTuple):
    """As a search reads them: our own first, then those of the others."""

    tokens: list[float]
    aspects: list[float]
    bias: list[float]
    kind_class: list[int]


def kind_classes(code: str) -> list[int]:
    """For each kind of piece in a game the class by which it is weighed."""
    piles = descriptor(code).piles
    if piles is Piles.NONE:
        return [0] * KINDS
    if piles is Piles.CAPTIVE:
        return [min(kind, 1) for kind in range(KINDS)]
    return [min(max(kind, 1), 6) - 1 for kind in range(KINDS)]


@lru_cache(KEPT_GAMES)
def weights_of(game: Game) -> Weights:
    """The weights of a game; on other decks than the usual one each port counts as the average of its sort."""
    stored = json.loads(files("kidd.search.tree").joinpath("weights.json").read_text("utf-8")).get(game.code, UNTUNED)
    usual = Deck.named(DEFAULT_DECK)
    tokens = [0.0] * (2 * PIECE_CLASSES * PORT_CLASSES)
    for theirs, classes in enumerate(stored["tokens"]):
        for number, row in enumerate(classes):
            for port, value in _for_deck(game.deck, usual, row).items():
                tokens[(PIECE_CLASSES * theirs + number) * PORT_CLASSES + port] = value
    return Weights(tokens, [*stored["own"], *stored["others"]], [*stored["bias"], 0.0][:3], kind_classes(game.code))


def _for_deck(deck: Deck, usual: Deck, row: list[float]) -> dict[int, float]:
    """The weight of each class of ports of a deck, given those of the usual one."""
    if deck.ports == usual.ports:
        return dict(enumerate(row))
    sorts: dict[tuple[bool, bool], list[float]] = {}
    for port, number in enumerate(find_port_classes(usual)):
        sorts.setdefault(_sort_of(usual, port), []).append(row[number])
    means = {sort: sum(values) / len(values) for sort, values in sorts.items()}
    return {number: means[_sort_of(deck, port)] for port, number in enumerate(find_port_classes(deck))}


def _sort_of(deck: Deck, port: int) -> tuple[bool, bool]:
    ports = deck.ports[port // 3]
    return SEA in ports, ports[port % 3] == SEA
