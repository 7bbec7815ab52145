import math
import random

import pytest

from kidd.arena.statistics import Interval, Sprt, elo, elo_interval, expected_score, log_ratio, score, wilson
from kidd.errors import OptionError

pytestmark = pytest.mark.once


def test_wilson_of_even_tosses():
    """50 of 100: (0.5 + 0.0192) / 1.0384 -+ 1.96 / 1.0384 x sqrt(0.0025 + 0.000096), worked out by hand."""
    assert wilson(0.5, 100) == pytest.approx((0.5, 0.40383, 0.59617), abs=1e-5)


def test_wilson_where_all_was_won():
    """20 of 20: the lower end is n / (n + z^2) = 20 / 23.8415, the upper end is certain to be 1."""
    found = wilson(1.0, 20)
    assert found.low == pytest.approx(20 / (20 + 1.959964**2), abs=1e-6)
    assert (found.value, found.high) == (1.0, 1.0)
    assert wilson(0.0, 20).low == 0.0


def test_a_single_pair_counts_as_two_tosses():
    """One round cannot show any spread: all that is known is the coin."""
    assert score([[1.0, 0.0]]) == wilson(0.5, 2)


def test_draws_narrow_the_interval():
    """Ten pairs of draws: the spread is 0, so v = (0 + 1/4) / 10, and 20 games count as 200 tosses."""
    assert score([[0.5, 0.5]] * 10) == pytest.approx(wilson(0.5, 200))


def test_the_spread_is_that_of_rounds():
    """Means 1, 1/2, 1/2, 0: the sum of 2 (m - s)^2 is 1, so v = (1 + 1/4) / 4, and 8 games count as 6.4 tosses."""
    pairs = [[1.0, 1.0], [1.0, 0.0], [0.5, 0.5], [0.0, 0.0]]
    assert score(pairs) == pytest.approx(wilson(0.5, 8 * 0.25 / (1.25 / 4)))


def test_a_round_under_way_counts_as_far_as_it_is():
    """Its games have their points in the score."""
    assert score([[1.0, 1.0], [0.0]]).value == pytest.approx(2 / 3)


def test_no_games_prove_nothing():
    """Without games the interval is everything."""
    found = score([])
    assert math.isnan(found.value)
    assert found[1:] == (0.0, 1.0)


@pytest.mark.parametrize(("wins", "draws"), [(0.5, 0.0), (0.3, 0.6), (0.85, 0.1), (0.97, 0.02)])
@pytest.mark.parametrize("pairs", [10, 100])
def test_the_interval_holds_the_truth_19_times_of_20(wins, draws, pairs):
    """In 400 simulated matches about 380 intervals hold the true score; 360 leave room for chance."""
    rnd = random.Random(f"{wins} {draws} {pairs}")
    truth, held = wins + draws / 2, 0
    for _ in range(400):
        points = rnd.choices([1.0, 0.5, 0.0], [wins, draws, 1 - wins - draws], k=2 * pairs)
        found = score([points[at : at + 2] for at in range(0, 2 * pairs, 2)])
        held += found.low <= truth <= found.high
    assert held >= 360


@pytest.mark.parametrize(
    ("share", "players", "points"),
    [(0.5, 2, 0.0), (0.75, 2, 190.85), (10 / 11, 2, 400.0), (1 / 3, 3, 0.0), (5 / 6, 3, 400.0)],
)
def test_elo(share, players, points):
    """400 points are ten times the strength: 10 : 1 against one, 10 : 2 against two."""
    assert elo(share, players) == pytest.approx(points, abs=0.01)
    assert expected_score(points, players) == pytest.approx(share, abs=1e-4)


def test_elo_without_a_loss_has_no_upper_end():
    """Nobody who never lost can be rated from above."""
    assert elo_interval(Interval(1.0, 0.9, 1.0)) == Interval(math.inf, elo(0.9), math.inf)
    assert elo(0.0) == -math.inf


def test_bounds_of_the_sequential_test():
    """Wald's bounds for 5 % either way are -+ log 19."""
    assert Sprt(0, 30).bounds == pytest.approx((-math.log(19), math.log(19)))
    assert [Sprt(0, 30).verdict(ratio) for ratio in (-3, 0, 3)] == ["low", "undecided", "high"]


def test_log_ratio_of_wins_and_losses():
    """Where pairs only end 1 or 0 the likeliest distributions are those of a coin: 60 log(p1/p0) + 40 log(q1/q0)."""
    p0, p1 = expected_score(0), expected_score(50)
    by_hand = 60 * math.log(p1 / p0) + 40 * math.log((1 - p1) / (1 - p0))
    assert log_ratio({1.0: 60, 0.0: 40}, Sprt(0, 50)) == pytest.approx(by_hand, rel=1e-9)


def test_log_ratio_is_near_its_normal_approximation():
    """For small differences it is n (s1 - s0) (2 s - s0 - s1) / (2 v), as the pentanomial literature has it."""
    counts = {0.0: 5, 0.25: 20, 0.5: 60, 0.75: 30, 1.0: 8}
    number = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / number
    variance = sum(count * (value - mean) ** 2 for value, count in counts.items()) / number
    low, high = expected_score(0), expected_score(10)
    normal = number * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_ratio(counts, Sprt(0, 10)) == pytest.approx(normal, rel=0.03)


def test_log_ratio_before_any_game():
    """Nothing is known: the ratio is 0."""
    assert log_ratio({}, Sprt(0, 10)) == 0.0


def test_the_sequential_test_is_seldom_wrong():
    """At a true difference of 0 or 60 points, with draws, it is wrong in about 1 of 20 simulated matches."""
    test, rnd, wrong = Sprt(0, 60), random.Random(1), 0
    for true, right in [(0, "low"), (60, "high")] * 50:
        share, counts, verdict = expected_score(true), dict[float, float](), "undecided"
        while verdict == "undecided":
            for _ in range(10):
                points = rnd.choices([1.0, 0.5, 0.0], [share - 0.15, 0.3, 0.85 - share], k=2)
                counts[sum(points) / 2] = counts.get(sum(points) / 2, 0) + 1
            verdict = test.verdict(log_ratio(counts, test))
        wrong += verdict != right
    assert wrong <= 12


@pytest.mark.parametrize("pair", [(30, 0), (10, 10), (0, 5000), (math.nan, 0), ("0", "30"), (None, 3)])
def test_a_test_needs_two_differences_in_order(pair):
    """The lower one comes first, and both are ones that occur."""
    with pytest.raises(OptionError, match="sprt: expected two differences"):
        Sprt(*pair)


@pytest.mark.parametrize("chance", [0, 0.5, 1, "5 %", None])
def test_a_test_needs_chances_of_error(chance):
    """Wald's bounds make sense only where either mistake is rarer than a coin's."""
    with pytest.raises(OptionError, match=r"sprt: expected a chance of error between 0 and 0\.5 for beta"):
        Sprt(0, 30, beta=chance)
