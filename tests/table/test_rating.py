"""Ratings as values: pools, points, and what a game changes."""

from __future__ import annotations

import pytest

from kidd.table.rating import ENOUGH, NEW, Rating, points, rate, speed_of


@pytest.mark.parametrize(
    ("time", "speed"),
    [
        ("", "calm"),
        ("3d", "days"),
        ("14d", "days"),
        ("180+0", "blitz"),
        ("300+4", "blitz"),
        ("300+5", "rapid"),
        ("479+0", "blitz"),
        ("480+0", "rapid"),
        ("10800+180", "rapid"),
    ],
)
def test_speeds(time: str, speed: str):
    """What a game may take one player decides, by forty moves."""
    assert speed_of(time) == speed


def test_points():
    """Everybody begins in the middle, and nobody falls below nothing."""
    assert (NEW.points, NEW.spread, NEW.games) == (1500, 250, 0)
    assert points(-100.0) == 0
    assert NEW.is_provisional
    assert Rating(games=ENOUGH - 1).is_provisional
    assert not Rating(games=ENOUGH).is_provisional


def test_a_win():
    """The winner gains what the loser loses, as long as both are as little known, and both are known better."""
    won, lost = rate([NEW, NEW], [1, 2])
    assert won.points > 1500 > lost.points
    assert won.mu + lost.mu == pytest.approx(2 * NEW.mu)
    assert won.sigma < NEW.sigma
    assert won.games == lost.games == 1


def test_a_draw():
    """Between equals it changes nothing but how sure one is; against a better player it is worth something."""
    assert [one.points for one in rate([NEW, NEW], [1, 1])] == [1500, 1500]
    weak, strong = rate([Rating(20, 3, 9), Rating(30, 3, 9)], [1, 1])
    assert weak.mu > 20
    assert strong.mu < 30


def test_a_surprise_counts_more():
    """Who beats a better player gains more than who beats a weaker one."""
    me = Rating(25, 3, 9)
    over_strong = rate([me, Rating(30, 3, 9)], [1, 2])[0].mu
    over_weak = rate([me, Rating(20, 3, 9)], [1, 2])[0].mu
    assert over_strong > over_weak > 25


def test_three():
    """First, second and last."""
    first, second, last = rate([NEW, NEW, NEW], [1, 2, 3])
    assert first.mu > second.mu > last.mu
    assert [one.points for one in rate([NEW, NEW, NEW], [1, 1, 1])] == [1500] * 3
