"""Small sums that a search does at every node, and the sizes of its arrays; `kernel_math.h` says the same in C."""

from array import array
from time import monotonic

PORTS = 90  # of the largest deck
KINDS = 20  # of pieces, by height or by what they hold
ASPECTS = 8  # numbers by which a rule book describes how freely a colour stands

seconds_now = monotonic


def to_points(judgement: float, most: int) -> int:
    """Turn a judgement, the logarithm of the odds to win, into an expected result of at most so many points."""
    x = abs(judgement) / 2
    share = x * (27 + x * x) / (27 + 9 * x * x) if x < 3 else 1  # close to tanh, and quicker
    # The last hundred points never end, so that of two positions as good as won the better one is still known.
    total = int((most - 100) * share + 100 * x / (x + 3))
    return -total if judgement < 0 else total


def pick_number(key: int, limit: int) -> int:
    """Pick a number from 0 to limit - 1, always the same for the same key."""
    key ^= key >> 31
    return ((key * 6364136223846793005 & 0xFFFFFFFFFFFFFFFF) >> 40) % limit


def allocate_words(words: int, _large: bool) -> "array[int]":
    """Return room for so many words of 64 bits, on large pages or small ones."""
    return array("Q", bytes(8)) * words


def allocate_ints(numbers: int) -> list[int]:
    """Return room for so many integers."""
    return [0] * numbers


def allocate_doubles(numbers: int) -> list[float]:
    """Return room for so many fractions."""
    return [0.0] * numbers


def release_words(_words: object) -> None:
    """Leave it to Python."""


def release(_room: object) -> None:
    """Leave it to Python."""


def prefetch(_words: object, _at: int) -> None:
    """Leave it to the processor."""
