"""What a number of games proves: scores with their intervals, Elo, and the sequential test.

Games on one opening belong together: each seating of a round is played once, so that the luck of the opening cancels
out. Everything here therefore counts rounds, by the mean of the points that one player made in their games. With two
players a round is a pair of games and its mean one of 0, 1/4, 1/2, 3/4, 1: the pentanomial of chess engines' testers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kidd.errors import OptionError, shown

Z95 = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
LARGEST_ELO = 2000  # Elo points beyond which a test makes no sense
NEVER_SEEN = 1e-3  # stands for a result that was never seen, so that it is not thought impossible


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


class Interval(NamedTuple):
    """A value and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def score(rounds: Sequence[Sequence[float]]) -> Interval:
    """The mean of all points, with Wilson's interval for as many coin tosses as the games are worth.

    A game that is won or lost has the variance s(1 - s) of a coin. Draws, and openings that decide both games of a
    pair, make it less. So the variance of one game is estimated from the spread of the r rounds, with one round of
    plain coins added to keep it from vanishing when all rounds were alike:

        v = (sum of k (m - s)^2 + s (1 - s)) / r        where a round is k games with the mean m

    and n games count as n s (1 - s) / v tosses in Wilson's formula, which stays within 0 and 1.
    """
    games = sum(map(len, rounds))
    if not games:
        return Interval(math.nan, 0.0, 1.0)
    mean = min(1.0, max(0.0, math.fsum(map(math.fsum, rounds)) / games))
    coin = mean * (1 - mean)
    spread = math.fsum(len(one) * (math.fsum(one) / len(one) - mean) ** 2 for one in rounds)
    tosses = games * coin * len(rounds) / (spread + coin) if coin else float(games)
    return wilson(mean, tosses)


def wilson(share: float, tosses: float) -> Interval:
    """Wilson's 95 % interval for a share of so many tosses."""
    shrink = 1 + Z95**2 / tosses
    middle = (share + Z95**2 / (2 * tosses)) / shrink
    half = Z95 / shrink * math.sqrt(share * (1 - share) / tosses + (Z95 / (2 * tosses)) ** 2)
    return Interval(share, middle - half if share > 0 else 0.0, middle + half if share < 1 else 1.0)


def elo(share: float, players: int = 2) -> float:
    """The difference in Elo points that makes one expect a score, against opponents who are equals of each other.

    With strengths g to 1 for each opponent one wins g / (g + opponents) of the games, and Elo is 400 log10 g.
    """
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return 400 * math.log10(share * (players - 1) / (1 - share))


def expected_score(difference: float, players: int = 2) -> float:
    """The score that a difference in Elo points makes one expect: the other way round."""
    strength = 10 ** (difference / 400)
    return float(strength / (strength + players - 1))


def elo_interval(points: Interval, players: int = 2) -> Interval:
    """The difference in Elo points with its error bars, which are infinite where nobody ever lost."""
    return Interval(*(elo(share, players) for share in points))


@dataclass(frozen=True)
class Sprt:
    """A sequential test of two differences in Elo points, with the chances allowed for either mistake."""

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (_is_number(self.low) and _is_number(self.high)):
            raise OptionError("sprt", low=shown(self.low), high=shown(self.high))
        if not -LARGEST_ELO <= self.low < self.high <= LARGEST_ELO:
            raise OptionError("sprt", low=f"{self.low:g}", high=f"{self.high:g}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not _is_number(value) or not 0 < value < 0.5:
                raise OptionError("sprt-error", name=name, came=shown(value))

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log likelihood ratio decides: Wald's bounds."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> str:
        """`low` or `high`, whichever the ratio has decided for, or `undecided`."""
        low, high = self.bounds
        return "low" if ratio <= low else "high" if ratio >= high else "undecided"


def log_ratio(counts: Mapping[float, float], test: Sprt, players: int = 2) -> float:
    """The generalised log likelihood ratio of the two hypotheses, given how many rounds ended with which mean.

    Each hypothesis fixes only the expected score, so each is given its likeliest distribution with that mean:

        ratio = sum of n_i log(p1_i / p0_i)        where p_i = f_i / (1 + x (a_i - s)), f_i = n_i / n,
                                                   and x solves sum of p_i (a_i - s) = 0
    """
    values = sorted({0.0, 1.0, *counts})
    seen = [max(counts.get(value, 0.0), NEVER_SEEN) for value in values]
    if not any(counts.values()):
        return 0.0
    low, high = (_find_likeliest(values, seen, expected_score(side, players)) for side in (test.low, test.high))
    return math.fsum(n * math.log(p1 / p0) for n, p0, p1 in zip(seen, low, high, strict=True))


def _find_likeliest(values: Sequence[float], seen: Sequence[float], mean: float) -> list[float]:
    """The likeliest chances of the values if their mean is known; values reach below and above it."""
    total = math.fsum(seen)
    shares = [n / total for n in seen]

    def balance(x: float) -> float:
        return math.fsum(f * (a - mean) / (1 + x * (a - mean)) for f, a in zip(shares, values, strict=True))

    # The balance falls from infinity to minus infinity between the poles of the extreme values.
    left, right = -1 / (values[-1] - mean), -1 / (values[0] - mean)
    for _ in range(200):
        middle = (left + right) / 2
        if balance(middle) > 0:
            left = middle
        else:
            right = middle
    return [f / (1 + left * (a - mean)) for f, a in zip(shares, values, strict=True)]
