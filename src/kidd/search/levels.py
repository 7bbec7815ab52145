"""Eight opponents from child's play to near perfect, named after the ranks on a ship."""

from typing import NamedTuple

from kidd.errors import OptionError, shown
from kidd.game import descriptor
from kidd.search.answer import Limits, Weakness


class Level(NamedTuple):
    """How far a player looks, and how a weak one falls short."""

    number: int
    limits: Limits
    weakness: Weakness
    memory: float
    monte_carlo: bool
    """Whether it searches by Monte Carlo, with positions judged in place of random games."""


# For each game and level: depth, nodes, seconds, moves overlooked in a thousand, points of misjudgement. Each row was
# measured against the one before it (docs/strength.md). What helps differs by game: in Quedah Merchant the third ply
# decides nearly all; with three players, where the search takes the two others for allies, looking further than the
# eighth ply was not seen to help.
_Row = tuple[int | None, int | None, float | None, int, int]
LEVELS: dict[str, tuple[_Row, ...]] = {
    "LC": (
        (1, None, None, 0, 5000),
        (1, None, None, 0, 900),
        (2, None, None, 120, 600),
        (3, 5000, None, 100, 350),
        (5, 10000, None, 60, 180),
        (None, 12000, None, 8, 25),
        (None, 150000, None, 0, 0),
        (None, None, 1.0, 0, 0),
    ),
    "QM": (
        (1, None, None, 0, 8800),
        (1, None, None, 0, 5600),
        (1, None, None, 0, 3500),
        (2, 5000, None, 850, 5500),
        (2, 5000, None, 550, 3500),
        (2, 5000, None, 250, 1500),
        (3, 8000, None, 350, 2500),
        (None, None, 1.0, 0, 0),
    ),
    "MG2": (
        (1, None, None, 0, 4500),
        (1, None, None, 0, 2300),
        (2, None, None, 270, 1100),
        (3, 5000, None, 150, 500),
        (5, 20000, None, 65, 160),
        (None, 9000, None, 8, 25),
        (None, 60000, None, 0, 0),
        (None, None, 1.0, 0, 0),
    ),
    "MG3": (
        (1, None, None, 0, 6000),
        (1, None, None, 0, 3000),
        (1, None, None, 0, 1500),
        (2, None, None, 250, 1200),
        (3, 5000, None, 150, 500),
        (4, 5000, None, 70, 350),
        (5, 20000, None, 0, 0),
        (8, None, 1.0, 0, 0),
    ),
}

# Of a game whose levels nobody has measured: steps of depth and nodes, as its positions are not judged but for wins.
PLAIN: tuple[_Row, ...] = (
    (1, None, None, 0, 5000),
    (1, None, None, 0, 900),
    (2, None, None, 120, 600),
    (3, 500, None, 100, 350),
    (4, 1000, None, 60, 180),
    (5, 2000, None, 8, 25),
    (None, 5000, None, 0, 0),
    (None, None, 1.0, 0, 0),
)


HIGHEST = len(PLAIN)


def check_level(number: int) -> None:
    """Refuse a number that is no level."""
    if not 1 <= number <= HIGHEST:
        raise OptionError("level", most=HIGHEST, came=shown(number))


def level(number: int, code: str) -> Level:
    """Return a level of a game by its number, 1 to 8."""
    check_level(number)
    depth, nodes, seconds, overlooked, noise = LEVELS.get(code, PLAIN)[number - 1]
    memory = 64.0 if number == HIGHEST else 8.0 if number == HIGHEST - 1 else 1.0
    # With a die a longer look ahead gains nothing over the third ply, but many judgements on the way do.
    monte_carlo = bool(descriptor(code).faces) and number == HIGHEST
    return Level(number, Limits(seconds, nodes, depth), Weakness(overlooked, noise), memory, monte_carlo)
