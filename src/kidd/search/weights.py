"""How much each thing on the deck counts, tuned on games that the program played with itself."""

import json
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from kidd.deck import SEA, Deck
from kidd.game import DEFAULT_DECK, KEPT, Game
from kidd.search.constants import CLASSES, STRIDE
from kidd.search.tree.mirrors import orbits


class Weights(NamedTuple):
    """As a mind reads them: our own first, then those of the others."""

    tokens: list[float]
    aspects: list[float]
    bias: list[float]
    class_of: list[int]


def kind_classes(code: str) -> list[int]:
    """For each kind of piece in a game the class by which it is weighed."""
    if code == "LC":
        return [0] * 20
    if code == "QM":
        return [min(kind, 1) for kind in range(20)]
    return [min(max(kind, 1), 6) - 1 for kind in range(20)]


@lru_cache(KEPT)
def weights(game: Game) -> Weights:
    """The weights of a game; on other decks than the usual one each port counts as the average of its sort."""
    stored = json.loads(files("kidd.search").joinpath("weights.json").read_text("utf-8"))[game.code]
    usual = Deck.named(DEFAULT_DECK)
    tokens = [0.0] * (2 * CLASSES * STRIDE)
    for theirs, classes in enumerate(stored["tokens"]):
        for number, row in enumerate(classes):
            for port, value in _for_deck(game.deck, usual, row).items():
                tokens[(CLASSES * theirs + number) * STRIDE + port] = value
    return Weights(tokens, [*stored["own"], *stored["others"]], [*stored["bias"], 0.0][:3], kind_classes(game.code))


def _for_deck(deck: Deck, usual: Deck, row: list[float]) -> dict[int, float]:
    """The weight of each class of ports of a deck, given those of the usual one."""
    if deck.ports == usual.ports:
        return dict(enumerate(row))
    sorts: dict[tuple[bool, bool], list[float]] = {}
    for port, orbit in enumerate(orbits(usual)):
        sorts.setdefault(_sort(usual, port), []).append(row[orbit])
    return {
        orbit: sum(sorts[_sort(deck, port)]) / len(sorts[_sort(deck, port)]) for port, orbit in enumerate(orbits(deck))
    }


def _sort(deck: Deck, port: int) -> tuple[bool, bool]:
    ports = deck.ports[port // 3]
    return SEA in ports, ports[port % 3] == SEA
