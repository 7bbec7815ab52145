"""Eight opponents from child's play to near perfect, named after the ranks on a ship."""

from typing import NamedTuple

from kidd.search.answer import Dullness, Limits
from kidd.search.ranks import HIGHEST, rank


class Level(NamedTuple):
    """How far a player looks, and how a weak one falls short."""

    number: int
    rank: str
    limits: Limits
    dullness: Dullness
    memory: float


# For each game and level: depth, nodes, seconds, moves overlooked in a thousand, points of misjudgement.
_Row = tuple[int | None, int | None, float | None, int, int]
LEVELS: dict[str, tuple[_Row, ...]] = {
    "LC": (
        (1, None, None, 0, 3000),
        (2, None, None, 300, 1500),
        (3, None, None, 200, 700),
        (4, None, None, 120, 300),
        (6, None, None, 60, 150),
        (8, 20000, None, 20, 60),
        (None, 150000, None, 0, 0),
        (None, None, 1.0, 0, 0),
    ),
}
for _code in ("QM", "MG2", "MG3"):
    LEVELS[_code] = LEVELS["LC"]


def level(number: int, code: str) -> Level:
    """Return a level of a game by its number, 1 to 8."""
    name = rank(number)
    depth, nodes, seconds, blind, noise = LEVELS[code][number - 1]
    memory = 64.0 if number == HIGHEST else 8.0 if number == HIGHEST - 1 else 1.0
    return Level(number, name, Limits(seconds, nodes, depth), Dullness(blind, noise), memory)
