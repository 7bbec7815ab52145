"""What a player sees as numbers from 0 to 1: planes of a number for each space, for programs that learn.

Crews come in the order of turns, the watching player's own first, so that all seats look alike. First comes what stands
on each space, then what holds for the whole deck, the same on every space. What happened before is in none of the
planes, but for how often this very position has been there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np

from kidd.game import Game
from kidd.position import Position
from kidd.rules.descriptor import Piles
from kidd.rules.numbers import REPETITIONS, TURNS_TO_WIN

PORTS = 3
SEA = "~"


class Sight(Protocol):
    """Where a game stands, as far as it can be seen."""

    pos: Position
    seats: str
    player: int
    left: int

    def repetitions(self) -> int:
        """How often the position has been there."""
        ...


class Planes(NamedTuple):
    """Where each kind of plane begins, and how many there are: `game.planes`."""

    tokens: int
    """For each height from the top and each crew: whose token is there."""
    back: int
    """For each of a space's three ports, in the deck's order: whether a back is turned to it."""
    hands: int
    """For each crew: the share of its tokens still to be entered."""
    turn: int
    """For each seat, the watching player's first: whether it acts."""
    die: int
    """For each face: whether the die shows it."""
    contest: int
    """For each crew: the share of its turns to win a contested stalemate that it has left (LC5)."""
    choosing: int
    """Whether a colour is to be picked (LC6)."""
    passes: int
    """The share of passes in a row that end the game."""
    repetitions: int
    """The share of occurrences of this position that end the game."""
    left: int
    """The share of the plies up to the cap that are left."""
    total: int


def planes_of(rules: Game) -> Planes:
    """The planes of a game with its options."""
    crews, known = len(rules.colours), rules.descriptor
    height = {Piles.NONE: 1, Piles.CAPTIVE: 2, Piles.TOWERS: crews * rules.tokens}[known.piles]
    sizes = (height * crews, PORTS, crews, crews, known.faces, crews if known.claims else 0, 1, 1, 1, 1)
    starts = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    return Planes(*starts)


def fill(tensor: Any, sight: Sight, player: int, cap: int) -> None:
    """Write what a player sees into an array of so many planes and spaces."""
    pos, rules = sight.pos, sight.pos.game
    planes, crews = planes_of(rules), len(rules.colours)
    order = sight.seats[player:] + sight.seats[:player]
    spaces = {name: number for number, name in enumerate(rules.deck.spaces)}
    tensor.fill(0.0)
    for piece in pos.pieces:
        at = spaces[piece.space]
        for height, colour in enumerate(piece.crew):
            tensor[planes.tokens + height * crews + order.index(colour), at] = 1.0
        back = -1 if piece.back == SEA else spaces[piece.back]
        tensor[planes.back + rules.deck.ports[at].index(back), at] = 1.0
    for plane, value in _everywhere(planes, sight, order, player, cap):
        tensor[plane] = value


def _everywhere(planes: Planes, sight: Sight, order: str, player: int, cap: int) -> Iterator[tuple[int, float]]:
    pos, rules = sight.pos, sight.pos.game
    for number, colour in enumerate(order):
        yield planes.hands + number, pos.hands[colour] / rules.tokens
    if sight.player >= 0:
        yield planes.turn + (sight.player - player) % len(order), 1.0
    if pos.die:
        yield planes.die + pos.die - 1, 1.0
    if pos.contest:
        yield planes.contest + order.index(pos.contest[0]), pos.contest[1] / TURNS_TO_WIN
    yield planes.choosing, float(pos.choosing)
    if rules.descriptor.passes and pos.fields.extra.startswith("p"):
        yield planes.passes, int(pos.fields.extra[1:]) / len(order)
    yield planes.repetitions, min(1.0, sight.repetitions() / REPETITIONS)
    yield planes.left, max(0, sight.left) / cap


def empty(rules: Game) -> Any:
    """An array for what a player of a game sees."""
    return np.zeros((planes_of(rules).total, len(rules.deck.spaces)), np.float32)
