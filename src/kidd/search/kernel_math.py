"""Small sums that a search does at every node; `kernel_math.h` says the same for the compiled modules."""

from array import array
from time import monotonic

seconds_now = monotonic


def points(judgement: float, most: int) -> int:
    """Turn a judgement, the logarithm of the odds to win, into an expected result of at most so many points."""
    x = abs(judgement) / 2
    share = x * (27 + x * x) / (27 + 9 * x * x) if x < 3 else 1  # close to tanh, and quicker
    # The last hundred points never end, so that of two positions as good as won the better one is still known.
    total = int((most - 100) * share + 100 * x / (x + 3))
    return -total if judgement < 0 else total


def drawn(key: int, limit: int) -> int:
    """Draw a number from 0 to limit - 1, always the same for the same key."""
    key ^= key >> 31
    return ((key * 6364136223846793005 & 0xFFFFFFFFFFFFFFFF) >> 40) % limit


def word_room(words: int) -> "array[int]":
    """Return room for so many words of 64 bits."""
    return array("Q", bytes(8 * words))


def int_room(numbers: int) -> list[int]:
    """Return room for so many integers."""
    return [0] * numbers


def double_room(numbers: int) -> list[float]:
    """Return room for so many fractions."""
    return [0.0] * numbers


def give_back(_room: object) -> None:
    """Leave it to Python."""


def fetch(_words: object, _at: int) -> None:
    """Leave it to the processor."""
